import { beforeEach, describe, expect, test } from 'vitest'
import { specificationBase, xsrfCookie, xsrfHeader } from '#contract/constants.ts'
import { dayMs, hourMs } from '#contract/durations.ts'
import { schedule } from '#jobs/schedule.ts'
import * as orders from '#server/orders/orders.ts'
import * as payments from '#server/payments/payments.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { addProducts } from '#tests/catalogue-factory.ts'
import { joinGroupBuy, openGroupBuy } from '#tests/group-buys.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import { fillCart, sampleContact } from '#tests/purchases.ts'
import type { RegisteredMember } from '#tests/referrals.ts'
import { buy, friendsGroup, openReferralShop, order, referrer, register } from '#tests/referrals.ts'
import { ownLinkCookie } from './browsers.ts'
import * as referral from './referral.ts'

const day = dayMs

const shop = setUpShop()
let me: Awaited<ReturnType<typeof referrer>>
let friend: RegisteredMember
beforeEach(async () => {
  await shop.reset()
  await openReferralShop(shop)
  me = await referrer(shop)
  friend = await register(shop, me.held)
})

const reward = () => referral.reward(shop.ctx())
const putGroup = (changes: Partial<referral.GroupInput>) => referral.put(shop.ctx(), { ...friendsGroup, ...changes })
const states = () =>
  shop.query<{ side: string; state: string; amount: number; lost: number }>(
    'select side, state, amount, lost from referral_rewards order by id',
  )
const credited = (somebody: RegisteredMember) =>
  shop.query<{ available: number }>(
    "select available from credit_grants where member_id = $1 and reason = 'referral' order by granted_at",
    [somebody.id],
  )
const outcomes = async () =>
  (await shop.query<{ outcome: string }>('select outcome from referral_orders order by placed_at')).map(
    ({ outcome }) => outcome,
  )
/** Refunds this amount of an order, or without an amount everything that is left. */
const refund = async (orderId: string, amount?: number) => {
  await payments.refund(shop.ctx(), { orderId, amount, reason: 'Cold', key: `cold ${amount}` })
  await shop.workOff()
}
/**
 * Moves the clock by this many days, for example past the return period. Sessions end after 14 days without a visit, so
 * both members visit the shop every 13 days.
 */
const laterBy = async (days: number) => {
  for (let left = days; left > 0; left -= 13) {
    shop.clock.advance(Math.min(left, 13) * day)
    for (const { api } of [me, friend]) await api.shell.appInfo()
  }
}

/** The date this many days from now. */
const toDay = (days: number) => new Date(shop.app.now().getTime() + days * day).toISOString().slice(0, 10)

/** The response to a member's sign-in, with its headers. */
const signInAt = async (visitor: Visitor, email: string) => {
  await visitor.api.shell.appInfo()
  return visitor.fetch(`${specificationBase}/common3/signon`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [xsrfHeader]: visitor.cookies.get(xsrfCookie) ?? '' },
    body: JSON.stringify({ email, password: 'three dumplings at noon' }),
  })
}

const rewardMails = async ({ email }: { email: string }) =>
  (await mailsTo(shop, email)).map(({ subject = '' }) => subject).filter((subject) => /reward/.test(subject))

/** Lets the friend buy in a group-buy that ends today and hands out its goods in 20 days. */
async function joinWithPickupIn20Days() {
  await addProducts(shop.ctx(), { id: 'lychee', price: 1300, stock: 0 })
  const date = new Date(shop.app.now().getTime() + 20 * day).toISOString().slice(0, 10)
  const windows = [{ date, from: '10:00', until: '12:00' }]
  const points = [{ name: { en: 'Plaza', zh: '广场' }, address: '1 Main Street', windows }]
  await openGroupBuy(shop.ctx(), { goal: 1, points })
  await joinGroupBuy(shop.ctx(), friend)
}

/** Lets the worker settle the group-buy, whose time must be over. */
async function settleGroupBuy() {
  const close = schedule.find(({ name }) => name === 'settle group-buys that are over')
  await close?.run(shop.ctx())
  await shop.workOff()
  await close?.run(shop.ctx())
}

