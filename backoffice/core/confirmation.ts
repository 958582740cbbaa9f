type Ask = () => Promise<boolean>

let ask: Ask = async () => false
/** The pending question. Null if there is none. */
let asked: Promise<boolean> | null = null

/** Sets the function that asks staff members to confirm their identity. The frame's dialog provides it. */
export function onConfirmation(next: Ask): void {
  ask = next
}

/**
 * Asks the staff member to confirm their identity. Resolves to whether they did. Simultaneous calls share one question.
 */
export function confirmPerson(): Promise<boolean> {
  asked ??= ask().finally(() => {
    asked = null
  })
  return asked
}
