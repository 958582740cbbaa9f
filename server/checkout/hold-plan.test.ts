import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { limits } from '#contract/limits.ts'
import { schedule } from '#jobs/schedule.ts'
import * as locations from '#server/locations/locations.ts'
import * as orders from '#server/orders/orders.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { closeCommitGate } from '#tests/commit-gate.ts'
import { fillGroupCart, groupItem, openGroupBuy } from '#tests/group-buys.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { fillCart, fillCheckout, placeOrder } from '#tests/purchases.ts'

/** The limits are those of production. Each visitor sets their IP network in a header. */
const shop = setUpShop({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' })
const minute = 60_000
let people = 0
const from = (network: string) => shop.visitor({ 'x-forwarded-for': network })
const arrive = () => from(`10.0.${++people >> 8}.${people & 255}`)
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  const store = await locations.find(shop.ctx(), 'markham')
  if (store) await locations.put(shop.ctx(), { ...store, slotCapacity: 100 })
  await addProducts(shop.ctx(), { id: 'bun', price: 300, stock: 10 })
  await addProducts(shop.ctx(), { id: 'tea', price: 100, stock: 2000 })
})

const release = () => schedule.find(({ name }) => name === 'release expired holds')?.run(shop.ctx())
const pieces = async (sku: string) => {
  const [row] = await shop.query<{ held: number }>('select held from stock where sku = $1', [sku])
  return row?.held
}
const places = async () => {
  const [row] = await shop.query<{ taken: number }>('select coalesce(sum(taken), 0)::int as taken from slot_use')
  return row?.taken
}
async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (error: unknown) => error,
  )
  return error instanceof ApiError ? (error.errors[0]?.code ?? '') : String(error && error)
}
const toClock = (instant: string | null) => instant && new Date(instant).toISOString().slice(11, 16)

/** Chooses a slot late in the day, so that it stays available while a test moves the clock. */
async function chooseLate(visitor: Visitor) {
  await fillCheckout(visitor)
  await visitor.api.checkout.setPickupSlot({ date: '2026-11-20', time: '17:00' })
}

test('a hold lasts an hour at most; then stock and slot are released, and cart and details stay', async () => {
  const visitor = arrive()
  await visitor.api.cart.add({ sku: 'bun', quantity: 4 })
  await chooseLate(visitor)
  const ends: (string | null)[] = []
  for (let at = 0; at < 60; at += 10) {
    ends.push(toClock((await visitor.api.checkout.reserve()).heldUntil))
    expect((await visitor.api.billing.view()).hold?.canExtend).toBe(at < 50)
    shop.clock.advance(10 * minute)
  }
  expect(ends).toEqual(['17:15', '17:25', '17:35', '17:45', '17:55', '18:00'])
  expect(await visitor.api.checkout.reserve()).toEqual({ heldUntil: null })
  await release()
  expect([await pieces('bun'), await places()]).toEqual([0, 0])
  const { chosen, hold } = await visitor.api.checkout.config()
  expect(hold).toBeNull()
  expect(chosen).toMatchObject({ heldUntil: null, slot: { time: '17:00' }, contact: { name: 'Mei Lin' } })
  expect((await visitor.api.cart.view()).pieces).toBe(4)

  // After an hour of holds, the cart cannot get a new hold for some minutes, so that other carts get a chance. After
  // this pause, it can get a new hold. The shopper can place an order at any time.
  shop.clock.advance((limits.holdPauseMinutes - 1) * minute)
  expect(await visitor.api.checkout.reserve()).toEqual({ heldUntil: null })
  shop.clock.advance(minute + 1)
  expect((await visitor.api.checkout.reserve()).heldUntil).not.toBeNull()
  expect(await pieces('bun')).toBe(4)
})

test('a hold that is renewed right after its end counts as the same hold', async () => {
  const visitor = arrive()
  await visitor.api.cart.add({ sku: 'bun', quantity: 10 })
  await chooseLate(visitor)
  let heldFor = 0
  for (let at = 0; at < 120; at++) {
    const { heldUntil } = await visitor.api.checkout.reserve()
    if (heldUntil) heldFor++
    shop.clock.advance(minute)
    await release()
  }
  expect(heldFor).toBeLessThanOrEqual(120 - limits.holdPauseMinutes)
  const order = await placeOrder(visitor, { payAtStore: true })
  expect(order.status).toBe('NEW')
}, 120_000)

test("an order can be placed after the hold's hour is over", async () => {
  const visitor = arrive()
  await visitor.api.cart.add({ sku: 'bun' })
  await chooseLate(visitor)
  for (let at = 0; at < limits.longestHoldMinutes; at += 10) {
    await visitor.api.checkout.reserve()
    shop.clock.advance(10 * minute)
  }
  await release()
  expect(await visitor.api.checkout.fillIn({ steps: { setComment: { comment: 'Soon' } } })).toEqual({ heldUntil: null })
  expect((await placeOrder(visitor)).status).toBe('INTERIM')
  // An order's hold ends with the order and cannot be extended.
  expect((await visitor.api.billing.view()).hold).toMatchObject({ canExtend: false })
})

