import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Book, Payment } from './frame-book.ts'
import { openBook } from './frame-book.ts'
import type { Notifier } from './frame-notifier.ts'
import { createNotifier } from './frame-notifier.ts'
import { createWallet } from './frame-wallet.ts'
import type { Command, DeliveryFault, Faults, TransportFault } from './snappay-faults.ts'
import { createFaults, isFault, payActions } from './snappay-faults.ts'
import { readBody, send, sendJson } from './snappay-http.ts'

/** A call of the shop. */
export interface Call {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string>
  body: string
}

export interface Reply {
  status: number
  type: string
  body: string
  headers?: Record<string, string>
}

/** A call that a provider understood and believed: what is wanted, about which payment, and how it is done. */
export interface Wish {
  action: string
  reference: string
  perform(fault: TransportFault | undefined): Reply
  /** How this provider refuses it, for no reason that matters. */
  refuse(): Reply
}

/** What a provider adds to the frame. */
export interface Protocol {
  /** Shown on the wallet's page. */
  brand: string
  /** Reads a call; a `Reply` where it is refused before anything is looked at: not here, not signed, not understood. */
  read(call: Call): Wish | Reply
  notification(payment: Payment, fault?: DeliveryFault): { headers: Record<string, string>; body: string }
  isTaken(status: number, answered: string): boolean
  /** What it adds to the shop's address on the way back. */
  back(payment: Payment): Record<string, string>
}

/** What a protocol may use of the frame. */
export interface House {
  book: Book
  /** Opens a payment with a number and a wallet page of its own; answers the page's address. */
  open(wish: Omit<Payment, 'token' | 'status' | 'closesAt' | 'paidAt' | 'refunds'>, minutes?: number): string
  deliver: Notifier['deliver']
}

export interface StandIn {
  url: string
  close(): Promise<void>
}

interface FrameOptions {
  port: number
  host?: string | undefined
}

/**
 * A payment provider on this machine: its gateway as `protocol` speaks it, a wallet page that stands for the shopper's
 * phone, notifications that are repeated, and `/control/…` with which tests order faults. No money moves.
 */
export function startFrame(
  { port, host = '127.0.0.1' }: FrameOptions,
  create: (house: House) => Protocol,
): Promise<StandIn> {
  const book = openBook()
  const faults = createFaults()
  const at = { port: 0 }
  const house: House = { book, open: (wish, minutes = 60) => openPayment(book, at.port, wish, minutes), deliver }
  const protocol = create(house)
  const notifier = createNotifier(protocol, book, faults)
  const answerWallet = createWallet(protocol, book, notifier)
  const server = createServer((request, response) => {
    handle(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    const [area, name = '', action] = url.pathname.slice(1).split('/')
    if (area === 'wallet') return answerWallet(request, response, url, name, action)
    if (area === 'control' && name === 'transcript') return sendJson(response, 200, JSON.stringify(book.transcript))
    if (area === 'control') return obey(request, response, { book, faults, notifier }, decodeURIComponent(name))
    await answerCall(request, response, { url, protocol, book, faults, notifier })
  }

  function deliver(payment: Payment) {
    return notifier.deliver(payment)
  }

  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(port, host, () => {
      at.port = (server.address() as AddressInfo).port
      resolve({
        url: `http://127.0.0.1:${at.port}`,
        close() {
          notifier.stop()
          server.closeAllConnections()
          return new Promise((done) => server.close(() => done()))
        },
      })
    })
  })
}

function openPayment(book: Book, port: number, wish: Parameters<House['open']>[0], minutes: number): string {
  const token = randomBytes(16).toString('hex')
  const closesAt = Date.now() + minutes * 60_000
  book.add({ ...wish, token, status: 'open', closesAt, paidAt: null, refunds: new Map() })
  // The shopper may be on another device of the local network: the address by which it reached the shop reaches us too.
  const { hostname } = new URL(wish.returnUrl || wish.notifyUrl)
  return `http://${hostname}:${port}/wallet/${token}`
}

interface Gateway {
  url: URL
  protocol: Protocol
  book: Book
  faults: Faults
  notifier: Notifier
}

async function answerCall(request: IncomingMessage, response: ServerResponse, gateway: Gateway) {
  const { url, protocol, book, faults, notifier } = gateway
  const body = await readBody(request)
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  const line = `${request.method} ${url.pathname}${url.search}`
  const record = (answered: string, status: number) =>
    book.record({ direction: 'request', line, headers, sent: body, answered, status })
  const reply = ({ status, type, body, headers = {} }: Reply) => {
    record(body, status)
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    send(response, status, type, body)
  }
  const wish = protocol.read({
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers,
    body,
  })
  if (!('perform' in wish)) return reply(wish)
  const fault = faults.takeTransport(wish.reference, wish.action)
  if (fault === 'html_502') return reply({ status: 502, type: 'text/html', body: '<h1>502 Bad Gateway</h1>' })
  if (fault === 'refuse_create') return reply(wish.refuse())
  const answer = wish.perform(fault)
  if (fault === 'timeout_after_acceptance') return record('', 0)
  if (fault === 'connection_cut') {
    record('', 0)
    return void request.socket.destroy()
  }
  if (wish.action === 'create' && faults.takeDelivery(wish.reference, 'before_create_returns')) {
    await payEarly(wish.reference, book, notifier)
  }
  reply(answer)
}

async function payEarly(reference: string, book: Book, notifier: Notifier) {
  const payment = book.find(reference)
  if (!payment) return
  book.settle(payment, 'paid')
  await notifier.notify(payment)
}

/** What tests order: `POST /control/:reference`. */
async function obey(
  request: IncomingMessage,
  response: ServerResponse,
  { book, faults, notifier }: Pick<Gateway, 'book' | 'faults' | 'notifier'>,
  reference: string,
) {
  const command = JSON.parse(await readBody(request)) as Command
  const payment = book.find(reference)
  if ((payActions as readonly string[]).includes(command.action)) {
    if (!payment) return sendJson(response, 404, '{"error":"no such payment"}')
    if (command.action === 'expire' || command.action === 'refuse') book.settle(payment, 'closed')
    else {
      if (command.action === 'pay_wrong_amount') payment.amount -= 1
      if (command.action === 'pay_other_currency') payment.currency = payment.currency === 'CAD' ? 'USD' : 'CAD'
      book.settle(payment, 'paid')
      await notifier.deliver(payment)
    }
    return sendJson(response, 200, JSON.stringify(payment))
  }
  if (command.action === 'clear') faults.clear(reference)
  else if (isFault(command.action)) faults.add(reference, command)
  else return sendJson(response, 400, '{"error":"no such action"}')
  sendJson(response, 200, '{}')
}
