import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ApiError } from '#contract/api-error.ts'
import type { Order } from '#contract/orders.ts'
import { putCategory } from '#server/catalogue/products.ts'
import type { CouponInput } from '#server/coupons/coupons.ts'
import * as coupons from '#server/coupons/coupons.ts'
import * as membership from '#server/membership/membership.ts'
import { markFailed as giveUp, lock } from '#server/orders/orders.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { openTestShop, setUpShop } from '#tests/harness.ts'
import { fillCart, fillCheckout, placeOrder, sampleContact } from '#tests/purchases.ts'
import { registerMember } from '#tests/registration.ts'

vi.setConfig({ testTimeout: 120_000 })

const shop = setUpShop()
let visitor: Visitor
beforeEach(async () => {
  await shop.reset()
  // A Friday at noon in Toronto.
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await putCategory(shop.ctx(), { id: 'bakery', name: { en: 'Bakery', zh: '烘焙' } })
  await putCategory(shop.ctx(), { id: 'buns', parentId: 'bakery', name: { en: 'Buns', zh: '包子' } })
  await addProducts(
    shop.ctx(),
    { id: 'bun', price: 350, stock: 50, taxClass: 'zero_rated', categories: ['buns'] },
    { id: 'tea', price: 1000, stock: null, taxClass: 'standard' },
  )
  visitor = shop.visitor()
})

const put = (coupon: Partial<CouponInput> & Pick<CouponInput, 'code' | 'reward'>) =>
  coupons.put(shop.ctx(), { name: { en: coupon.code, zh: coupon.code }, ...coupon })
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: ApiError) => `${error.code} ${error.errors[0]?.message}`,
  )
const amounts = ({ adjustments }: Pick<Order, 'adjustments'>) =>
  adjustments.map(({ kind, label, amount }) => `${kind} ${label.en} ${amount.amount}`)
const used = async (code: string) =>
  (await shop.query<{ used: number }>('select used from coupons where code = $1', [code]))[0]?.used

