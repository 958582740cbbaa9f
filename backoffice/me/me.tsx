import { Form, useLoaderData } from 'react-router'
import { isLocale, languages, locales } from '#contract/languages.ts'
import { accountPageMessages } from '#contract/messages/office-me.ts'
import type { StaffPasskey, StaffSession } from '#contract/office/people.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Done } from '#ui/done.tsx'
import { ErrorSummary, Field, PasswordField } from '#ui/field.tsx'
import { QrSquares } from '#ui/qr-squares.tsx'
import { Select } from '#ui/select.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { useFrame } from '../core/me.ts'
import { hasPasskeys, registerPasskey } from '../core/passkeys.ts'
import { useTextsWith } from '../core/texts.tsx'
import { dropAllDrafts } from '../forms/draft.ts'
import { Card, Page } from '../frame/page.tsx'
import { ShortcutSwitch } from '../help/key-choice.tsx'
import { chooseNotices, NoticeChoice } from '../notices/notice-choice.tsx'

/** Loads the staff member's sessions, passkeys and kinds of notifications. */
export async function loader() {
  const [{ sessions }, { passkeys }, { kinds }] = await Promise.all([
    api.people.sessions(),
    api.people.passkeys(),
    api.notices.choices(),
  ])
  return { sessions, passkeys, kinds }
}

/** Changes the account. The form's field `intent` names the change. */
export async function action({ request }: { request: Request }) {
  const form = await request.formData()
  const [intent = '', id = ''] = textOf(form, 'intent').split(' ')
  const handler = intentHandlers[intent]
  if (!handler) throw new Error(`there is no form ${intent}`)
  return { intent, ...(await attempt(handler(form, id))) }
}

type IntentHandler = (form: FormData, id: string) => Promise<IntentResult>
interface IntentResult {
  secret?: string
  address?: string
  recoveryCodes?: string[]
  /**
   * True if no passkey was added: the staff member closed the browser's dialog, or the device already has a passkey.
   */
  isClosed?: boolean
}

const intentHandlers: Record<string, IntentHandler> = {
  profile: async (form) => {
    const locale = textOf(form, 'locale')
    if (isLocale(locale)) await api.people.writeMe({ name: textOf(form, 'name'), locale })
    return {}
  },
  password: (form) => api.people.changePassword({ password: textOf(form, 'password') }),
  pin: async (form) => {
    await api.people.setPin({ pin: textOf(form, 'pin') })
    return {}
  },
  authenticator: () => api.people.newAuthenticator(),
  use: (form) => api.people.useAuthenticator({ code: textOf(form, 'code') }),
  passkey: async () => {
    const response = await registerPasskey()
    return response ? api.people.addPasskey({ response }) : { isClosed: true }
  },
  notices: chooseNotices,
  remove: async (_, passkey) => {
    await api.people.removePasskey({ passkey })
    return {}
  },
  end: async (_, session) => {
    await api.people.endSession({ session })
    return {}
  },
  leave: async () => {
    await api.people.signOut()
    dropAllDrafts()
    location.assign('/office/in')
    // The promise never resolves, so the router waits until the browser leaves this page. Otherwise, the router would
    // load this page's data again and redirect to the sign-in page.
    return new Promise<never>(() => {})
  },
}

const useAccountTexts = () => useTextsWith(accountPageMessages)

type Result = Awaited<ReturnType<typeof action>> | undefined

/**
 * `/office/me`: name, language, notifications, passkeys, second step, password, PIN, keyboard shortcuts and sessions.
 */
export function Component() {
  const { t } = useAccountTexts()
  const result = useFormResult<typeof action>()
  const { sessions, passkeys, kinds } = useLoaderData<typeof loader>()
  return (
    <Page
      title={t('office.me')}
      action={
        <Form method="post">
          <SendButton intent="leave" className="button-quiet">
            {t('office.sign_out')}
          </SendButton>
        </Form>
      }
    >
      <Profile result={result} />
      <NoticeChoice kinds={kinds} isDone={isDone(result, 'notices')} />
      <Passkeys passkeys={passkeys} result={result} />
      <SecondStep result={result} />
      <Password result={result} />
      <Pin result={result} />
      <ShortcutSwitch />
      <Devices sessions={sessions} />
    </Page>
  )
}

