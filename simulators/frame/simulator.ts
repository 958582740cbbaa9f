import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { Payment } from './book.ts'
import { openBook } from './book.ts'
import { createControl } from './control.ts'
import { createFaults } from './faults.ts'
import { portOf, readBody, send, sendJson } from './http.ts'
import { createNotifier } from './notifier.ts'
import type { Call, Frame, Protocol, Reply } from './protocol.ts'
import { createWallet } from './wallet.ts'

export type { Exchange } from './book.ts'

export interface Simulator {
  url: string
  close(): Promise<void>
}

/**
 * Starts a local payment provider that implements `protocol`. `/wallet/…` is the page of the shopper's phone.
 * `/control/…` is for tests: the shopper's actions, faults and recorded exchanges. No money moves.
 */
export function startSimulator(
  { port, host = '127.0.0.1' }: { port: number; host?: string | undefined },
  createProtocol: (frame: Frame) => Protocol,
): Promise<Simulator> {
  const simulator = open(createProtocol)
  const server = createServer((request, response) => {
    simulator.handle(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(port, host, () => {
      const port = portOf(server)
      simulator.listensAt(port)
      resolve({
        url: `http://127.0.0.1:${port}`,
        close() {
          simulator.stop()
          server.closeAllConnections()
          return new Promise((done) => server.close(() => done()))
        },
      })
    })
  })
}

function open(createProtocol: (frame: Frame) => Protocol) {
  const book = openBook()
  let port = 0
  const frame: Frame = {
    book,
    // Uses the shop's host name, because a shopper on another device of the local network reaches this simulator under
    // the same name.
    pageOf: ({ returnUrl, notifyUrl, token }) =>
      `http://${new URL(returnUrl || notifyUrl).hostname}:${port}/wallet/${token}`,
    deliver: (payment) => notifier.deliver(payment),
  }
  const protocol = createProtocol(frame)
  const faults = createFaults(protocol.faults)
  const notifier = createNotifier(book, faults, protocol)
  const { answerWallet } = createWallet(book, protocol, approve)
  const { obey } = createControl(book, faults, approve)
  return { handle, stop: notifier.stop, listensAt }

  function listensAt(newPort: number) {
    port = newPort
  }

  async function approve(payment: Payment) {
    if (protocol.agree) protocol.agree(payment)
    else book.settle(payment, 'paid')
    await notifier.deliver(payment)
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://simulator')
    const [area, name = '', action] = url.pathname.slice(1).split('/')
    if (area === 'wallet') return answerWallet({ request, response, url }, name, action)
    if (area === 'control' && name === 'transcript') return sendJson(response, 200, JSON.stringify(book.transcript))
    if (area === 'control' && request.method === 'GET') return sendPayment(response, decodeURIComponent(name))
    if (area === 'control' && request.method === 'POST') return obey(request, response, decodeURIComponent(name))
    return answerCall(request, response, url)
  }

  /** Responds with a payment as JSON. `refunds` is a list of pairs: the refund number and the amount. */
  function sendPayment(response: ServerResponse, reference: string) {
    const payment = book.find(reference)
    if (!payment) return sendJson(response, 404, '{"error":"no such payment"}')
    sendJson(response, 200, JSON.stringify({ ...payment, refunds: [...payment.refunds] }))
  }

  async function answerCall(request: IncomingMessage, response: ServerResponse, url: URL) {
    const { pathname: path, searchParams: query } = url
    const { method = 'GET' } = request
    const headers = Object.fromEntries(Object.entries(request.headers).map(([key, value]) => [key, String(value)]))
    const call: Call = { method, path, query, headers, body: await readBody(request) }
    const exchange = { direction: 'request', method, target: path + url.search, headers, sent: call.body } as const
    const reply = (content: Reply) => {
      book.record({ ...exchange, answered: content.body, status: content.status })
      send(response, content.status, content.type, content.body, content.headers)
    }
    const operation = protocol.read(call)
    if (!operation) return reply({ status: 404, type: 'text/plain', body: 'not here' })
    if ('status' in operation) return reply(operation)
    const fault = faults.takeAnswer(operation.reference, operation.name)
    if (fault === 'html_502') return reply(badGateway)
    const result = await operation.perform(fault)
    if (fault === 'timeout_after_acceptance' || fault === 'connection_cut') {
      book.record({ ...exchange, answered: '', status: 0 })
      return fault === 'connection_cut' ? void request.socket.destroy() : undefined
    }
    if (operation.isCreate && faults.takeNotice(operation.reference, 'before_create_returns')) {
      const payment = book.find(operation.reference)
      if (payment) await payEarly(payment)
    }
    reply(result)
  }

  async function payEarly(payment: Payment) {
    if (protocol.agree) protocol.agree(payment)
    else book.settle(payment, 'paid')
    await notifier.notify(payment)
  }
}

const badGateway = { status: 502, type: 'text/html', body: '<html><body><h1>502 Bad Gateway</h1></body></html>' }
