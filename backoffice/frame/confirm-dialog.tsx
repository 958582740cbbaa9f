import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Field, PasswordField } from '#ui/field.tsx'
import { OnceButton } from '#ui/once-button.tsx'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { onConfirmation } from '../core/confirmation.ts'
import { askPasskey } from '../core/passkeys.ts'
import { useTexts } from '../core/texts.tsx'

interface ConfirmDialogProps {
  /** What the person enters. */
  secret: 'password' | 'code' | 'pin'
  hasPasskey: boolean
}

/** Asks the person to confirm who they are, when the shop refuses a sensitive call without it. */
export function ConfirmDialog({ secret, hasPasskey }: ConfirmDialogProps) {
  const { t } = useTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  const answer = useRef<(isConfirmed: boolean) => void>(null)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    onConfirmation(() => {
      setError(undefined)
      dialog.current?.showModal()
      return new Promise((resolve) => {
        answer.current = resolve
      })
    })
    return () => {
      onConfirmation(async () => false)
      answer.current?.(false)
    }
  }, [])

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (await confirm(api.people.confirm({ secret: textOf(new FormData(form), 'secret') }))) form.reset()
  }

  const usePasskey = () =>
    confirm(
      askPasskey().then(async (response) => {
        if (response) await api.people.confirmWithPasskey({ response })
        return response !== null
      }),
    )

  /** Ends the dialog if the person was confirmed; `false`: they closed the browser's own dialog. Else says why not. */
  async function confirm(call: Promise<unknown>): Promise<boolean> {
    setBusy(true)
    const { done, errors } = await attempt(call).catch(() => ({ done: undefined, errors: undefined }))
    setBusy(false)
    const isConfirmed = done !== undefined && done !== false
    setError(isConfirmed || done === false ? undefined : (errors?.[0]?.message ?? t('office.offline')))
    if (!isConfirmed) return false
    answer.current?.(true)
    dialog.current?.close()
    return true
  }

  const what = t(`confirm.${secret}`)
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="confirm-title" onClose={() => answer.current?.(false)}>
      <form className="dialog-box stack" onSubmit={send}>
        <h2 id="confirm-title">{t('confirm.title')}</h2>
        <p>{t('confirm.intro', { what })}</p>
        {secret === 'code' ? (
          <Field
            name="secret"
            label={what}
            error={error}
            isErrorAlert
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        ) : (
          <PasswordField
            name="secret"
            label={what}
            error={error}
            isErrorAlert
            inputMode={secret === 'pin' ? 'numeric' : 'text'}
            autoComplete={secret === 'pin' ? 'off' : 'current-password'}
          />
        )}
        <div className="row">
          <OnceButton isBusy={isBusy}>{t('confirm.button')}</OnceButton>
          {hasPasskey && (
            <button type="button" className="button button-quiet" onClick={usePasskey}>
              {t('passkey.confirm')}
            </button>
          )}
          <button type="button" className="button button-quiet" onClick={() => dialog.current?.close()}>
            {t('office.cancel')}
          </button>
        </div>
      </form>
    </dialog>
  )
}
