import { useEffect, useState } from 'react'
import { copiedMs } from '#contract/constants.ts'
import { Icon } from './icon.tsx'
import { useUiTexts } from './texts.ts'

interface CopyButtonProps {
  text: string
  label: string
  className: string
  onCopied?: () => void
}

/** Copies a text, and says so for a moment. */
export function CopyButton({ text, label, className, onCopied }: CopyButtonProps) {
  const { t } = useUiTexts()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
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
      <span aria-live="polite">{isCopied ? t('store.copied') : label}</span>
    </button>
  )
}

function copy(text: string, beside: HTMLElement): Promise<boolean> | boolean {
  if (!navigator.clipboard) return copyBySelection(text, beside)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copyBySelection(text, beside),
  )
}

/**
 * For pages without https, where there is no clipboard to ask for. The field stands in the dialog, for the rest is
 * inert.
 */
function copyBySelection(text: string, beside: HTMLElement): boolean {
  const field = document.createElement('textarea')
  field.value = text
  beside.after(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  beside.focus()
  return isDone
}
