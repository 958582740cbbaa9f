import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Protocol } from './frame.ts'
import type { Book, Payment } from './frame-book.ts'
import type { Notifier } from './frame-notifier.ts'
import { send } from './snappay-http.ts'
import { renderWallet } from './snappay-page.ts'

const shown = { open: 'USERPAYING', paid: 'SUCCESS', closed: 'CLOSE' } as const

/** The shopper's side: `/wallet/:token` shows a payment, `/pay`, `/refuse` and `/leave` below it decide. */
export function createWallet(protocol: Protocol, { find, settle }: Book, { deliver }: Notifier) {
  return (request: IncomingMessage, response: ServerResponse, url: URL, token: string, action?: string) => {
    const payment = find('', token)
    if (!payment) return send(response, 404, 'text/plain; charset=utf-8', 'No such payment. 没有这笔付款。')
    // Some providers are told the way back by the shopper's browser alone.
    payment.returnUrl ||= url.searchParams.get('redirect_url') ?? ''
    if (request.method !== 'POST') {
      return send(response, 200, 'text/html; charset=utf-8', page(protocol, payment, readLanguage(url, request)))
    }
    if (payment.status === 'open' && action === 'pay') {
      settle(payment, 'paid')
      void deliver(payment)
    }
    if (payment.status === 'open' && action === 'refuse') settle(payment, 'closed')
    if (!payment.returnUrl) return send(response, 200, 'application/json', JSON.stringify({ status: payment.status }))
    const back = new URL(payment.returnUrl)
    for (const [name, value] of Object.entries(protocol.back(payment))) back.searchParams.set(name, value)
    response.writeHead(303, { Location: back.href, 'Cache-Control': 'no-store' }).end()
  }
}

function page({ brand }: Protocol, payment: Payment, language: 'en' | 'zh'): string {
  return renderWallet({
    ...payment,
    brand,
    language,
    path: `/wallet/${payment.token}`,
    amount: (payment.amount / 100).toFixed(2),
    status: shown[payment.status],
  })
}

function readLanguage(url: URL, request: IncomingMessage): 'en' | 'zh' {
  const chosen = url.searchParams.get('lang')
  if (chosen === 'zh' || chosen === 'en') return chosen
  return /^\s*zh/i.test(request.headers['accept-language'] ?? '') ? 'zh' : 'en'
}