describe('a coupon', () => {
  test('is spread over the lines before taxes, and the shopper can remove it', async () => {
    await put({ code: 'TEN', name: { en: 'Ten off', zh: '减十块' }, reward: { kind: 'amount', amount: 1000 } })
    await visitor.api.cart.add({ sku: 'bun', quantity: 4 })
    await visitor.api.cart.add({ sku: 'tea', quantity: 2 })
    const bill = await visitor.api.coupons.apply({ code: ' ten ' })
    expect(bill).toMatchObject({ coupon: { code: 'TEN', problem: null }, subtotal: { amount: 3400 } })
    // The tea gets 5.88 of the 10 dollars off, so HST applies to 14.12.
    expect(amounts(bill)).toEqual(['discount Ten off -1000', 'tax HST 13% 184'])
    expect(bill.total.amount).toBe(2584)
    expect(await visitor.api.billing.view()).toEqual(bill)
    const without = await visitor.api.coupons.remove()
    expect([without.coupon, without.total.amount]).toEqual([null, 3660])
  })

  test('that no longer applies stays without a discount and explains why in the visitor’s language', async () => {
    await put({ code: 'BIG', reward: { kind: 'percent', percent: 10 }, conditions: { minimum: 2000 } })
    const cart = await visitor.api.cart.add({ sku: 'tea', quantity: 2 })
    await visitor.api.coupons.apply({ code: 'BIG' })
    await visitor.api.cart.change({ lineItems: { [Object.keys(cart.lineItems)[0] ?? '']: { quantity: 1 } } })
    const bill = await visitor.api.billing.view()
    expect(bill.coupon?.problem).toBe('Add $10.00 more to use this coupon.')
    expect(amounts(bill)).toEqual(['tax HST 13% 130'])
    await visitor.api.shell.changeLocale({ locale: 'zh' })
    expect((await visitor.api.billing.view()).coupon?.problem).toBe('再买 $10.00 就能用这张优惠券。')
    await fillCheckout(visitor)
    expect(await placeOrder(visitor, { payAtStore: true })).toMatchObject({ coupon: null, total: { amount: 1130 } })
    expect(await used('BIG')).toBe(0)
  })

  test('counts the exact price after the discount of a membership', async () => {
    const { userID } = await registerMember(shop, visitor, {
      name: 'Mei',
      email: 'mei@shop.example',
      password: 'three dumplings at noon',
    })
    const tier = { id: 'gold', name: { en: 'Gold', zh: '金卡' }, rank: 1, percent: 10, plans: [] }
    await membership.putTier(shop.ctx(), tier)
    await membership.grantMonths(shop.ctx(), { memberId: userID, tierId: 'gold', months: 1, note: '' })
    await addProducts(shop.ctx(), { id: 'pie', price: 371, taxClass: 'zero_rated' })
    await put({ code: 'THIRTY', reward: { kind: 'percent', percent: 100 }, conditions: { minimum: 3000 } })
    await visitor.api.cart.add({ sku: 'pie', quantity: 9 })
    // Nine pieces cost 33.39, and 30.05 after the discount of 10 %. This reaches the coupon's minimum of 30.00. A price
    // rounded down for each piece (3.33) would not reach it.
    expect((await visitor.api.coupons.apply({ code: 'THIRTY' })).total.amount).toBe(0)
  })

  test('for a category applies to its subcategories only', async () => {
    await put({
      code: 'BAKE',
      reward: { kind: 'percent', percent: 50, cap: 300 },
      conditions: { categories: ['bakery'] },
    })
    await visitor.api.cart.add({ sku: 'tea' })
    expect(await refusal(visitor.api.coupons.apply({ code: 'BAKE' }))).toBe(
      'coupons.goods This coupon is not valid for what is in your cart.',
    )
    await visitor.api.cart.add({ sku: 'bun', quantity: 4 })
    const bill = await visitor.api.coupons.apply({ code: 'BAKE' })
    expect(amounts(bill)).toEqual(['discount BAKE -300', 'tax HST 13% 130'])
  })

  test('for a gift with certain goods makes the gift free, and needs these goods', async () => {
    const reward = { kind: 'gift' as const, sku: 'bun', name: { en: 'A bun', zh: '包子' }, quantity: 1 }
    await put({ code: 'GIFT', reward, conditions: { products: ['tea'], minimum: 1000 } })
    await visitor.api.cart.add({ sku: 'bun', quantity: 3 })
    expect(await refusal(visitor.api.coupons.apply({ code: 'GIFT' }))).toContain('coupons.goods')
    await visitor.api.cart.add({ sku: 'tea' })
    expect(amounts(await visitor.api.coupons.apply({ code: 'GIFT' }))).toContain('discount GIFT -350')
  })

  test.each([
    ['NOSUCH', null, 'coupons.unknown We do not know the code “NOSUCH”. Please check the spelling.'],
    ['OFF', { active: false }, 'coupons.ended This coupon has expired.'],
    ['OVER', { endsAt: new Date('2026-11-20T17:00:00Z') }, 'coupons.ended This coupon has expired.'],
    [
      'SOON',
      { startsAt: new Date('2026-11-27T22:00:00Z') },
      'coupons.not_started This coupon starts on Friday, November 27 at 5\u00a0p.m.',
    ],
    ['GONE', { maxUses: 0 }, 'coupons.used_up This coupon has been fully claimed.'],
    ['WEEKEND', { conditions: { weekdays: [0, 6] } }, 'coupons.weekday This coupon is valid on Saturday, Sunday only.'],
    [
      'EVENING',
      { conditions: { hours: { from: '17:00', until: '20:00' } } },
      'coupons.hours This coupon is valid for orders from 5\u00a0p.m. to 8\u00a0p.m.',
    ],
    ['UPTOWN', { conditions: { locations: ['downtown'] } }, 'coupons.location This coupon is valid at downtown only.'],
    ['BROUGHT', { conditions: { methods: ['DELIVERY'] } }, 'coupons.method This coupon is valid for delivery only.'],
    [
      'MEMBER',
      { conditions: { membersOnly: true } },
      'coupons.members This coupon is for members. Please sign in to use it.',
    ],
    ['MUCH', { conditions: { minimum: 1610 } }, 'coupons.minimum Add $6.10 more to use this coupon.'],
    [
      'OTHER',
      { conditions: { products: ['bun'] } },
      'coupons.goods This coupon is not valid for what is in your cart.',
    ],
    [
      'GIFT',
      { reward: { kind: 'gift', sku: 'bun', name: { en: 'A bun', zh: '包子' }, quantity: 1 } },
      'coupons.gift Add A bun to your cart: it is free with this coupon.',
    ],
    [
      'THREE',
      { reward: { kind: 'buy_x_get_y', buy: 2, get: 1, percent: 100 } },
      'coupons.pieces Add 2 more of these to use this coupon.',
    ],
    ['BRING', { reward: { kind: 'free_delivery' } }, 'coupons.method This coupon is valid for delivery only.'],
  ] as [string, Partial<CouponInput> | null, string][])(
    '%s is refused with its reason',
    async (code, values, reason) => {
      await openStore(shop.ctx(), 'downtown', 1)
      if (values) await put({ code, reward: { kind: 'amount', amount: 100 }, ...values })
      await visitor.api.cart.add({ sku: 'tea' })
      expect(await refusal(visitor.api.coupons.apply({ code }))).toBe(reason)
      expect((await visitor.api.billing.view()).coupon).toBeNull()
    },
  )

  test('for first orders is refused to a buyer with an earlier order by phone or email', async () => {
    await put({ code: 'HELLO', reward: { kind: 'amount', amount: 100 }, conditions: { firstOrder: true } })
    await fillCart(visitor, 'tea')
    await visitor.api.coupons.apply({ code: 'HELLO' })
    expect((await placeOrder(visitor, { payAtStore: true })).coupon?.code).toBe('HELLO')
    const again = shop.visitor()
    await fillCart(again, 'tea')
    await again.api.checkout.setContact({ ...sampleContact, email: 'other@shop.example' })
    expect(await refusal(again.api.coupons.apply({ code: 'HELLO' }))).toContain('coupons.first_order')
  })

  test('needs a cart with goods', async () => {
    await put({ code: 'TEN', reward: { kind: 'amount', amount: 1000 } })
    expect(await refusal(visitor.api.coupons.apply({ code: 'TEN' }))).toContain('cart.empty')
  })
})

