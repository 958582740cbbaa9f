import { beforeEach, describe, expect, test } from 'vitest'
import type { ApiError } from '#contract/api-error.ts'
import { schedule } from '#jobs/schedule.ts'
import { setPrice } from '#server/catalogue/products.ts'
import * as locations from '#server/locations/locations.ts'
import * as orders from '#server/orders/orders.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { fillCart, fillCheckout, placeOrder, sampleContact } from '#tests/purchases.ts'

const shop = setUpShop()
let visitor: Visitor
const minute = 60_000
const noon = '2026-11-20T17:00:00Z'

beforeEach(async () => {
  await shop.reset()
  shop.clock.set(noon)
  await openStore(shop.ctx())
  await addProducts(
    shop.ctx(),
    { id: 'bun', price: 1000, stock: 5, taxClass: 'zero_rated' },
    { id: 'teapot', price: 4000, stock: 2, taxClass: 'standard' },
    { id: 'gift', price: 0, stock: null, taxClass: 'standard' },
  )
  visitor = shop.visitor()
})

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: ApiError) => error.code,
  )
const stockOf = async (sku: string) => {
  const [row] = await shop.query<{ on_hand: number; held: number }>('select on_hand, held from stock where sku = $1', [
    sku,
  ])
  return row && [row.on_hand, row.held]
}
const placesTaken = async () => {
  const [row] = await shop.query<{ taken: number }>('select coalesce(sum(taken), 0)::int as taken from slot_use')
  return row?.taken
}
const runJob = (name: string) => schedule.find((job) => job.name === name)?.run(shop.ctx())
const narrowSlots = async (slotCapacity: number) => {
  const store = await locations.find(shop.ctx(), 'markham')
  if (store) await locations.put(shop.ctx(), { ...store, slotCapacity })
}

