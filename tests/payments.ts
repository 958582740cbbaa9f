import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { carts } from '#server/cart/tables.ts'
import { orders } from '#server/orders/tables.ts'
import { receiveNotification } from '#server/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import type { Exchange, Simulator } from '#simulators/snappay.ts'
import { startSnapPay } from '#simulators/snappay.ts'
import type { TestShop } from './harness.ts'

type OrderRow = typeof orders.$inferSelect

/** The payments of a test shop, with a simulator of SnapPay and a port for its notifications. */
export interface Till {
  simulator: Simulator
  /**
   * The context of a visitor on a phone, with a session. Payment providers send their notifications to the context's
   * origin.
   */
  shopper(): Promise<Context>
  order(ctx: Context, changes?: Partial<OrderRow>): Promise<OrderRow>
  /** Sends a command about a payment to the simulator. */
  control(
    reference: string,
    command: { action: string; method?: string; times?: number; delayMs?: number },
  ): Promise<void>
  /** All requests and notifications that the shop and the simulator exchanged. */
  transcript(): Promise<Exchange[]>
  /** Number of gateway calls with this method about this reference. */
  calls(reference: string, method: string): Promise<number>
  attempt(orderId: string): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

/** A phone's headers. On phones the shop opens the wallet; on desktops it shows a code to scan. */
export const phoneHeaders = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' }

/** Opens a `Till` for the shop of a test file before the tests, and closes it after them. */
export function setUpTill(shop: TestShop): Till {
  const till = {} as Till
  beforeAll(async () => {
    Object.assign(till, await openTill(shop))
  })
  afterAll(() => till.close())
  return till
}

async function openTill(shop: TestShop): Promise<Till> {
  const { config } = shop.app
  const simulator = await startSnapPay({
    port: 0,
    appId: config.SNAPPAY_APP_ID,
    merchantNo: config.SNAPPAY_MERCHANT_NO,
    key: config.SNAPPAY_KEY,
  })
  config.SNAPPAY_URL = simulator.url
  const receiver = await startReceiver(shop)
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const transcript = async (): Promise<Exchange[]> => (await fetch(`${simulator.url}/control/transcript`)).json()
  return {
    simulator,
    transcript,
    async shopper() {
      const ctx = await shop.visitor(phoneHeaders).ctx()
      await ctx.ensureSession()
      ctx.origin = origin
      return ctx
    },
    order: (ctx, changes) => insertOrder(shop, ctx, changes),
    async control(reference, command) {
      const response = await fetch(`${simulator.url}/control/${reference}`, {
        method: 'POST',
        body: JSON.stringify(command),
      })
      if (!response.ok) throw new Error(`the simulator refused ${command.action}: ${await response.text()}`)
    },
    async calls(reference, method) {
      const requests = (await transcript()).filter(({ direction }) => direction === 'request')
      return requests
        .map(({ sent }) => JSON.parse(sent))
        .filter((sent) => sent.out_order_no === reference && sent.method === method).length
    },
    attempt: (orderId) =>
      shop.query('select * from payment_attempts where order_id = $1 order by reference', [orderId]),
    async close() {
      receiver.closeAllConnections()
      await new Promise((done) => receiver.close(done))
      await simulator.close()
    },
  }
}

function startReceiver(shop: TestShop): Promise<Server> {
  const server = createServer(async (incoming, outgoing) => {
    let body = ''
    for await (const chunk of incoming) body += chunk
    const headers = Object.entries(incoming.headers).filter(([name]) =>
      /^(content-type$|wechatpay-|paypal-|stripe-)/.test(name),
    )
    const request = new Request(`http://localhost${incoming.url}`, {
      method: 'POST',
      body,
      headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
    })
    const response = await receiveNotification(shop.app, request, (incoming.url ?? '').split('/').at(-2) ?? '').catch(
      () => new Response('', { status: 500 }),
    )
    outgoing.writeHead(response.status, { 'Content-Type': 'application/json' }).end(await response.text())
  })
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)))
}

let numbers = 0

async function insertOrder(shop: TestShop, ctx: Context, changes: Partial<OrderRow> = {}): Promise<OrderRow> {
  const { db } = shop.app.database
  const sessionId = ctx.sessionId ?? ''
  // The cart is closed, because a session may have several of these orders but only one open cart.
  const [cart] = await db.insert(carts).values({ sessionId, memberId: ctx.memberId, state: 'closed' }).returning()
  const now = shop.app.now()
  const [order] = await db
    .insert(orders)
    .values({
      id: `order${String(++numbers).padStart(21, '0')}`,
      pickupCode: 'K7M2QX',
      cartId: cart?.id ?? '',
      sessionId,
      memberId: ctx.memberId,
      status: 'INTERIM',
      paymentStatus: 'NOT_PAID',
      billHash: 'hash',
      locale: 'en',
      locationId: 'markham',
      location: { id: 'markham', name: { en: 'Lantern Lane', zh: '灯里' }, address: '1 Lane', mapUrl: '' },
      timeZone: 'America/Toronto',
      method: 'PICKUP',
      contact: { name: 'Mei', phone: '+14165550100', email: 'mei@example.com' },
      lines: [],
      adjustments: [],
      currency: 'CAD',
      subtotal: 2340,
      total: 2340,
      placedAt: now,
      expiresAt: new Date(now.getTime() + 15 * 60_000),
      fulfilmentStatus: changes.status === 'NEW' ? 'PLACED' : changes.status === 'CANCELLED' ? 'CANCELLED' : 'NONE',
      ...changes,
    })
    .returning()
  return order as OrderRow
}
