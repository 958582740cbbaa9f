/** What a test can do to a payment, sent to `POST /control/:out_order_no` as `{ action, method?, times?, delayMs? }`. */
export const payActions = ['pay', 'pay_wrong_amount', 'pay_other_currency', 'refuse', 'expire'] as const
const deliveryFaults = [
  'never',
  'duplicate',
  'parallel',
  'bad_sign',
  'no_sign',
  'delay',
  'other_merchant',
  'reserialised_numbers',
  'before_create_returns',
  'out_of_order',
  'trimmed_fields',
  'browser_return',
  'stale_timestamp',
] as const
const transportFaults = [
  'timeout_after_acceptance',
  'connection_cut',
  'html_502',
  'unknown_status',
  'empty_data',
  'no_answer_signature',
  'bad_answer_signature',
  'other_order',
  'refuse_create',
] as const
export type PayAction = (typeof payActions)[number]
export type DeliveryFault = (typeof deliveryFaults)[number]
export type TransportFault = (typeof transportFaults)[number]

export interface Command {
  /** `clear` takes all faults back. */
  action: PayAction | DeliveryFault | TransportFault | 'clear'
  /** Which gateway call a transport fault hits; every one when left out. */
  method?: string
  times?: number
  delayMs?: number
}

export type Faults = ReturnType<typeof createFaults>

/** The faults that were ordered, for one payment or (`*`) for any, each until it has struck as often as it should. */
export function createFaults() {
  const commands = new Map<string, Command[]>()

  function add(reference: string, command: Command) {
    commands.set(reference, [...(commands.get(reference) ?? []), { ...command }])
  }

  /** The next fault of a call of the gateway. */
  function takeTransport(reference: string, method: string): TransportFault | undefined {
    return take(
      reference,
      (command) => isOneOf(transportFaults, command.action) && (!command.method || command.method === method),
    )?.action as TransportFault | undefined
  }

  /** This fault of the next delivery, if it was ordered; or whichever was. */
  function takeDelivery(reference: string, fault?: DeliveryFault) {
    return take(reference, ({ action }) => (fault ? action === fault : isOneOf(deliveryFaults, action)))
  }

  function take(reference: string, fits: (command: Command) => boolean): Command | undefined {
    for (const key of [reference, '*']) {
      const queue = commands.get(key) ?? []
      const found = queue.find(fits)
      if (!found) continue
      // A delivery fault counts deliveries with `times`, so only a transport fault stays for several.
      const isTransport = isOneOf(transportFaults, found.action)
      const left = isTransport ? (found.times ?? 1) - 1 : 0
      if (left > 0) found.times = left
      else
        commands.set(
          key,
          queue.filter((command) => command !== found),
        )
      return found
    }
    return undefined
  }

  return { add, clear: (reference: string) => commands.delete(reference), takeTransport, takeDelivery }
}

/** Whether an action is a fault at all. */
export const isFault = (action: string) => isOneOf(deliveryFaults, action) || isOneOf(transportFaults, action)

const isOneOf = (actions: readonly string[], action: string) => actions.includes(action)
