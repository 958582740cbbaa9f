import { beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { texts } from '#contract/messages.ts'
import * as coupons from '#server/coupons/coupons.ts'
import * as payments from '#server/payments/payments.ts'
import { addProducts } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import { buyMembership, createMember, openClub, settle, signIn } from '#tests/membership.ts'
import type { Till } from '#tests/payments.ts'
import { setUpTill } from '#tests/payments.ts'
import { fillCart, placeOrder, sampleContact } from '#tests/purchases.ts'
import { registerMember } from '#tests/registration.ts'
import { endAll, grantMonths } from './grants.ts'
import * as membership from './membership.ts'

const shop = setUpShop()
const till = setUpTill(shop)
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T15:00:00Z')
  await openClub(shop)
})

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'nothing',
    (error) => error.code,
  )
const idOf = async (email = 'mei@shop.example') =>
  (await shop.query<{ id: string }>('select id from members where email = $1', [email]))[0]?.id ?? ''

describe('the membership offer', () => {
  test('lists tiers with benefits and plans in both languages, shortest plan first', async () => {
    const { tiers } = await (await createMember(shop)).api.membership.products()
    expect(tiers.map(({ id }) => id)).toEqual(['plain', 'plus'])
    expect(tiers[1]).toMatchObject({
      name: { en: 'Lantern Plus', zh: '灯友尊享' },
      plans: [
        { sku: 'plus-month', months: 1, price: { amount: 1200, currency: 'CAD' }, perMonth: null },
        { sku: 'plus-year', months: 12, price: { amount: 12_000 }, perMonth: { amount: 1000 } },
      ],
    })
    expect(tiers[1]?.benefits.map(({ kind }) => kind)).toEqual(['member_prices', 'percent', 'free_delivery', 'coupons'])
    expect(tiers[1]?.benefits[2]?.text).toEqual({ en: 'Free delivery from $30.00 on.', zh: '满 $30.00 免配送费。' })
  })

  test('leaves out inactive products, and is visible to guests', async () => {
    await shop.query("update products set record_status = 'ARCHIVED' where id = 'plus-pass'")
    const guest = shop.visitor()
    expect((await guest.api.membership.offer()).tiers.map(({ id }) => id)).toEqual(['plain'])
    expect(await refusal(guest.api.membership.products())).toBe('account.sign_in_required')
    expect(await refusal(guest.api.membership.own())).toBe('account.sign_in_required')
  })

  test('includes all membership products, also beyond one page of goods', async () => {
    const passes = Array.from({ length: 70 }, (_, n) => `pass-${n}`)
    await addProducts(shop.ctx(), ...passes.map((id) => ({ id, type: 'MEMBERSHIP' as const })))
    const { api } = shop.visitor()
    const whole = { productType: 'MEMBERSHIP', recordStatus: 'ACTIVE', sortby: 'default', infiniteLoad: false } as const
    const { products, hasMore } = await api.catalogue.list(whole)
    expect(products.map(({ id }) => id)).toEqual(expect.arrayContaining(passes))
    expect(hasMore).toBe(false)
    await membership.putTier(shop.ctx(), {
      id: 'late',
      name: { en: 'Late', zh: '后来' },
      summary: { en: '', zh: '' },
      rank: 9,
      plans: [{ sku: (await api.catalogue.detail({ id: 'pass-69' })).variants[0]?.sku ?? '', months: 1 }],
    })
    expect((await api.membership.offer()).tiers.map(({ id }) => id)).toContain('late')
  })
})