describe('an order of a referred friend', () => {
  test('in a group-buy earns its reward only after the pickup, and after the group-buy is settled', async () => {
    await joinWithPickupIn20Days()
    await laterBy(19)
    await reward()
    expect(await states()).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
    await laterBy(16)
    await reward()
    expect(await states()).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
    await settleGroupBuy()
    await reward()
    expect(await states()).toMatchObject([{ state: 'given' }, { state: 'given' }])
  })

  test('in a group-buy with a deposit earns a share of the lower price that the group reached', async () => {
    await putGroup({ referrer: { as: 'credit', reward: { percent: 10 } }, friend: null })
    await addProducts(shop.ctx(), { id: 'lychee', price: 1300, stock: 0, prepayment: { percent: 20 } })
    await openGroupBuy(shop.ctx(), { goal: 1 })
    await joinGroupBuy(shop.ctx(), friend, { quantity: 5 })
    await reward()
    expect(await states()).toMatchObject([{ state: 'waiting', amount: 500 }])
    shop.clock.advance(3 * hourMs)
    await settleGroupBuy()
    await shop.query('update referral_rewards set due_at = counted_at')
    await reward()
    expect(await states()).toMatchObject([{ state: 'given', amount: 450 }])
  })

  test('in a group-buy waits for its pickup even if the group-buy is settled', async () => {
    await joinWithPickupIn20Days()
    shop.clock.advance(day)
    await settleGroupBuy()
    await laterBy(18)
    await reward()
    expect(await states()).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
    await laterBy(17)
    await reward()
    expect(await states()).toMatchObject([{ state: 'given' }, { state: 'given' }])
  })

  test('rewards both sides as the group says, once, after the return period', async () => {
    await buy(shop, friend)
    await reward()
    expect(await states()).toMatchObject([
      { side: 'referrer', state: 'waiting', amount: 1000 },
      { side: 'friend', state: 'waiting', amount: 500 },
    ])
    await laterBy(13)
    await reward()
    expect(await credited(me)).toEqual([])
    await laterBy(2)
    await reward()
    await reward()
    expect([await credited(me), await credited(friend)]).toEqual([[{ available: 1000 }], [{ available: 500 }]])
    const { entries } = await me.api.storeCredit.history({})
    expect(entries).toMatchObject([{ kind: 'granted', reason: 'referral', note: { zh: '好友下单' } }])
    expect(await rewardMails(me)).toEqual(['Your reward is here: $10.00'])
    expect(await rewardMails(friend)).toEqual(['Your reward is here: $5.00'])
    await buy(shop, friend)
    await reward()
    expect(await states()).toMatchObject([
      { state: 'given' },
      { state: 'given' },
      { side: 'referrer', state: 'waiting' },
    ])
  })

  test('sent as a parcel earns its reward only after the expected arrival', async () => {
    const { orderID } = await buy(shop, friend)
    const arrival = { from: toDay(10), to: toDay(20) }
    await shop.query('update orders set arrival = $2 where id = $1', [orderID, arrival])
    await laterBy(19)
    await reward()
    expect(await states()).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
    await laterBy(14)
    await reward()
    expect(await states()).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
    await laterBy(3)
    await reward()
    expect(await states()).toMatchObject([{ state: 'given' }, { state: 'given' }])
  })

  test('is announced to each side in their saved language', async () => {
    await me.api.account.update({ locale: 'zh' })
    await buy(shop, friend)
    await laterBy(15)
    await reward()
    const subjects = async ({ email }: { email: string }) => (await mailsTo(shop, email)).map(({ subject }) => subject)
    expect(await subjects(me)).toContain('推荐奖励到账：$10.00')
    expect(await subjects(friend)).toContain('Your reward is here: $5.00')
  })

  test('paid at the store counts after the hand-over', async () => {
    const { orderID } = await order(friend)
    await reward()
    expect(await states()).toEqual([])
    for (const step of [orders.accept, orders.ready, orders.handOver]) await step(shop.ctx(), { id: orderID })
    await reward()
    expect(await states()).toHaveLength(2)
  })

  test('placed as a guest rewards only the referrer', async () => {
    const { orderID } = await order(shop.visitor(), me.held)
    for (const step of [orders.accept, orders.ready, orders.handOver]) await step(shop.ctx(), { id: orderID })
    await reward()
    expect(await states()).toMatchObject([{ side: 'referrer', amount: 1000 }])
  })

  test('placed as a guest whose first attempt failed rewards the referrer', async () => {
    const guest = shop.visitor()
    const contact = { ...sampleContact, email: 'guest@shop.example' }
    await fillCart(guest, 'tea')
    await guest.api.checkout.setContact(contact)
    const { id, hash } = await guest.api.billing.view()
    const first = await guest.api.billing.place({ id, hash, pickUpAandPayAtStore: false, ...me.held })
    await transact(shop.ctx(), async (ctx) => orders.markFailed(ctx, await orders.lock(ctx, first.orderID)))
    const { orderID } = await order(guest, me.held, contact)
    for (const step of [orders.accept, orders.ready, orders.handOver]) await step(shop.ctx(), { id: orderID })
    await reward()
    expect(await states()).toMatchObject([{ side: 'referrer', amount: 1000 }])
  })

  test('earns a percentage of the goods before taxes, up to the maximum', async () => {
    await putGroup({ referrer: { as: 'credit', reward: { percent: 10, most: 500 } }, friend: null })
    await buy(shop, friend, {}, 2)
    await buy(shop, friend, {}, 4)
    await reward()
    expect((await states()).map(({ amount }) => amount)).toEqual([400, 500])
  })

  test('below the minimum or above a limit earns nothing, and the referrer sees the reason', async () => {
    await putGroup({ minimum: 3000, ordersEach: 2, monthlyOrders: 3, friend: null })
    const other = await register(shop, me.held)
    await buy(shop, friend, {}, 1)
    for (const quantity of [2, 2, 2]) await buy(shop, friend, {}, quantity)
    for (const quantity of [2, 2]) await buy(shop, other, {}, quantity)
    await reward()
    expect(await outcomes()).toEqual(['below_minimum', 'counts', 'counts', 'enough', 'counts', 'over_limit'])
    expect(await states()).toHaveLength(3)
    const shown = await me.api.referral.orders({})
    expect(shown.orders.map(({ outcome, reward }) => [outcome, reward?.amount.amount])).toEqual([
      ['over_limit', undefined],
      ['counts', 1000],
      ['enough', undefined],
      ['counts', 1000],
      ['counts', 1000],
      ['below_minimum', undefined],
    ])
    expect((await me.api.referral.overview()).countedThisMonth).toBe(3)
  })

  test('of a month is not limited by orders of later months', async () => {
    await putGroup({ monthlyOrders: 1, friend: null })
    const other = await register(shop, me.held)
    const { orderID } = await order(other)
    await laterBy(31)
    await buy(shop, friend)
    await reward()
    for (const step of [orders.accept, orders.ready, orders.handOver]) await step(shop.ctx(), { id: orderID })
    await reward()
    expect(await outcomes()).toEqual(['counts', 'counts'])
  })

  test('placed after the end of the referral does not count', async () => {
    await shop.query('update referrals set ends_at = $1', [shop.app.now()])
    await buy(shop, friend)
    await reward()
    expect(await outcomes()).toEqual([])
  })

  test('is counted once by ten parallel workers, within the monthly limit', async () => {
    await putGroup({ monthlyOrders: 4, friend: null })
    const others = await Promise.all(Array.from({ length: 6 }, () => register(shop, me.held)))
    for (const other of others) await buy(shop, other)
    await Promise.all(Array.from({ length: 10 }, reward))
    expect((await outcomes()).toSorted()).toEqual(['counts', 'counts', 'counts', 'counts', 'over_limit', 'over_limit'])
    expect(await states()).toHaveLength(4)
  })
})

