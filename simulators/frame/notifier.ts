import type { Book, Payment } from './book.ts'
import type { Faults } from './faults.ts'
import type { Protocol } from './protocol.ts'

/** The seconds between repeats of a notification, for providers that publish no schedule. The values are made up. */
const defaultRetrySeconds = [1, 5, 15, 60]

export type Notifier = ReturnType<typeof createNotifier>

/**
 * Notifies the shop of payments, with the faults that tests request. Retries a notification after each delay of
 * `retrySeconds`, until the shop accepts the notification.
 */
export function createNotifier(book: Book, faults: Faults, protocol: Protocol) {
  const timers = new Set<NodeJS.Timeout>()
  const retrySeconds = protocol.retrySeconds ?? defaultRetrySeconds

  function stop() {
    for (const timer of timers) clearTimeout(timer)
  }

  function after(ms: number, work: () => void) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timer.unref()
    timers.add(timer)
  }

  /**
   * Sends the notification of a payment, with the fault that a test requested. Does not wait for delayed notifications
   * or for retries.
   */
  async function deliver(payment: Payment) {
    const fault = faults.takeNotice(payment.reference)
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
      default:
        await notify(payment, fault?.action)
    }
  }

  async function notify(payment: Payment, fault?: string, attempt = 0) {
    const isAcknowledged = await post(payment, fault)
    const delaySeconds = retrySeconds[attempt]
    if (isAcknowledged || delaySeconds === undefined) return
    after(delaySeconds * 1000, () => void notify(payment, fault, attempt + 1))
  }

  async function post(payment: Payment, fault: string | undefined): Promise<boolean> {
    const notice = protocol.notice(payment, fault)
    if (!notice) return true
    const { method = 'POST', url = payment.notifyUrl, headers, body } = notice
    const exchange = { direction: 'notification', method, target: url, headers, sent: body } as const
    try {
      const response = await fetch(url, {
        method,
        headers,
        ...(method === 'POST' && { body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(10_000),
      })
      const responseBody = await response.text()
      book.record({ ...exchange, answered: responseBody, status: response.status })
      return protocol.isAcknowledged(response.status, responseBody)
    } catch {
      book.record({ ...exchange, answered: '', status: 0 })
      return false
    }
  }

  return { deliver, notify, stop }
}
