import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { OnceButton } from './once-button.tsx'

interface SendButtonProps {
  intent: string
  children: ReactNode
  /** While it is being done. */
  busy?: string
  className?: string
  label?: string
}

/** Sends the form around it under a name, once at a time. */
export function SendButton({ intent, children, busy, className = '', label }: SendButtonProps) {
  const { state, formData } = useNavigation()
  const isBusy = state !== 'idle' && formData?.get('intent') === intent
  return (
    <OnceButton name="intent" value={intent} className={`button ${className}`} isBusy={isBusy} aria-label={label}>
      {isBusy && busy ? busy : children}
    </OnceButton>
  )
}
