import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Field, PasswordField } from '#ui/field.tsx'
import { OnceButton } from '#ui/once-button.tsx'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { setConfirmationPrompt } from '../core/confirmation.ts'
import { authenticateWithPasskey } from '../core/passkeys.ts'
import { useTexts } from '../core/texts.tsx'

interface ConfirmDialogProps {
  /** The kind of secret that the staff member must enter. */
  secret: 'password' | 'code' | 'pin'
  hasPasskey: boolean
}

/** Asks the staff member to confirm their identity when the server requires this confirmation for a sensitive call. */
export function ConfirmDialog({ secret, hasPasskey }: ConfirmDialogProps) {
  const { t } = useTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  const resolvePrompt = useRef<(isConfirmed: boolean) => void>(null)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    setConfirmationPrompt(() => {
      setError(undefined)
      dialog.current?.showModal()
      return new Promise((resolve) => {
        resolvePrompt.current = resolve
      })
    })
    return () => {
      setConfirmationPrompt(async () => false)
      resolvePrompt.current?.(false)
    }
  }, [])

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (await confirm(api.people.confirm({ secret: textOf(new FormData(form), 'secret') }))) form.reset()
  }

  const usePasskey = () =>
    confirm(
      authenticateWithPasskey().then(async (response) => {
        if (response) await api.people.confirmWithPasskey({ response })
        return response !== null
      }),
    )

  /**
   * Closes the dialog if the call confirms the staff member's identity. If the call fails, shows the reason. If the
   * call resolves to `false`, the staff member cancelled the browser's passkey dialog, and the dialog shows no reason.
   */
  async function confirm(call: Promise<unknown>): Promise<boolean> {
    setBusy(true)
    const { done, errors } = await attempt(call).catch(() => ({ done: undefined, errors: undefined }))
    setBusy(false)
    setError(done === undefined ? (errors?.[0]?.message ?? t('office.offline')) : undefined)
    if (done === undefined || done === false) return false
    resolvePrompt.current?.(true)
    dialog.current?.close()
    return true
  }

  const secretLabel = t(`confirm.${secret}`)
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="confirm-title"
      onClose={() => resolvePrompt.current?.(false)}
    >
      <form className="dialog-box stack" onSubmit={send}>
        <h2 id="confirm-title">{t('confirm.title')}</h2>
        <p>{t('confirm.intro', { what: secretLabel })}</p>
        {secret === 'code' ? (
          <Field
            name="secret"
            label={secretLabel}
            error={error}
            isErrorAlert
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        ) : (
          <PasswordField
            name="secret"
            label={secretLabel}
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
