import { beforeEach, expect, test } from 'vitest'
import * as orders from '#server/orders/orders.ts'
import type { EventPayloads } from '#server/platform/events.ts'
import type { Exchange } from '#simulators/frame/book.ts'
import { setUpWallets } from '#tests/all-wallets.ts'
import * as payments from './payments.ts'

// A shop with Stripe: signed webhooks, sessions that the shop expires, and disputes that staff see.
const { shop, till, begin, start, control, givenBack } = setUpWallets()
beforeEach(() => shop.reset())

const paid = { status: 'NEW', paymentStatus: 'PAID_ONLINE' }
const pending = { status: 'INTERIM', paymentStatus: 'NOT_PAID' }
const url = () => shop.app.config.STRIPE_URL ?? ''
const transcript = async (): Promise<Exchange[]> => (await fetch(`${url()}/control/transcript`)).json()
const told = async () => (await transcript()).filter(({ direction }) => direction === 'notification')
const paidEvents = async () => (await shop.query("select * from events where name = 'order.paid'")).length
const repeat = async ({ target, sent, headers }: Exchange) =>
  (await fetch(target, { method: 'POST', body: sent, headers })).status

test('a webhook alone settles the order, and repeats of it change nothing', async () => {
  const { ctx, id, reference } = await begin('stripe')
  await control('stripe', reference, { action: 'parallel' })
  await control('stripe', reference, { action: 'pay' })
  await expect.poll(() => orders.find(ctx, id)).toMatchObject({ ...paid, paymentOption: 'stripe' })
  const last = (await told()).at(-1)
  expect(last && (await repeat(last))).toBe(204)
  expect(await paidEvents()).toBe(1)
})

test.each(['bad_sign', 'no_sign', 'old_sign'])('a webhook with %s is refused and changes nothing', async (action) => {
  const { ctx, id, reference } = await begin('stripe')
  await control('stripe', reference, { action })
  await control('stripe', reference, { action: 'pay' })
  expect((await told()).at(-1)?.status).toBe(400)
  expect(await orders.find(ctx, id)).toMatchObject(pending)
  expect(await payments.check(ctx, { orderID: id })).toMatchObject(paid)
})

test.each([
  ['pay_wrong_amount', 2339, 'CAD'],
  ['pay_other_currency', 2340, 'USD'],
])('%s does not pay the order, and the money goes back', async (action, amount, currency) => {
  const { ctx, id, reference } = await begin('stripe')
  await control('stripe', reference, { action })
  await expect.poll(() => till.attempt(id)).toMatchObject([{ state: 'mismatch', resolution: 'refunded' }])
  expect(await orders.find(ctx, id)).toMatchObject(pending)
  await payments.sendRefunds(shop.ctx())
  expect(await givenBack('stripe', reference)).toEqual([[expect.any(String), amount]])
  expect(await shop.query('select currency from refunds')).toEqual([{ currency }])
})

test('an order whose time is over expires its session, so that nobody can pay it late', async () => {
  const { id, reference } = await begin('stripe')
  shop.clock.advance(16 * 60_000)
  await payments.checkPending(shop.ctx())
  expect(await orders.find(shop.ctx(), id)).toMatchObject({ status: 'FAILED' })
  await control('stripe', reference, { action: 'pay' })
  await payments.checkPending(shop.ctx())
  expect(await till.attempt(id)).toMatchObject([{ state: 'failed', last_answer: 'expired', received: null }])
})

test('a shopper who chooses another method leaves no session that can be paid', async () => {
  const { ctx, id, reference } = await begin('stripe')
  await start('snappay', ctx, id)
  expect(await till.attempt(id)).toMatchObject([{ state: 'failed' }, { provider: 'snappay', state: 'pending' }])
  await control('stripe', reference, { action: 'pay' })
  expect(await orders.find(ctx, id)).toMatchObject(pending)
})