describe('the checkout choices', () => {
  test('begin with no choice and the earliest pickup slot, and reading them stores nothing', async () => {
    const config = await visitor.api.checkout.config()
    expect(config.methods).toMatchObject([{ method: 'PICKUP', earliest: { date: '2026-11-20', time: '12:30' } }])
    expect(config.methods[0]?.days[0]?.date).toBe('2026-11-20')
    expect(config.chosen).toEqual({
      method: null,
      slot: null,
      contact: null,
      address: null,
      pickupPointId: null,
      table: null,
      comment: '',
      heldUntil: null,
    })
    expect(config.location).toMatchObject({ id: 'markham', address: '1 Main Street, Markham, ON L3R 1A1' })
    expect(await shop.query('select 1 from carts')).toEqual([])
  })

  test('are answered after each step', async () => {
    expect(await visitor.api.checkout.setMethod({ method: 'PICKUP' })).toMatchObject({ method: 'PICKUP', slot: null })
    const slot = { date: '2026-11-21', time: '09:00' }
    expect(await visitor.api.checkout.setPickupSlot(slot)).toMatchObject({ method: 'PICKUP', slot })
    expect(await visitor.api.checkout.setMethod({ method: 'PICKUP' })).toMatchObject({ slot })
    expect(await visitor.api.checkout.setContact(sampleContact)).toMatchObject({
      contact: { name: 'Mei Lin', phone: '+14165550123', email: 'mei@shop.example' },
    })
    const chosen = await visitor.api.checkout.setComment({ comment: ' ring twice 🔔 ' })
    expect(chosen.comment).toBe('ring twice 🔔')
    expect((await visitor.api.checkout.config()).chosen).toEqual(chosen)
  })

  test('may have a day before a time', async () => {
    const { slot } = await visitor.api.checkout.setPickupDate({ date: '2026-11-22' })
    expect(slot).toEqual({ date: '2026-11-22', time: null })
    expect(await refusal(visitor.api.checkout.setPickupDate({ date: '2027-11-22' }))).toBe('checkout.slot_unavailable')
  })

  test('name goods whose times never overlap, until one of them is removed', async () => {
    const at = (from: string, to: string) => [{ name: { en: from, zh: from }, from, to, weekdays: [] }]
    await addProducts(
      shop.ctx(),
      { id: 'bento', windows: at('13:00', '14:00') },
      { id: 'congee', windows: at('09:00', '11:00') },
    )
    for (const sku of ['bun', 'bento', 'congee']) await visitor.api.cart.add({ sku })
    const pickup = async () => (await visitor.api.checkout.config()).methods[0]
    const { lineItems } = await visitor.api.cart.view()
    const keyOf = (sku: string) => Object.values(lineItems).find((line) => line.sku === sku)?.key ?? ''
    const two = [keyOf('bento'), keyOf('congee')]
    expect(await pickup()).toMatchObject({ earliest: null, asap: null, days: [], apart: two })
    await visitor.api.cart.remove({ keys: [keyOf('congee')] })
    expect(await pickup()).toMatchObject({ earliest: { date: '2026-11-20', time: '13:00' }, apart: [] })
  })

  test.each(['DELIVERY', 'EAT_IN'] as const)('refuse %s if the store does not offer it', async (method) => {
    expect(await refusal(visitor.api.checkout.setMethod({ method }))).toBe('checkout.method_unavailable')
  })

  test.each([
    ['past', '2026-11-20', '09:00'],
    ['within the lead time', '2026-11-20', '12:15'],
    ['before opening', '2026-11-21', '07:00'],
    ['between slots', '2026-11-21', '09:07'],
    ['too far ahead', '2026-12-20', '09:00'],
  ])('refuse a slot that is %s', async (_, date, time) => {
    expect(await refusal(visitor.api.checkout.setPickupSlot({ date, time }))).toBe('checkout.slot_unavailable')
  })

  test('refuse an invalid phone number at its field', async () => {
    await expect(visitor.api.checkout.setContact({ ...sampleContact, phone: '12' })).rejects.toMatchObject({
      errors: [
        { code: 'input.invalid', field: 'phone', message: 'Please enter a Canadian, US or Chinese phone number.' },
      ],
    })
    expect(await refusal(visitor.api.checkout.setContact({ ...sampleContact, email: 'mei' }))).toBe('input.invalid')
  })

  test('offer a cart with a lunch-only product only lunch slots', async () => {
    const lunch = { name: { en: 'Lunch only', zh: '仅午市' }, from: '13:00', to: '14:00', weekdays: [5, 6] }
    await addProducts(shop.ctx(), { id: 'bento', windows: [lunch] })
    await visitor.api.cart.add({ sku: 'bun' })
    await visitor.api.checkout.setPickupSlot({ date: '2026-11-20', time: '12:30' })
    const { lineItems } = await visitor.api.cart.add({ sku: 'bento' })
    expect(Object.values(lineItems).map(({ windows }) => windows)).toEqual([[], [lunch]])
    const { methods, chosen } = await visitor.api.checkout.config()
    expect(methods[0]?.days.slice(0, 2).map(({ date, slots }) => [date, slots[0]?.time, slots.at(-1)?.until])).toEqual([
      ['2026-11-20', '13:00', '14:00'],
      ['2026-11-21', '13:00', '14:00'],
    ])
    expect(methods).toMatchObject([{ method: 'PICKUP', earliest: { date: '2026-11-20', time: '13:00' } }])
    expect(chosen.slot).toBeNull()
    for (const call of [
      () => visitor.api.checkout.setPickupSlot({ date: '2026-11-20', time: '17:00' }),
      () => visitor.api.checkout.reserve({}),
    ])
      await expect(call()).rejects.toMatchObject({
        errors: [
          {
            code: 'checkout.slot_unavailable',
            message: '“bento” is not available at that time. Please pick another.',
          },
        ],
      })
    expect(await refusal(visitor.api.checkout.setPickupDate({ date: '2026-11-22' }))).toBe('checkout.slot_unavailable')
    await visitor.api.checkout.setPickupSlot({ date: '2026-11-21', time: '13:30' })
    expect(await refusal(visitor.api.checkout.reserve({}))).toBe('accepted')
  })

  test('drop a chosen slot once it has passed', async () => {
    await visitor.api.checkout.setPickupSlot({ date: '2026-11-20', time: '12:30' })
    shop.clock.advance(30 * minute)
    expect((await visitor.api.checkout.config()).chosen.slot).toBeNull()
  })
})

