import type { SyntheticEvent } from 'react'

const stop = (event: SyntheticEvent) => event.stopPropagation()

/**
 * Stops the events of a dialog before they reach the form that opened it. React passes them to that form even through a
 * portal.
 */
export const apart = { onSubmit: stop, onInput: stop, onChange: stop, onKeyDown: stop }
