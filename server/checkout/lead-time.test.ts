import { beforeEach, describe, expect, test } from 'vitest'
import type { ApiError } from '#contract/api-error.ts'
import { hourMs } from '#contract/durations.ts'
import * as catalogue from '#server/catalogue/staff.ts'
import { putPoints, putZone } from '#server/locations/delivery.ts'
import * as locations from '#server/locations/locations.ts'
import { tableCode } from '#server/locations/table-codes.ts'
import * as tables from '#server/locations/table-list.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { fillGroupCart, groupItem, openGroupBuy, placeGroupOrder, saturday } from '#tests/group-buys.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { fillCart, fillCheckout, placeOrder, sampleContact } from '#tests/purchases.ts'

const shop = setUpShop()
let visitor: Visitor
/** Half a minute before noon at the store, which is open from 8:00 to 22:00 and has a lead time of 20 minutes. */
const noon = '2026-11-20T16:59:30Z'
const dayMinutes = 1440
const tomorrow = { date: '2026-11-21', time: '12:00' }

beforeEach(async () => {
  await shop.reset()
  shop.clock.set(noon)
  await openStore(shop.ctx())
  await addProducts(
    shop.ctx(),
    { id: 'tea' },
    { id: 'cake', leadMinutes: dayMinutes },
    { id: 'duck', leadMinutes: 120 },
  )
  visitor = shop.visitor()
})

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: ApiError) => ({ code: error.code, message: error.errors[0]?.message }),
  )
const pickup = async () => (await visitor.api.checkout.config()).methods[0]
async function changeStore(changes: Partial<locations.LocationInput>) {
  const store = await locations.find(shop.ctx(), 'markham')
  if (store) await locations.put(shop.ctx(), { ...store, ...changes })
}