describe('a hold', () => {
  test('keeps stock and slot for 15 minutes, and repeating it extends it without taking more', async () => {
    await fillCart(visitor, 'bun', 2)
    const { heldUntil } = await visitor.api.checkout.reserve({})
    expect(Date.parse(heldUntil ?? '') - Date.parse(noon)).toBeGreaterThanOrEqual(15 * minute)
    shop.clock.advance(5 * minute)
    const again = await visitor.api.checkout.reserve({})
    expect(Date.parse(again.heldUntil ?? '')).toBeGreaterThan(Date.parse(heldUntil ?? ''))
    expect([await stockOf('bun'), await placesTaken()]).toEqual([[5, 2], 1])
    expect((await visitor.api.checkout.config()).chosen.heldUntil).toBe(again.heldUntil)
  })

  test('lets the shopper buy the last piece that it holds', async () => {
    await fillCart(visitor, 'bun', 5)
    await visitor.api.checkout.reserve({})
    const [line] = Object.values((await visitor.api.cart.view()).lineItems)
    expect(line).toMatchObject({ problem: null, purchasable: 5 })
    expect(await refusal(shop.visitor().api.cart.add({ sku: 'bun' }))).toBe('cart.out_of_stock')
  })

  test('releases the first slot when the shopper chooses another', async () => {
    await fillCart(visitor, 'bun')
    await visitor.api.checkout.reserve({})
    await visitor.api.checkout.setPickupSlot({ date: '2026-11-21', time: '09:00' })
    await visitor.api.checkout.reserve({})
    expect(await shop.query('select starts_at from slot_use where taken > 0')).toEqual([
      { starts_at: new Date('2026-11-21T14:00:00Z') },
    ])
  })

  test('accepts new prices as seen', async () => {
    await fillCart(visitor, 'bun')
    await setPrice(shop.ctx(), { sku: 'bun', price: 1100 })
    expect((await visitor.api.cart.view()).changes).toHaveLength(1)
    await visitor.api.checkout.reserve({})
    expect((await visitor.api.cart.view()).changes).toEqual([])
  })

  test('names every unavailable line, and holds nothing', async () => {
    await fillCart(visitor, 'bun', 4)
    await visitor.api.cart.add({ sku: 'teapot', quantity: 2 })
    await fillCart(shop.visitor(), 'bun')
    await addProducts(shop.ctx(), { id: 'bun', price: 1000, stock: 3 }, { id: 'teapot', price: 4000, stock: 1 })
    await expect(visitor.api.checkout.reserve({})).rejects.toMatchObject({
      status: 409,
      errors: [
        { code: 'cart.out_of_stock', details: { name: 'bun', purchasable: 3 } },
        { code: 'cart.out_of_stock', details: { name: 'teapot', purchasable: 1 } },
      ],
    })
    expect([await stockOf('bun'), await stockOf('teapot'), await placesTaken()]).toEqual([[3, 0], [1, 0], 0])
  })

  test('takes no stock if its slot is full', async () => {
    await narrowSlots(1)
    const other = shop.visitor()
    await fillCart(visitor, 'bun')
    await fillCart(other, 'bun')
    await visitor.api.checkout.reserve({})
    expect(await refusal(other.api.checkout.reserve({}))).toBe('checkout.slot_unavailable')
    expect([await stockOf('bun'), await placesTaken()]).toEqual([[5, 1], 1])
    const { date, time } = (await visitor.api.checkout.config()).chosen.slot ?? {}
    expect(await visitor.api.checkout.setPickupSlot({ date: date ?? '', time: time ?? '' })).toMatchObject({
      slot: { time },
    })
    expect(await refusal(other.api.checkout.setPickupSlot({ date: date ?? '', time: time ?? '' }))).toBe(
      'checkout.slot_unavailable',
    )
  })

  test('that expires is released by the job, with its stock and slot', async () => {
    await fillCart(visitor, 'bun', 2)
    await visitor.api.checkout.reserve({})
    shop.clock.advance(14 * minute)
    await runJob('release expired holds')
    expect(await stockOf('bun')).toEqual([5, 2])
    shop.clock.advance(2 * minute)
    await runJob('release expired holds')
    await runJob('release expired holds')
    expect([await stockOf('bun'), await placesTaken()]).toEqual([[5, 0], 0])
    expect((await visitor.api.checkout.config()).chosen.heldUntil).toBeNull()
  })

  test('is refused for an empty cart', async () => {
    expect(await refusal(visitor.api.checkout.reserve({}))).toBe('cart.empty')
  })
})

