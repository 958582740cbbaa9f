import type { ComponentProps } from 'react'

/**
 * A submit button that ignores presses while its form is being sent. It keeps the focus; a `disabled` button would lose
 * it.
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