describe('a lead time', () => {
  test('sets the earliest slot of a cart: the longest of its lines counts', async () => {
    await visitor.api.cart.add({ sku: 'tea' })
    expect(await pickup()).toMatchObject({ earliest: { date: '2026-11-20', time: '12:30' }, asap: { time: '12:20' } })
    await visitor.api.cart.add({ sku: 'duck' })
    expect(await pickup()).toMatchObject({ earliest: { date: '2026-11-20', time: '14:00' }, asap: { time: '14:00' } })
    await visitor.api.cart.add({ sku: 'cake' })
    expect(await pickup()).toMatchObject({ earliest: tomorrow, asap: null })
  })

  test('extends the days for a store that takes orders for today only', async () => {
    await changeStore({ daysAhead: 0 })
    await visitor.api.cart.add({ sku: 'cake' })
    expect((await pickup())?.days.map(({ date }) => date)).toEqual(['2026-11-21'])
  })

  test('refuses an earlier slot, and names the goods in both languages', async () => {
    await visitor.api.cart.add({ sku: 'cake' })
    expect(await refusal(visitor.api.checkout.setPickupSlot({ date: '2026-11-20', time: '18:00' }))).toEqual({
      code: 'checkout.slot_unavailable',
      message: '“cake” has to be ordered at least 1 day ahead. Please pick a later time.',
    })
    await visitor.api.shell.changeLocale({ locale: 'zh' })
    expect(await refusal(visitor.api.checkout.setPickupSlot({ date: '2026-11-21', time: '11:45' }))).toMatchObject({
      message: '“cake”需要至少提前 1 天下单，请选晚一点的时间。',
    })
  })

  test('refuses a hold and an order if goods added later are not ready by the held slot', async () => {
    await fillCart(visitor, 'tea')
    await visitor.api.checkout.reserve()
    await visitor.api.cart.add({ sku: 'cake' })
    const late = { code: 'checkout.slot_unavailable', message: expect.stringContaining('“cake” has to be ordered') }
    expect(await refusal(visitor.api.checkout.reserve())).toEqual(late)
    expect(await refusal(placeOrder(visitor))).toEqual(late)
    await fillCheckout(visitor)
    expect((await placeOrder(visitor)).slot).toMatchObject(tomorrow)
  })

  test('counts from the hold: a shopper who pays minutes later keeps the time', async () => {
    await fillCart(visitor, 'cake')
    await visitor.api.checkout.reserve()
    shop.clock.advance(10 * 60_000)
    expect((await placeOrder(visitor)).slot).toMatchObject(tomorrow)
  })

  test('is checked again at placing if nothing is held', async () => {
    await fillCart(visitor, 'cake')
    shop.clock.advance(hourMs)
    expect(await refusal(placeOrder(visitor))).toMatchObject({ code: 'checkout.slot_unavailable' })
    expect(await shop.query('select 1 from orders')).toEqual([])
  })

  test('applies to delivery together with the zone’s extra time, also in the preview', async () => {
    await changeStore({ methods: ['PICKUP', 'DELIVERY'] })
    await putPoints(shop.ctx(), 'CA', [{ prefix: 'L3R', point: [43.85, -79.33] }])
    await putZone(shop.ctx(), {
      id: 'near',
      locationId: 'markham',
      name: { en: 'Near', zh: '附近' },
      extraMinutes: 30,
      area: { kind: 'postal', prefixes: ['L3R'] },
      fees: [{ from: 0, fee: 400 }],
    })
    await visitor.api.cart.add({ sku: 'cake' })
    const { locations: stores } = await visitor.api.locations.delivery({ country: 'CA', postCode: 'L3R 1A1' })
    expect(stores[0]?.earliest).toEqual({ date: '2026-11-21', time: '12:30' })
    await visitor.api.checkout.setDeliveryAddress({
      ...{ country: 'CA', province: 'ON', city: 'Markham', street: '12 Fred Varley Drive', postCode: 'L3R 1A1' },
    })
    const { days } = await visitor.api.checkout.deliveryConfig()
    const times = days.flatMap(({ date, slots }) => slots.map(({ time }) => ({ date, time })))
    expect(times[0]).toEqual({ date: '2026-11-21', time: '12:30' })
    const early = visitor.api.checkout.setDeliverySlot({ date: '2026-11-20', time: '18:00' })
    expect(await refusal(early)).toMatchObject({ code: 'checkout.slot_unavailable' })
    await visitor.api.checkout.setDeliverySlot({ date: '2026-11-21', time: '12:30' })
    await visitor.api.checkout.setContact(sampleContact)
    expect((await placeOrder(visitor)).slot).toMatchObject({ date: '2026-11-21', time: '12:30' })
  })

  test('refuses goods at a table if guests would wait too long', async () => {
    await changeStore({ methods: ['PICKUP', 'EAT_IN'] })
    await tables.putTables(shop.ctx(), 'markham', ['1'])
    const token = tableCode(shop.app.secret, { locationId: 'markham', number: '1', version: 1 })
    await visitor.api.dining.sit({ token })
    await visitor.api.cart.add({ sku: 'tea' })
    await visitor.api.cart.add({ sku: 'cake' })
    await visitor.api.checkout.setContact({ name: 'Mei', methodName: 'EAT_IN', tableNumber: '1' })
    const { lineItems } = await visitor.api.cart.view()
    const cake = Object.values(lineItems).find(({ sku }) => sku === 'cake')
    expect(await pickup()).toMatchObject({ method: 'EAT_IN', apart: [cake?.key] })
    expect(await refusal(visitor.api.checkout.reserve())).toMatchObject({
      message: expect.stringContaining('we cannot serve it at a table now'),
    })
    await visitor.api.cart.remove({ keys: [cake?.key ?? ''] })
    expect((await placeOrder(visitor, { payAtStore: true })).method).toBe('EAT_IN')
  })

  test('is shown for another store before the shopper changes to it', async () => {
    await openStore(shop.ctx(), 'downtown', 1)
    await fillCart(visitor, 'tea')
    const there = () => visitor.api.cart.preview({ locationId: 'downtown' })
    expect(await there()).toMatchObject({ losesSlot: false })
    await visitor.api.cart.add({ sku: 'cake' })
    expect(await there()).toMatchObject({ losesSlot: true })
  })

  test('gives the product page the first slot at this store and the deadline to order for that day', async () => {
    expect(await visitor.api.catalogue.detail({ id: 'cake' })).toMatchObject({ leadMinutes: dayMinutes })
    expect((await visitor.api.catalogue.inventory({ id: 'cake' })).ready).toEqual({
      ...tomorrow,
      // The last slot of Saturday begins at 21:45. The cake takes a day, so the deadline is Friday at 21:45.
      orderBy: '2026-11-21T02:45:00.000Z',
      timeZone: 'America/Toronto',
    })
    expect((await visitor.api.catalogue.inventory({ id: 'tea' })).ready).toBeNull()
  })

  test('is set by staff, for existing products only', async () => {
    const set = (product: string) => catalogue.setTerms(shop.ctx(), { product, leadMinutes: 180 })
    expect(await set('tea')).toEqual({ product: 'tea', leadMinutes: 180, contactRequired: false, crossBorder: false })
    await expect(set('moon')).rejects.toMatchObject({ items: [{ code: 'staff.unknown' }] })
    await visitor.api.cart.add({ sku: 'tea' })
    expect(await pickup()).toMatchObject({ earliest: { date: '2026-11-20', time: '15:00' } })
  })
})

describe('a group-buy of goods with a lead time', () => {
  beforeEach(() => openGroupBuy(shop.ctx(), { items: [groupItem({ sku: 'cake' })] }))

  test('offers only hand-over times by which its goods are ready', async () => {
    const fissionCampaignId = 'lychees'
    await fillGroupCart(visitor, { sku: 'cake' })
    await catalogue.setTerms(shop.ctx(), { product: 'cake', leadMinutes: 9 * dayMinutes })
    const { campaign } = await visitor.api.checkout.config({ fissionCampaignId })
    expect(campaign?.points.flatMap(({ windows }) => windows)).toEqual([])
    const window = { pickupPointId: 'lychees-p1', date: saturday.date, time: saturday.from }
    expect(await refusal(visitor.api.checkout.setPickupSlot({ fissionCampaignId, ...window }))).toMatchObject({
      code: 'checkout.slot_unavailable',
    })
    expect(await refusal(placeGroupOrder(visitor))).toMatchObject({ code: 'campaigns.point_required' })
    await catalogue.setTerms(shop.ctx(), { product: 'cake', leadMinutes: dayMinutes })
    expect((await placeGroupOrder(visitor)).slot).toMatchObject({ date: saturday.date, time: saturday.from })
  })
})