describe('uses', () => {
  test('count when an order is placed, and return once when it fails', async () => {
    await put({ code: 'ONE', reward: { kind: 'amount', amount: 100 }, maxUses: 1, maxUsesEach: 1 })
    await fillCart(visitor, 'tea')
    await visitor.api.coupons.apply({ code: 'ONE' })
    const order = await placeOrder(visitor)
    expect(await used('ONE')).toBe(1)
    // The order's use of the coupon does not block the order's own cart, but blocks all other carts.
    expect((await visitor.api.billing.view()).coupon?.problem).toBeNull()
    const other = shop.visitor()
    await other.api.cart.add({ sku: 'tea' })
    expect(await refusal(other.api.coupons.apply({ code: 'ONE' }))).toContain('coupons.used_up')
    // On another device, the same person gets a different refusal, because the person's own unpaid order holds the
    // last use, and the person can still pay or cancel this order.
    const elsewhere = shop.visitor()
    await fillCart(elsewhere, 'tea')
    expect(await refusal(elsewhere.api.coupons.apply({ code: 'ONE' }))).toContain('coupons.waiting')
    for (const _ of [1, 2]) {
      await transact(shop.ctx(), async (ctx) => giveUp(ctx, await lock(ctx, order.orderID)))
      await coupons.releaseUse(shop.ctx(), order.orderID)
    }
    expect(await used('ONE')).toBe(0)
    expect(await shop.query('select distinct used from coupon_persons')).toEqual([{ used: 0 }])
    expect(await refusal(other.api.coupons.apply({ code: 'ONE' }))).toBe('accepted')
  })

  test('of a changed cart belong to its new order only', async () => {
    await put({ code: 'ONE', reward: { kind: 'amount', amount: 100 }, maxUses: 1, maxUsesEach: 1 })
    await fillCart(visitor, 'tea')
    await visitor.api.coupons.apply({ code: 'ONE' })
    await placeOrder(visitor)
    await visitor.api.cart.add({ sku: 'bun' })
    expect(await placeOrder(visitor)).toMatchObject({ coupon: { code: 'ONE' }, total: { amount: 1370 } })
    expect(await used('ONE')).toBe(1)
  })

  test('stay within the limit when twenty carts are placed in parallel', async () => {
    await put({ code: 'LAST', reward: { kind: 'amount', amount: 100 }, maxUses: 3 })
    const all = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const one = shop.visitor()
        await one.api.cart.add({ sku: 'tea' })
        await one.api.checkout.setPickupSlot({ date: '2026-11-20', time: '13:00' })
        await one.api.checkout.setContact({
          name: 'Mei',
          phone: `416-555-${1000 + at}`,
          email: `mei${at}@shop.example`,
        })
        const { id, hash } = await one.api.coupons.apply({ code: 'LAST' })
        return { one, id, hash }
      }),
    )
    const answers = await Promise.all(
      all.map(({ one, id, hash }) => refusal(one.api.billing.place({ id, hash, pickUpAandPayAtStore: false }))),
    )
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(3)
    for (const answer of answers) expect(answer).toMatch(/^accepted|^coupons\.used_up|^billing\.changed/)
    expect(await used('LAST')).toBe(3)
    expect(await shop.query('select count(*)::int from coupon_uses where returned_at is null')).toEqual([{ count: 3 }])
    expect(await shop.query('select count(*)::int from orders where coupon is not null')).toEqual([{ count: 3 }])
  })

  test('uses by a stranger with a typed address do not count for its proven owner', async () => {
    await put({ code: 'EACH', reward: { kind: 'amount', amount: 100 }, maxUsesEach: 1 })
    await put({ code: 'FIRST', reward: { kind: 'amount', amount: 100 }, conditions: { firstOrder: true } })
    const buy = async (one: Visitor, code: string) => {
      await fillCart(one, 'tea')
      const answer = await refusal(one.api.coupons.apply({ code }))
      if (answer === 'accepted') await placeOrder(one, { payAtStore: true })
      return answer
    }
    const owner = shop.visitor()
    await registerMember(shop, owner, { name: 'Mei', email: sampleContact.email, password: 'three dumplings at noon' })
    expect(await buy(visitor, 'EACH')).toBe('accepted')
    await fillCart(owner, 'tea')
    expect(await refusal(owner.api.coupons.apply({ code: 'FIRST' }))).toBe('accepted')
    expect(await buy(owner, 'EACH')).toBe('accepted')
    expect(await buy(owner, 'EACH')).toContain('coupons.used ')
    // After the member who owns the email address has used the coupon, nobody else can use it with this address.
    expect(await buy(shop.visitor(), 'EACH')).toContain('coupons.used ')
  })

  test('uses count for each coupon separately', async () => {
    await put({ code: 'EACH', reward: { kind: 'amount', amount: 100 }, maxUsesEach: 1 })
    await put({ code: 'OTHER', reward: { kind: 'amount', amount: 100 }, maxUsesEach: 1 })
    for (const code of ['EACH', 'OTHER']) {
      const one = shop.visitor()
      await fillCart(one, 'tea')
      await one.api.coupons.apply({ code })
      expect(await placeOrder(one)).toMatchObject({ coupon: { code } })
    }
  })

  test.each(['maxUses', 'maxUsesEach'])(
    'of two parallel carts of one person count once, and the slower cart learns why (%s)',
    async (bound) => {
      await put({ code: 'ONE', reward: { kind: 'amount', amount: 100 }, [bound]: 1 })
      const carts = await Promise.all(
        [visitor, shop.visitor()].map(async (one) => {
          await fillCart(one, 'tea')
          const { id, hash } = await one.api.coupons.apply({ code: 'ONE' })
          return () => refusal(one.api.billing.place({ id, hash, pickUpAandPayAtStore: false }))
        }),
      )
      let answers: Promise<string>[] = []
      await transact(shop.ctx(), async (ctx) => {
        await ctx.db.execute("select 1 from coupons where code = 'ONE' for update")
        answers = carts.map((place) => place())
        // By now, both requests have found the coupon valid and wait for its lock.
        const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
        await expect.poll(async () => (await shop.query(waiting)).length).toBe(2)
      })
      expect((await Promise.all(answers)).sort()).toEqual(['accepted', expect.stringContaining('coupons.waiting')])
      expect(await used('ONE')).toBe(1)
    },
  )

  test.each([
    ['one coupon', 'FIRST', 'FIRST'],
    ['two coupons', 'FIRST', 'OTHER'],
  ])('of two parallel carts of one person only one is the first order (%s)', async (_, ...codes) => {
    for (const code of ['FIRST', 'OTHER'])
      await put({ code, reward: { kind: 'amount', amount: 100 }, conditions: { firstOrder: true } })
    const carts = await Promise.all(
      codes.map(async (code) => {
        const one = shop.visitor()
        await fillCart(one, 'tea')
        const { id, hash } = await one.api.coupons.apply({ code })
        return () => refusal(one.api.billing.place({ id, hash, pickUpAandPayAtStore: false }))
      }),
    )
    let answers: Promise<string>[] = []
    await transact(shop.ctx(), async (ctx) => {
      await ctx.db.execute('select 1 from coupons for update')
      answers = carts.map((place) => place())
      // By now, both requests have found no earlier order and wait for the lock of their coupon.
      const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
      await expect.poll(async () => (await shop.query(waiting)).length).toBe(2)
    })
    expect((await Promise.all(answers)).sort()).toEqual(['accepted', expect.stringContaining('coupons.first_order')])
    expect(await shop.query('select count(*)::int from orders')).toEqual([{ count: 1 }])
  })

  test('a cart whose unpaid order used a coupon for first orders can order again with another bill', async () => {
    await put({ code: 'FIRST', reward: { kind: 'amount', amount: 100 }, conditions: { firstOrder: true } })
    await fillCart(visitor, 'tea')
    await visitor.api.coupons.apply({ code: 'FIRST' })
    const { orderID } = await placeOrder(visitor)
    await visitor.api.checkout.setComment({ comment: 'less sugar' })
    const second = await placeOrder(visitor)
    expect(second).toMatchObject({ coupon: { code: 'FIRST' } })
    expect(second.orderID).not.toBe(orderID)
  })

  test('the limit per person holds when twenty carts of one person are placed at once', async () => {
    await put({ code: 'EACH', reward: { kind: 'amount', amount: 100 }, maxUsesEach: 1 })
    const all = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const one = shop.visitor()
        await one.api.cart.add({ sku: 'tea' })
        await one.api.checkout.setPickupSlot({ date: '2026-11-20', time: '13:00' })
        // All visitors have the same phone number, but each has a different email address.
        await one.api.checkout.setContact({ ...sampleContact, email: `mei${at}@shop.example` })
        const { id, hash } = await one.api.coupons.apply({ code: 'EACH' })
        return { one, id, hash }
      }),
    )
    const answers = await Promise.all(
      all.map(({ one, id, hash }) => refusal(one.api.billing.place({ id, hash, pickUpAandPayAtStore: false }))),
    )
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1)
    expect(await used('EACH')).toBe(1)
    expect(await shop.query('select count(*)::int from coupon_persons')).toEqual([{ count: 2 }])
  })
})

