/** The shopper's actions that a test can request. */
export const payActions = ['pay', 'pay_wrong_amount', 'pay_other_currency', 'refuse', 'expire'] as const
export type PayAction = (typeof payActions)[number]

/** The faults of notifications and of responses that every simulator can cause. */
const noticeFaults = ['never', 'duplicate', 'parallel', 'delay', 'before_create_returns']
const answerFaults = ['timeout_after_acceptance', 'connection_cut', 'html_502']

/** A test's command: `POST /control/:reference`. */
export interface Command {
  /** A fault, one of `payActions`, or `clear`, which removes all faults that tests requested for this reference. */
  action: string
  /** The name of the call whose response the fault changes. If `method` is missing, the fault can change any call. */
  method?: string
  times?: number
  delayMs?: number
}

export type Faults = ReturnType<typeof createFaults>

/**
 * Stores the faults that tests requested for one payment, or for any payment (`*`). A fault of responses applies as
 * many times as requested, and a fault of notifications applies once.
 */
export function createFaults(providerFaults: { notices: readonly string[]; answers: readonly string[] }) {
  const notices = [...noticeFaults, ...providerFaults.notices]
  const answers = [...answerFaults, ...providerFaults.answers]
  const commands = new Map<string, Command[]>()

  function add(reference: string, command: Command) {
    commands.set(reference, [...(commands.get(reference) ?? []), { ...command }])
  }

  /**
   * Returns the fault for the next response of a call. Removes the fault once it has applied as many times as
   * requested.
   */
  function takeAnswer(reference: string, method: string): string | undefined {
    const matches = (command: Command) =>
      answers.includes(command.action) && (!command.method || command.method === method)
    return take(reference, matches)?.action
  }

  /**
   * Removes and returns the fault for the payment's next notification: the fault with the name `fault`, or any fault of
   * notifications if `fault` is missing.
   */
  function takeNotice(reference: string, fault?: string) {
    return take(reference, ({ action }) => (fault ? action === fault : notices.includes(action)))
  }

  function take(reference: string, matches: (command: Command) => boolean): Command | undefined {
    for (const key of [reference, '*']) {
      const queue = commands.get(key) ?? []
      const match = queue.find(matches)
      if (!match) continue
      // Only a fault of responses applies to several calls. In a fault of notifications, `times` is the number of
      // deliveries.
      const remaining = answers.includes(match.action) ? (match.times ?? 1) - 1 : 0
      if (remaining > 0) match.times = remaining
      else
        commands.set(
          key,
          queue.filter((command) => command !== match),
        )
      return match
    }
    return undefined
  }

  return {
    add,
    clear: (reference: string) => commands.delete(reference),
    takeAnswer,
    takeNotice,
    knows: (action: string) => notices.includes(action) || answers.includes(action),
  }
}
