import type { ComponentProps } from 'react'

/**
 * Sends its form once at a time. While it is being sent the button keeps the focus, which one that is `disabled` would
 * lose.
 */
export function OnceButton({ isBusy, className = 'button', ...more }: ComponentProps<'button'> & { isBusy: boolean }) {
  return (
    <button
      {...more}
      type="submit"
      className={className}
      aria-disabled={isBusy || undefined}
      onClick={(event) => isBusy && event.preventDefault()}
    />
  )
}