describe('a reward', () => {
  test('is given once by ten parallel workers', async () => {
    await buy(shop, friend)
    await reward()
    await laterBy(16)
    await Promise.all(Array.from({ length: 10 }, reward))
    expect([await credited(me), await credited(friend)]).toEqual([[{ available: 1000 }], [{ available: 500 }]])
  })

  test('is not given by a worker that crashes, and the next worker gives it', async () => {
    await buy(shop, friend)
    await reward()
    await laterBy(16)
    await shop.query(`create function die() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`)
    await shop.query('create trigger die before update on referral_rewards for each row execute function die()')
    await expect(reward()).rejects.toThrow()
    await shop.query('drop function die cascade')
    expect([await credited(me), await credited(friend)]).toEqual([[], []])
    await reward()
    expect([await credited(me), await credited(friend)]).toEqual([[{ available: 1000 }], [{ available: 500 }]])
  })

  test('as a coupon works for members, from its minimum on, and its owner sees it', async () => {
    const terms = { as: 'coupon', reward: { amount: 700 }, days: 30, minimum: 1500 } as const
    await putGroup({ referrer: terms, friend: terms })
    await buy(shop, friend)
    await reward()
    await laterBy(16)
    await reward()
    const { rewards } = await friend.api.referral.received()
    const { orders: shown } = await me.api.referral.orders({})
    const mine = shown[0]?.reward?.coupon?.code ?? ''
    const theirs = rewards[0]?.coupon?.code ?? ''
    expect([mine, theirs]).toEqual([expect.stringMatching(/^REF-[0-9A-F]{10}$/), expect.stringMatching(/^REF-/)])
    await friend.api.cart.add({ sku: 'tea', quantity: 1 })
    expect(await friend.api.coupons.apply({ code: theirs })).toMatchObject({ coupon: { code: theirs, problem: null } })
    const guest = shop.visitor()
    await guest.api.cart.add({ sku: 'tea', quantity: 1 })
    await expect(guest.api.coupons.apply({ code: mine })).rejects.toMatchObject({
      errors: [{ code: 'coupons.members' }],
    })
    expect((await guest.api.coupons.list()).coupons).toEqual([])
    await expect(guest.api.coupons.own()).rejects.toMatchObject({ errors: [{ code: 'account.sign_in_required' }] })
    for (const [{ api }, code] of [[me, mine] as const, [friend, theirs] as const])
      expect((await api.coupons.own()).coupons).toMatchObject([{ code }])
  })
})

