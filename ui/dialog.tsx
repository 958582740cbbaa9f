import type { ReactNode } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Icon } from './icon.tsx'
import { useUiTexts } from './texts.ts'

interface DialogProps {
  id: string
  title: string
  children: ReactNode
  className?: string
  /** Whether a close button and a click on the backdrop can close the dialog. Escape always closes it. */
  isClosable?: boolean
}

/**
 * A native dialog. `openDialog` opens it as a modal dialog: the focus moves into the dialog and stays there, and the
 * rest of the page is inert. Escape or navigation closes the dialog, and the focus returns to its earlier place. The
 * dialog is also a popover, so that `DialogButton` can open it without JavaScript or before hydration. The rest of the
 * page is then not inert.
 */
export function Dialog({ id, title, children, className = '', isClosable = true }: DialogProps) {
  const { t } = useUiTexts()
  const { key } = useLocation()
  const lastKey = useRef(key)
  // Must be a layout effect. Before a later effect runs, the visitor could open a dialog, which the effect would then
  // close.
  useLayoutEffect(() => {
    if (lastKey.current !== key) closeDialog(id)
    lastKey.current = key
    if (pendingDialogId !== id) return
    pendingDialogId = null
    openDialog(id)
  }, [id, key])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes natively; the click is on the backdrop
    <dialog
      id={id}
      popover="auto"
      className={`dialog ${className}`}
      aria-labelledby={`${id}-title`}
      onClick={(event) => {
        if (isClosable && event.target === event.currentTarget) closeDialog(id)
      }}
    >
      <div className="dialog-box">
        <div className="dialog-head">
          <h2 id={`${id}-title`}>{title}</h2>
          {isClosable && (
            <button
              type="button"
              className="icon-button"
              popoverTarget={id}
              popoverTargetAction="hide"
              aria-label={t('shell.close')}
              onClick={(event) => {
                event.preventDefault()
                closeDialog(id)
              }}
            >
              <Icon name="close" />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  )
}

interface DialogButtonProps {
  /** The dialog's id. */
  opens: string
  children: ReactNode
  className?: string
  label?: string
}

/** A button that opens a dialog, even before hydration and without JavaScript. */
export function DialogButton({ opens, children, className, label }: DialogButtonProps) {
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-haspopup="dialog"
      popoverTarget={opens}
      onClick={(event) => {
        event.preventDefault()
        openDialog(opens)
      }}
    >
      {children}
    </button>
  )
}

/** The id of a dialog that was opened before it was rendered. */
let pendingDialogId: string | null = null

export function openDialog(id: string) {
  const dialog = findDialog(id)
  if (!dialog) pendingDialogId = id
  if (dialog?.matches(':popover-open')) dialog.hidePopover()
  if (dialog && !dialog.open) dialog.showModal()
}

export function closeDialog(id: string) {
  const dialog = findDialog(id)
  if (dialog?.matches(':popover-open')) dialog.hidePopover()
  if (dialog?.open) dialog.close()
}

function findDialog(id: string): HTMLDialogElement | null {
  const element = document.getElementById(id)
  return element instanceof HTMLDialogElement ? element : null
}