/** The calls that the pages from cart to payment make when they open, and repeat while they stay open. */
const looks: [string, (holder: Visitor) => Promise<unknown>][] = [
  ['cart', ({ api }) => api.cart.view()],
  ['checkout', ({ api }) => api.checkout.config()],
  ['bill', ({ api }) => api.billing.view()],
]

test.each(looks)(
  'a hold without activity is released for a shopper who was refused its pieces: %s',
  async (_, look) => {
    const holder = arrive()
    await holder.api.cart.add({ sku: 'bun', quantity: 10 })
    await chooseLate(holder)
    await holder.api.checkout.reserve()
    shop.clock.advance((limits.silentHoldMinutes - 1) * minute)
    expect(await refusal(arrive().api.cart.add({ sku: 'bun' }))).toBe('cart.out_of_stock')
    await release()
    expect(await pieces('bun')).toBe(10)
    // After a call of the holder's page, the job keeps the hold for three more minutes.
    await look(holder)
    shop.clock.advance((limits.silentHoldMinutes - 1) * minute)
    await release()
    expect(await pieces('bun')).toBe(10)
    shop.clock.advance(minute + 1)
    await release()
    expect([await pieces('bun'), await places()]).toEqual([0, 0])
    expect((await holder.api.cart.view()).pieces).toBe(10)
  },
)

async function setQuantity({ api }: Visitor, quantity: number) {
  const [key = ''] = Object.keys((await api.cart.view()).lineItems)
  await api.cart.change({ lineItems: { [key]: { quantity } } })
}

/** Places an order of all buns. The provider then refuses the payment. */
async function orderRefused() {
  const holder = arrive()
  await holder.api.cart.add({ sku: 'bun', quantity: 10 })
  await chooseLate(holder)
  const { orderID: id, expiresAt: until } = await placeOrder(holder)
  const held = async () => (await holder.api.orders.detail({ id })).held
  expect(await held()).toEqual({ until, isTimeHeld: true })
  await transact(shop.ctx(), async (ctx) => orders.markFailed(ctx, await orders.lock(ctx, id), { keepsHold: true }))
  expect(await held()).toEqual({ until, isTimeHeld: true })
  return { holder, held, until: new Date(until ?? '') }
}

const holdEnds: [string, (refused: Awaited<ReturnType<typeof orderRefused>>) => Promise<unknown>][] = [
  ['its time is over', async ({ until }) => shop.clock.set(until.toISOString())],
  [
    'it was released for another shopper',
    async () => {
      shop.clock.advance(limits.silentHoldMinutes * minute + 1)
      await refusal(arrive().api.cart.add({ sku: 'bun' }))
      await release()
    },
  ],
  ['the cart has changed', ({ holder }) => holder.api.cart.add({ sku: 'tea' })],
  [
    'the cart holds another quantity',
    async ({ holder }) => {
      await setQuantity(holder, 9)
      expect((await holder.api.checkout.reserve()).heldUntil).not.toBeNull()
    },
  ],
]
test.each(holdEnds)('an order whose payment was refused shows the hold of its cart until %s', async (_, end) => {
  const refused = await orderRefused()
  await end(refused)
  expect(await refused.held()).toBeNull()
})

test('an order whose payment was refused shows the hold again once its cart holds the same goods again', async () => {
  const { holder, held } = await orderRefused()
  await setQuantity(holder, 9)
  await holder.api.checkout.reserve()
  await setQuantity(holder, 10)
  expect(await held()).toBeNull()
  const { heldUntil: until } = await holder.api.checkout.reserve()
  expect(await held()).toEqual({ until, isTimeHeld: true })
})

test('an order that nobody paid in time shows no hold', async () => {
  const visitor = arrive()
  await visitor.api.cart.add({ sku: 'bun' })
  await chooseLate(visitor)
  const { orderID: id, expiresAt } = await placeOrder(visitor)
  shop.clock.set(expiresAt ?? '')
  expect(await visitor.api.orders.detail({ id })).toMatchObject({ status: 'INTERIM', held: null })
  await transact(shop.ctx(), async (ctx) => orders.markFailed(ctx, await orders.lock(ctx, id)))
  expect(await visitor.api.orders.detail({ id })).toMatchObject({ status: 'FAILED', held: null })
})

test('an inactive group-buy hold is released for a refusal in the group-buy, not in the shop', async () => {
  await addProducts(shop.ctx(), { id: 'lychee', price: 1200, stock: 1 })
  await openGroupBuy(shop.ctx(), { goal: 1, items: [groupItem({ stock: 2 })] })
  const held = async () => (await shop.query<{ held: number }>('select held from campaign_items'))[0]?.held
  const holder = arrive()
  await fillGroupCart(holder, { quantity: 2 })
  await holder.api.checkout.reserve({ fissionCampaignId: 'lychees' })
  expect(await held()).toBe(2)
  shop.clock.advance(limits.silentHoldMinutes * minute + 1)
  expect(await refusal(arrive().api.cart.add({ sku: 'lychee', quantity: 2 }))).toBe('cart.out_of_stock')
  await release()
  expect(await held()).toBe(2)
  expect(await refusal(fillGroupCart(arrive()))).toBe('cart.out_of_stock')
  await release()
  expect(await held()).toBe(0)
})

