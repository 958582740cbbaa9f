import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { RunningServer } from '#tests/server.ts'
import type { Action, FaultShop } from './fault-shop.ts'
import { fillCheckout, openFaultShop, retry } from './fault-shop.ts'

// All provider faults at once, on one shop with two servers. Each order must end in the state that its fault requires.

let shop: FaultShop
let servers: RunningServer[]
beforeAll(async () => {
  const postgres = inject('postgresUrl')
  shop = await openFaultShop((database) => postgres.replace(/postgres$/, database))
  servers = await Promise.all([shop.start(), shop.start()])
})
afterAll(() => shop.close())

interface Story {
  /** Faults that the test requests: `atStart` before the payment starts, `atPay` before the shopper pays. */
  atStart?: Action
  atPay?: Action
  /** The shopper's action, by default `pay`. */
  pays?: Action['action']
  /** Runs after the payment. */
  after?: (order: { orderID: string; reference: string }) => Promise<void>
  ends: 'paid' | 'failed' | 'review'
}

const paidQuery = { method: 'pay.orderquery', times: 2 }
const stories: Record<string, Story> = {
  'takes a payment and never answers': {
    atStart: { action: 'timeout_after_acceptance', method: 'pay.webpay' },
    ends: 'paid',
  },
  'takes a payment and hangs up': { atStart: { action: 'connection_cut', method: 'pay.webpay' }, ends: 'paid' },
  'is paid before it has answered': { atStart: { action: 'before_create_returns' }, ends: 'paid' },
  'is out of order when asked': { atPay: { action: 'html_502', ...paidQuery }, ends: 'paid' },
  'answers about another order': { atPay: { action: 'other_order', ...paidQuery }, ends: 'paid' },
  'answers in a status that nobody knows': { atPay: { action: 'unknown_status', ...paidQuery }, ends: 'paid' },
  'answers unsigned': { atPay: { action: 'no_answer_signature', ...paidQuery }, ends: 'paid' },
  'never tells': { atPay: { action: 'never' }, ends: 'paid' },
  'tells late': { atPay: { action: 'delay', delayMs: 2500 }, ends: 'paid' },
  'tells ten times at once': { atPay: { action: 'parallel', times: 10 }, ends: 'paid' },
  'tells again and again': { atPay: { action: 'duplicate', times: 5 }, ends: 'paid' },
  'tells with a wrong signature': { atPay: { action: 'bad_sign' }, ends: 'paid' },
  'tells of another merchant': { atPay: { action: 'other_merchant' }, ends: 'paid' },
  'took another amount': { pays: 'pay_wrong_amount', ends: 'review' },
  'took another currency': { pays: 'pay_other_currency', ends: 'review' },
  'refuses the shopper': { pays: 'refuse', ends: 'failed' },
  'replays an old notification at both servers': { after: ({ reference }) => replay(reference), ends: 'paid' },
  'says closed after it said paid': {
    after: ({ reference }) => shop.control(reference, { action: 'expire' }),
    ends: 'paid',
  },
  'is paid when the order has expired': { pays: 'late', ends: 'review' },
}

/** Sends the notification of the provider again, five times to each of the two servers. */
async function replay(reference: string) {
  const transcript = (await (await fetch(`${shop.simulator.url}/control/transcript`)).json()) as {
    direction: string
    sent: string
  }[]
  const told = transcript.find(({ direction, sent }) => direction === 'notification' && sent.includes(reference))
  if (!told) throw new Error('it was never told')
  const headers = { 'Content-Type': 'application/json; charset=utf-8' }
  const path = '/api/istore/more/payments/snappay/notification'
  const posts = servers.flatMap(({ url }) =>
    Array.from({ length: 5 }, () => fetch(url + path, { method: 'POST', headers, body: told.sent })),
  )
  expect((await Promise.all(posts)).map(({ status }) => status)).toEqual(Array(10).fill(200))
}

const stateOf = async (reference: string) =>
  (await shop.db.query('select state from payment_attempts where reference = $1', [reference])).rows[0]?.state

async function live(story: Story, at: () => string) {
  const { atStart, atPay, pays = 'pay', after, ends } = story
  const api = await shop.member(at)
  const bill = await fillCheckout(api)
  const { orderID } = await api.billing.place({ id: bill.id, hash: bill.hash })
  const reference = `${orderID}-A1`
  if (atStart) await shop.control(reference, atStart)
  await api.payments.startSnapPayAlipay({ orderID })
  if (atPay) await shop.control(reference, atPay)
  if (pays === 'late') await payLate(orderID, reference)
  else await shop.control(reference, { action: pays })
  const check = async () => {
    const { status, paymentStatus } = await api.payments.checkSnapPay({ orderID })
    return `${status} ${paymentStatus}`
  }
  if (ends === 'paid') await expect.poll(check, { timeout: 60_000, interval: 500 }).toBe('NEW PAID_ONLINE')
  if (ends === 'failed') await expect.poll(check, { timeout: 60_000, interval: 500 }).toBe('FAILED FAILED')
  if (ends === 'review')
    await expect.poll(() => stateOf(reference), { timeout: 60_000, interval: 500 }).toMatch(/mismatch|late_paid/)
  await after?.({ orderID, reference })
  if (after) expect(await check()).toBe('NEW PAID_ONLINE')
}

/** Makes the order expire and waits until it has failed. Then pays on the wallet's page, which is still open. */
async function payLate(orderID: string, reference: string) {
  await shop.db.query("update orders set expires_at = now() - interval '1 minute' where id = $1", [orderID])
  await retry(async () => {
    const { rows } = await shop.db.query('select status from orders where id = $1', [orderID])
    if (rows[0]?.status !== 'FAILED') throw new Error('it is not over yet')
  })
  await shop.control(reference, { action: 'pay' })
}

test('each provider fault leads to the expected order state, and money, stock and credit add up', async () => {
  const all = Object.entries(stories)
  const results = await Promise.allSettled(
    all.map(([, story], n) => {
      let turn = n
      return live(story, () => servers[turn++ % servers.length]?.url ?? '')
    }),
  )
  const failures = results.flatMap((result, n) =>
    result.status === 'rejected' ? [`${all[n]?.[0]}: ${result.reason}`] : [],
  )
  expect(failures).toEqual([])
  await expect.poll(shop.unhandled, { interval: 200 }).toBe(0)
  await shop.sound()
}, 240_000)
