import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Book, Payment } from './book.ts'
import { send } from './http.ts'
import { renderWallet } from './page.ts'
import type { Protocol } from './protocol.ts'

/**
 * Serves the shopper's pages: `/wallet/:token` shows a payment. A POST to `/pay`, `/refuse` or `/leave` below it is the
 * shopper's decision.
 */
export function createWallet(book: Book, protocol: Protocol, agree: (payment: Payment) => Promise<void>) {
  return { answerWallet }

  async function answerWallet(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    token: string,
    action = 'leave',
  ) {
    const payment = book.find('', token)
    if (!payment) return send(response, 404, 'text/plain; charset=utf-8', 'No such payment. 没有这笔付款。')
    // Some providers get the return URL only from the shopper's browser.
    payment.returnUrl ||= url.searchParams.get('redirect_url') ?? ''
    const language = readLanguage(url, request)
    if (request.method !== 'POST') {
      const page = renderWallet({ ...payment, language, path: `/wallet/${token}` })
      return send(response, 200, 'text/html; charset=utf-8', page)
    }
    if (payment.status === 'pending' && action === 'pay') void agree(payment)
    if (payment.status === 'pending' && action === 'refuse') book.settle(payment, 'closed')
    const own = `/wallet/${token}?lang=${language}`
    const back = payment.isScanned ? own : (protocol.back?.(payment, action) ?? payment.returnUrl)
    response.writeHead(303, { Location: back, 'Cache-Control': 'no-store' }).end()
  }
}

function readLanguage(url: URL, request: IncomingMessage): 'en' | 'zh' {
  const chosen = url.searchParams.get('lang')
  if (chosen === 'zh' || chosen === 'en') return chosen
  return /^\s*zh/i.test(request.headers['accept-language'] ?? '') ? 'zh' : 'en'
}