describe('buying a membership', () => {
  test('needs a contact but no slot or address, and starts with the payment', async () => {
    const visitor = await createMember(shop)
    await visitor.api.cart.add({ sku: 'plus-month' })
    expect((await visitor.api.checkout.config()).methods).toEqual([])
    await visitor.api.checkout.setContact(sampleContact)
    await visitor.api.checkout.reserve()
    const bill = await visitor.api.billing.view()
    expect(bill).toMatchObject({ isService: true, asksSignIn: false, slot: null, address: null, tipOffers: [] })
    expect(bill.adjustments.map(({ kind, amount }) => [kind, amount.amount])).toEqual([['tax', 156]])
    const order = await placeOrder(visitor)
    expect(order).toMatchObject({ status: 'INTERIM', isService: true, fulfilmentStatus: 'NONE' })
    expect(await visitor.api.membership.own()).toMatchObject({ state: 'none', tier: null })
    await settle(shop, order.orderID)
    expect(await visitor.api.orders.detail({ id: order.orderID })).toMatchObject({
      status: 'NEW',
      fulfilmentStatus: 'PICKED_UP',
    })
    expect(await visitor.api.membership.own()).toMatchObject({
      state: 'active',
      tier: { id: 'plus' },
      daysLeft: 30,
      later: [],
    })
    expect((await visitor.api.shell.appInfo()).membership).toBe('Lantern Plus')
  })

  test('requires guests to sign in before paying, and keeps their cart', async () => {
    const guest = shop.visitor()
    await guest.api.cart.add({ sku: 'plus-month' })
    await guest.api.checkout.setContact(sampleContact)
    expect(await guest.api.billing.view()).toMatchObject({ asksSignIn: true })
    expect(await refusal(placeOrder(guest))).toBe('membership.sign_in')
    const email = 'mei@shop.example'
    await registerMember(shop, guest, { name: 'Mei', email, password: 'three dumplings at noon' })
    expect(await guest.api.billing.view()).toMatchObject({ asksSignIn: false })
    await settle(shop, (await placeOrder(guest)).orderID)
    expect(await guest.api.membership.own()).toMatchObject({ state: 'active' })
  })

  test('cannot be paid at the store, and needs a slot together with goods', async () => {
    const visitor = await createMember(shop)
    await visitor.api.cart.add({ sku: 'plain-pass' })
    expect(await refusal(visitor.api.billing.view({ pickUpAandPayAtStore: true }))).toBe(
      'checkout.pay_at_store_unavailable',
    )
    await visitor.api.cart.add({ sku: 'tea' })
    await visitor.api.checkout.setContact(sampleContact)
    expect(await visitor.api.billing.view()).toMatchObject({ isService: false })
    expect(await refusal(placeOrder(visitor))).toBe('checkout.slot_required')
    await fillCart(visitor, 'tea')
    const order = await placeOrder(visitor)
    await settle(shop, order.orderID)
    expect(await visitor.api.orders.detail({ id: order.orderID })).toMatchObject({ fulfilmentStatus: 'PLACED' })
    expect(await visitor.api.membership.own()).toMatchObject({ tier: { id: 'plain' } })
  })

  test('grants it once with parallel notifications, status checks and job runs', async () => {
    await createMember(shop)
    const memberId = await idOf()
    const ctx = await till.shopper()
    const [line] = Object.values(
      (await (await createMember(shop, 'other@shop.example')).api.cart.add({ sku: 'plus-month' })).lineItems,
    )
    if (!line) throw new Error('nothing lies in the cart')
    const { id } = await till.order(ctx, { memberId, lines: [line] })
    const reference = `${id}-A1`
    await payments.startSnapPayWeChat(ctx, { orderID: id })
    shop.clock.advance(6000)
    await till.control(reference, { action: 'parallel', times: 5 })
    await Promise.all([
      till.control(reference, { action: 'pay' }),
      ...Array.from({ length: 20 }, () => payments.checkSnapPay(ctx, { orderID: id })),
      payments.checkPending(shop.ctx()),
    ])
    expect(await shop.query('select tier_id, pieces from membership_grants')).toEqual([{ tier_id: 'plus', pieces: 1 }])
    await membership.grantPurchased(shop.ctx(), {
      orderId: id,
      memberId,
      lines: [{ key: line.key, sku: line.sku, quantity: 1 }],
    })
    expect(await shop.query('select tier_id from membership_grants')).toHaveLength(1)
  })

  test('in parallel orders adds up their months', async () => {
    const visitor = await createMember(shop)
    const memberId = await idOf()
    const bought = (orderId: string) => ({ orderId, memberId, lines: [{ key: 'l1', sku: 'plus-month', quantity: 1 }] })
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => membership.grantPurchased(shop.ctx(), bought(`order${at % 4}`))),
    )
    expect((await visitor.api.membership.own()).until).toMatch(/^2027-03-20T/)
  })

  test('records the membership and whether it was a renewal', async () => {
    const visitor = await createMember(shop)
    const first = await buyMembership(shop, visitor, 'plain-pass')
    const second = await buyMembership(shop, visitor, 'plain-pass')
    const [bought, renewed] = await Promise.all([first, second].map((id) => membership.findPurchase(shop.ctx(), id)))
    expect([bought?.until.toISOString().slice(0, 10), bought?.isRenewal]).toEqual(['2026-12-20', false])
    expect([renewed?.until.toISOString().slice(0, 10), renewed?.isRenewal]).toEqual(['2027-01-20', true])
    expect(renewed?.tier).toEqual(bought?.tier)
    expect(await membership.findPurchase(shop.ctx(), 'no-such-order')).toBeNull()
  })

  test('again extends the end, and a higher tier starts at once', async () => {
    const visitor = await createMember(shop)
    await buyMembership(shop, visitor, 'plain-pass', 2)
    expect((await visitor.api.membership.own()).until).toMatch(/^2027-01-20T/)
    await buyMembership(shop, visitor, 'plus-month')
    expect(await visitor.api.membership.own()).toMatchObject({
      tier: { id: 'plus' },
      later: [{ tier: { id: 'plain' } }],
    })
    await visitor.api.shell.changeLocale({ locale: 'zh' })
    expect((await visitor.api.shell.appInfo()).membership).toBe('灯友尊享')
  })
})

