import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Book } from './snappay-book.ts'
import { send } from './snappay-http.ts'
import type { Notifier } from './snappay-notifier.ts'
import { renderWallet } from './snappay-page.ts'

/** The shopper's side: `/wallet/:token` shows a payment, `/pay` and `/refuse` below it decide. */
export function createWallet({ find, settle }: Book, { deliver }: Notifier) {
  return { answerWallet }

  async function answerWallet(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    token: string,
    action?: string,
  ) {
    const payment = find('', token)
    if (!payment) return send(response, 404, 'text/plain; charset=utf-8', 'No such payment. 没有这笔付款。')
    const language = readLanguage(url, request)
    if (request.method !== 'POST') {
      const page = renderWallet({ ...payment, language, path: `/wallet/${token}` })
      return send(response, 200, 'text/html; charset=utf-8', page)
    }
    if (payment.status === 'USERPAYING' && action === 'pay') {
      settle(payment, 'SUCCESS')
      void deliver(payment)
    }
    if (payment.status === 'USERPAYING' && action === 'refuse') settle(payment, 'CLOSE')
    const back = new URL(payment.returnUrl)
    back.searchParams.set('out_order_no', payment.reference)
    response.writeHead(303, { Location: back.href, 'Cache-Control': 'no-store' }).end()
  }
}

function readLanguage(url: URL, request: IncomingMessage): 'en' | 'zh' {
  const chosen = url.searchParams.get('lang')
  if (chosen === 'zh' || chosen === 'en') return chosen
  return /^\s*zh/i.test(request.headers['accept-language'] ?? '') ? 'zh' : 'en'
}