describe('the bill', () => {
  test('shows lines, taxes and total', async () => {
    await fillCart(visitor, 'bun', 2)
    await visitor.api.cart.add({ sku: 'teapot' })
    const bill = await visitor.api.billing.view()
    expect(bill).toMatchObject({
      subtotal: { amount: 6000, currency: 'CAD' },
      adjustments: [{ kind: 'tax', label: { en: 'HST 13%' }, amount: { amount: 520 } }],
      total: { amount: 6520 },
      amountDue: { amount: 6520 },
      method: 'PICKUP',
      payAtStore: false,
    })
    expect(await visitor.api.billing.view()).toEqual(bill)
  })

  test('refuses an empty cart', async () => {
    expect(await refusal(visitor.api.billing.view())).toBe('cart.empty')
    await visitor.api.checkout.setMethod({ method: 'PICKUP' })
    expect(await refusal(visitor.api.billing.view())).toBe('cart.empty')
  })

  test.each([
    ['a line', () => visitor.api.cart.add({ sku: 'bun' })],
    ['a price', () => setPrice(shop.ctx(), { sku: 'bun', price: 1100 })],
    ['the slot', () => visitor.api.checkout.setPickupSlot({ date: '2026-11-22', time: '10:00' })],
    ['the contact', () => visitor.api.checkout.setContact({ ...sampleContact, name: 'Li' })],
    ['the note', () => visitor.api.checkout.setComment({ comment: 'quick' })],
  ])('%s that changes makes a new bill, and the old one cannot be placed', async (_, change) => {
    await fillCart(visitor, 'bun')
    const { id, hash } = await visitor.api.billing.view()
    await change()
    expect(await refusal(visitor.api.billing.place({ id, hash }))).toBe('billing.changed')
    expect((await visitor.api.billing.view()).hash).not.toBe(hash)
    expect(await stockOf('bun')).toEqual([5, 0])
  })

  test('a bill for paying online cannot be placed as paid at the store', async () => {
    await fillCart(visitor, 'bun')
    const { id, hash } = await visitor.api.billing.view()
    expect(await refusal(visitor.api.billing.place({ id, hash, pickUpAandPayAtStore: true }))).toBe('billing.changed')
  })
})