describe('taking a reward back', () => {
  test('reduces a waiting reward in proportion to a refund, and ends it after a full refund', async () => {
    const { orderID, total } = await buy(shop, friend)
    await reward()
    await refund(orderID, total.amount / 2)
    expect(await states()).toMatchObject([{ amount: 500 }, { amount: 250 }])
    await laterBy(16)
    await reward()
    expect([await credited(me), await credited(friend)]).toEqual([[{ available: 500 }], [{ available: 250 }]])
    const other = await buy(shop, friend)
    await reward()
    await refund(other.orderID)
    expect((await states())[2]).toMatchObject({ state: 'taken_back', amount: 0 })
  })

  test('of a cancelled order leaves the rewards of both sides and the limits to the next order', async () => {
    await putGroup({ ordersEach: 1, monthlyOrders: 1 })
    const { orderID } = await buy(shop, friend)
    await reward()
    expect((await me.api.referral.overview()).countedThisMonth).toBe(1)
    await orders.cancelByStore(shop.ctx(), { id: orderID, note: '', restocks: true })
    await shop.workOff()
    expect((await me.api.referral.overview()).countedThisMonth).toBe(0)
    for (let bought = 0; bought < 2; bought++) {
      await buy(shop, friend)
      await reward()
    }
    expect((await outcomes()).toSorted()).toEqual(['counts', 'counts', 'enough'])
    expect(await states()).toMatchObject([
      { side: 'referrer', state: 'taken_back' },
      { side: 'friend', state: 'taken_back' },
      { side: 'referrer', state: 'waiting', amount: 1000 },
      { side: 'friend', state: 'waiting', amount: 500 },
    ])
  })

  test('that the friend has spent gives no second reward for the next order', async () => {
    const { orderID } = await buy(shop, friend)
    await reward()
    await laterBy(16)
    await reward()
    // Credit that expires is spent first, so this purchase spends the reward.
    await buy(shop, friend)
    expect(await credited(friend)).toEqual([{ available: 0 }])
    await orders.cancelByStore(shop.ctx(), { id: orderID, note: '', restocks: true })
    await shop.workOff()
    await buy(shop, friend)
    await reward()
    const received = (await states()).filter(({ side }) => side === 'friend')
    expect(received).toMatchObject([{ state: 'taken_back', lost: 500 }])
  })

  test('that is not taken back yet gives no second reward for the next order', async () => {
    const { orderID } = await buy(shop, friend)
    await reward()
    await laterBy(16)
    await reward()
    await orders.cancelByStore(shop.ctx(), { id: orderID, note: '', restocks: true })
    // The worker has not taken the reward back when the next order is counted.
    await buy(shop, friend)
    await reward()
    expect((await states()).filter(({ side }) => side === 'friend')).toMatchObject([{ state: 'given' }])
  })

  test('ends a waiting reward when the order is cancelled', async () => {
    const { orderID } = await buy(shop, friend)
    await reward()
    await orders.cancelByStore(shop.ctx(), { id: orderID, note: '', restocks: true })
    await shop.workOff()
    expect(await states()).toMatchObject([{ state: 'taken_back' }, { state: 'taken_back' }])
    await laterBy(16)
    await reward()
    expect(await credited(me)).toEqual([])
  })

  test('removes given credit after a refund, as far as it is unspent, once', async () => {
    const { orderID, total } = await buy(shop, friend)
    await reward()
    await laterBy(16)
    await reward()
    await refund(orderID, total.amount / 4)
    await referral.reduceRewards(shop.ctx(), { orderId: orderID })
    expect([await credited(me), await credited(friend)]).toEqual([[{ available: 750 }], [{ available: 375 }]])
    await shop.query(
      "update credit_grants set available = 300, amount = 300 where member_id = $1 and reason = 'referral'",
      [me.id],
    )
    await refund(orderID)
    expect(await states()).toMatchObject([
      { state: 'taken_back', amount: 0, lost: 450 },
      { state: 'taken_back', amount: 0, lost: 0 },
    ])
    expect([await credited(me), await credited(friend)]).toEqual([[{ available: 0 }], [{ available: 0 }]])
    const { entries } = await friend.api.storeCredit.history({})
    expect(entries.filter(({ kind }) => kind === 'taken_back')).toMatchObject([
      { amount: { amount: -375 } },
      { amount: { amount: -125 } },
    ])
    expect(await rewardMails(friend)).toEqual([
      'Your reward is here: $5.00',
      '$1.25 of a reward was taken back',
      '$3.75 of a reward was taken back',
    ])
  })

  test('happens once with twenty parallel calls', async () => {
    const { orderID, total } = await buy(shop, friend)
    await reward()
    await laterBy(16)
    await reward()
    await payments.refund(shop.ctx(), { orderId: orderID, amount: total.amount / 2, reason: '', key: 'half' })
    await Promise.all(Array.from({ length: 20 }, () => referral.reduceRewards(shop.ctx(), { orderId: orderID })))
    expect(await credited(me)).toEqual([{ available: 500 }])
  })

  test('ends an unused coupon, and records a used one as lost', async () => {
    await putGroup({
      referrer: { as: 'coupon', reward: { amount: 700 } },
      friend: { as: 'coupon', reward: { amount: 700 } },
    })
    const { orderID } = await buy(shop, friend)
    await reward()
    await laterBy(16)
    await reward()
    await shop.query(
      "update coupons set used = 1 where code = (select coupon_code from referral_rewards where side = 'friend')",
    )
    await refund(orderID)
    expect(await states()).toMatchObject([
      { state: 'taken_back', lost: 0 },
      { state: 'taken_back', lost: 700 },
    ])
    expect(await shop.query('select active from coupons order by used')).toEqual([{ active: false }, { active: true }])
  })
})