describe('membership prices', () => {
  test('apply at once and are named on the bill; the lowest price counts', async () => {
    const visitor = await createMember(shop)
    await fillCart(visitor, 'tea', 2)
    await visitor.api.cart.add({ sku: 'cake' })
    await visitor.api.cart.add({ sku: 'bun' })
    expect((await visitor.api.billing.view()).subtotal.amount).toBe(4900)
    await grantMonths(shop.ctx(), { memberId: await idOf(), tierId: 'plus', months: 1, note: '' })
    const bill = await visitor.api.billing.view()
    expect(bill.subtotal.amount).toBe(4600)
    expect(bill.lines.map(({ sku, unitPrice, priceReason }) => [sku, unitPrice.amount, priceReason])).toEqual([
      ['tea', 850, 'member'],
      ['cake', 2000, null],
      ['bun', 900, 'sale'],
    ])
    // The membership takes 5 % off the usual prices. The prices of the tea and the bun are already lower than that, so
    // only the cake gets the discount.
    expect(bill.adjustments[0]).toEqual({
      kind: 'membership',
      label: { en: 'Lantern Plus: 5% off', zh: '灯友尊享：9.5 折' },
      amount: { amount: -100, currency: 'CAD' },
    })
    expect(bill.memberSaved.amount).toBe(2 * 150 + 100)
    expect(bill.adjustments.find(({ kind }) => kind === 'deposit')?.amount.amount).toBe(10)
  })

  test('do not apply to memberships', async () => {
    const visitor = await createMember(shop)
    await buyMembership(shop, visitor, 'plus-month')
    await visitor.api.cart.add({ sku: 'plus-year' })
    const bill = await visitor.api.billing.view()
    expect(bill).toMatchObject({ subtotal: { amount: 12_000 }, memberSaved: { amount: 0 } })
    expect(bill.adjustments.map(({ kind }) => kind)).toEqual(['tax'])
  })

  test('that ended make an earlier bill outdated', async () => {
    const visitor = await createMember(shop)
    await grantMonths(shop.ctx(), { memberId: await idOf(), tierId: 'plus', months: 1, note: '' })
    await fillCart(visitor, 'cake')
    const bill = await visitor.api.billing.view()
    await endAll(shop.ctx(), { memberId: await idOf() })
    expect(await refusal(visitor.api.billing.place({ id: bill.id, hash: bill.hash }))).toBe('billing.changed')
  })

  test('are added up as savings per order and in total, without cancelled orders', async () => {
    const visitor = await createMember(shop)
    await grantMonths(shop.ctx(), { memberId: await idOf(), tierId: 'plus', months: 1, note: '' })
    await fillCart(visitor, 'tea', 2)
    const first = await placeOrder(visitor)
    await settle(shop, first.orderID)
    await fillCart(visitor, 'cake', 1)
    const second = await placeOrder(visitor)
    expect(first.memberSaved.amount).toBe(300)
    expect(await visitor.api.membership.savings()).toEqual({ saved: { amount: 300, currency: 'CAD' }, orders: 1 })
    await settle(shop, second.orderID)
    expect(await visitor.api.membership.savings()).toMatchObject({ saved: { amount: 400 }, orders: 2 })
    await visitor.api.orders.cancel({ id: second.orderID })
    expect(await visitor.api.membership.savings()).toMatchObject({ saved: { amount: 300 }, orders: 1 })
    const stranger = await createMember(shop, 'other@shop.example')
    expect(await stranger.api.membership.savings()).toMatchObject({ saved: { amount: 0 }, orders: 0 })
  })
})