const errorsOf = (result: Result, ...intents: string[]) =>
  result && intents.includes(result.intent) ? result.errors : undefined
const isDone = (result: Result, intent: string) => result?.intent === intent && result.done !== undefined

function Profile({ result }: { result: Result }) {
  const { me } = useFrame()
  const { t } = useAccountTexts()
  const errors = errorsOf(result, 'profile')
  return (
    <Card title={t('me.profile')}>
      <Form method="post" className="stack">
        {isDone(result, 'profile') && <Done>{t('office.saved')}</Done>}
        <ErrorSummary errors={errors} title={t('office.check_form')} labels={{ name: t('person.name') }} />
        <Field name="name" label={t('person.name')} defaultValue={me.name} maxLength={80} errors={errors} />
        <Select
          name="locale"
          label={t('office.language')}
          defaultValue={me.locale}
          options={locales.map((locale) => ({ value: locale, label: languages[locale].name }))}
        />
        <SendButton intent="profile">{t('office.save')}</SendButton>
      </Form>
    </Card>
  )
}

function Passkeys({ passkeys, result }: { passkeys: StaffPasskey[]; result: Result }) {
  const { t, when } = useAccountTexts()
  const added = result?.intent === 'passkey' ? result.done : undefined
  const errors = errorsOf(result, 'passkey', 'remove')
  return (
    <Card title={t('me.passkeys')} id="passkeys">
      <p>{t('me.passkeys_help')}</p>
      {added && !added.isClosed && <Done>{t('me.passkey_added')}</Done>}
      {added?.isClosed && (
        <p className="alert alert-note" role="alert">
          {t('me.passkey_closed')}
        </p>
      )}
      {added?.recoveryCodes && added.recoveryCodes.length > 0 && <RecoveryCodes codes={added.recoveryCodes} />}
      <ErrorSummary errors={errors} title={t('office.check_form')} labels={{}} />
      {passkeys.length > 0 && (
        <ul className="rows">
          {passkeys.map(({ id, device, createdAt, usedAt }) => (
            <li key={id} className="row-item">
              <div>
                <strong>{device || t('me.unknown_device')}</strong>
                <p className="soft">
                  {t('me.passkey_made', { date: when(createdAt) })} ·{' '}
                  {usedAt ? t('me.passkey_used', { date: when(usedAt) }) : t('me.passkey_unused')}
                </p>
              </div>
              <Form method="post">
                <SendButton
                  intent={`remove ${id}`}
                  className="button-quiet"
                  label={`${t('me.passkey_remove')}: ${device}`}
                >
                  {t('me.passkey_remove')}
                </SendButton>
              </Form>
            </li>
          ))}
        </ul>
      )}
      {hasPasskeys() ? (
        <Form method="post">
          <SendButton intent="passkey" className="button-quiet">
            {t('me.passkey_add')}
          </SendButton>
        </Form>
      ) : (
        <p className="field-hint">{t('me.passkeys_unsupported')}</p>
      )}
    </Card>
  )
}

function SecondStep({ result }: { result: Result }) {
  const { me } = useFrame()
  const { t } = useAccountTexts()
  const enrolment = result?.intent === 'authenticator' ? result.done : undefined
  const codes = result?.intent === 'use' ? result.done?.recoveryCodes : undefined
  const errors = errorsOf(result, 'authenticator', 'use')
  return (
    <Card title={t('me.second_step')} id="second-step">
      <p>{t(me.hasSecondStep ? 'me.second_step_on' : 'me.second_step_off')}</p>
      {codes && <RecoveryCodes codes={codes} />}
      <Form method="post" className="stack">
        <ErrorSummary errors={errors} title={t('office.check_form')} labels={{ code: t('me.six_digits') }} />
        {enrolment?.secret && enrolment.address ? (
          <UseAuthenticator secret={enrolment.secret} address={enrolment.address} />
        ) : (
          <SendButton intent="authenticator" className="button-quiet">
            {t(me.hasSecondStep ? 'me.second_step_again' : 'me.second_step_start')}
          </SendButton>
        )}
      </Form>
    </Card>
  )
}

