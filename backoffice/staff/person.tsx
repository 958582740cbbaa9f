import type { LoaderFunctionArgs } from 'react-router'
import { data, Link, redirect, useLoaderData } from 'react-router'
import type { StaffMember } from '#contract/office/people.ts'
import { grantedRights } from '#contract/rights.ts'
import { Check } from '#ui/check.tsx'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { VersionedForm } from '../forms/versioned-form.tsx'
import { Card, Page } from '../frame/page.tsx'
import { HistoryLink } from '../log/history-link.tsx'
import { RoleFields, rolesOf, useStoreName } from './role-fields.tsx'
import { useStaffTexts } from './texts.ts'

/** Loads one staff member. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { people } = await api.people.people()
  const person = people.find(({ id }) => id === params.person)
  if (!person) throw data(null, { status: 404 })
  return person
}

/** Saves the staff member's roles. */
export async function action({ request, params }: LoaderFunctionArgs) {
  const form = await request.formData()
  const result = await attempt(
    api.people.writePerson({
      person: params.person ?? '',
      version: Number(textOf(form, 'version')),
      roles: rolesOf(form),
      isStopped: form.has('isStopped'),
    }),
  )
  if (result.done) throw redirect('/staff')
  return result
}

const partOf = ({ roles, isStopped }: StaffMember) => [roles, isStopped]

/** `/office/staff/:person`: a staff member's roles, and what these roles allow. */
export function Component() {
  const { t } = useStaffTexts()
  const storeName = useStoreName()
  const person = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  return (
    <Page title={t('staff.person', { name: person.name })} action={<Link to="/staff">{t('staff.back')}</Link>}>
      <VersionedForm stored={person} part={partOf} result={result} labels={{}}>
        {({ roles, isStopped }) => (
          <>
            <Card title={t('staff.roles')}>
              <RoleFields given={roles} />
            </Card>
            <Check name="isStopped" label={t('staff.stop')} hint={t('staff.stop_hint')} defaultChecked={isStopped} />
          </>
        )}
      </VersionedForm>
      <Card title={t('staff.may', { name: person.name })}>
        <ul className="may">
          {grantedRights(person.roles).map(({ right, stores }) => (
            <li key={right}>
              {t(`right.${right}`)}
              {stores !== 'all' && <span className="soft"> · {stores.map(storeName).join(' · ')}</span>}
            </li>
          ))}
        </ul>
      </Card>
      <HistoryLink person={person.id} label={t('staff.did', { name: person.name })} />
    </Page>
  )
}
