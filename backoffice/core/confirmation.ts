type Ask = () => Promise<boolean>

let ask: Ask = async () => false
/** The pending request for confirmation. Null if no request is pending. */
let asked: Promise<boolean> | null = null

/** Sets the function that asks staff members to confirm their identity. The frame's dialog provides this function. */
export function onConfirmation(next: Ask): void {
  ask = next
}

/**
 * Asks the staff member to confirm their identity. Resolves to true if they confirmed it. Simultaneous calls share one
 * dialog.
 */
export function confirmPerson(): Promise<boolean> {
  asked ??= ask().finally(() => {
    asked = null
  })
  return asked
}
