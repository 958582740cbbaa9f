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
  /** Whether it can be left without a choice. */
  isClosable?: boolean
}

/**
 * A native dialog: focus stays inside and returns, Escape closes, the rest is inert. It is a popover as well, so that
 * `DialogButton` opens it before and without JavaScript. It closes when another page is shown.
 */
export function Dialog({ id, title, children, className = '', isClosable = true }: DialogProps) {
  const { t } = useUiTexts()
  const { key } = useLocation()
  const shownOn = useRef(key)
  // With the page itself: an effect that comes later would close what was opened in between, or before React was there.
  useLayoutEffect(() => {
    if (shownOn.current !== key) closeDialog(id)
    shownOn.current = key
    if (wanted !== id) return
    wanted = null
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

/** Opens a dialog. */
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

/** A dialog that was to be opened before it was there. */
let wanted: string | null = null

export function openDialog(id: string) {
  const dialog = find(id)
  if (!dialog) wanted = id
  if (dialog?.matches(':popover-open')) dialog.hidePopover()
  if (dialog && !dialog.open) dialog.showModal()
}

export function closeDialog(id: string) {
  const dialog = find(id)
  if (dialog?.matches(':popover-open')) dialog.hidePopover()
  if (dialog?.open) dialog.close()
}

const find = (id: string) => document.getElementById(id) as HTMLDialogElement | null
