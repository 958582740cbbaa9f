type ConfirmationPrompt = () => Promise<boolean>

let showPrompt: ConfirmationPrompt = async () => false
/** The pending request for confirmation. Null if no request is pending. */
let pending: Promise<boolean> | null = null

/** Sets the function that asks staff members to confirm their identity. The frame's dialog provides this function. */
export function setConfirmationPrompt(next: ConfirmationPrompt): void {
  showPrompt = next
}

/**
 * Asks the staff member to confirm their identity. Resolves to true if they confirmed it. Simultaneous calls share one
 * dialog.
 */
export function requestConfirmation(): Promise<boolean> {
  pending ??= showPrompt().finally(() => {
    pending = null
  })
  return pending
}