describe('placing an order', () => {
  test('paid at the store sells the stock and closes the cart at once', async () => {
    await fillCart(visitor, 'teapot')
    const order = await placeOrder(visitor, { payAtStore: true })
    expect(order).toMatchObject({
      status: 'NEW',
      paymentStatus: 'NOT_PAID',
      payAtStore: true,
      paymentOption: 'pay_at_store',
      total: { amount: 4520 },
      contact: { phone: '+14165550123' },
      expiresAt: null,
    })
    expect(order.orderID).toMatch(/^[a-z2-7]{26}$/)
    expect(order.pickupCode).toMatch(/^[A-Z3-9]{6}$/)
    expect([await stockOf('teapot'), await placesTaken()]).toEqual([[1, 0], 1])
    expect((await visitor.api.cart.view()).itemCount).toBe(0)
    expect(await visitor.api.orders.detail({ id: order.orderID })).toMatchObject(order)
  })

  test('paid online holds stock and slot for half an hour and keeps the cart', async () => {
    await fillCart(visitor, 'teapot')
    await visitor.api.checkout.reserve({})
    const order = await placeOrder(visitor)
    expect(order).toMatchObject({ status: 'INTERIM', paymentStatus: 'NOT_PAID', payAtStore: false, paidAt: null })
    expect(Date.parse(order.expiresAt ?? '') - Date.parse(order.placedAt)).toBeCloseTo(30 * minute, -3)
    expect([await stockOf('teapot'), await placesTaken()]).toEqual([[2, 1], 1])
    expect((await visitor.api.cart.view()).itemCount).toBe(1)
    shop.clock.advance(20 * minute)
    await runJob('release expired holds')
    expect(await stockOf('teapot')).toEqual([2, 1])
  })

  test('without an amount due makes it paid at once', async () => {
    await fillCart(visitor, 'gift')
    expect(await placeOrder(visitor)).toMatchObject({
      status: 'NEW',
      paymentStatus: 'PAID_ONLINE',
      total: { amount: 0 },
    })
  })

  test('again answers the same order, even after the cart changed or closed', async () => {
    await fillCart(visitor, 'bun')
    const bill = await visitor.api.billing.view()
    const order = await visitor.api.billing.place(only(bill))
    await visitor.api.cart.add({ sku: 'bun' })
    expect(await visitor.api.billing.place(only(bill))).toEqual(order)
    await transact(shop.ctx(), async (ctx) =>
      orders.markPaid(ctx, await orders.lock(ctx, order.orderID), { paymentOption: 'snappay_wechat' }),
    )
    expect(await visitor.api.billing.place(only(bill))).toMatchObject({ orderID: order.orderID, status: 'NEW' })
    expect(await stockOf('bun')).toEqual([4, 0])
  })

  test('with a changed cart makes a new order and fails the waiting one', async () => {
    await fillCart(visitor, 'bun', 5)
    const first = await placeOrder(visitor)
    const key = Object.keys((await visitor.api.cart.view()).lineItems)[0] ?? ''
    await visitor.api.cart.change({ lineItems: { [key]: { quantity: 4 } } })
    const second = await placeOrder(visitor)
    expect(second.orderID).not.toBe(first.orderID)
    expect(await visitor.api.orders.detail({ id: first.orderID })).toMatchObject({
      status: 'FAILED',
      paymentStatus: 'FAILED',
    })
    expect(second).toMatchObject({ status: 'INTERIM', lines: [{ quantity: 4 }] })
    expect([await stockOf('bun'), await placesTaken()]).toEqual([[5, 4], 1])
  })

  const billChanges: [string, (api: Visitor['api']) => Promise<unknown>, { payAtStore: boolean }, number][] = [
    ['payment at the store', async () => {}, { payAtStore: true }, 2],
    ['a tip', (api) => api.checkout.setTip({ tip: { amount: 100 } }), { payAtStore: false }, 2],
    ['another piece', (api) => api.cart.add({ sku: 'bun' }), { payAtStore: false }, 3],
  ]
  test.each(billChanges)(
    'again with %s keeps the held time within its lead time',
    async (_, change, payment, pieces) => {
      await fillCart(visitor, 'bun', 2)
      const first = await placeOrder(visitor)
      expect(first.slot).toEqual({ date: '2026-11-20', time: '12:30' })
      shop.clock.advance(15 * minute)
      await change(visitor.api)
      const second = await placeOrder(visitor, payment)
      expect(second).toMatchObject({ status: payment.payAtStore ? 'NEW' : 'INTERIM', slot: first.slot })
      expect(second.orderID).not.toBe(first.orderID)
      const stock = payment.payAtStore ? [5 - pieces, 0] : [5, pieces]
      expect([await stockOf('bun'), await placesTaken()]).toEqual([stock, 1])
    },
  )

  test('again at another time gives back the first time', async () => {
    await fillCart(visitor, 'bun', 2)
    await placeOrder(visitor)
    await visitor.api.checkout.setPickupSlot({ date: '2026-11-21', time: '09:00' })
    await placeOrder(visitor)
    expect(await shop.query('select starts_at from slot_use where taken > 0')).toEqual([
      { starts_at: new Date('2026-11-21T14:00:00Z') },
    ])
    expect(await stockOf('bun')).toEqual([5, 2])
  })

  test('keeps its hold unchanged when the shopper holds again', async () => {
    await fillCart(visitor, 'bun', 5)
    const order = await placeOrder(visitor)
    expect(await visitor.api.checkout.reserve({})).toEqual({ heldUntil: order.expiresAt })
    expect(await stockOf('bun')).toEqual([5, 5])
  })

  test('names the missing step', async () => {
    await visitor.api.cart.add({ sku: 'bun' })
    expect(await refusal(placeOrder(visitor))).toBe('checkout.slot_required')
    await visitor.api.checkout.setPickupDate({ date: '2026-11-21' })
    expect(await refusal(placeOrder(visitor))).toBe('checkout.slot_required')
    await visitor.api.checkout.setPickupSlot({ date: '2026-11-21', time: '09:00' })
    expect(await refusal(placeOrder(visitor))).toBe('checkout.contact_required')
    await visitor.api.checkout.setContact(sampleContact)
    expect(await refusal(placeOrder(visitor))).toBe('accepted')
  })

  test('refuses more than the limit per order, even if the limit is newer than the cart', async () => {
    await fillCart(visitor, 'bun', 4)
    await addProducts(shop.ctx(), { id: 'bun', price: 1000, stock: 5, taxClass: 'zero_rated', maxPerOrder: 3 })
    await expect(placeOrder(visitor)).rejects.toMatchObject({ errors: [{ code: 'cart.limit', details: { max: 3 } }] })
    expect(await stockOf('bun')).toEqual([5, 0])
  })

  test('refuses a total beyond the largest amount', async () => {
    await addProducts(shop.ctx(), { id: 'jade', price: 100, stock: null })
    await fillCart(visitor, 'jade', 999)
    await setPrice(shop.ctx(), { sku: 'jade', price: 2_000_000_000 })
    expect(await refusal(placeOrder(visitor))).toBe('cart.limit')
  })

  test('refuses a past slot, and holds nothing', async () => {
    await fillCart(visitor, 'bun')
    shop.clock.advance(60 * minute)
    expect(await refusal(placeOrder(visitor))).toBe('checkout.slot_unavailable')
    expect([await stockOf('bun'), await placesTaken()]).toEqual([[5, 0], 0])
  })

  test("finds neither another shopper's bill nor an unknown one", async () => {
    await fillCart(visitor, 'bun')
    const { id, hash } = await visitor.api.billing.view()
    const other = shop.visitor()
    await fillCheckout(other)
    for (const bill of [id, '00000000-0000-0000-0000-000000000000', 'nonsense']) {
      expect(await refusal(other.api.billing.place({ id: bill, hash }))).toBe('not_found')
    }
  })

  test.each(['total', 'status', 'paid', 'constructor'])('refuses an unknown field "%s"', async (name) => {
    await fillCart(visitor, 'bun')
    const { id, hash } = await visitor.api.billing.view()
    expect(await refusal(visitor.api.billing.place({ id, hash, [name]: 1 } as never))).toBe('input.invalid')
  })
})

const only = ({ id, hash }: { id: string; hash: string }) => ({ id, hash })
