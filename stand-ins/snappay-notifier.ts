import type { Book, Payment } from './snappay-book.ts'
import { quote } from './snappay-book.ts'
import type { DeliveryFault, Faults } from './snappay-faults.ts'
import { signText, withSign } from './snappay-signature.ts'

/** SnapPay publishes no schedule: this one is made up. */
const madeUpRetrySeconds = [1, 5, 15, 60]

export type Notifier = ReturnType<typeof createNotifier>

/** Tells the shop of payments, with the faults that were ordered, again and again until it takes the word. */
export function createNotifier({ settings, facts, record }: Book, faults: Faults) {
  const timers = new Set<NodeJS.Timeout>()

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

  /** Notifies as ordered; answers when the first notification was delivered. */
  async function deliver(payment: Payment) {
    const fault = faults.takeDelivery(payment.reference)
    const times = fault?.times ?? 3
    switch (fault?.action) {
      case 'never':
        return
      case 'delay':
        return after(fault.delayMs ?? 1000, () => void notify(payment, {}))
      case 'duplicate':
        for (let time = 0; time < times; time++) await notify(payment, {})
        return
      case 'parallel':
        await Promise.all(Array.from({ length: times }, () => notify(payment, {})))
        return
      default:
        await notify(payment, { fault: fault?.action as DeliveryFault | undefined })
    }
  }

  async function notify(payment: Payment, { fault, tried = 0 }: { fault?: DeliveryFault; tried?: number }) {
    const body = notification(payment, fault)
    const taken = await post(payment.notifyUrl, body)
    const wait = madeUpRetrySeconds[tried]
    if (taken || wait === undefined) return
    after(wait * 1000, () => void notify(payment, { fault, tried: tried + 1 }))
  }

  function notification(payment: Payment, fault?: DeliveryFault): string {
    const json = `{"app_id":${quote(settings.appId)},"format":"JSON","charset":"UTF-8","version":"1.0","timestamp":${quote(payment.endTime)},${facts(payment)}}`
    if (fault === 'other_merchant') {
      const other = json.replace(quote(settings.merchantNo), '"901800009999"')
      return withSign(other, signText(other, settings.key))
    }
    const signed = withSign(json, signText(json, settings.key))
    if (fault === 'no_sign') return signed.replace(/,"sign":"[0-9a-f]+"/, '')
    if (fault === 'bad_sign') return withSign(json, signText(json, `${settings.key}?`))
    if (fault === 'reserialised_numbers') return JSON.stringify(JSON.parse(signed))
    return signed
  }

  /** Whether the shop took the notification: HTTP 200 and code 0. */
  async function post(url: string, body: string): Promise<boolean> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json; charset=utf-8' },
        redirect: 'manual',
        signal: AbortSignal.timeout(10_000),
      })
      const answered = await response.text()
      record({ direction: 'notification', sent: body, answered, status: response.status })
      return response.status === 200 && JSON.parse(answered).code === '0'
    } catch {
      record({ direction: 'notification', sent: body, answered: '', status: 0 })
      return false
    }
  }

  return { deliver, notify, stop }
}