test('wrong codes are limited across processes; a valid code can be applied any number of times', async () => {
  const strict = { RATE_LIMIT_FACTOR: '1' }
  const one = await openTestShop(strict)
  const other = await openTestShop({ ...strict, DATABASE_URL: one.url })
  try {
    await openStore(one.ctx())
    await addProducts(one.ctx(), { id: 'tea', price: 1000, stock: null })
    await coupons.put(one.ctx(), { code: 'TEN', name: { en: 'Ten', zh: '十' }, reward: { kind: 'amount', amount: 10 } })
    const visitors = [one.visitor(), other.visitor()]
    // The other process reads the new product a moment later.
    for (const { api } of visitors) await expect.poll(() => refusal(api.cart.add({ sku: 'tea' }))).toBe('accepted')
    const ask = async (call: 'apply' | 'terms', code: string) => {
      const answers: string[] = []
      for (let n = 0; n < 6; n++)
        for (const { api } of visitors) answers.push((await refusal(api.coupons[call]({ code }))).split(' ')[0] ?? '')
      return answers
    }
    const stopped = [...Array(10).fill('coupons.unknown'), ...Array(2).fill('request.too_many')]
    for (const call of ['apply', 'terms'] as const) {
      expect(await ask(call, 'TEN'), call).toEqual(Array(12).fill('accepted'))
      expect(await ask(call, 'GUESS'), call).toEqual(stopped)
    }
  } finally {
    await other.close()
    await one.close()
  }
})

