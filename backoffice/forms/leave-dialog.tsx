import { useEffect, useRef } from 'react'
import type { Blocker } from 'react-router'
import { useBlocker, useNavigation } from 'react-router'
import { useFormTexts } from './texts.ts'

/** Asks for confirmation before the staff member leaves a page whose unsaved changes would be lost. */
export function LeaveGuard({ isChanged }: { isChanged: boolean }) {
  const { formMethod } = useNavigation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged && !formMethod && currentLocation.pathname !== nextLocation.pathname,
  )
  useUnloadWarning(isChanged)
  return <LeaveDialog blocker={blocker} isLost />
}

/** Lets the browser ask for confirmation before the page with unsaved changes is closed or reloaded. */
export function useUnloadWarning(isChanged: boolean) {
  useEffect(() => {
    if (!isChanged) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isChanged])
}

/**
 * The dialog shown before the staff member leaves a page with unsaved changes. `isLost` is whether leaving loses the
 * changes.
 */
export function LeaveDialog({ blocker, isLost = false }: { blocker: Blocker; isLost?: boolean }) {
  const { t } = useFormTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  const isBlocked = blocker.state === 'blocked'
  useEffect(() => {
    if (isBlocked) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isBlocked])
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="leave-title" onCancel={() => blocker.reset?.()}>
      <div className="dialog-box stack">
        <h2 id="leave-title">{t('form.leave_title')}</h2>
        <p>{t(isLost ? 'form.leave_lost' : 'form.leave_hint')}</p>
        <div className="row">
          <button type="button" className="button" onClick={() => blocker.reset?.()}>
            {t('form.stay')}
          </button>
          <button type="button" className="button button-quiet" onClick={() => blocker.proceed?.()}>
            {t('form.leave')}
          </button>
        </div>
      </div>
    </dialog>
  )
}
