import { beforeEach, expect, test, vi } from 'vitest'
import type { ApiError } from '#contract/api-error.ts'
import type { Bill } from '#contract/billing.ts'
import { maxClaims } from '#contract/constants.ts'
import { dayMs } from '#contract/durations.ts'
import { choices } from '#server/cart/cart.ts'
import type { CouponInput } from '#server/coupons/coupons.ts'
import * as coupons from '#server/coupons/coupons.ts'
import * as orders from '#server/orders/orders.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { fillCart, fillCheckout, placeOrder, sampleContact } from '#tests/purchases.ts'
import { registerMember } from '#tests/registration.ts'

vi.setConfig({ testTimeout: 120_000 })

const shop = setUpShop()
let visitor: Visitor
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'tea', price: 1000, stock: null, taxClass: 'zero_rated' })
  await put({ code: 'THREE', reward: { kind: 'amount', amount: 300 } })
  await put({ code: 'FIFTH', reward: { kind: 'percent', percent: 20 } })
  await put({ code: 'BIG', reward: { kind: 'amount', amount: 900 }, conditions: { minimum: 10_000 } })
  visitor = shop.visitor()
})

const put = (coupon: Partial<CouponInput> & Pick<CouponInput, 'code' | 'reward'>) =>
  coupons.put(shop.ctx(), { name: { en: coupon.code, zh: coupon.code }, listed: true, ...coupon })
const markPaid = (orderID: string) =>
  transact(shop.ctx(), async (ctx) => {
    await orders.markPaid(ctx, await orders.lock(ctx, orderID), { paymentOption: 'snappay_alipay' })
  })
const account = { name: 'Mei', email: sampleContact.email, password: 'three dumplings at noon' }
const claimAll = async ({ api }: Visitor, ...codes: string[]) => {
  for (const code of codes) await api.coupons.claim({ code })
}
const code = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: ApiError) => error.code,
  )
const sumOf = ({ coupon, total }: { coupon: { code: string } | null; total: Bill['total'] }) => [
  coupon?.code ?? null,
  total.amount,
]

test('of the claimed coupons the valid one that takes most off applies by itself', async () => {
  await claimAll(visitor, 'THREE', ' fifth ', 'BIG', 'THREE')
  expect((await visitor.api.cart.view()).claims).toEqual(['THREE', 'FIFTH', 'BIG'])
  await visitor.api.cart.add({ sku: 'tea' })
  expect(sumOf(await visitor.api.billing.view())).toEqual(['THREE', 700])
  await visitor.api.cart.add({ sku: 'tea' })
  expect(sumOf(await visitor.api.billing.view())).toEqual(['FIFTH', 1600])
  await fillCheckout(visitor)
  expect(sumOf(await placeOrder(visitor, { payAtStore: true }))).toEqual(['FIFTH', 1600])
  expect(await shop.query('select code from coupons where used > 0')).toEqual([{ code: 'FIFTH' }])
})

test('a typed code wins over claims, also if it takes less off', async () => {
  await claimAll(visitor, 'FIFTH')
  await visitor.api.cart.add({ sku: 'tea', quantity: 5 })
  expect(sumOf(await visitor.api.coupons.apply({ code: 'THREE' }))).toEqual(['THREE', 4700])
})

test('removing a typed code keeps the claims, and the best of them applies', async () => {
  await put({ code: 'SECRET', reward: { kind: 'amount', amount: 50 }, listed: false })
  await claimAll(visitor, 'THREE', 'FIFTH')
  await visitor.api.cart.add({ sku: 'tea' })
  const { coupons: ofVisitor } = visitor.api
  expect(sumOf(await ofVisitor.apply({ code: 'SECRET' }))).toEqual(['SECRET', 950])
  expect(sumOf(await ofVisitor.remove({ code: 'secret' }))).toEqual(['THREE', 700])
  expect((await visitor.api.cart.view()).claims).toEqual(['THREE', 'FIFTH'])
  // Without a code, the call removes the typed coupon. The second call finds no typed coupon and removes nothing.
  await ofVisitor.apply({ code: 'SECRET' })
  expect(sumOf(await ofVisitor.remove())).toEqual(['THREE', 700])
  expect(sumOf(await ofVisitor.remove())).toEqual(['THREE', 700])
})