describe('a suspicious reward', () => {
  const pending = async () => (await referral.staff.rewards(shop.ctx(), { all: false })).rewards

  test.each([
    [
      'same_browser',
      () =>
        shop.query('update orders set session_id = (select id from sessions where member_id = $1 limit 1)', [me.id]),
    ],
    ['same_contact', () => shop.query(`update orders set contact = contact || '{"phone": "+14165550111"}'`)],
  ] as const)('with %s waits for staff, is given once if approved, and never if refused', async (flag, arrange) => {
    await shop.query("update members set phone = '+14165550111' where id = $1", [me.id])
    await buy(shop, friend)
    await arrange()
    await reward()
    await laterBy(16)
    await reward()
    expect(await credited(me)).toEqual([])
    expect((await me.api.referral.orders({})).orders[0]?.reward?.state).toBe('review')
    const waiting = await pending()
    expect(waiting).toMatchObject([
      { side: 'referrer', member: me.email, flags: [flag], isApproved: false },
      { side: 'friend', member: friend.email },
    ])
    const [first, second] = waiting.map(({ reward }) => reward) as [number, number]
    await referral.staff.approve(shop.ctx(), { reward: first, note: 'Neighbours' })
    const left = await referral.staff.refuse(shop.ctx(), { reward: second, note: '' })
    expect(left.rewards).toEqual([])
    await reward()
    expect([await credited(me), await credited(friend)]).toEqual([[{ available: 1000 }], []])
    const late = referral.staff.refuse(shop.ctx(), { reward: first, note: '' })
    await expect(late).rejects.toMatchObject({ items: [{ code: 'referral.decided' }] })
    const unknown = referral.staff.approve(shop.ctx(), { reward: 999, note: '' })
    await expect(unknown).rejects.toMatchObject({ items: [{ code: 'staff.unknown' }] })
  })

  test.each(['registers', 'orders as a guest'] as const)(
    'of a person who %s in the referrer’s browser waits for staff',
    async (how) => {
      await me.api.account.signOut()
      const second = how === 'registers' ? await register(shop, me.held, {}, me) : me
      if (how === 'registers') await buy(shop, second)
      else {
        const { orderID } = await order(me, me.held, { email: 'guest@shop.example' })
        for (const step of [orders.accept, orders.ready, orders.handOver]) await step(shop.ctx(), { id: orderID })
      }
      const elsewhere = await register(shop, me.held)
      await buy(shop, elsewhere)
      await reward()
      const odd = await pending()
      expect(odd.map(({ side, flags }) => [side, flags])).toEqual(
        (how === 'registers' ? ['referrer', 'friend'] : ['referrer']).map((side) => [side, ['same_browser']]),
      )
      for (const { reward } of odd) await referral.staff.approve(shop.ctx(), { reward, note: 'A family' })
      expect(await pending()).toEqual([])
    },
  )

  test('is recognised by a cookie of digests that only the shop can read and only referrers get', async () => {
    expect(friend.cookies.get(ownLinkCookie)).toBeUndefined()
    const { email } = me
    const visitor = shop.visitor()
    const answer = await signInAt(visitor, email)
    const line = answer.headers.getSetCookie().find((one) => one.startsWith(ownLinkCookie)) ?? ''
    expect(line).toMatch(/^own_link=[\w-]{16}; Path=\/; Max-Age=7776000; SameSite=Lax; HttpOnly$/)
    for (const name of [me.id, me.held.referId]) expect(line).not.toContain(name)
    visitor.cookies.set(ownLinkCookie, `${visitor.cookies.get(ownLinkCookie)}.a.b.c.d.e`)
    await visitor.api.account.signOut()
    const again = await signInAt(visitor, email)
    expect(again.headers.getSetCookie().find((one) => one.startsWith(ownLinkCookie))).toMatch(/=[\w-]{16}\.a\.b\.c;/)
  })

  test('includes every reward if the group requires a review of all', async () => {
    await putGroup({ reviewsAll: true, friend: null })
    await buy(shop, friend)
    await reward()
    await laterBy(16)
    await reward()
    expect(await pending()).toMatchObject([{ flags: ['every'], as: 'credit', amount: { amount: 1000 } }])
  })

  test('is recognised by the same address in another spelling', async () => {
    await buy(shop, friend)
    const door = { country: 'CA', province: 'ON', city: 'Markham', district: '', unit: '', buzzer: '', note: '' }
    await shop.query('update orders set address = $1', [{ ...door, street: '8 MAIN street', postCode: 'L3R 1A1' }])
    await shop.query("insert into member_addresses (member_id, type, address) values ($1, 'DELIVERY', $2)", [
      me.id,
      { ...door, street: '8 Main Street', postCode: 'l3r1a1' },
    ])
    await reward()
    expect((await pending())[0]?.flags).toEqual(['same_address'])
  })
})