function UseAuthenticator({ secret, address }: { secret: string; address: string }) {
  const { t } = useAccountTexts()
  return (
    <>
      <p>{t('me.scan')}</p>
      <div className="qr" role="img" aria-label={t('me.scan')}>
        <QrSquares text={address} />
      </div>
      <p className="soft">
        {t('me.secret')} <span className="code-line">{secret}</span>
      </p>
      <Field
        name="code"
        label={t('me.six_digits')}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]{6}"
        maxLength={6}
      />
      <SendButton intent="use">{t('me.use')}</SendButton>
    </>
  )
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  const { t } = useAccountTexts()
  return (
    <div className="alert alert-calm stack" role="status">
      <h3>{t('me.recovery')}</h3>
      <p>{t('me.recovery_help')}</p>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} label={t('me.copy_codes')} className="button" />
    </div>
  )
}

function Password({ result }: { result: Result }) {
  const { t } = useAccountTexts()
  const errors = errorsOf(result, 'password')
  return (
    <Card title={t('me.password')}>
      <Form method="post" className="stack">
        {isDone(result, 'password') && <Done>{t('me.password_done')}</Done>}
        <ErrorSummary errors={errors} title={t('office.check_form')} labels={{ password: t('me.new_password') }} />
        <PasswordField
          name="password"
          label={t('me.new_password')}
          hint={t('person.password_hint')}
          autoComplete="new-password"
          minLength={8}
          maxLength={200}
          errors={errors}
        />
        <SendButton intent="password" className="button-quiet">
          {t('me.change_password')}
        </SendButton>
      </Form>
    </Card>
  )
}

function Pin({ result }: { result: Result }) {
  const { t } = useAccountTexts()
  const errors = errorsOf(result, 'pin')
  return (
    <Card title={t('me.pin')} id="pin">
      <p>{t('me.pin_help')}</p>
      <Form method="post" className="stack">
        {isDone(result, 'pin') && <Done>{t('me.pin_done')}</Done>}
        <ErrorSummary errors={errors} title={t('office.check_form')} labels={{ pin: t('me.pin_field') }} />
        <PasswordField
          name="pin"
          label={t('me.pin_field')}
          inputMode="numeric"
          autoComplete="off"
          pattern="[0-9]{4,6}"
          maxLength={6}
          errors={errors}
        />
        <SendButton intent="pin" className="button-quiet">
          {t('me.pin_set')}
        </SendButton>
      </Form>
    </Card>
  )
}

function Devices({ sessions }: { sessions: StaffSession[] }) {
  const { t, when } = useAccountTexts()
  return (
    <Card title={t('me.devices')} id="devices">
      <ul className="rows">
        {sessions.map(({ id, device, since, lastSeen, isThisOne }) => (
          <li key={id} className="row-item">
            <div>
              <strong>
                {device || t('me.unknown_device')}
                {isThisOne && ` (${t('me.this_device')})`}
              </strong>
              <p className="soft">
                {t('me.since', { date: when(since) })} · {t('staff.last_seen', { date: when(lastSeen) })}
              </p>
            </div>
            {!isThisOne && (
              <Form method="post">
                <SendButton intent={`end ${id}`} className="button-quiet" label={`${t('me.end')}: ${device}`}>
                  {t('me.end')}
                </SendButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form method="post">
          <SendButton intent="end others" className="button-quiet">
            {t('me.end_others')}
          </SendButton>
        </Form>
      )}
    </Card>
  )
}
