import type { Protocol } from './frame.ts'
import type { Book, Payment } from './frame-book.ts'
import type { DeliveryFault, Faults } from './snappay-faults.ts'

/** No provider but WeChat publishes its schedule, and that one is too long for a demonstration: this one is made up. */
const madeUpRetrySeconds = [1, 5, 15, 60]

export type Notifier = ReturnType<typeof createNotifier>

/** Tells the shop of payments, with the faults that were ordered, again and again until it takes the word. */
export function createNotifier(protocol: Protocol, { record }: Book, faults: Faults) {
  const timers = new Set<NodeJS.Timeout>()

  function after(ms: number, work: () => void) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timer.unref()
    timers.add(timer)
  }

  /** Notifies as ordered; answers when the first notification was delivered. */
  async function deliver(payment: Payment) {
    const fault = faults.takeDelivery(payment.reference)
    const times = fault?.times ?? 3
    switch (fault?.action) {
      case 'never':
        return
      case 'delay':
        return after(fault.delayMs ?? 1000, () => void notify(payment))
      case 'duplicate':
        for (let time = 0; time < times; time++) await notify(payment)
        return
      case 'parallel':
        await Promise.all(Array.from({ length: times }, () => notify(payment)))
        return
      case 'out_of_order':
        await notify(payment)
        await notify({ ...payment, status: 'open' })
        return
      default:
        await notify(payment, fault?.action as DeliveryFault | undefined)
    }
  }

  async function notify(payment: Payment, fault?: DeliveryFault, tried = 0) {
    const taken = await post(payment, fault)
    const wait = madeUpRetrySeconds[tried]
    if (taken || wait === undefined) return
    after(wait * 1000, () => void notify(payment, fault, tried + 1))
  }

  /** Whether the shop took the notification. */
  async function post(payment: Payment, fault?: DeliveryFault): Promise<boolean> {
    const { headers, body } = protocol.notification(payment, fault)
    const sent = { direction: 'notification', line: `POST ${payment.notifyUrl}`, headers, sent: body } as const
    try {
      const response = await fetch(payment.notifyUrl, {
        method: 'POST',
        body,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(10_000),
      })
      const answered = await response.text()
      record({ ...sent, answered, status: response.status })
      return protocol.isTaken(response.status, answered)
    } catch {
      record({ ...sent, answered: '', status: 0 })
      return false
    }
  }

  function stop() {
    for (const timer of timers) clearTimeout(timer)
  }

  return { deliver, notify, stop }
}
