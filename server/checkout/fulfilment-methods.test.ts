import { beforeEach, describe, expect, test } from 'vitest'
import type { ApiError } from '#contract/api-error.ts'
import { xsrfCookie, xsrfHeader } from '#contract/constants.ts'
import { hourMs } from '#contract/durations.ts'
import { schedule } from '#jobs/schedule.ts'
import * as coupons from '#server/coupons/coupons.ts'
import { putPoints, putZone } from '#server/locations/delivery.ts'
import * as dining from '#server/locations/dining.ts'
import * as locations from '#server/locations/locations.ts'
import { tableCode } from '#server/locations/table-codes.ts'
import * as tables from '#server/locations/table-list.ts'
import * as members from '#server/members/members.ts'
import { putTier } from '#server/membership/membership.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { buyMembership, createMember } from '#tests/membership.ts'
import { placeOrder, sampleContact } from '#tests/purchases.ts'
import { registerMember } from '#tests/registration.ts'

const shop = setUpShop()
let visitor: Visitor
/** Half a minute before noon at the store. The clock keeps running, so a test has half a minute until noon. */
const noon = '2026-11-20T16:59:30Z'
const hour = hourMs
const home = {
  country: 'CA',
  province: 'ON',
  city: 'Markham',
  street: '12 Fred Varley Drive',
  unit: '804',
  postCode: 'l3r1a1',
  buzzer: '0804',
} as const

beforeEach(async () => {
  await shop.reset()
  shop.clock.set(noon)
  await openStore(shop.ctx())
  await changeStore({ methods: ['PICKUP', 'DELIVERY', 'EAT_IN'], latitude: 43.8655, longitude: -79.3108 })
  await putPoints(shop.ctx(), 'CA', [{ prefix: 'L3R', point: [43.85, -79.33] }])
  await putZone(shop.ctx(), {
    id: 'near',
    locationId: 'markham',
    name: { en: 'Near', zh: '附近' },
    area: { kind: 'postal', prefixes: ['L3R', 'V6X'] },
    fees: [
      { from: 0, fee: 400 },
      { from: 5000, fee: 0 },
    ],
    minimum: 1500,
  })
  await tables.putTables(shop.ctx(), 'markham', ['1', '2'])
  await addProducts(shop.ctx(), { id: 'bun', price: 1000, stock: 20, taxClass: 'standard' })
  visitor = shop.visitor()
})

async function changeStore(changes: Partial<locations.LocationInput>) {
  const store = await locations.find(shop.ctx(), 'markham')
  if (store) await locations.put(shop.ctx(), { ...store, ...changes })
}
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: ApiError) => error.code,
  )
const codeOf = (number: string, version = 1) => tableCode(shop.app.secret, { locationId: 'markham', number, version })
async function orderToHome({ api }: Visitor, quantity = 2) {
  await api.cart.add({ sku: 'bun', quantity })
  await api.checkout.setMethod({ method: 'DELIVERY' })
  await api.checkout.setDeliveryAddress(home)
  await api.checkout.setDeliverySlot({ asap: true })
  await api.checkout.setContact(sampleContact)
}

