import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { StandInSettings } from './snappay-book.ts'
import { openBook } from './snappay-book.ts'
import { createControl } from './snappay-control.ts'
import { createFaults } from './snappay-faults.ts'
import { createGateway } from './snappay-gateway.ts'
import { send, sendJson } from './snappay-http.ts'
import { createNotifier } from './snappay-notifier.ts'
import { createWallet } from './snappay-wallet.ts'

export type { Exchange } from './snappay-book.ts'

export interface StandIn {
  url: string
  close(): Promise<void>
}

/** Opens a gateway that speaks SnapPay's protocol, with a wallet page that stands for the shopper's phone. No money moves. */
export function startSnapPay(settings: StandInSettings): Promise<StandIn> {
  const standIn = open(settings)
  const server = createServer((request, response) => {
    standIn.handle(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(settings.port, settings.host ?? '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      standIn.gateway.port = port
      resolve({
        url: `http://127.0.0.1:${port}`,
        close() {
          standIn.notifier.stop()
          server.closeAllConnections()
          return new Promise((done) => server.close(() => done()))
        },
      })
    })
  })
}

function open(settings: StandInSettings) {
  const book = openBook(settings)
  const faults = createFaults()
  const notifier = createNotifier(book, faults)
  const gateway = createGateway(book, faults, notifier)
  const { answerWallet } = createWallet(book, notifier)
  const { obey } = createControl(book, faults, notifier)
  return { gateway, notifier, handle }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    const [area, name = '', action] = url.pathname.slice(1).split('/')
    if (area === 'api' && name === 'gateway' && request.method === 'POST')
      return gateway.answerGateway(request, response)
    if (area === 'wallet') return answerWallet(request, response, url, name, action)
    if (area === 'control' && name === 'transcript') return sendJson(response, 200, JSON.stringify(book.transcript))
    if (area === 'control' && request.method === 'POST') return obey(request, response, decodeURIComponent(name))
    send(response, 404, 'text/plain', 'not here')
  }
}

if (import.meta.main) {
  const { PORT = '4700', HOST = '0.0.0.0' } = process.env
  const standIn = await startSnapPay({
    port: Number(PORT),
    host: HOST,
    appId: process.env.SNAPPAY_APP_ID ?? 'demo-app',
    merchantNo: process.env.SNAPPAY_MERCHANT_NO ?? '901800000116',
    key: process.env.SNAPPAY_KEY ?? 'demo-key-of-the-stand-in',
  })
  process.stdout.write(`A stand-in of SnapPay listens at ${standIn.url}; no money moves.\n`)
}