test('while Stripe is down a payment stays pending, and the job finds it later', async () => {
  const { ctx, id, reference } = await begin('stripe')
  await control('stripe', reference, { action: 'html_502', method: 'get', times: 2 })
  await control('stripe', reference, { action: 'never' })
  await control('stripe', reference, { action: 'pay' })
  expect(await payments.check(ctx, { orderID: id })).toMatchObject(pending)
  await control('stripe', reference, { action: 'clear' })
  shop.clock.advance(6000)
  await payments.checkPending(shop.ctx())
  expect(await orders.find(ctx, id)).toMatchObject(paid)
})

/** An order that was paid with Stripe's test card for disputes. */
async function disputed() {
  const { ctx, id } = await begin('stripe')
  const page = String((await till.attempt(id))[0]?.payment_url)
  await fetch(`${page}/pay`, {
    method: 'POST',
    body: new URLSearchParams({ card: '4000000000000259' }),
    redirect: 'manual',
  })
  await expect.poll(() => orders.find(ctx, id)).toMatchObject(paid)
  return { id }
}
const stuck = async () => (await payments.stuck(shop.ctx())).stuck

/** Sends evidence for a dispute to Stripe. In Stripe's test mode, the text decides how the dispute ends. */
const answer = (reference: string, text: string) =>
  fetch(`${url()}/v1/disputes/${reference}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.app.config.STRIPE_SECRET_KEY}`, 'stripe-version': '2026-10-28.endive' },
    body: new URLSearchParams({ 'evidence[uncategorized_text]': text }),
  })

test.each([
  ['winning_evidence', 'dispute_won'],
  ['losing_evidence', 'dispute_lost'],
])('staff see a dispute once, and its end after %s', async (text, kind) => {
  const { id } = await disputed()
  await expect.poll(stuck, { timeout: 5000 }).toMatchObject([
    {
      orderId: id,
      kind: 'disputed',
      provider: 'stripe',
      amount: 2340,
      answer: expect.stringMatching(/^fraudulent, 2/),
    },
  ])
  const [{ reference } = { reference: '' }] = await stuck()
  expect(await payments.storeOfPayment(shop.ctx(), reference)).toBe('markham')
  const created = (await told()).findLast(({ sent }) => sent.includes('charge.dispute.created'))
  const review = (decision: 'refund' | 'dismiss') => payments.review(shop.ctx(), { reference, decision })
  await expect(review('refund')).rejects.toMatchObject({ items: [{ code: 'payments.review' }] })
  await review('dismiss')
  expect(created && (await repeat(created))).toBe(204)
  expect(await stuck()).toEqual([])
  await answer(reference, text)
  await expect.poll(stuck).toMatchObject([{ orderId: id, reference, kind }])
  // Stripe may deliver events in another order. The shop reads the dispute's current state from Stripe.
  expect(created && (await repeat(created))).toBe(204)
  expect(await stuck()).toMatchObject([{ kind }])
  await review('dismiss')
  expect(await stuck()).toEqual([])
  expect(await orders.find(shop.ctx(), id)).toMatchObject(paid)
})

test('a dispute notifies staff, with its amount and its order', async () => {
  const { id } = await disputed()
  await expect.poll(stuck, { timeout: 5000 }).toHaveLength(1)
  await payments.alertStuck(shop.ctx())
  await payments.alertStuck(shop.ctx())
  const [event, ...others] = await shop.query("select payload from events where name = 'store.payment_stuck'")
  expect(others).toEqual([])
  // The cast is safe, because `emit` checks the type of the payload.
  const payload = event?.payload as EventPayloads['store.payment_stuck']
  expect(payload.payment).toMatchObject({ kind: 'disputed', orderId: id, amount: 2340, currency: 'CAD' })
})

test('a dispute whose details Stripe does not answer is taken with the next delivery', async () => {
  const { id } = await disputed()
  await control('stripe', `${id}-A1`, { action: 'html_502', method: 'dispute' })
  await expect.poll(stuck, { timeout: 8000 }).toMatchObject([{ orderId: id, kind: 'disputed' }])
  const statuses = (await told()).filter(({ sent }) => sent.includes('dispute')).map(({ status }) => status)
  expect(statuses.slice(-2)).toEqual([503, 204])
})