test('removing a claimed coupon ends only this claim, and the next best one applies', async () => {
  await claimAll(visitor, 'THREE', 'FIFTH')
  await visitor.api.cart.add({ sku: 'tea' })
  expect(sumOf(await visitor.api.coupons.remove({ code: 'THREE' }))).toEqual(['FIFTH', 800])
  expect((await visitor.api.cart.view()).claims).toEqual(['FIFTH'])
  expect(sumOf(await visitor.api.coupons.remove({ code: 'FIFTH' }))).toEqual([null, 1000])
  await visitor.api.cart.add({ sku: 'tea' })
  expect(sumOf(await visitor.api.billing.view())).toEqual([null, 2000])
  await claimAll(visitor, 'THREE')
  expect(sumOf(await visitor.api.billing.view())).toEqual(['THREE', 1700])
})

test('a coupon that was both claimed and typed does not come back after the visitor removes it', async () => {
  await claimAll(visitor, 'THREE')
  await visitor.api.cart.add({ sku: 'tea' })
  await visitor.api.coupons.apply({ code: 'THREE' })
  expect(sumOf(await visitor.api.coupons.remove({ code: 'THREE' }))).toEqual([null, 1000])
})

test('a removal keeps a claim and a typed code that are stored while it waits', async () => {
  await claimAll(visitor, 'THREE')
  const { id } = await visitor.api.cart.add({ sku: 'tea' })
  const { coupons: ofVisitor } = visitor.api
  let sent: Promise<unknown>[] = []
  await transact(shop.ctx(), async (ctx) => {
    await choices.lockAny(ctx, id ?? '')
    for (const send of [
      () => ofVisitor.claim({ code: 'FIFTH' }),
      () => ofVisitor.apply({ code: 'FIFTH' }),
      () => ofVisitor.remove({ code: 'THREE' }),
    ]) {
      sent = [...sent, send()]
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
  })
  await Promise.all(sent)
  expect((await visitor.api.cart.view()).claims).toEqual(['FIFTH'])
  expect((await visitor.api.billing.view()).coupon).toMatchObject({ code: 'FIFTH', isClaimed: false })
})

const one = { kind: 'amount', amount: 100 } as const

test('only listed and personal coupons can be claimed', async () => {
  await put({ code: 'SECRET', reward: one, listed: false })
  for (const unknown of ['SECRET', 'NOSUCH'])
    expect(await code(visitor.api.coupons.claim({ code: unknown }))).toBe('coupons.unknown')
  const { userID } = await registerMember(shop, visitor, account)
  await put({ code: 'MINE', reward: one, listed: false, conditions: { member: userID } })
  expect(await code(shop.visitor().api.coupons.claim({ code: 'MINE' }))).toBe('coupons.unknown')
  expect((await visitor.api.coupons.claim({ code: 'MINE' })).claims).toEqual(['MINE'])
})

test('a claim of a coupon that is over, not yet valid, used up or for others is refused with the reason', async () => {
  const day = dayMs
  const now = Date.parse('2026-11-20T17:00:00Z')
  await put({ code: 'OFF', reward: one, active: false })
  await put({ code: 'OVER', reward: one, endsAt: new Date(now - day) })
  await put({ code: 'LATER', reward: one, startsAt: new Date(now + day) })
  await put({ code: 'GONE', reward: one, maxUses: 0 })
  await put({ code: 'FAMILY', reward: one, conditions: { membersOnly: true } })
  const claim = (of: string) => code(visitor.api.coupons.claim({ code: of }))
  expect(await claim('OFF')).toBe('coupons.ended')
  expect(await claim('OVER')).toBe('coupons.ended')
  expect(await claim('LATER')).toBe('coupons.not_started')
  expect(await claim('GONE')).toBe('coupons.used_up')
  expect(await claim('FAMILY')).toBe('coupons.members')
  expect((await visitor.api.cart.view()).claims).toEqual([])
  await registerMember(shop, visitor, account)
  expect(await claim('FAMILY')).toBe('accepted')
})

test('a claimed coupon that ends or is used up no longer applies, and another claimed one does', async () => {
  await put({ code: 'LAST', reward: { kind: 'amount', amount: 800 }, maxUses: 1 })
  await claimAll(visitor, 'LAST', 'THREE')
  await visitor.api.cart.add({ sku: 'tea' })
  expect(sumOf(await visitor.api.billing.view())).toEqual(['LAST', 200])
  await shop.query(`update coupons set used = 1 where code = 'LAST'`)
  expect(sumOf(await visitor.api.billing.view())).toEqual(['THREE', 700])
  await coupons.deactivate(shop.ctx(), ['THREE'])
  expect(sumOf(await visitor.api.billing.view())).toEqual([null, 1000])
})

test('a coupon for members applies only while the visitor is signed in', async () => {
  await put({ code: 'FAMILY', reward: one, conditions: { membersOnly: true } })
  await registerMember(shop, visitor, account)
  await claimAll(visitor, 'FAMILY')
  await visitor.api.cart.add({ sku: 'tea' })
  expect(sumOf(await visitor.api.billing.view())).toEqual(['FAMILY', 900])
  await visitor.api.account.signOut()
  expect((await visitor.api.cart.view()).claims).toEqual([])
})

test('the bill says whether its coupon was claimed or typed', async () => {
  await claimAll(visitor, 'FIFTH')
  await visitor.api.cart.add({ sku: 'tea' })
  expect((await visitor.api.billing.view()).coupon).toMatchObject({ code: 'FIFTH', isClaimed: true, problem: null })
  expect((await visitor.api.coupons.apply({ code: 'THREE' })).coupon).toMatchObject({ code: 'THREE', isClaimed: false })
})

test('claims sent at once are all kept, also those that create the cart, and equal ones count once', async () => {
  const codes = ['THREE', 'FIFTH', 'BIG']
  const twice = [...codes, ...codes]
  await visitor.api.cart.view()
  await Promise.all(twice.map((code) => visitor.api.coupons.claim({ code })))
  expect((await visitor.api.cart.view()).claims.toSorted()).toEqual(codes.toSorted())
  expect(await shop.query('select count(*)::int from carts')).toEqual([{ count: 1 }])
})

test('claims belong to the visitor’s own cart', async () => {
  await claimAll(visitor, 'FIFTH')
  const other = shop.visitor()
  await other.api.cart.add({ sku: 'tea' })
  expect((await other.api.cart.view()).claims).toEqual([])
  expect(sumOf(await other.api.billing.view())).toEqual([null, 1000])
})

test('a cart keeps the newest claims', async () => {
  const codes = Array.from({ length: maxClaims + 1 }, (_, at) => `MANY${at}`)
  for (const each of codes) await put({ code: each, reward: one })
  await claimAll(visitor, ...codes)
  expect((await visitor.api.cart.view()).claims).toEqual(codes.slice(1))
})

test('claims sent while an order is placed or paid are not lost', async () => {
  const codes = Array.from({ length: 12 }, (_, at) => `MANY${at}`).toSorted()
  for (const each of codes) await put({ code: each, reward: one })
  for (let round = 0; round < 10; round++) {
    const buyer = shop.visitor()
    await claimAll(buyer, 'THREE')
    await fillCart(buyer, 'tea')
    await buyer.api.checkout.setContact({ ...sampleContact, phone: `416-555-01${10 + round}` })
    const payAtStore = round % 2 === 0
    const { id, hash } = await buyer.api.billing.view({ pickUpAandPayAtStore: payAtStore })
    const place = () => buyer.api.billing.place({ id, hash, pickUpAandPayAtStore: payAtStore })
    const end = payAtStore ? place : markPaid.bind(null, (await place()).orderID)
    const claimLater = async (each: string, at: number) => {
      await new Promise((resolve) => setTimeout(resolve, at * 2))
      await claimAll(buyer, each)
    }
    await Promise.all([end(), ...codes.map(claimLater)])
    expect((await buyer.api.cart.view()).claims.toSorted()).toEqual(codes)
  }
})

test('a claim that waits for the closing of its cart goes to the next cart', async () => {
  await claimAll(visitor, 'THREE')
  await fillCart(visitor, 'tea')
  const { orderID } = await placeOrder(visitor)
  let claiming: Promise<unknown> = Promise.resolve()
  await transact(shop.ctx(), async (ctx) => {
    await orders.markPaid(ctx, await orders.lock(ctx, orderID), { paymentOption: 'snappay_alipay' })
    claiming = claimAll(visitor, 'FIFTH')
    await new Promise((resolve) => setTimeout(resolve, 300))
  })
  await claiming
  expect((await visitor.api.cart.view()).claims).toEqual(['FIFTH'])
})

test('an order ends the claim that it used, and the others move to the next cart', async () => {
  await put({ code: 'ONCE', reward: { kind: 'amount', amount: 500 }, maxUsesEach: 1 })
  await claimAll(visitor, 'THREE', 'ONCE')
  await fillCart(visitor, 'tea')
  expect(sumOf(await placeOrder(visitor, { payAtStore: true }))).toEqual(['ONCE', 500])
  expect(await visitor.api.cart.view()).toMatchObject({ itemCount: 0, claims: ['THREE'] })
  await fillCart(visitor, 'tea')
  expect(sumOf(await visitor.api.billing.view())).toEqual(['THREE', 700])
  expect(await code(visitor.api.coupons.claim({ code: 'ONCE' }))).toBe('coupons.used')
})

test('lines added to a cart whose order is paid later move to the next cart together with the claims', async () => {
  await claimAll(visitor, 'THREE', 'FIFTH')
  await fillCart(visitor, 'tea')
  const { orderID } = await placeOrder(visitor)
  await visitor.api.cart.add({ sku: 'tea' })
  await markPaid(orderID)
  expect(await visitor.api.cart.view()).toMatchObject({ itemCount: 1, claims: ['FIFTH'] })
})

test('an order whose payment fails ends no claim', async () => {
  await claimAll(visitor, 'THREE')
  await fillCart(visitor, 'tea')
  const order = await placeOrder(visitor)
  expect(sumOf(order)).toEqual(['THREE', 700])
  await transact(shop.ctx(), async (ctx) => orders.markFailed(ctx, await orders.lock(ctx, order.orderID)))
  expect(sumOf(await visitor.api.billing.view())).toEqual(['THREE', 700])
})

test('a guest who signs in keeps the claims of both carts', async () => {
  await registerMember(shop, visitor, account)
  await claimAll(visitor, 'THREE')
  const guest = shop.visitor()
  await claimAll(guest, 'FIFTH')
  await guest.api.account.signIn({ email: account.email, password: account.password })
  expect((await guest.api.cart.view()).claims).toEqual(['THREE', 'FIFTH'])
  expect(await guest.api.account.exportData()).toMatchObject({ couponClaims: ['THREE', 'FIFTH'] })
})

test('of two orders at once only one gets the last use; the other sees its new total before it is placed', async () => {
  await put({ code: 'LAST', reward: { kind: 'amount', amount: 800 }, maxUses: 1 })
  const buyers = [visitor, shop.visitor()]
  const bills = await Promise.all(
    buyers.map(async (buyer, at) => {
      await claimAll(buyer, 'LAST')
      await buyer.api.cart.add({ sku: 'tea' })
      await fillCheckout(buyer)
      await buyer.api.checkout.setContact({
        ...sampleContact,
        phone: `416-555-012${at}`,
        email: `buyer${at}@shop.example`,
      })
      return buyer.api.billing.view({ pickUpAandPayAtStore: true })
    }),
  )
  expect(bills.map(sumOf)).toEqual([
    ['LAST', 200],
    ['LAST', 200],
  ])
  const answers = await Promise.all(
    buyers.map(({ api }, at) =>
      code(api.billing.place({ id: bills[at]?.id ?? '', hash: bills[at]?.hash ?? '', pickUpAandPayAtStore: true })),
    ),
  )
  expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1)
  expect(['billing.changed', 'coupons.used_up']).toContain(answers.find((answer) => answer !== 'accepted'))
  const late = buyers[answers.findIndex((answer) => answer !== 'accepted')] ?? visitor
  expect(sumOf(await placeOrder(late, { payAtStore: true }))).toEqual([null, 1000])
  expect(await shop.query(`select used from coupons where code = 'LAST'`)).toEqual([{ used: 1 }])
})
