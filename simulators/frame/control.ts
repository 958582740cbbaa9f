import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Book, Payment } from './book.ts'
import type { Command, Faults, PayAction } from './faults.ts'
import { payActions } from './faults.ts'
import { readBody, sendJson } from './http.ts'

/** Executes the commands of tests (`POST /control/:reference`). Calls `approve` for a command that pays. */
export function createControl(book: Book, faults: Faults, approve: (payment: Payment) => Promise<void>) {
  return { obey }

  async function obey(request: IncomingMessage, response: ServerResponse, reference: string) {
    const command: Command = JSON.parse(await readBody(request))
    const { action } = command
    const payAction = payActions.find((one) => one === action)
    if (payAction) {
      const payment = book.find(reference)
      if (!payment) return sendJson(response, 404, '{"error":"no such payment"}')
      await pay(payment, payAction)
      return sendJson(response, 200, JSON.stringify({ ...payment, refunds: [...payment.refunds] }))
    }
    if (action === 'clear') {
      faults.clear(reference)
      return sendJson(response, 200, '{}')
    }
    if (!faults.knows(action)) return sendJson(response, 400, '{"error":"no such action"}')
    faults.add(reference, command)
    sendJson(response, 200, '{}')
  }

  /** Pays or refuses as a shopper in the wallet. Resolves after the delivery of the first notification. */
  async function pay(payment: Payment, action: PayAction) {
    if (action === 'expire' || action === 'refuse') return book.settle(payment, 'closed')
    if (action === 'pay_wrong_amount') payment.amount -= 1
    if (action === 'pay_other_currency') payment.currency = payment.currency === 'CAD' ? 'USD' : 'CAD'
    await approve(payment)
  }
}
