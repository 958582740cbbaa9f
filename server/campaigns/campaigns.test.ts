import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { schedule } from '#jobs/schedule.ts'
import * as orders from '#server/orders/orders.ts'
import { cancelByStore } from '#server/orders/orders.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import {
  fillGroupCart,
  groupItem,
  joinGroupBuy,
  markOrderPaid,
  openGroupBuy,
  placeGroupOrder,
  saturday,
} from '#tests/group-buys.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { sampleContact } from '#tests/purchases.ts'
import { registerMember } from '#tests/registration.ts'

const minute = 60_000
const id = 'lychees'
const inGroup = { fissionCampaignId: id }

const shop = setUpShop()
let visitor: Visitor
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'lychee', price: 1300, stock: 0 }, { id: 'tea', price: 500 })
  visitor = shop.visitor()
})

let people = 0
/** The contact of a new shopper. */
const somebodyElse = () => {
  people++
  return { name: `Person ${people}`, email: `person${people}@shop.example`, phone: `416-555-${String(1000 + people)}` }
}
const another = (wanted = {}) => joinGroupBuy(shop.ctx(), shop.visitor(), { ...somebodyElse(), ...wanted })

const signUp = () =>
  registerMember(shop, visitor, { name: 'Mei', email: 'mei@shop.example', password: 'a long enough password' })

/** Returns the error of a refused call. */
async function refusal(asked: Promise<unknown>) {
  const error = await asked.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(error instanceof ApiError)) throw error ?? new Error('it was not refused')
  return error
}
const code = async (asked: Promise<unknown>) => (await refusal(asked)).code

