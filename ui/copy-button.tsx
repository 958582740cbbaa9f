import { useEffect, useState } from 'react'
import { copiedNoticeMs } from '#contract/constants.ts'
import { Icon } from './icon.tsx'
import { useUiTexts } from './texts.ts'

interface CopyButtonProps {
  text: string
  label: string
  /** Names the copied text for screen readers, if several buttons have the same label. */
  about?: string
  className: string
  onCopied?: () => void
}

/** Copies a text to the clipboard and confirms it briefly. */
export function CopyButton({ text, label, about, className, onCopied }: CopyButtonProps) {
  const { t } = useUiTexts()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedNoticeMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <button
      type="button"
      className={className}
      onClick={async (event) => {
        const isDone = await copy(text, event.currentTarget)
        setCopied(isDone)
        if (isDone) onCopied?.()
      }}
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
      <span aria-live="polite">
        {isCopied ? t('store.copied') : label}
        {about && <span className="visually-hidden">: {about}</span>}
      </span>
    </button>
  )
}

function copy(text: string, button: HTMLElement): Promise<boolean> | boolean {
  if (!navigator.clipboard) return copyBySelection(text, button)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copyBySelection(text, button),
  )
}

/**
 * Copies a text without the clipboard API. Pages without https do not have this API, and the browser may refuse it. The
 * temporary field is inserted beside the button, because everything outside an open dialog is inert.
 */
function copyBySelection(text: string, button: HTMLElement): boolean {
  const field = document.createElement('textarea')
  field.value = text
  button.after(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  button.focus()
  return isDone
}
