import type { SyntheticEvent } from 'react'

const stopPropagation = (event: SyntheticEvent) => event.stopPropagation()

/**
 * Stops the propagation of a dialog's events. Otherwise, React would pass them to the form that opened the dialog, even
 * through a portal.
 */
export const isolatedEvents = {
  onSubmit: stopPropagation,
  onInput: stopPropagation,
  onChange: stopPropagation,
  onKeyDown: stopPropagation,
}