describe('group-buys', () => {
  test('are listed as open, then upcoming, then ended, with the progress of paid orders', async () => {
    const now = shop.app.now().getTime()
    const at = (from: number, until: number) => ({
      opensAt: new Date(now + from * minute),
      closesAt: new Date(now + until * minute),
    })
    await openGroupBuy(shop.ctx(), { id: 'later', ...at(60, 120) })
    await openGroupBuy(shop.ctx(), { id: 'long-open', ...at(-60, 600) })
    await openGroupBuy(shop.ctx(), { ...at(-60, 60) })
    await openGroupBuy(shop.ctx(), { id: 'over', ...at(-120, -60) })
    await another({ quantity: 2 })
    await fillGroupCart(visitor)
    await placeGroupOrder(visitor)
    const { campaigns } = await visitor.api.campaigns.list({})
    expect(campaigns.map(({ id, state }) => [id, state])).toEqual([
      ['lychees', 'open'],
      ['long-open', 'open'],
      ['later', 'scheduled'],
      ['over', 'settling'],
    ])
    expect(campaigns[0]).toMatchObject({
      serverTime: expect.stringMatching(/^2026-11-20T17:0/),
      timeZone: 'America/Toronto',
      pickupDates: ['2026-11-28'],
      goal: { kind: 'participants', target: 3, cap: null },
      progress: { participants: 1, pieces: 2, amount: { amount: 2000 }, reached: 1, missing: 2, left: null },
      fromPrice: { amount: 1000 },
      priceTo: null,
      ladder: [
        { from: 1, price: { amount: 1000 }, isReached: true },
        { from: 5, price: { amount: 900 }, isReached: false },
        { from: 10, price: { amount: 800 }, isReached: false },
      ],
      toNextTier: 3,
    })
  })

  test('are in the sitemap while they are open', async () => {
    const read = async (path: string) => (await shop.visitor().fetch(path)).text()
    expect(await read('/sitemap.xml')).not.toContain('sitemap-campaigns')
    await openGroupBuy(shop.ctx())
    const now = shop.app.now().getTime()
    const over = { opensAt: new Date(now - 120 * minute), closesAt: new Date(now - minute) }
    await openGroupBuy(shop.ctx(), { id: 'over', ...over })
    expect(await read('/sitemap.xml')).toContain('/sitemap-campaigns.xml</loc>')
    const part = await read('/sitemap-campaigns.xml')
    expect(part).toContain('/store/groupCampaign/lychees')
    expect(part).toContain('/store/groupCampaigns')
    expect(part).toContain('/store/campaignItem/lychees-lychee?FissionSale=lychees')
    expect(part).not.toContain('/store/groupCampaign/over')
  })

  test('are answered with points, items and price tiers', async () => {
    await openGroupBuy(shop.ctx(), { perPerson: 6 })
    await another({ quantity: 4 })
    const detail = await visitor.api.campaigns.detail({ id })
    expect(detail).toMatchObject({ id, perPerson: 6, allowsCoupons: false, mine: null })
    expect(detail.points.map(({ id, windows }) => [id, windows[0]?.state])).toEqual([
      ['lychees-p1', 'free'],
      ['lychees-p2', 'few'],
    ])
    const { items } = await visitor.api.campaigns.items(inGroup)
    expect(items).toEqual(detail.items)
    expect(items[0]).toMatchObject({
      fissionCampaignId: id,
      sku: 'lychee',
      price: { amount: 1000 },
      regularPrice: { amount: 1300 },
      sold: 4,
      toNextTier: 1,
      purchasable: 10,
    })
    expect(await visitor.api.campaigns.item({ id: 'lychees-lychee' })).toEqual(items[0])
    await another()
    expect((await visitor.api.campaigns.item({ id: 'lychees-lychee' })).price.amount).toBe(900)
  })

  test('are not found under unknown ids', async () => {
    for (const asked of [
      () => visitor.api.campaigns.detail({ id: 'x' }),
      () => visitor.api.campaigns.items({ fissionCampaignId: 'x' }),
      () => visitor.api.campaigns.item({ id: 'x' }),
      () => visitor.api.campaigns.joined({ fissionCampaignId: 'x' }),
      () => visitor.api.campaignCart.view({ id: 'x' }),
      () => visitor.api.campaignCart.add({ id: 'x', sku: 'lychee' }),
      () => visitor.api.checkout.config({ fissionCampaignId: 'x' }),
      () => visitor.api.billing.view({ fissionCampaignId: 'x' }),
    ])
      expect(await code(asked())).toBe('not_found')
  })

  test('are chosen by `fissionCampaignId` in the query of items, participants and bill', async () => {
    await openGroupBuy(shop.ctx())
    await joinGroupBuy(shop.ctx(), shop.visitor(), somebodyElse())
    await fillGroupCart(visitor)
    const ask = async (path: string) => {
      const answer = await visitor.fetch(`/api/istore/client/${path}`)
      return [answer.status, await answer.json()]
    }
    const items = 'productManagement2/campaignProductItem/list/all'
    expect(await ask(`${items}?fissionCampaignId=${id}`)).toEqual([
      200,
      { items: [expect.objectContaining({ fissionCampaignId: id, sku: 'lychee' })] },
    ])
    expect(await ask(`common3/orders/list?fissionCampaignId=${id}`)).toEqual([
      200,
      expect.objectContaining({ count: 1 }),
    ])
    expect(await ask(`shoppingManagement4/billing/?fissionCampaignId=${id}`)).toEqual([
      200,
      expect.objectContaining({ campaign: expect.objectContaining({ fissionCampaignId: id }) }),
    ])
    for (const path of [items, 'common3/orders/list']) {
      expect((await ask(path))[0]).toBe(400)
      expect((await ask(`${path}?fissionCampaignId=nothing`))[0]).toBe(404)
    }
  })

  test('list their participants with masked names, newest first, in pages', async () => {
    await openGroupBuy(shop.ctx())
    await joinGroupBuy(shop.ctx(), visitor, { ...somebodyElse(), name: '王小明' })
    for (const name of ['Li Na', 'O']) await another({ name })
    const { joined, count, hasMore } = await visitor.api.campaigns.joined({ ...inGroup, numberToLoad: 2 })
    expect([count, hasMore, joined.map(({ number, name }) => [number, name])]).toEqual([
      3,
      true,
      [
        [3, 'O**'],
        [2, 'Li**'],
      ],
    ])
    const rest = await visitor.api.campaigns.joined({ ...inGroup, startingPosition: 2 })
    expect(rest.joined).toEqual([
      {
        number: 1,
        name: '王**',
        items: [{ name: { en: 'lychee', zh: 'lychee' }, optionText: { en: '', zh: '' }, quantity: 1 }],
        at: expect.any(String),
        isOwn: true,
        isFurther: false,
      },
    ])
    expect(JSON.stringify([joined, rest])).not.toMatch(/@|416|小明|Na"/)
  })
})

describe('the cart of a group-buy', () => {
  beforeEach(() => openGroupBuy(shop.ctx()))

  test('is separate from the shop’s cart, with its own prices and points, and without payment at the store', async () => {
    await visitor.api.cart.add({ sku: 'tea' })
    await fillGroupCart(visitor, { quantity: 2 })
    const cart = await visitor.api.campaignCart.view({ id })
    expect(Object.values(cart.lineItems)).toMatchObject([
      {
        sku: 'lychee',
        quantity: 2,
        unitPrice: { amount: 1000 },
        regularPrice: { amount: 1300 },
        priceReason: 'campaign',
      },
    ])
    expect(Object.values((await visitor.api.cart.view()).lineItems)).toMatchObject([{ sku: 'tea' }])
    const bill = await visitor.api.billing.view(inGroup)
    expect(bill).toMatchObject({
      subtotal: { amount: 2000 },
      method: 'PICKUP',
      slot: { date: saturday.date, time: '10:00', until: '12:00' },
      campaign: { fissionCampaignId: id, pickupPoint: { id: 'lychees-p1', address: '1 Main Street' } },
    })
    expect(await code(visitor.api.billing.view({ ...inGroup, pickUpAandPayAtStore: true }))).toBe(
      'campaigns.online_only',
    )
    const { options } = await visitor.api.checkout.paymentConfig(inGroup)
    expect(options.map(({ id }) => id)).not.toContain('pay_at_store')
    const order = await placeGroupOrder(visitor)
    expect(order).toMatchObject({ campaign: bill.campaign, slot: bill.slot, status: 'INTERIM' })
    expect((await visitor.api.cart.view()).itemCount).toBe(1)
  })

  test('changes quantities, and refuses goods of the shop', async () => {
    const { lineItems, version } = await visitor.api.campaignCart.add({ id, sku: 'lychee' })
    const [key = ''] = Object.keys(lineItems)
    const more = await visitor.api.campaignCart.change({ id, lineItems: { [key]: { quantity: 3 } }, version })
    expect(more.pieces).toBe(3)
    expect(await code(visitor.api.campaignCart.change({ id, lineItems: { [key]: { quantity: 21 } } }))).toBe(
      'cart.out_of_stock',
    )
    expect(await code(visitor.api.campaignCart.change({ id, lineItems: {}, version }))).toBe('cart.changed')
    expect(await code(visitor.api.campaignCart.add({ id, sku: 'tea' }))).toBe('cart.unavailable')
    expect((await visitor.api.campaignCart.change({ id, lineItems: { [key]: { quantity: 0 } } })).itemCount).toBe(0)
  })

  test('does not change the price and stock of the same goods in the shop’s cart', async () => {
    expect(await code(visitor.api.cart.add({ sku: 'lychee' }))).toBe('cart.out_of_stock')
  })

  test('adds once for a repeated key', async () => {
    const tap = () => visitor.api.campaignCart.add({ id, sku: 'lychee', idempotencyKey: 'one-tap-only' })
    await Promise.all([tap(), tap(), tap()])
    expect((await visitor.api.campaignCart.view({ id })).pieces).toBe(1)
  })

  test('refuses the key of another request, and adds nothing for it', async () => {
    await openGroupBuy(shop.ctx(), { items: [groupItem(), groupItem({ sku: 'tea' })] })
    const add = (wanted: { sku: string; quantity?: number }) =>
      visitor.api.campaignCart.add({ id, ...wanted, idempotencyKey: 'one-tap-only' })
    await add({ sku: 'lychee' })
    for (const other of [{ sku: 'lychee', quantity: 2 }, { sku: 'tea' }])
      await expect(add(other)).rejects.toMatchObject({ status: 422, errors: [{ code: 'request.key_reused' }] })
    expect((await visitor.api.campaignCart.view({ id })).pieces).toBe(1)
  })

  test('stays with the visitor who registers', async () => {
    await fillGroupCart(visitor)
    await signUp()
    expect((await visitor.api.campaignCart.view({ id })).pieces).toBe(1)
    expect((await visitor.api.cart.view()).pieces).toBe(0)
  })

  test('requires an existing point and window', async () => {
    await visitor.api.campaignCart.add({ id, sku: 'lychee' })
    await visitor.api.checkout.setContact({ ...inGroup, ...sampleContact })
    const choose = (pickupPointId: string | undefined, time: string) =>
      code(visitor.api.checkout.setPickupSlot({ ...inGroup, date: saturday.date, time, pickupPointId }))
    expect(await choose(undefined, '10:00')).toBe('campaigns.point_required')
    expect(await choose('lychees-p1', '11:00')).toBe('checkout.slot_unavailable')
    expect(await choose('elsewhere', '10:00')).toBe('checkout.slot_unavailable')
    expect(await code(visitor.api.checkout.setMethod({ ...inGroup, method: 'DELIVERY' }))).toBe(
      'checkout.method_unavailable',
    )
    expect(await code(placeGroupOrder(visitor))).toBe('campaigns.point_required')
    await another({ pickupPointId: 'lychees-p2' })
    expect(await choose('lychees-p2', '14:00')).toBe('campaigns.point_full')
  })

  test('refuses a point that closed after the shopper chose it, but not the payment of an earlier order', async () => {
    const early = shop.visitor()
    await fillGroupCart(early, somebodyElse())
    const { orderID } = await placeGroupOrder(early)
    await fillGroupCart(visitor)
    await shop.query("update campaign_points set closes_at = $1 where id = 'lychees-p1'", [shop.app.now()])
    expect(await code(placeGroupOrder(visitor))).toBe('campaigns.point_closed')
    expect(await markOrderPaid(shop.ctx(), orderID)).toBe('paid')
    const window = { ...inGroup, date: saturday.date, time: '14:00', pickupPointId: 'lychees-p2' }
    await visitor.api.checkout.setPickupSlot(window)
    expect(await placeGroupOrder(visitor)).toMatchObject({ status: 'INTERIM' })
  })

  test('refuses coupons unless the group-buy allows them', async () => {
    await fillGroupCart(visitor)
    expect(await code(visitor.api.coupons.apply({ ...inGroup, code: 'ANY' }))).toBe('campaigns.no_coupons')
  })
})

describe('joining a group-buy', () => {
  test.each([
    [-1, 'campaigns.not_started'],
    [0, null],
    [60 * minute - 1, null],
    [60 * minute, 'campaigns.ended'],
  ])('%i ms after the opening is answered with the refusal: %s', async (ms, expected) => {
    const opensAt = new Date('2026-11-20T18:00:00Z')
    shop.clock.set('2026-11-20T18:00:00Z')
    const now = opensAt.getTime() + ms
    const clock = shop.app.now
    onTestFinished(() => {
      shop.app.now = clock
    })
    shop.app.now = () => new Date(now)
    await openGroupBuy(shop.ctx(), { opensAt, closesAt: new Date(opensAt.getTime() + 60 * minute) })
    const asked = visitor.api.campaignCart.add({ id, sku: 'lychee' })
    if (expected) expect(await code(asked)).toBe(expected)
    else expect((await asked).pieces).toBe(1)
  })

  test('before it opens is refused with the opening time at the store', async () => {
    const { closesAt } = { closesAt: new Date('2026-11-22T05:00:00Z') }
    await openGroupBuy(shop.ctx(), { opensAt: new Date('2026-11-21T23:30:00Z'), closesAt })
    const error = await refusal(visitor.api.campaignCart.add({ id, sku: 'lychee' }))
    expect(error.errors[0]?.details).toMatchObject({ date: 'Saturday, November 21', time: '6:30\u00a0p.m.' })
    expect(error.message).toBe('This group-buy has not opened yet. It opens on Saturday, November 21 at 6:30\u00a0p.m.')
  })

  test('is limited in pieces per person by email and phone; cancelled orders do not count', async () => {
    await openGroupBuy(shop.ctx(), { items: [groupItem({ perPerson: 3 })] })
    await joinGroupBuy(shop.ctx(), visitor, { quantity: 2 })
    const error = await refusal(visitor.api.campaignCart.add({ id, sku: 'lychee', quantity: 2 }))
    expect([error.code, error.errors[0]?.details]).toMatchObject(['campaigns.limit', { max: 3, left: 1 }])
    const samePhone = shop.visitor()
    await fillGroupCart(samePhone, { quantity: 2, email: 'other@shop.example' })
    expect(await code(placeGroupOrder(samePhone))).toBe('campaigns.limit')
    const { orderID } = await another({ quantity: 3, email: 'third@shop.example' })
    const third = shop.visitor()
    await fillGroupCart(third, { ...somebodyElse(), email: 'THIRD@shop.example' })
    expect(await code(placeGroupOrder(third))).toBe('campaigns.limit')
    await transact(shop.ctx(), async (ctx) => {
      await cancelByStore(ctx, { id: orderID, note: '', restocks: true })
    })
    expect((await placeGroupOrder(third)).status).toBe('INTERIM')
  })

  test('is limited without the pieces of the unpaid order that the next order of the cart replaces', async () => {
    await openGroupBuy(shop.ctx(), { items: [groupItem({ perPerson: 3 })] })
    await fillGroupCart(visitor, { quantity: 2 })
    await placeGroupOrder(visitor)
    const { lineItems, pieces } = await visitor.api.campaignCart.add({ id, sku: 'lychee' })
    expect(pieces).toBe(3)
    const [key = ''] = Object.keys(lineItems)
    const setQuantity = (quantity: number) =>
      visitor.api.campaignCart.change({ id, lineItems: { [key]: { quantity } } })
    expect(await code(setQuantity(4))).toBe('campaigns.limit')
    await setQuantity(1)
    expect((await setQuantity(3)).pieces).toBe(3)
    const { orderID } = await placeGroupOrder(visitor)
    // Closes the cart, as the shop does while an order waits for an e-transfer. The shopper's next order then does not
    // replace this order, so the pieces of both count.
    await transact(shop.ctx(), async (ctx) => orders.closeCart(ctx, await orders.lock(ctx, orderID)))
    const add = () => visitor.api.campaignCart.add({ id, sku: 'lychee' })
    expect(await code(add())).toBe('campaigns.limit')
    await markOrderPaid(shop.ctx(), orderID)
    expect(await code(add())).toBe('campaigns.limit')
  })

  test('by strangers with a member’s address does not use up the member’s limit', async () => {
    await openGroupBuy(shop.ctx(), { items: [groupItem({ perPerson: 2 })] })
    await signUp()
    await joinGroupBuy(shop.ctx(), shop.visitor(), { quantity: 2, email: 'mei@shop.example' })
    await joinGroupBuy(shop.ctx(), visitor, { quantity: 2, email: 'mei@shop.example' })
    expect((await visitor.api.campaigns.detail({ id })).progress.participants).toBe(2)
    expect(await code(visitor.api.campaignCart.add({ id, sku: 'lychee' }))).toBe('campaigns.limit')
  })

  test('as a guest belongs to the account that later verifies the email address', async () => {
    await openGroupBuy(shop.ctx())
    const { orderID } = await another({ email: 'MEI@shop.example' })
    await signUp()
    expect((await visitor.api.campaigns.detail({ id })).mine?.orders).toMatchObject([{ orderID }])
    expect((await visitor.api.campaigns.joined(inGroup)).joined).toMatchObject([{ isOwn: true }])
  })

  test('is refused above the limit of people, counting unpaid orders', async () => {
    await openGroupBuy(shop.ctx(), { goal: 1, cap: 2 })
    await another()
    await fillGroupCart(visitor)
    const late = shop.visitor()
    await fillGroupCart(late, somebodyElse())
    const { orderID } = await placeGroupOrder(visitor)
    expect(await code(placeGroupOrder(late))).toBe('campaigns.full')
    await markOrderPaid(shop.ctx(), orderID)
    expect((await visitor.api.campaigns.detail({ id })).state).toBe('full')
    expect(await code(shop.visitor().api.campaignCart.add({ id, sku: 'lychee' }))).toBe('campaigns.full')
  })

  test('can be cancelled until the close, which releases its pieces and place', async () => {
    await openGroupBuy(shop.ctx(), { goal: 1 })
    await signUp()
    const { orderID } = await joinGroupBuy(shop.ctx(), visitor, { quantity: 2, pickupPointId: 'lychees-p2' })
    expect((await visitor.api.campaigns.detail({ id })).state).toBe('reached')
    await visitor.api.orders.cancel({ id: orderID })
    await visitor.api.orders.cancel({ id: orderID })
    const { state, progress, items, points, mine } = await visitor.api.campaigns.detail({ id })
    expect([state, progress.participants, progress.pieces, items[0]?.purchasable, mine]).toEqual([
      'open',
      0,
      0,
      20,
      null,
    ])
    expect(points[1]?.windows[0]?.state).toBe('few')
    expect((await visitor.api.campaigns.joined(inGroup)).count).toBe(0)
    const { orderID: second } = await joinGroupBuy(shop.ctx(), visitor)
    shop.clock.advance(121 * minute)
    expect(await code(visitor.api.orders.cancel({ id: second }))).toBe('orders.too_late')
  })
})

describe('a second order of the same person', () => {
  beforeEach(() => openGroupBuy(shop.ctx()))

  test('counts as the same participant at the same point, without new details', async () => {
    await joinGroupBuy(shop.ctx(), visitor, { pickupPointId: 'lychees-p2' })
    await visitor.api.campaignCart.add({ id, sku: 'lychee', quantity: 2 })
    const { campaign, chosen } = await visitor.api.checkout.config(inGroup)
    expect(campaign).toMatchObject({ isJoined: true, points: [{ id: 'lychees-p2' }] })
    expect(chosen).toMatchObject({ pickupPointId: 'lychees-p2', slot: { time: '14:00' }, contact: { name: 'Li Na' } })
    const { orderID } = await placeGroupOrder(visitor)
    await markOrderPaid(shop.ctx(), orderID)
    const { progress, mine } = await visitor.api.campaigns.detail({ id })
    expect(progress).toMatchObject({ participants: 1, pieces: 3 })
    expect(mine?.orders.map(({ pieces }) => pieces)).toEqual([1, 2])
    expect(mine?.pickup).toMatchObject({ pickupPointId: 'lychees-p2', from: '14:00' })
    const { joined } = await visitor.api.campaigns.joined(inGroup)
    expect(joined.map(({ number, isFurther }) => [number, isFurther])).toEqual([
      [2, true],
      [1, false],
    ])
  })

  test('is not restricted by the unpaid order that it replaces', async () => {
    await fillGroupCart(visitor, { pickupPointId: 'lychees-p2' })
    await placeGroupOrder(visitor)
    const { campaign } = await visitor.api.checkout.config(inGroup)
    // The second point has a single place, which the unpaid order holds. The next order replaces the unpaid order, so
    // the place is free for it, and the state is `few` instead of `full`.
    expect(campaign).toMatchObject({
      isJoined: false,
      points: [
        { id: 'lychees-p1', windows: [{ state: 'free' }] },
        { id: 'lychees-p2', windows: [{ state: 'few' }] },
      ],
    })
    const time = { date: saturday.date, time: saturday.from }
    await visitor.api.checkout.setPickupSlot({ ...inGroup, pickupPointId: 'lychees-p1', ...time })
    const { orderID, campaign: placed } = await placeGroupOrder(visitor)
    expect(placed?.pickupPoint?.id).toBe('lychees-p1')
    await markOrderPaid(shop.ctx(), orderID)
    const { points, mine } = await visitor.api.campaigns.detail({ id })
    expect([points[1]?.windows[0]?.state, mine?.pickup?.pickupPointId]).toEqual(['few', 'lychees-p1'])
  })

  test('takes no place over in another window of the same point', async () => {
    const windows = [saturday, { ...saturday, from: '14:00', until: '15:00' }]
    const points = [{ name: { en: 'Plaza', zh: '广场' }, address: '1 Main Street', windows }]
    await openGroupBuy(shop.ctx(), { points })
    const taken = () =>
      shop.query('select from_time as from, taken from campaign_windows where point_id = $1 order by 1', [`${id}-p1`])
    await signUp()
    const { orderID: morning } = await joinGroupBuy(shop.ctx(), visitor)
    const guest = shop.visitor()
    await guest.api.campaignCart.add({ id, sku: 'lychee' })
    const afternoon = { date: saturday.date, time: '14:00', pickupPointId: `${id}-p1` }
    await guest.api.checkout.setPickupSlot({ ...inGroup, ...afternoon })
    await guest.api.checkout.setContact({ ...inGroup, ...somebodyElse() })
    const { orderID: later } = await placeGroupOrder(guest)
    await markOrderPaid(shop.ctx(), later)
    await guest.api.account.signIn({ email: 'mei@shop.example', password: 'a long enough password' })
    const { orderID: added } = await joinGroupBuy(shop.ctx(), guest)
    expect(await taken()).toEqual([
      { from: '10:00', taken: 1 },
      { from: '14:00', taken: 1 },
    ])
    await guest.api.orders.cancel({ id: later })
    expect(await taken()).toEqual([
      { from: '10:00', taken: 1 },
      { from: '14:00', taken: 0 },
    ])
    for (const id of [morning, added]) await guest.api.orders.cancel({ id })
    expect(await taken()).toEqual([
      { from: '10:00', taken: 0 },
      { from: '14:00', taken: 0 },
    ])
  })

  test('keeps the place when the first order is cancelled', async () => {
    await signUp()
    const first = await joinGroupBuy(shop.ctx(), visitor, { pickupPointId: 'lychees-p2' })
    await visitor.api.campaignCart.add({ id, sku: 'lychee' })
    await markOrderPaid(shop.ctx(), (await placeGroupOrder(visitor)).orderID)
    await visitor.api.orders.cancel({ id: first.orderID })
    const { progress, points, mine } = await visitor.api.campaigns.detail({ id })
    expect([progress.participants, progress.pieces, points[1]?.windows[0]?.state]).toEqual([1, 1, 'full'])
    expect(mine?.pickup?.pickupPointId).toBe('lychees-p2')
  })
})

test('pieces of an unpaid order are held, and released when it expires', async () => {
  await openGroupBuy(shop.ctx(), { items: [groupItem({ stock: 1 })] })
  await fillGroupCart(visitor)
  const late = shop.visitor()
  await fillGroupCart(late, somebodyElse())
  await visitor.api.checkout.reserve(inGroup)
  const error = await refusal(placeGroupOrder(late))
  expect([error.code, error.errors[0]?.details?.purchasable]).toEqual(['cart.out_of_stock', 0])
  await placeGroupOrder(visitor)
  expect(await shop.query('select stock, held, sold from campaign_items')).toEqual([{ stock: 1, held: 1, sold: 0 }])
  shop.clock.advance(31 * minute)
  await schedule.find(({ name }) => name === 'check pending payments')?.run(shop.ctx())
  expect(await shop.query('select held, sold from campaign_items')).toEqual([{ held: 0, sold: 0 }])
  await placeGroupOrder(late)
})

test('a failed order joins again when staff accept its late payment, if pieces are left', async () => {
  await openGroupBuy(shop.ctx(), { items: [groupItem({ stock: 2 })] })
  await fillGroupCart(visitor)
  const { orderID } = await placeGroupOrder(visitor)
  await transact(shop.ctx(), async (ctx) => orders.markFailed(ctx, await orders.lock(ctx, orderID)))
  expect(await shop.query('select held, sold from campaign_items')).toEqual([{ held: 0, sold: 0 }])
  const honour = (id: string) =>
    transact(shop.ctx(), async (ctx) =>
      orders.acceptLatePayment(ctx, await orders.lock(ctx, id), { paymentOption: 'snappay_alipay' }),
    )
  // The pickup point takes no new orders, but this order was placed before.
  await shop.query('update campaign_points set closes_at = $1', [shop.app.now()])
  await honour(orderID)
  await shop.query('update campaign_points set closes_at = null')
  expect(await orders.find(shop.ctx(), orderID)).toMatchObject({ status: 'NEW', paymentStatus: 'PAID_ONLINE' })
  expect(await shop.query('select held, sold from campaign_items')).toEqual([{ held: 0, sold: 1 }])

  const late = shop.visitor()
  await fillGroupCart(late, somebodyElse())
  const failed = await placeGroupOrder(late)
  await transact(shop.ctx(), async (ctx) => orders.markFailed(ctx, await orders.lock(ctx, failed.orderID)))
  await joinGroupBuy(shop.ctx(), shop.visitor(), somebodyElse())
  await expect(honour(failed.orderID)).rejects.toMatchObject({ items: [{ code: 'cart.out_of_stock' }] })
  expect(await shop.query('select held, sold from campaign_items')).toEqual([{ held: 0, sold: 2 }])
})