describe('public coupons', () => {
  test('are listed with their terms; secret and ended ones are not', async () => {
    await put({
      code: 'BAKE',
      name: { en: 'Baker’s day', zh: '烘焙日' },
      reward: { kind: 'percent', percent: 15, cap: 500 },
      conditions: { minimum: 2000, categories: ['bakery'], methods: ['PICKUP'], weekdays: [5] },
      maxUsesEach: 1,
      endsAt: new Date('2026-12-01T05:00:00Z'),
      listed: true,
    })
    await put({ code: 'SECRET', reward: { kind: 'amount', amount: 100 } })
    await put({ code: 'OVER', reward: { kind: 'amount', amount: 100 }, listed: true, active: false })
    const { coupons: all } = await visitor.api.coupons.list()
    expect(all.map(({ code }) => code)).toEqual(['BAKE'])
    expect(all[0]?.terms.map(({ en }) => en)).toEqual([
      '15% off, at most $5.00.',
      'On orders of $20.00+.',
      'Valid for: Bakery.',
      'For pickup.',
      'On Friday.',
      'Until Monday, November 30.',
      'Once per person.',
    ])
    expect(all[0]?.terms[0]?.zh).toBe('8.5 折，最多减 $5.00。')
    expect((await visitor.api.coupons.terms({ code: 'secret' })).terms.map(({ zh }) => zh)).toEqual(['立减 $1.00。'])
    expect(await refusal(visitor.api.coupons.terms({ code: 'NOPE' }))).toContain('coupons.unknown')
  })
})