describe('the end of a membership', () => {
  test('happens at its exact time, and usual prices apply again', async () => {
    const visitor = await createMember(shop)
    await buyMembership(shop, visitor, 'plain-pass')
    await visitor.api.cart.add({ sku: 'tea' })
    const { until } = await visitor.api.membership.own()
    shop.clock.set(new Date(new Date(until ?? '').getTime() - 5 * dayMs))
    await signIn(visitor)
    expect(await visitor.api.membership.own()).toMatchObject({ state: 'ending', daysLeft: 5 })
    expect((await visitor.api.cart.view()).subtotal.amount).toBe(850)
    shop.clock.set(until ?? '')
    expect(await visitor.api.membership.own()).toMatchObject({ state: 'ended', daysLeft: null, tier: { id: 'plain' } })
    expect((await visitor.api.cart.view()).subtotal.amount).toBe(1000)
    expect((await visitor.api.shell.appInfo()).membership).toBeNull()
  })

  test('moves forward after a refund of months, and comes at once after a full refund', async () => {
    const visitor = await createMember(shop)
    const ctx = await till.shopper()
    const id = await buyPaid(visitor, ctx)
    const [line] = (await visitor.api.orders.detail({ id })).lines
    const untilOf = async () => (await visitor.api.membership.own()).until?.slice(0, 10)
    expect(await untilOf()).toBe('2027-02-20')
    const wish = { orderId: id, wanted: { lines: { [line?.key ?? '']: 1 } }, reason: '', key: 'once' }
    // The provider rejects the first refund, so the end of the membership stays the same.
    await till.control(`${id}-A1`, { action: 'refuse_refund', method: 'pay.orderrefund' })
    await payments.refund(shop.ctx(), { ...wish, key: 'refused' })
    expect(await untilOf()).toBe('2027-02-20')
    await payments.refund(shop.ctx(), wish)
    await payments.refund(shop.ctx(), wish)
    expect(await untilOf()).toBe('2027-01-20')
    await payments.refund(shop.ctx(), { orderId: id, reason: '', key: 'rest' })
    expect(await visitor.api.membership.own()).toMatchObject({ state: 'ended' })
  })

  test('comes at once after a full refund that is entered as an amount', async () => {
    const visitor = await createMember(shop)
    const id = await buyPaid(visitor, await till.shopper())
    const { total } = await visitor.api.orders.detail({ id })
    await payments.refund(shop.ctx(), { orderId: id, amount: 100, reason: '', key: 'some' })
    expect(await visitor.api.membership.own()).toMatchObject({ state: 'active' })
    await payments.refund(shop.ctx(), { orderId: id, amount: total.amount - 100, reason: '', key: 'rest' })
    expect(await visitor.api.membership.own()).toMatchObject({ state: 'ended' })
  })

  test('keeps the time that a later order paid for when an older order is refunded', async () => {
    const visitor = await createMember(shop)
    const first = await buyMembership(shop, visitor, 'plus-month')
    const second = await buyMembership(shop, visitor, 'plus-month')
    const untilOf = async () => (await visitor.api.membership.own()).until?.slice(0, 10)
    expect(await untilOf()).toBe('2027-01-20')
    shop.clock.advance(10 * dayMs)
    // The second order paid for the 31 days from December 20 on, so 31 days remain after the first order is revoked.
    await membership.revoke(shop.ctx(), { orderId: first })
    expect(await untilOf()).toBe('2026-12-31')
    await membership.revoke(shop.ctx(), { orderId: second })
    expect(await visitor.api.membership.own()).toMatchObject({ state: 'ended' })
  })

  async function buyPaid(visitor: Awaited<ReturnType<typeof createMember>>, ctx: Awaited<ReturnType<Till['shopper']>>) {
    await visitor.api.cart.add({ sku: 'plus-month', quantity: 3 })
    await visitor.api.checkout.setContact(sampleContact)
    const { orderID } = await placeOrder(visitor)
    await payments.startSnapPayWeChat({ ...(await visitor.ctx()), origin: ctx.origin }, { orderID })
    await till.control(`${orderID}-A1`, { action: 'pay' })
    await payments.checkSnapPay(await visitor.ctx(), { orderID })
    return orderID
  }

  test('comes at once when its order is cancelled', async () => {
    const visitor = await createMember(shop)
    await visitor.api.cart.add({ sku: 'plain-pass' })
    await fillCart(visitor, 'tea')
    const { orderID } = await placeOrder(visitor)
    await settle(shop, orderID)
    expect(await visitor.api.membership.own()).toMatchObject({ state: 'active' })
    await visitor.api.orders.cancel({ id: orderID })
    expect(await visitor.api.membership.own()).toMatchObject({ state: 'ended' })
    expect((await visitor.api.cart.add({ sku: 'tea' })).subtotal.amount).toBe(1000)
  })

  test('can be set by staff, who also give memberships; unknown addresses are refused', async () => {
    const visitor = await createMember(shop)
    const ctx = shop.ctx()
    const email = 'mei@shop.example'
    const given = await membership.giveMembership(ctx, { email, tier: 'plus', months: 2, note: 'thank you' })
    expect(given).toMatchObject({ periods: [{ tier: { id: 'plus' } }], timeZone: 'America/Toronto' })
    expect(await visitor.api.membership.own()).toMatchObject({ state: 'active' })
    await membership.giveMembership(ctx, { email, tier: 'plus', months: 1, note: '' })
    expect((await mailsTo(shop, email)).map(({ subject }) => subject).slice(-2)).toEqual([
      'A gift: Lantern Plus until January 20, 2027',
      'A gift: Lantern Plus until February 20, 2027',
    ])
    await membership.endMembership(ctx, { email, note: '' })
    await membership.endMembership(ctx, { email, note: '' })
    expect(await visitor.api.membership.own()).toMatchObject({ state: 'ended' })
    await expect(membership.giveMembership(ctx, { email, tier: 'gold', months: 1, note: '' })).rejects.toThrow(
      'staff.unknown',
    )
    await expect(membership.endMembership(ctx, { email: 'no@shop.example', note: '' })).rejects.toThrow('staff.unknown')
  })
})

