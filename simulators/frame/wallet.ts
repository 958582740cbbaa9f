import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Book, Payment } from './book.ts'
import { readBody, send } from './http.ts'
import { renderWallet } from './page.ts'
import type { Protocol } from './protocol.ts'

/**
 * Serves the shopper's pages. `/wallet/:token` shows a payment. The shopper's decision is a POST to
 * `/wallet/:token/pay`, `/wallet/:token/refuse` or `/wallet/:token/leave`.
 */
export function createWallet(book: Book, protocol: Protocol, approve: (payment: Payment) => Promise<void>) {
  return { answerWallet }

  async function answerWallet(
    { request, response, url }: { request: IncomingMessage; response: ServerResponse; url: URL },
    token: string,
    action = 'leave',
  ) {
    const payment = book.find('', token)
    if (!payment) return send(response, 404, 'text/plain; charset=utf-8', 'No such payment. 没有这笔付款。')
    // Some providers do not get the return URL from the shop. The return URL is then a parameter of the URL that the
    // shopper's browser opens.
    payment.returnUrl ||= url.searchParams.get('redirect_url') ?? ''
    const language = readLanguage(url, request)
    if (request.method !== 'POST') {
      const view = { ...payment, language, path: `/wallet/${token}` }
      const page = protocol.page?.(view, payment, url.searchParams) ?? renderWallet(view)
      return send(response, 200, 'text/html; charset=utf-8', page)
    }
    const isPaying = payment.status === 'pending' && action === 'pay'
    const walletUrl = `/wallet/${token}?lang=${language}`
    const form = isPaying && protocol.submit ? new URLSearchParams(await readBody(request)) : null
    const stage = form && protocol.submit?.(payment, form)
    if (stage) return redirectTo(response, `${walletUrl}&stage=${stage}`)
    if (isPaying) void approve(payment)
    if (payment.status === 'pending' && action === 'refuse') book.settle(payment, 'closed')
    const back = payment.isScanned ? walletUrl : (protocol.back?.(payment, action) ?? payment.returnUrl)
    redirectTo(response, back)
  }
}

function redirectTo(response: ServerResponse, url: string) {
  response.writeHead(303, { Location: url, 'Cache-Control': 'no-store' }).end()
}

function readLanguage(url: URL, request: IncomingMessage): 'en' | 'zh' {
  const chosen = url.searchParams.get('lang')
  if (chosen === 'zh' || chosen === 'en') return chosen
  return /^\s*zh/i.test(request.headers['accept-language'] ?? '') ? 'zh' : 'en'
}
