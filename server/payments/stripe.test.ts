import pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import type { Part } from '#contract/checkout.ts'
import { statementOf } from '#contract/ledger.ts'
import { auditBooks } from '#server/audit/audit.ts'
import * as membership from '#server/membership/membership.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import type { EventPayloads } from '#server/platform/events.ts'
import type { RefundSelection } from '#server/pricing/pricing.ts'
import type { Exchange } from '#simulators/frame/book.ts'
import { setUpWallets } from '#tests/all-wallets.ts'
import { openClub } from '#tests/membership.ts'
import { openOwner } from '#tests/office.ts'
import { registerMember } from '#tests/registration.ts'
import * as payments from './payments.ts'

// A shop with Stripe: signed webhooks, sessions that the shop expires, and disputes that staff see.
const { shop, till, begin, start, control, without, refundsOf: givenBack } = setUpWallets()
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

test('orders whose provider does not respond do not delay the end of other orders', async () => {
  for (let count = 0; count < 20; count++) await begin('stripe')
  shop.clock.advance(1000)
  const [other, unstarted] = [await begin('snappay'), await till.order(await till.shopper())]
  shop.clock.advance(16 * 60_000)
  await without('stripe', () => payments.checkPending(shop.ctx()))
  for (const { id } of [other, unstarted]) expect(await orders.find(shop.ctx(), id)).toMatchObject({ status: 'FAILED' })
  expect(await shop.query("select count(*)::int as open from orders where status = 'INTERIM'")).toEqual([{ open: 20 }])
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

/** A line with this number of pieces. Its total is 23.40, like the total of each test order. */
const bun = (quantity: number): Part => ({
  kind: 'line',
  key: 'bun',
  quantity,
  amount: 2071,
  taxes: [269],
  total: 2340,
  discount: 0,
  deposit: 0,
})

/** Grants a new member one month of membership for each piece of the order. */
async function grantMembership(orderId: string, quantity: number) {
  await openClub(shop)
  const account = { name: 'Mei', email: 'mei@shop.example', password: 'a long enough password' }
  const { userID: memberId } = await registerMember(shop, shop.visitor(), account)
  await membership.grantPurchased(shop.ctx(), {
    orderId,
    memberId,
    lines: [{ key: 'bun', sku: 'plain-pass', quantity }],
  })
}

/** The number of pieces whose membership time the refunds took back. */
const takenPieces = async () => (await shop.query<{ taken: number }>('select taken from membership_grants'))[0]?.taken

test('a refund that the bank sends back waits for staff, and does not count until it is sent again', async () => {
  const { ctx, id, reference } = await begin('stripe', { parts: [bun(1)] })
  await control('stripe', reference, { action: 'pay' })
  await expect.poll(() => orders.find(ctx, id)).toMatchObject(paid)
  await grantMembership(id, 1)
  const contradictions = await findContradictions()
  await control('stripe', reference, { action: 'returned_refund', method: 'refund' })
  expect(await payments.refund(shop.ctx(), { orderId: id, reason: 'Cold', key: 'cold' })).toMatchObject([
    { state: 'refunded' },
  ])
  expect(await moneyOf(ctx, id)).toEqual({ refunded: 2340, taxes: 269, said: ['received 2340', 'sent 2340'] })
  await expect
    .poll(stuck, { timeout: 5000 })
    .toMatchObject([{ reference: `${id}-R1`, kind: 'refund_refused', answer: 'failed: lost_or_stolen_card' }])
  expect(await moneyOf(ctx, id)).toEqual({ refunded: 0, taxes: 0, said: ['received 2340', 'refused 2340'] })
  expect(await findContradictions()).toEqual(contradictions)
  const failed = (await told()).findLast(({ sent }) => sent.includes('refund.failed'))
  expect(failed && (await repeat(failed))).toBe(204)
  expect(await moneyOf(ctx, id)).toMatchObject({ refunded: 0 })
  await payments.review(shop.ctx(), { reference: `${id}-R1`, decision: 'refund' })
  expect(await stuck()).toEqual([])
  expect(await moneyOf(ctx, id)).toEqual({ refunded: 2340, taxes: 269, said: ['received 2340', 'sent 2340'] })
  expect(await findContradictions()).toEqual(contradictions)
  expect(await takenPieces()).toBe(1)
})

test('a refund that the bank sends back is booked on its day, and subtracted on the day on which it came back', async () => {
  shop.clock.set('2026-11-20T17:00:00Z')
  const label = { en: 'HST 13%', zh: '统一销售税 HST 13%' }
  const adjustments = [{ kind: 'tax' as const, label, amount: { amount: 269, currency: 'CAD' } }]
  const { ctx, id, reference } = await begin('stripe', { parts: [bun(1)], adjustments })
  await control('stripe', reference, { action: 'pay' })
  await expect.poll(() => orders.find(ctx, id)).toMatchObject(paid)
  await control('stripe', reference, { action: 'returned_refund', method: 'refund' })
  await payments.refund(shop.ctx(), { orderId: id, reason: 'Cold', key: 'cold' })
  await expect.poll(stuck, { timeout: 5000 }).toHaveLength(1)
  // Stripe accepts no signature of another day, so the test moves the refund to the day before instead of the clock.
  for (const [table, state] of Object.entries({ refund_states: 'state', order_timeline: 'kind' }))
    await shop.query(`update ${table} set at = at - interval '1 day' where ${state} = 'refunded'`)
  const office = await openOwner(shop)
  const booked = async (from: string, to = from) => {
    const { sums } = await office.staff.books({ from, to })
    const refunded = sums.filter(({ kind }) => kind === 'refunded' || kind === 'tax_back')
    return refunded.map(({ kind, amount }) => [kind, amount.amount])
  }
  expect(await booked('2026-11-19')).toEqual([
    ['refunded', 2340],
    ['tax_back', 269],
  ])
  expect(await booked('2026-11-20')).toEqual([
    ['refunded', -2340],
    ['tax_back', -269],
  ])
  expect(await booked('2026-11-19', '2026-11-20')).toEqual([
    ['refunded', 0],
    ['tax_back', 0],
  ])
})

test.each([
  ['refund the piece again', { lines: { bun: 1 } }, 1],
  ['refund the whole order', undefined, 3],
])('a refund that the bank sends back takes its piece once if staff %s', async (_, wanted, taken) => {
  const { ctx, id, reference } = await begin('stripe', { parts: [bun(3)] })
  await control('stripe', reference, { action: 'pay' })
  await expect.poll(() => orders.find(ctx, id)).toMatchObject(paid)
  await grantMembership(id, 3)
  const refund = (key: string, wanted: RefundSelection | undefined) =>
    payments.refund(shop.ctx(), { orderId: id, reason: 'Cold', key, wanted })
  await control('stripe', reference, { action: 'returned_refund', method: 'refund' })
  await refund('first', { lines: { bun: 1 } })
  await expect.poll(stuck, { timeout: 5000 }).toHaveLength(1)
  await control('stripe', reference, { action: 'returned_refund', method: 'refund' })
  await refund('second', { lines: { bun: 1 } })
  await expect.poll(stuck, { timeout: 5000 }).toHaveLength(2)
  expect(await takenPieces()).toBe(1)
  expect(await refund('third', wanted)).toMatchObject([{ state: 'refunded' }])
  expect(await takenPieces()).toBe(taken)
})

/** The refunded money of an order, its taxes in the books, and what the order's page says. */
async function moneyOf(ctx: Context, id: string) {
  const [books] = await shop.query(
    `select refunded, (select coalesce(sum(tax), 0)::int from order_timeline, unnest(taxes) tax
      where order_id = orders.id) as taxes from orders where id = $1`,
    [id],
  )
  const { ledger } = await orders.detail(ctx, { id })
  return { ...books, said: statementOf(ledger).map(({ key, amount }) => `${key} ${amount?.amount}`) }
}

/** The audit's checks that fail. Some always fail, because the orders of these tests have no lines. */
async function findContradictions() {
  const client = new pg.Client({ connectionString: shop.url })
  await client.connect()
  try {
    return await auditBooks(client)
  } finally {
    await client.end()
  }
}

/** An order that was paid with one of Stripe's test cards for disputes. */
async function disputed({ card = '4000000000000259' } = {}) {
  const { ctx, id } = await begin('stripe')
  const page = String((await till.attempt(id))[0]?.payment_url)
  await fetch(`${page}/pay`, {
    method: 'POST',
    body: new URLSearchParams({ card }),
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
  expect(await payments.findStoreOfPayment(shop.ctx(), reference)).toBe('markham')
  const created = (await told()).findLast(({ sent }) => sent.includes('charge.dispute.created'))
  const review = (decision: 'refund' | 'dismiss') => payments.review(shop.ctx(), { reference, decision })
  await expect(review('refund')).rejects.toMatchObject({ items: [{ code: 'payments.review' }] })
  await review('dismiss')
  expect(created && (await repeat(created))).toBe(204)
  expect(await stuck()).toEqual([])
  await answer(reference, text)
  await expect.poll(stuck).toMatchObject([{ orderId: id, reference, kind }])
  // Stripe may deliver an old event late. The shop then reads the dispute's current state from Stripe.
  expect(created && (await repeat(created))).toBe(204)
  expect(await stuck()).toMatchObject([{ kind }])
  await review('dismiss')
  expect(await stuck()).toEqual([])
  expect(await orders.find(shop.ctx(), id)).toMatchObject(paid)
})

test('a dispute notifies staff, with its amount and its order', async () => {
  const { id } = await disputed()
  await expect.poll(stuck, { timeout: 5000 }).toHaveLength(1)
  await payments.queueStuckAlerts(shop.ctx())
  await payments.queueStuckAlerts(shop.ctx())
  const [event, ...others] = await shop.query("select payload from events where name = 'store.payment_stuck'")
  expect(others).toEqual([])
  // The cast is safe, because `emit` checks the type of the payload.
  const payload = event?.payload as EventPayloads['store.payment_stuck']
  expect(payload.payment).toMatchObject({ kind: 'disputed', orderId: id, amount: 2340, currency: 'CAD' })
})

test('staff see an inquiry again, with the new deadline, once the bank escalates it', async () => {
  const { id } = await disputed({ card: '4000000000001976' })
  await expect.poll(stuck, { timeout: 5000 }).toMatchObject([{ orderId: id, kind: 'disputed' }])
  const [{ reference, answer: asked } = { reference: '', answer: '' }] = await stuck()
  await payments.queueStuckAlerts(shop.ctx())
  await payments.review(shop.ctx(), { reference, decision: 'dismiss' })
  shop.clock.advance(60_000)
  await answer(reference, 'escalate_inquiry_evidence')
  await expect.poll(stuck).toMatchObject([{ orderId: id, reference, kind: 'disputed' }])
  expect(((await stuck())[0]?.answer ?? '') > asked).toBe(true)
  await payments.queueStuckAlerts(shop.ctx())
  await payments.queueStuckAlerts(shop.ctx())
  expect(await shop.query("select 1 from events where name = 'store.payment_stuck'")).toHaveLength(2)
  await payments.review(shop.ctx(), { reference, decision: 'dismiss' })
  const escalated = (await told()).findLast(({ sent }) => sent.includes('charge.dispute.updated'))
  expect(escalated && (await repeat(escalated))).toBe(204)
  expect(await stuck()).toEqual([])
})

test('a dispute whose details Stripe does not answer is taken with the next delivery', async () => {
  const { id } = await disputed()
  await control('stripe', `${id}-A1`, { action: 'html_502', method: 'dispute' })
  await expect.poll(stuck, { timeout: 8000 }).toMatchObject([{ orderId: id, kind: 'disputed' }])
  const statuses = (await told()).filter(({ sent }) => sent.includes('dispute')).map(({ status }) => status)
  expect(statuses.slice(-2)).toEqual([503, 204])
})
