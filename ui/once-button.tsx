import type { ComponentProps } from 'react'

/**
 * A submit button that ignores presses while its form is being sent. Unlike a `disabled` button, it keeps the focus.
 */
export function OnceButton({ isBusy, className = 'button', ...rest }: ComponentProps<'button'> & { isBusy: boolean }) {
  return (
    <button
      {...rest}
      type="submit"
      className={className}
      aria-disabled={isBusy || undefined}
      onClick={(event) => isBusy && event.preventDefault()}
    />
  )
}
