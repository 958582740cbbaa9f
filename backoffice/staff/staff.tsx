import { useState } from 'react'
import { Form, Link, useLoaderData } from 'react-router'
import type { Invitation, StaffMember } from '#contract/office/people.ts'
import type { RoleAt } from '#contract/rights.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { ErrorSummary, Field } from '#ui/field.tsx'
import { QrSquares } from '#ui/qr-squares.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { hasRight, useFrame } from '../core/me.ts'
import { Card, Page } from '../frame/page.tsx'
import { RoleFields, rolesOf, useStoreName } from './role-fields.tsx'
import { useStaffTexts } from './texts.ts'

/** Loads staff and open invitations. */
export const loader = () => api.people.people()

/** Creates or withdraws an invitation. */
export async function action({ request }: { request: Request }) {
  const form = await request.formData()
  const [intent, invitation = ''] = textOf(form, 'intent').split(' ')
  if (intent === 'withdraw') return { ...(await attempt(api.people.withdraw({ invitation }))), invited: null }
  const email = textOf(form, 'email')
  const { done, errors } = await attempt(api.people.invite({ email, roles: rolesOf(form) }))
  const link = done && `${location.origin}/office/join#${done.code}`
  return { errors, invited: done && link ? { email, link, until: done.until } : null }
}

/** `/office/staff`: the staff members who can sign in, and invitations. */
export function Component() {
  const { me } = useFrame()
  const { t } = useStaffTexts()
  const { people, invitations } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const mayInvite = hasRight(me, 'staff.write')
  return (
    <Page title={t('office.staff')} intro={t('staff.intro')} action={<Link to="/devices">{t('staff.devices')}</Link>}>
      {result?.invited && <Invited {...result.invited} />}
      <ul className="rows card">
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </ul>
      {invitations.length > 0 && <Invitations invitations={invitations} />}
      {mayInvite && <InviteForm key={result?.invited?.link} errors={result?.errors} />}
    </Page>
  )
}

/** A list of roles with their stores: "Cashier · Markham". */
export function RoleList({ given: roles }: { given: RoleAt[] }) {
  const { t } = useStaffTexts()
  const storeName = useStoreName()
  const storeOf = (location: string | null) => (location === null ? t('office.all_stores') : storeName(location))
  return <>{roles.map(({ role, location }) => `${t(`role.${role}`)} · ${storeOf(location)}`).join(' / ')}</>
}

function PersonRow({ person }: { person: StaffMember }) {
  const { me } = useFrame()
  const { t, when } = useStaffTexts()
  const isMe = person.id === me.id
  return (
    <li className="row-item">
      <div>
        <strong>
          {person.name}
          {isMe && ` (${t('staff.you')})`}
        </strong>
        <p>
          <RoleList given={person.roles} />
        </p>
        <p className="soft">
          {person.email} ·{' '}
          {person.lastSeen ? t('staff.last_seen', { date: when(person.lastSeen) }) : t('staff.never_seen')} ·{' '}
          {person.hasSecondStep ? t('staff.has_second_step') : t('staff.no_second_step')}
        </p>
        {person.isStopped && <p className="state state-off">{t('staff.stopped')}</p>}
      </div>
      {hasRight(me, 'staff.write') && (
        <Link
          className="button button-quiet"
          to={`/staff/${person.id}`}
          aria-label={`${t('office.change')}: ${person.name}`}
        >
          {t('office.change')}
        </Link>
      )}
    </li>
  )
}

function Invited({ email, link, until }: { email: string; link: string; until: string }) {
  const { t, when } = useStaffTexts()
  return (
    <section className="card invited" role="status">
      <div className="stack">
        <h2>{t('staff.invited', { email })}</h2>
        <p>{t('staff.invited_help', { date: when(until) })}</p>
        <p className="code-line">{link}</p>
        <CopyButton text={link} label={t('staff.copy_link')} className="button" />
      </div>
      <div className="qr" role="img" aria-label={t('staff.qr')}>
        <QrSquares text={link} />
      </div>
    </section>
  )
}

function Invitations({ invitations }: { invitations: Invitation[] }) {
  const { me } = useFrame()
  const { t, when } = useStaffTexts()
  return (
    <Card title={t('staff.open_invitations')}>
      <ul className="rows">
        {invitations.map(({ id, email, roles, until }) => (
          <li key={id} className="row-item">
            <div>
              <strong>{email}</strong>
              <p>
                <RoleList given={roles} />
              </p>
              <p className="soft">{t('staff.valid_until', { date: when(until) })}</p>
            </div>
            {hasRight(me, 'staff.write') && (
              <Form method="post">
                <SendButton
                  intent={`withdraw ${id}`}
                  className="button-quiet"
                  label={`${t('staff.withdraw')}: ${email}`}
                >
                  {t('staff.withdraw')}
                </SendButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function InviteForm({ errors }: { errors: Parameters<typeof ErrorSummary>[0]['errors'] }) {
  const { t } = useStaffTexts()
  const [first] = useState<RoleAt[]>([{ role: 'cashier', location: null }])
  return (
    <Card title={t('staff.invite')}>
      <Form method="post" className="stack">
        <ErrorSummary errors={errors} title={t('office.check_form')} labels={{ email: t('staff.invite_email') }} />
        <Field
          data-shortcut="n"
          name="email"
          type="email"
          label={t('staff.invite_email')}
          autoComplete="off"
          maxLength={254}
          errors={errors}
        />
        <RoleFields given={first} />
        <SendButton intent="invite">{t('staff.invite_button')}</SendButton>
      </Form>
    </Card>
  )
}
