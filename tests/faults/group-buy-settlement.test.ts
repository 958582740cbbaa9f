import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createShopper } from '#tests/shopper.ts'
import type { FaultShop } from './fault-shop.ts'
import { openFaultShop } from './fault-shop.ts'
import type { Step, Watch } from './wires.ts'
import { openDatabaseWire, openProviderWire } from './wires.ts'

// Kills (SIGKILL) the worker that settles two group-buys, each time at another step. One group-buy reached its goal and
// has more orders than one batch: every participant gets the lower price. The other group-buy failed: the shop refunds
// all money.

const batch = 50
const reached = { id: 'reached', orders: batch + 4 }
const failed = { id: 'failed', orders: 3 }

let shop: FaultShop
beforeAll(async () => {
  const postgres = inject('postgresUrl')
  shop = await openFaultShop((database) => postgres.replace(/postgres$/, database))
  await shop.openGroupBuy({ id: reached.id, goal: reached.orders })
  await shop.openGroupBuy({ id: failed.id, goal: failed.orders + 1 })
})
afterAll(() => shop.close())

/** Joins a group-buy with one piece and pays. */
async function join(url: string, id: string, n: number) {
  const { api } = createShopper(url)
  await api.campaignCart.add({ id, sku: 'tea', quantity: 1 })
  const fissionCampaignId = id
  const { campaign } = await api.checkout.config({ fissionCampaignId })
  const point = campaign?.points[0]
  const window = point?.windows[0]
  if (!point || !window) throw new Error('there is no window')
  const pickup = { pickupPointId: point.id, date: window.date, time: window.from }
  await api.checkout.setPickupSlot({ fissionCampaignId, ...pickup })
  const contact = { name: 'Mei 美', phone: `416 555 ${1000 + n}`, email: `${id}${n}@shop.example` }
  await api.checkout.setContact({ fissionCampaignId, ...contact })
  const bill = await api.billing.view({ fissionCampaignId })
  const { orderID } = await api.billing.place({ id: bill.id, hash: bill.hash })
  await api.payments.startSnapPayAlipay({ orderID })
  await shop.control(`${orderID}-A1`, { action: 'pay' })
}

/** Whether the worker is killed at this step. */
type Moment = (step: Step) => boolean

/** Accepts the step just before the nth statement that matches `pattern`. */
function before(pattern: RegExp, nth = 1): Moment {
  let left = nth
  return ({ text, moment }) => moment === 'before' && pattern.test(text) && --left === 0
}

/**
 * Accepts the first step at which a statement that matches `pattern` has been committed, but the worker has not
 * received the response yet.
 */
function kept(pattern: RegExp): Moment {
  let isMade = false
  return ({ text, moment, isKept }) => {
    isMade ||= moment === 'after' && pattern.test(text)
    return isMade && moment === 'after' && isKept
  }
}

function atProvider(moment: Step['moment'], nth = 1): Moment {
  let left = nth
  return (step) => step.to === 'provider' && step.moment === moment && /refund/.test(step.text) && --left === 0
}

const decide = /^update "campaigns" set "outcome"/
const handOn = /^update "campaign_joins" set "state" = \$\d+ where "campaign_joins"\."order_id" in/
const askRefund = /^insert into "refunds"/
const noteRefund = /^update "refunds" set .*"settled_at"/
const noteSettled = /^update "campaign_joins" set "state" = \$\d+, "settled_at"/
const finish = /^update "campaigns" set "settled_at"/

const moments: [string, Moment][] = [
  ['after it has decided the outcome', kept(decide)],
  ['before it queues a batch', before(handOn)],
  ['between two batches', kept(handOn)],
  ['after it has stored a refund and before it sends it', kept(askRefund)],
  ['before the provider receives a refund', atProvider('before', 3)],
  ['after the provider has refunded and before it answers', atProvider('after', 2)],
  ['after it has recorded a refund', kept(noteRefund)],
  ['after it has recorded that an order is settled', kept(noteSettled)],
  ['before it ends', before(finish)],
]