describe('delivery', () => {
  test('brings an order to an address with a fee, a tax and a time', async () => {
    await orderToHome(visitor)
    const bill = await visitor.api.billing.view()
    expect(bill).toMatchObject({ method: 'DELIVERY', placeOfSupply: 'ON', delivery: { fee: { amount: 400 } } })
    expect(bill.adjustments.map(({ kind, amount }) => [kind, amount.amount])).toEqual([
      ['delivery', 400],
      ['tax', 312],
    ])
    const order = await placeOrder(visitor)
    expect(order).toMatchObject({
      method: 'DELIVERY',
      address: { ...home, postCode: 'L3R 1A1' },
      slot: { date: '2026-11-20', asap: true },
      total: { amount: 2712 },
    })
  })

  test('shows its fee for part of a postal code', async () => {
    await visitor.api.cart.add({ sku: 'bun' })
    const answer = await visitor.api.locations.delivery({ postCode: 'l3r' })
    expect(answer).toMatchObject({
      postCode: 'L3R',
      isKnown: true,
      locations: [{ locationId: 'markham', fee: { amount: 400 }, missing: { amount: 500 }, distanceKm: 2.3 }],
    })
    expect(await visitor.api.locations.delivery({ postCode: 'L3' })).toMatchObject({ isKnown: false, locations: [] })
    expect(await visitor.api.locations.delivery({ postCode: 'K1A' })).toMatchObject({
      locations: [],
      nearestPickup: { locationId: 'markham' },
    })
    expect(await visitor.api.locations.delivery({ postCode: 'T2P' })).toMatchObject({ nearestPickup: null })
  })

  test('keeps an address outside all zones, but refuses holds and orders with the reason', async () => {
    await orderToHome(visitor)
    const outside = { ...home, postCode: 'K1A 0B1', city: 'Ottawa' }
    expect(await refusal(visitor.api.checkout.setDeliveryAddress(outside))).toBe('checkout.address_outside')
    const { chosen, delivery } = await visitor.api.checkout.config()
    expect(chosen.address?.city).toBe('Ottawa')
    expect(delivery).toBeNull()
    expect(await visitor.api.checkout.deliveryConfig()).toMatchObject({ isOffered: true, problem: 'outside' })
    expect(await refusal(visitor.api.checkout.reserve({}))).toBe('checkout.address_outside')
    expect(await refusal(placeOrder(visitor))).toBe('checkout.address_outside')
  })

  test('shows a store’s zones with fees and minimums, the quote of the cart and the slots', async () => {
    const { methods, timeZone: _, ...before } = await visitor.api.checkout.config()
    expect(before.delivery).toBeNull()
    const cad = (amount: number) => ({ amount, currency: 'CAD' })
    const near = {
      id: 'near',
      name: { en: 'Near', zh: '附近' },
      kind: 'postal',
      prefixes: ['L3R', 'V6X'],
      countries: [],
      radiusKm: null,
      minimum: cad(1500),
      freeFrom: cad(5000),
      feeFrom: cad(0),
      feeTo: cad(400),
    }
    const { days, ...store } = await visitor.api.checkout.deliveryConfig()
    expect(store).toEqual({ isOffered: true, zones: [near], quote: null, problem: null })
    expect(days[0]?.slots[0]).toEqual({ time: expect.any(String), until: expect.any(String), state: 'free' })
    expect(days).toEqual(methods.find(({ method }) => method === 'DELIVERY')?.days)

    await orderToHome(visitor)
    const chosen = await visitor.api.checkout.deliveryConfig()
    const told = { zoneId: 'near', fee: cad(400), minimum: cad(1500), missing: cad(0), freeFrom: cad(5000) }
    expect(chosen).toMatchObject({ quote: told, problem: null })
    await changeStore({ methods: ['PICKUP'] })
    expect(await visitor.api.checkout.deliveryConfig()).toMatchObject({ isOffered: false, zones: [], days: [] })
  })

  test('refuses an order below the minimum, with the missing amount', async () => {
    await orderToHome(visitor, 1)
    expect(await visitor.api.checkout.deliveryConfig()).toMatchObject({ problem: 'below_minimum' })
    expect(await refusal(placeOrder(visitor))).toBe('checkout.below_minimum')
  })

  test('the bill says what goods lack for free delivery: memberships do not count, and a coupon ends it', async () => {
    await addProducts(shop.ctx(), { id: 'club', price: 3000, stock: null, type: 'MEMBERSHIP' })
    await coupons.put(shop.ctx(), {
      code: 'BRING',
      name: { en: 'Free delivery', zh: '免配送费' },
      reward: { kind: 'free_delivery' },
    })
    await orderToHome(visitor, 1)
    const delivery = async () => (await visitor.api.billing.view()).delivery
    const cad = (amount: number) => ({ amount, currency: 'CAD' })
    await visitor.api.cart.add({ sku: 'club' })
    expect(await delivery()).toMatchObject({ missing: cad(500), toFree: cad(4000) })
    await visitor.api.cart.add({ sku: 'bun' })
    expect(await delivery()).toMatchObject({ missing: cad(0), toFree: cad(3000) })
    await visitor.api.coupons.apply({ code: 'BRING' })
    expect(await delivery()).toMatchObject({ fee: cad(400), toFree: null })
    await visitor.api.coupons.remove()
    await visitor.api.cart.add({ sku: 'bun', quantity: 3 })
    expect(await delivery()).toMatchObject({ fee: cad(0), toFree: null })
  })

  test('the bill of a member says what goods lack for free delivery by the membership, if that is less', async () => {
    await addProducts(shop.ctx(), { id: 'club', price: 3000, stock: null, type: 'MEMBERSHIP' })
    await putTier(shop.ctx(), {
      id: 'plus',
      name: { en: 'Plus', zh: '尊享' },
      rank: 1,
      percent: 5,
      freeDeliveryFrom: 3000,
      plans: [{ sku: 'club', months: 1 }],
    })
    const member = await createMember(shop)
    await buyMembership(shop, member, 'club')
    await orderToHome(member, 1)
    const delivery = async () => (await member.api.billing.view()).delivery
    const cad = (amount: number) => ({ amount, currency: 'CAD' })
    // After the discount of 5 %, the bun is worth 9.50 and other goods for 21.58 are worth 20.50.
    expect(await delivery()).toMatchObject({ freeFrom: cad(3000), toFree: cad(2158) })
    await member.api.cart.add({ sku: 'bun', quantity: 3 })
    expect(await delivery()).toMatchObject({ fee: cad(400), toFree: null })
  })

  test("taxes follow the address's province, and an earlier bill is refused", async () => {
    await orderToHome(visitor)
    const before = await visitor.api.billing.view()
    await visitor.api.checkout.setDeliveryAddress({ ...home, province: 'BC', city: 'Richmond', postCode: 'V6X 1A1' })
    const after = await visitor.api.billing.view()
    expect(after.placeOfSupply).toBe('BC')
    expect(after.total.amount).not.toBe(before.total.amount)
    expect(await refusal(visitor.api.billing.place({ id: before.id, hash: before.hash }))).toBe('billing.changed')
  })

  test('requires an address, checked by the rules of its country', async () => {
    await visitor.api.cart.add({ sku: 'bun', quantity: 2 })
    await visitor.api.checkout.setDeliverySlot({ asap: true })
    await visitor.api.checkout.setContact(sampleContact)
    expect(await refusal(placeOrder(visitor))).toBe('checkout.address_required')
    const { countries } = await visitor.api.locations.countries()
    expect(countries.map(({ code }) => code)).toEqual(['CA', 'US', 'CN'])
    const { provinces } = await visitor.api.locations.provinces({ country: 'CA' })
    expect(provinces).toHaveLength(13)
    expect(await refusal(visitor.api.locations.provinces({ country: 'XX' }))).toBe('not_found')
    const broken = { ...home, city: '', postCode: 'L3R' }
    expect(await refusal(visitor.api.checkout.setDeliveryAddress(broken))).toBe('checkout.address_invalid')
  })

  test('over HTTP takes the address from the body, and the store and the wish to save it from the query', async () => {
    await members.create(shop.ctx(), { name: 'Mei', email: 'mei@shop.example', password: 'a long sentence' })
    await visitor.api.account.signIn({ email: 'mei@shop.example', password: 'a long sentence' })
    await visitor.api.cart.add({ sku: 'bun', quantity: 2 })
    const send = (query: string, body: object) =>
      visitor.fetch(`/api/istore/client/shoppingManagement4/orderDeliverInfo?${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [xsrfHeader]: visitor.cookies.get(xsrfCookie) ?? '' },
        body: JSON.stringify(body),
      })
    const chosen = async () => (await visitor.api.checkout.config()).chosen.address
    const kept = async () => (await visitor.api.checkout.config()).savedAddresses.map(({ street }) => street)
    expect((await send('localStoreName=Markham', home)).status).toBe(200)
    expect([(await chosen())?.street, await kept()]).toEqual([home.street, []])
    expect((await send('localStoreName=Markham&saveToMyProfile=true', { ...home, street: '14 Main' })).status).toBe(200)
    expect([(await chosen())?.street, await kept()]).toEqual(['14 Main', ['14 Main']])
    expect((await send('saveToMyProfile=perhaps', home)).status).toBe(400)
    expect((await send('localStoreName=Uptown&saveToMyProfile=true', { ...home, street: '16 Main' })).status).toBe(409)
    expect([(await chosen())?.street, await kept()]).toEqual(['14 Main', ['14 Main']])
    const guest = shop.visitor()
    await guest.api.cart.add({ sku: 'bun', quantity: 2 })
    await guest.api.checkout.setDeliveryAddress({ ...home, localStoreName: 'Markham', saveToMyProfile: true })
    expect((await guest.api.checkout.config()).chosen.address?.street).toBe(home.street)
  })

  test.each(['setContact', 'setDeliveryAddress'] as const)(
    'refuses %s for another store than the chosen one, and stores nothing',
    async (step) => {
      await changeStore({ name: { en: 'Markham', zh: '万锦店' } })
      await visitor.api.cart.add({ sku: 'bun', quantity: 2 })
      const { api } = visitor
      const send = (localStoreName: string) =>
        step === 'setContact'
          ? api.checkout.setContact({ ...sampleContact, localStoreName })
          : api.checkout.setDeliveryAddress({ ...home, localStoreName })
      const kept = async () => {
        const { contact, address } = (await api.checkout.config()).chosen
        return contact ?? address
      }
      for (const name of ['Uptown', 'Mark']) {
        await expect(send(name)).rejects.toMatchObject({
          status: 409,
          errors: [
            { code: 'checkout.other_store', field: 'localStoreName', message: expect.stringContaining('Markham') },
          ],
        })
        expect(await kept()).toBeNull()
      }
      for (const name of ['markham ', '万锦店', '']) await send(name)
      expect(await kept()).not.toBeNull()
    },
  )

  test('saves a member’s address once, with the newest note for the driver', async () => {
    await registerMember(shop, visitor, { name: 'Mei', email: 'mei@shop.example', password: 'a long sentence' })
    for (const note of ['', 'ring twice', 'call me'])
      await visitor.api.checkout.setDeliveryAddress({ ...home, note, saveToMyProfile: true })
    const { savedAddresses } = await visitor.api.checkout.config()
    expect(savedAddresses).toMatchObject([{ street: home.street, note: 'call me' }])
    expect((await shop.visitor().api.checkout.config()).savedAddresses).toEqual([])
  })
})

describe('slots', () => {
  test('of each fulfilment method have their own length, lead time and capacity', async () => {
    await changeStore({ methodRules: { DELIVERY: { slotMinutes: 60, leadMinutes: 60, slotCapacity: 1 } } })
    const first = (method: string) => async () => {
      const { methods } = await visitor.api.checkout.config()
      return methods.find((offered) => offered.method === method)?.earliest?.time
    }
    expect(await first('DELIVERY')()).toBe('13:00')
    await orderToHome(visitor)
    await visitor.api.checkout.setDeliverySlot({ date: '2026-11-20', time: '13:00' })
    await visitor.api.checkout.reserve({})
    const other = shop.visitor()
    const { methods } = await other.api.checkout.config()
    expect(methods.find(({ method }) => method === 'DELIVERY')?.earliest?.time).toBe('14:00')
    expect(methods.find(({ method }) => method === 'PICKUP')?.earliest?.time).toBe('12:30')
  })

  test('as soon as possible move on without a hold, and stay with one', async () => {
    await orderToHome(visitor)
    const promised = async () => (await visitor.api.billing.view()).slot?.time
    expect(await promised()).toBe('12:20')
    shop.clock.advance(10 * 60_000)
    expect(await promised()).toBe('12:30')
    await visitor.api.checkout.reserve({})
    shop.clock.advance(5 * 60_000)
    expect(await promised()).toBe('12:30')
    expect(await placeOrder(visitor)).toMatchObject({ slot: { time: '12:30', asap: true } })
  })

  test('as soon as possible never exceed their capacity with twenty parallel shoppers', async () => {
    await changeStore({
      methodRules: { PICKUP: { slotCapacity: 1, hours: [{ weekday: 5, from: '12:15', to: '12:45' }] } },
    })
    const all = Array.from({ length: 20 }, () => shop.visitor())
    for (const { api } of all) {
      await api.cart.add({ sku: 'bun' })
      await api.checkout.setPickupSlot({ asap: true })
      await api.checkout.setContact(sampleContact)
    }
    const held = await Promise.all(all.map(({ api }) => refusal(api.checkout.reserve({}))))
    expect(held.filter((answer) => answer === 'accepted').length).toBeGreaterThanOrEqual(1)
    expect(held.filter((answer) => answer === 'accepted').length).toBeLessThanOrEqual(2)
    const over = await shop.query('select 1 from slot_use where taken > capacity')
    expect(over).toEqual([])
  })
})

describe('eating in', () => {
  test('a guest orders to the table and pays there, without phone or email', async () => {
    await visitor.api.dining.sit({ token: codeOf('1') })
    await visitor.api.cart.add({ sku: 'bun' })
    await visitor.api.checkout.setContact({ name: 'Mei', methodName: 'EAT_IN', tableNumber: '1' })
    await visitor.api.checkout.reserve({})
    const order = await placeOrder(visitor, { payAtStore: true })
    expect(order).toMatchObject({ method: 'EAT_IN', table: { number: '1' }, slot: null, status: 'NEW' })
    expect(await visitor.api.dining.table()).toMatchObject({ seat: { guests: 1 }, orders: [{ isOwn: true }] })
  })

  test('phones at one table see all orders of the table, but not who ordered', async () => {
    const other = shop.visitor()
    for (const { api } of [visitor, other]) await api.dining.sit({ token: codeOf('1') })
    await visitor.api.cart.add({ sku: 'bun' })
    await visitor.api.checkout.setContact({ name: 'Mei Secret', methodName: 'EAT_IN' })
    await placeOrder(visitor, { payAtStore: true })
    const seen = await other.api.dining.table()
    expect(seen).toMatchObject({ seat: { guests: 2 }, orders: [{ isOwn: false, lines: [{ quantity: 1 }] }] })
    expect(JSON.stringify(seen)).not.toContain('Secret')
    expect((await other.api.cart.view()).itemCount).toBe(0)
  })

  test.each([
    ['the staff closed the table', () => dining.close(shop.ctx(), { locationId: 'markham', number: '1' })],
    ['three hours went by', async () => shop.clock.advance(3 * hour + 60_000)],
  ])('after %s earlier guests are unseated, and the next guests see no earlier orders', async (_, end) => {
    await visitor.api.dining.sit({ token: codeOf('1') })
    await visitor.api.cart.add({ sku: 'bun' })
    await visitor.api.checkout.setContact({ name: 'Mei', methodName: 'EAT_IN' })
    await placeOrder(visitor, { payAtStore: true })
    await end()
    await schedule.find(({ name }) => name === 'end parties that left')?.run(shop.ctx())
    expect(await visitor.api.dining.table()).toEqual({ seat: null, orders: [] })
    expect(await refusal(visitor.api.checkout.setMethod({ method: 'EAT_IN' }))).toBe('checkout.method_unavailable')
    const next = shop.visitor()
    await next.api.dining.sit({ token: codeOf('1') })
    expect(await next.api.dining.table()).toMatchObject({ seat: { guests: 1 }, orders: [] })
  })

  test.each([
    ['made up', () => 'abc.def'],
    ['for another table', () => `${codeOf('1').split('.')[0]}.${codeOf('2').split('.')[1]}`],
    ['of a table that does not exist', () => codeOf('99')],
    ['of another shop', () => tableCode('another secret', { locationId: 'markham', number: '1', version: 1 })],
    ['of an older print', () => codeOf('1', 0)],
  ])('a table code that is %s is refused', async (_, code) => {
    expect(await refusal(visitor.api.dining.look({ token: code() }))).toBe('tables.unknown')
    expect(await refusal(visitor.api.dining.sit({ token: code() }))).toBe('tables.unknown')
  })

  test('a new code makes the printed one invalid and ends its party', async () => {
    await visitor.api.dining.sit({ token: codeOf('1') })
    await tables.renew(shop.ctx(), { locationId: 'markham', tables: [{ number: '1', version: 1 }] })
    const [fresh = ''] = (await tables.list(shop.ctx(), 'markham')).map(({ code }) => code)
    expect(await refusal(visitor.api.dining.sit({ token: codeOf('1') }))).toBe('tables.unknown')
    expect(await visitor.api.dining.table()).toMatchObject({ seat: null })
    expect(await visitor.api.dining.sit({ token: fresh })).toMatchObject({ tableNumber: '1', guests: 1 })
  })

  test('guests cannot order before staff open the table, or while the kitchen is closed', async () => {
    await changeStore({ tablesOpenedBy: 'staff' })
    expect(await refusal(visitor.api.dining.sit({ token: codeOf('1') }))).toBe('tables.closed')
    await dining.open(shop.ctx(), { locationId: 'markham', number: '1' })
    await visitor.api.dining.sit({ token: codeOf('1') })
    await visitor.api.cart.add({ sku: 'bun' })
    await visitor.api.checkout.setContact({ name: 'Mei', methodName: 'EAT_IN' })
    await changeStore({ methodRules: { EAT_IN: { hours: [] } } })
    expect(await refusal(placeOrder(visitor, { payAtStore: true }))).toBe('checkout.closed')
  })

  test('guests order goods only in their selling window, and a refusal names its hours in both languages', async () => {
    const lunch = { name: { en: 'Lunch only', zh: '仅午市' }, from: '11:00', to: '14:30', weekdays: [1, 2, 3, 4, 5] }
    await addProducts(shop.ctx(), { id: 'bento', windows: [lunch] })
    await visitor.api.dining.sit({ token: codeOf('1') })
    await visitor.api.cart.add({ sku: 'bun' })
    await visitor.api.cart.add({ sku: 'bento' })
    await visitor.api.checkout.setContact({ name: 'Mei', methodName: 'EAT_IN' })
    const { lineItems } = await visitor.api.cart.view()
    const bento = Object.values(lineItems).find(({ sku }) => sku === 'bento')
    const table = async () => (await visitor.api.checkout.config()).methods[0]
    const refused = async () => {
      const held = await visitor.api.checkout.reserve({}).catch((error: ApiError) => error.errors)
      expect(await refusal(placeOrder(visitor, { payAtStore: true }))).toBe('checkout.slot_unavailable')
      return held
    }
    // A Friday at 14:30, and the Saturday after it at noon.
    for (const late of ['2026-11-20T19:30:00Z', '2026-11-21T17:00:00Z']) {
      shop.clock.set(late)
      await visitor.api.dining.sit({ token: codeOf('1') })
      await visitor.api.checkout.setContact({ name: 'Mei', methodName: 'EAT_IN' })
      expect(await table()).toMatchObject({ method: 'EAT_IN', apart: [bento?.key] })
      expect(await refused()).toMatchObject([
        {
          code: 'checkout.slot_unavailable',
          message:
            '“bento” is served only at these times: Mon–Fri 11\u00a0a.m.–2:30\u00a0p.m. ' +
            'Please remove it, or pick it up at one of them.',
        },
      ])
    }
    await visitor.api.shell.changeLocale({ locale: 'zh' })
    expect(await refused()).toMatchObject([
      { message: '“bento”的供应时段是：周一至周五 11:00–14:30，现在不能堂食。请先拿出来，或改为在供应时段到店自取。' },
    ])
    shop.clock.set('2026-11-23T19:29:00Z')
    await visitor.api.dining.sit({ token: codeOf('1') })
    await visitor.api.checkout.setContact({ name: 'Mei', methodName: 'EAT_IN' })
    expect(await table()).toMatchObject({ method: 'EAT_IN', apart: [] })
    await visitor.api.checkout.reserve({})
    expect(await placeOrder(visitor, { payAtStore: true })).toMatchObject({ method: 'EAT_IN', status: 'NEW' })
  })

  test('a table number without its code is refused', async () => {
    await visitor.api.cart.add({ sku: 'bun' })
    const named = { name: 'Mei', localStoreName: 'Markham', methodName: 'EAT_IN', tableNumber: '1' } as const
    expect(await refusal(visitor.api.checkout.setContact(named))).toBe('checkout.table_required')
    await visitor.api.dining.sit({ token: codeOf('1') })
    const { contact } = await visitor.api.checkout.setContact(named)
    expect(contact).toEqual({ name: 'Mei', phone: '', email: '' })
  })

  test('twenty parallel phones join one party', async () => {
    const all = Array.from({ length: 20 }, () => shop.visitor())
    await Promise.all(all.map(({ api }) => api.dining.sit({ token: codeOf('1') })))
    expect(await shop.query('select count(*)::int as n from table_sessions')).toEqual([{ n: 1 }])
    expect(await visitor.api.dining.table()).toMatchObject({ seat: null })
  })
})
