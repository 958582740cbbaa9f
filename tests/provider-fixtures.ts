import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Payment, WebhookDelivery } from '#server/payments/providers/provider.ts'

/** An HTTP server that takes the shop's place and records the notifications of providers. */
export interface NotificationReceiver {
  url: string
  received: WebhookDelivery[]
  close(): void
}

/** Starts a receiver, which responds to each notification with status 200 and this text. */
export async function startReceiver(responseBody: string): Promise<NotificationReceiver> {
  const received: WebhookDelivery[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    // The cast is safe, because providers send each header only once.
    received.push({ body, headers: request.headers as Record<string, string>, query: '' })
    response.end(responseBody)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => server.close(),
  }
}

let numbers = 0

/** A payment of CA$12.30 with a reference of its own, as the shop gives it to a provider. */
export function samplePayment(
  changes: Partial<Payment> & Pick<Payment, 'channel' | 'returnUrl' | 'notifyUrl'>,
): Payment {
  return {
    reference: `ORDER${++numbers}-A1`,
    amount: { amount: 1230, currency: 'CAD' },
    description: '灯里 · K7M2QX',
    minutes: 15,
    locale: 'zh',
    isMobile: true,
    ip: '203.0.113.7',
    openId: null,
    ...changes,
  }
}