describe('membership jobs', () => {
  test('remind members who agreed 14 and 3 days before the end, once each', async () => {
    const visitor = await createMember(shop)
    await createMember(shop, 'other@shop.example')
    await visitor.api.account.update({ consents: { reminders: true }, locale: 'zh' })
    for (const email of ['mei@shop.example', 'other@shop.example']) {
      await grantMonths(shop.ctx(), { memberId: await idOf(email), tierId: 'plus', months: 1, note: '' })
    }
    const isReminder = /到期|ends on/
    const subjects = async (email = 'mei@shop.example') =>
      (await mailsTo(shop, email)).map(({ subject }) => subject ?? '').filter((subject) => isReminder.test(subject))
    expect(await membership.remind(shop.ctx())).toBe(0)
    shop.clock.advance(17 * dayMs)
    const counts = await Promise.all([membership.remind(shop.ctx()), membership.remind(shop.ctx())])
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await subjects()).toEqual([texts['membership.mail_ending_subject'][1].replace('{date}', '12月20日星期日')])
    shop.clock.advance(11 * dayMs)
    expect(await membership.remind(shop.ctx())).toBe(1)
    await grantMonths(shop.ctx(), { memberId: await idOf(), tierId: 'plus', months: 1, note: '' })
    // The second reminder was queued but not sent before the renewal. It is not sent now, because its text is outdated.
    expect(await subjects()).toHaveLength(1)
    expect(await subjects('other@shop.example')).toEqual([])
  })

  test('give a monthly coupon once, for its member only, until the membership ends', async () => {
    const visitor = await createMember(shop)
    const stranger = await createMember(shop, 'other@shop.example')
    await grantMonths(shop.ctx(), { memberId: await idOf(), tierId: 'plus', months: 3, note: '' })
    await Promise.all(Array.from({ length: 10 }, () => membership.issueCoupons(shop.ctx())))
    const { coupons: had } = await visitor.api.membership.own()
    expect(had).toMatchObject([{ name: { en: 'CA$3 off' } }])
    const code = had[0]?.code ?? ''
    for (const one of [visitor, stranger]) await fillCart(one, 'cake')
    expect(await refusal(stranger.api.coupons.apply({ code }))).toBe('coupons.not_yours')
    expect(await visitor.api.coupons.apply({ code })).toMatchObject({ coupon: { code, problem: null } })
    shop.clock.set('2026-12-01T15:00:00Z')
    expect(await membership.issueCoupons(shop.ctx())).toBe(1)
    expect((await visitor.api.membership.own()).coupons).toHaveLength(2)
    await visitor.api.account.update({ consents: { reminders: true } })
    shop.clock.set('2026-12-17T16:00:00Z')
    await signIn(visitor)
    await Promise.all([1, 2, 3].map(() => coupons.remind(shop.ctx())))
    await coupons.remind(shop.ctx())
    const letters = (await mailsTo(shop, 'mei@shop.example')).filter(({ text }) => text?.includes(code))
    expect(letters.map(({ subject }) => subject).filter((subject) => /expires/.test(subject ?? ''))).toEqual([
      'Your coupon expires on Sunday, December 20',
    ])
    await endAll(shop.ctx(), { memberId: await idOf() })
    expect((await visitor.api.membership.own()).coupons).toEqual([])
    expect((await visitor.api.billing.view()).coupon?.problem).toBe(texts['coupons.ended'][0])
  })

  test('give no coupon of a tier that waits for a higher tier without coupons', async () => {
    await createMember(shop)
    await membership.putTier(shop.ctx(), {
      id: 'gold',
      name: { en: 'Gold', zh: '金卡' },
      rank: 3,
      memberPrices: true,
      plans: [],
    })
    await grantMonths(shop.ctx(), { memberId: await idOf(), tierId: 'plus', months: 1, note: '' })
    await grantMonths(shop.ctx(), { memberId: await idOf(), tierId: 'gold', months: 2, note: '' })
    for (const date of ['2026-11-20', '2026-12-01', '2027-01-01']) {
      shop.clock.set(`${date}T16:00:00Z`)
      expect(await membership.issueCoupons(shop.ctx()), date).toBe(0)
    }
    // Gold ends on January 20, and the month of the lower tier begins.
    shop.clock.set('2027-01-21T16:00:00Z')
    expect(await membership.issueCoupons(shop.ctx())).toBe(1)
    shop.clock.set('2027-02-01T16:00:00Z')
    expect(await membership.issueCoupons(shop.ctx())).toBe(1)
    shop.clock.set('2027-03-01T16:00:00Z')
    expect(await membership.issueCoupons(shop.ctx())).toBe(0)
  })

  test('that crash give no coupons, and the next run gives them once', async () => {
    await createMember(shop)
    await grantMonths(shop.ctx(), { memberId: await idOf(), tierId: 'plus', months: 1, note: '' })
    await shop.query('alter table coupons rename to coupons_away')
    await expect(membership.issueCoupons(shop.ctx())).rejects.toThrow()
    await shop.query('alter table coupons_away rename to coupons')
    expect(await shop.query('select code from membership_coupons')).toEqual([])
    expect(await membership.issueCoupons(shop.ctx())).toBe(1)
    expect(await membership.issueCoupons(shop.ctx())).toBe(0)
  })

  test('a deleted account loses its memberships and coupons, which its data download contains', async () => {
    const visitor = await createMember(shop)
    await buyMembership(shop, visitor, 'plus-month')
    await membership.issueCoupons(shop.ctx())
    const data = await visitor.api.account.exportData()
    expect(data).toMatchObject({
      memberships: { periods: [{ tierId: 'plus' }], grants: [{ pieces: 1 }], coupons: [{}] },
    })
    await visitor.api.account.remove({ password: 'three dumplings at noon' })
    for (const table of ['memberships', 'membership_grants', 'membership_coupons']) {
      expect(await shop.query(`select * from ${table}`), table).toEqual([])
    }
  })
})