/** Runs a worker, and kills it at the step that `isTime` accepts. Returns whether the worker reached that step. */
async function workUntil(isTime: Moment): Promise<boolean> {
  let isDead = false
  let die = () => {}
  const watch: Watch = (step) => {
    if (!isDead && isTime(step)) {
      isDead = true
      die()
    }
    return isDead
  }
  const { port } = new URL(shop.env.DATABASE_URL)
  const wires = [
    await openDatabaseWire(Number(port), watch),
    await openProviderWire(shop.simulator.url, watch),
  ] as const
  await shop.makeDue()
  const worker = await shop.start({
    ROLE: 'worker',
    DATABASE_URL: shop.env.DATABASE_URL.replace(`:${port}/`, `:${wires[0].port}/`),
    SNAPPAY_URL: `http://127.0.0.1:${wires[1].port}`,
  })
  die = () => void worker.process.kill('SIGKILL')
  if (isDead) die()
  await expect
    .poll(async () => isDead || (await shop.makeDue()), { timeout: 20_000, interval: 100 })
    .toBe(true)
    .catch(() => {})
  await worker.kill()
  for (const wire of wires) await wire.close()
  return isDead
}

const rows = async (text: string) => (await shop.db.query(text)).rows

test('kills of the worker at each settlement step leave each order settled or refunded once', async () => {
  const seller = await shop.start({ ROLE: 'all' })
  const wanted = [reached, failed].flatMap(({ id, orders }) => Array.from({ length: orders }, (_, n) => ({ id, n })))
  const queue = wanted.values()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const { id, n } of queue) await join(seller.url, id, n)
    }),
  )
  const paid = async () => (await rows("select 1 from campaign_joins where state = 'paid'")).length
  await expect.poll(paid, { timeout: 30_000, interval: 100 }).toBe(wanted.length)
  await expect.poll(shop.unhandled, { timeout: 30_000, interval: 100 }).toBe(0)
  await seller.kill()
  await shop.db.query("update campaigns set closes_at = now() - interval '1 second'")

  for (const [name, moment] of moments) expect([name, await workUntil(moment)]).toEqual([name, true])
  await shop.start({ ROLE: 'worker' })
  const isOver = async () => {
    await shop.makeDue()
    const [left] = await rows('select count(*)::int as n from campaigns where settled_at is null')
    return left.n + (await shop.unhandled())
  }
  await expect.poll(isOver, { timeout: 60_000, interval: 100 }).toBe(0)
  const open = async () => {
    await shop.makeDue()
    return (await rows("select 1 from refunds where state not in ('refunded')")).length
  }
  await expect.poll(open, { timeout: 30_000, interval: 100 }).toBe(0)

  expect(await rows('select id, outcome from campaigns order by id')).toEqual([
    { id: failed.id, outcome: 'failed' },
    { id: reached.id, outcome: 'succeeded' },
  ])
  expect(await rows('select state, count(*)::int as n from campaign_joins group by state')).toEqual([
    { state: 'settled', n: wanted.length },
  ])
  // With 13 % HST, a piece costs 5.09 at the price 4.50, and 3.96 at 3.50. If the group-buy reached its goal, the
  // difference of 1.13 is refunded. If it failed, the whole 5.09 is refunded.
  expect(
    await rows(`select campaign_id, status, refunded::int, refunding::int, count(*)::int as n from orders
      group by 1, 2, 3, 4 order by 1`),
  ).toEqual([
    { campaign_id: failed.id, status: 'CANCELLED', refunded: 509, refunding: 0, n: failed.orders },
    { campaign_id: reached.id, status: 'NEW', refunded: 113, refunding: 0, n: reached.orders },
  ])
  expect(
    await rows(`select a.reference from payment_attempts a left join refunds r on r.attempt = a.reference
      group by a.reference, a.refunded having count(r.reference) <> 1 or coalesce(sum(r.amount), 0) <> a.refunded`),
  ).toEqual([])
  const ledger = await rows('select reference, amount::int from refunds order by reference')
  expect(await shop.refundedAmounts()).toEqual(new Map(ledger.map(({ reference, amount }) => [reference, amount])))
}, 300_000)
