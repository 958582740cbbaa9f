import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { OnceButton } from './once-button.tsx'

interface SendButtonProps {
  intent: string
  children: ReactNode
  /** The label while the form is being sent. */
  busy?: string
  className?: string
  label?: string
}

/** A button that submits its form with `intent`, and ignores presses while the form is being sent. */
export function SendButton({ intent, children, busy, className = '', label }: SendButtonProps) {
  const { state, formData } = useNavigation()
  const isBusy = state !== 'idle' && formData?.get('intent') === intent
  return (
    <OnceButton name="intent" value={intent} className={`button ${className}`} isBusy={isBusy} aria-label={label}>
      {isBusy && busy ? busy : children}
    </OnceButton>
  )
}
