import { useState } from 'react'
import { Form, redirect, useLoaderData } from 'react-router'
import { EmailField } from '#ui/email-field.tsx'
import { ErrorSummary, Field, PasswordField } from '#ui/field.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { nextPath } from '../core/me.ts'
import { authenticateWithPasskey, hasPasskeys } from '../core/passkeys.ts'
import { useTexts } from '../core/texts.tsx'
import { Entrance } from './entrance.tsx'

/** Loads the shop's name. Redirects a staff member who is already signed in. */
export async function loader({ request }: { request: Request }) {
  const status = await api.people.status()
  if (status.me) throw redirect(nextPath(request.url))
  return status
}

/**
 * Signs in with a passkey or a password. If the staff member uses a second step, the page asks for a code or a passkey
 * after the password.
 */
export async function action({ request }: { request: Request }) {
  const form = await request.formData()
  if (form.get('intent') === 'passkey') return signInWithPasskey(request.url, { needsCode: form.has('isSecond') })
  const isSecond = form.get('intent') === 'second'
  const result = await attempt(
    isSecond
      ? api.people.second({ code: textOf(form, 'code') })
      : api.people.signIn({ email: textOf(form, 'email'), password: textOf(form, 'password') }),
  )
  if (result.done?.me) throw redirect(nextPath(request.url))
  return { errors: result.errors, needsCode: result.done !== undefined || isSecond, isClosed: false }
}

async function signInWithPasskey(url: string, { needsCode }: { needsCode: boolean }) {
  const response = await authenticateWithPasskey()
  if (!response) return { errors: undefined, needsCode, isClosed: true }
  const result = await attempt(api.people.signInWithPasskey({ response }))
  if (result.done?.me) throw redirect(nextPath(url))
  return { errors: result.errors, needsCode, isClosed: false }
}

/**
 * A form that signs in with a passkey. Shows a message if the browser's dialog was closed. Renders nothing if the
 * browser cannot use passkeys.
 */
function PasskeyForm({ isClosed, isSecond = false }: { isClosed: boolean | undefined; isSecond?: boolean }) {
  const { t } = useTexts()
  if (!hasPasskeys()) return null
  return (
    <Form method="post" className="stack">
      {isSecond && <input type="hidden" name="isSecond" value="yes" />}
      {isClosed && (
        <p className="alert alert-note" role="alert">
          {t('passkey.closed')}
        </p>
      )}
      <SendButton intent="passkey" className="button-quiet" busy={t('sign_in.busy')}>
        {t('passkey.sign_in')}
      </SendButton>
    </Form>
  )
}

/** `/office/in`: signs in with email, password and the second step, or with a passkey. */
export function Component() {
  const { t } = useTexts()
  const { shopName, hasOwner } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const [passwordResult, setPasswordResult] = useState<typeof result>()
  if (result?.needsCode && passwordResult !== result) {
    return (
      <Entrance title={t('second.title')} intro={t('sign_in.intro', { shop: shopName })}>
        <Form method="post" className="stack" key="second">
          <ErrorSummary errors={result.errors} title={t('office.check_form')} labels={{}} />
          <Field
            name="code"
            label={t('second.code')}
            hint={t('second.hint')}
            autoComplete="one-time-code"
            autoFocus
            maxLength={20}
          />
          <SendButton intent="second" busy={t('sign_in.busy')}>
            {t('sign_in.title')}
          </SendButton>
        </Form>
        <PasskeyForm isClosed={result.isClosed} isSecond />
        <button type="button" className="link" onClick={() => setPasswordResult(result)}>
          {t('second.back')}
        </button>
      </Entrance>
    )
  }
  return (
    <Entrance title={t('sign_in.title')} intro={t('sign_in.intro', { shop: shopName })}>
      {!hasOwner && <p className="alert alert-note">{t('sign_in.no_owner')}</p>}
      <Form method="post" className="stack" key="password">
        <ErrorSummary errors={result?.errors} title={t('office.check_form')} labels={{}} />
        <EmailField autoComplete="username" />
        <PasswordField name="password" label={t('sign_in.password')} autoComplete="current-password" />
        <SendButton intent="password" busy={t('sign_in.busy')}>
          {t('sign_in.title')}
        </SendButton>
      </Form>
      <PasskeyForm isClosed={result?.isClosed} />
      <p className="field-hint">{t('sign_in.forgot')}</p>
    </Entrance>
  )
}
