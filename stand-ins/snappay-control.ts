import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Book, Payment } from './snappay-book.ts'
import type { Command, Faults, PayAction } from './snappay-faults.ts'
import { isFault, payActions } from './snappay-faults.ts'
import { readBody, sendJson } from './snappay-http.ts'
import type { Notifier } from './snappay-notifier.ts'

/** What tests order: `POST /control/:out_order_no`. */
export function createControl(book: Book, faults: Faults, notifier: Notifier) {
  const { settle, describe } = book
  return { obey }

  async function obey(request: IncomingMessage, response: ServerResponse, reference: string) {
    const command = JSON.parse(await readBody(request)) as Command
    const payment = book.at(reference)
    if ((payActions as readonly string[]).includes(command.action)) {
      if (!payment) return sendJson(response, 404, '{"error":"no such payment"}')
      await pay(payment, command.action as PayAction)
      return sendJson(response, 200, describe(payment))
    }
    if (command.action === 'clear') {
      faults.clear(reference)
      return sendJson(response, 200, '{}')
    }
    if (!isFault(command.action)) {
      return sendJson(response, 400, '{"error":"no such action"}')
    }
    faults.add(reference, command)
    sendJson(response, 200, '{}')
  }

  /** Pays (or not) as a shopper in the wallet would; answers when the first notification was delivered. */
  async function pay(payment: Payment, action: PayAction) {
    if (action === 'expire' || action === 'refuse') return settle(payment, 'CLOSE')
    if (action === 'pay_wrong_amount') payment.amount = (Number(payment.amount) - 0.01).toFixed(2)
    if (action === 'pay_other_currency') payment.currency = payment.currency === 'CAD' ? 'USD' : 'CAD'
    settle(payment, 'SUCCESS')
    await notifier.deliver(payment)
  }
}
