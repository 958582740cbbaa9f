type Ask = () => Promise<boolean>

let ask: Ask = async () => false
/** The question that is open; null without one. */
let asked: Promise<boolean> | null = null

/** Sets what asks the person to confirm who they are: the dialog of the frame. */
export function onConfirmation(next: Ask): void {
  ask = next
}

/**
 * Asks the person to confirm who they are. Resolves to whether they did. Calls that need it at the same time share one
 * question.
 */
export function confirmPerson(): Promise<boolean> {
  asked ??= ask().finally(() => {
    asked = null
  })
  return asked
}