test('a hold that no other shopper needs stays, and so does that of an order awaiting payment', async () => {
  const holder = arrive()
  await holder.api.cart.add({ sku: 'bun', quantity: 10 })
  await chooseLate(holder)
  await holder.api.checkout.reserve()
  shop.clock.advance(10 * minute)
  // The holder's own request is refused for lack of pieces. The job must not release the holder's pieces because of
  // this refusal.
  expect(await refusal(holder.api.cart.add({ sku: 'bun' }))).toBe('cart.out_of_stock')
  await release()
  expect(await pieces('bun')).toBe(10)
  await placeOrder(holder)
  shop.clock.advance(10 * minute)
  expect(await refusal(arrive().api.cart.add({ sku: 'bun' }))).toBe('cart.out_of_stock')
  await release()
  expect(await pieces('bun')).toBe(10)
})

test('a refusal counts for five minutes; after that an inactive hold stays', async () => {
  const holder = arrive()
  await holder.api.cart.add({ sku: 'bun', quantity: 10 })
  await chooseLate(holder)
  await holder.api.checkout.reserve()
  expect(await refusal(arrive().api.cart.add({ sku: 'bun' }))).toBe('cart.out_of_stock')
  shop.clock.advance(5 * minute + 1)
  await release()
  expect(await pieces('bun')).toBe(10)
  expect(await refusal(arrive().api.cart.add({ sku: 'bun' }))).toBe('cart.out_of_stock')
  await release()
  expect(await pieces('bun')).toBe(0)
})

test('limits the pieces that a session and a network hold', async () => {
  const visitor = from('2001:db8:0:7::1')
  await fillCart(visitor, 'tea', limits.heldPiecesPerSession)
  expect((await visitor.api.checkout.reserve()).heldUntil).not.toBeNull()
  await visitor.api.cart.add({ sku: 'tea' })
  expect(await visitor.api.checkout.reserve()).toEqual({ heldUntil: null })
  expect(await pieces('tea')).toBe(limits.heldPiecesPerSession)
  const bill = await visitor.api.billing.view()
  expect(await refusal(visitor.api.billing.place({ id: bill.id, hash: bill.hash }))).toBe('checkout.holds_full')

  const others = Array.from({ length: 5 }, (_, at) => from(`2001:db8:0:7::1:${at + 1}`))
  for (const other of others) await fillCart(other, 'tea', 250)
  await Promise.all(others.map(({ api }) => api.checkout.reserve()))
  expect(await pieces('tea')).toBeLessThanOrEqual(limits.heldPiecesPerNetwork)
  const stranger = from('2001:db8:0:8::1')
  await fillCart(stranger, 'tea', 250)
  expect((await stranger.api.checkout.reserve()).heldUntil).not.toBeNull()
})

test('limits the carts with holds per network, under parallel requests', async () => {
  const most = limits.heldCartsPerNetwork
  const visitors = Array.from({ length: most + 5 }, (_, at) => from(`2001:db8:0:9::${at + 1}`))
  for (const visitor of visitors) await fillCart(visitor, 'tea')
  const answers = await Promise.all(visitors.map(({ api }) => api.checkout.reserve()))
  expect(answers.filter(({ heldUntil }) => heldUntil)).toHaveLength(most)
  expect(await pieces('tea')).toBe(most)
}, 120_000)

test('a hold waits for an uncommitted hold of the same network', async () => {
  const most = limits.heldCartsPerNetwork
  const visitors = Array.from({ length: most + 1 }, (_, at) => from(`2001:db8:0:10::${at + 1}`))
  await addProducts(shop.ctx(), { id: 'endless', price: 100, stock: null })
  // The last two carts share no row of stock or slot, because their goods are not counted and their times differ. So
  // only the lock of their network can make one wait for the other.
  for (const [at, visitor] of visitors.entries()) {
    await visitor.api.cart.add({ sku: 'endless' })
    await fillCheckout(visitor)
    await visitor.api.checkout.setPickupSlot({ date: '2026-11-20', time: at === most ? '17:00' : '16:00' })
  }
  const [last, over] = visitors.splice(most - 1) as [Visitor, Visitor]
  for (const { api } of visitors) expect((await api.checkout.reserve()).heldUntil).not.toBeNull()
  const gate = await closeCommitGate(shop, 'carts', 'new.held_until is not null')
  const first = last.api.checkout.reserve()
  await gate.waiting(1)
  const second = over.api.checkout.reserve()
  await gate.waiting(2, second)
  await gate.open()
  expect((await first).heldUntil).not.toBeNull()
  expect((await second).heldUntil).toBeNull()
}, 60_000)
