type Ask = () => Promise<boolean>

let ask: Ask = async () => false

/** Sets what asks the person to confirm who they are: the dialog of the frame. */
export function onConfirmation(next: Ask): void {
  ask = next
}

/** Asks the person to confirm who they are. Resolves to whether they did. */
export const confirmPerson = (): Promise<boolean> => ask()
