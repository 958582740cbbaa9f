import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { dayMs } from '#contract/durations.ts'
import * as members from '#server/members/members.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { createSession, endSession, newToken } from '#server/platform/http/sessions.ts'
import { readSetting, writeSetting } from '#server/platform/settings.ts'
import type { GroupInput } from '#server/referral/referral.ts'
import * as referral from '#server/referral/referral.ts'
import { demoAccounts } from './accounts.ts'
import { text } from './product.ts'
import { fillCart, payWithGift, contextAt as shopAt, shopperAt } from './shoppers.ts'

const key = 'demo.referrals'
/** Advisory lock: if several processes start together, only one of them creates the demonstration's referrals. */
const referralsLock = 7_272_306

/** A group that gives credit for every order of a friend, and a group that gives coupons for a friend's first order. */
const demoGroups: GroupInput[] = [
  {
    id: 'neighbours',
    position: 0,
    name: text(['Neighbours', '街坊']),
    text: text([
      'For everyone who tells the street about us: something for each order of those who come.',
      '把我们介绍给街坊邻居，他们每下一单，您都有奖励。',
    ]),
    referrer: { as: 'credit', reward: { percent: 10, most: 1000 } },
    friend: { as: 'credit', reward: { amount: 500 }, days: 90 },
    minimum: 1000,
    returnDays: 14,
    windowDays: 365,
    monthlyOrders: 20,
  },
  {
    id: 'first-cup',
    position: 1,
    name: text(['The first cup', '第一杯']),
    text: text([
      'A coupon for you and one for your friend, once they have had their first order.',
      '朋友下了第一单，你们各得一张优惠券。',
    ]),
    referrer: { as: 'coupon', reward: { amount: 500 }, days: 60, minimum: 2000 },
    friend: { as: 'coupon', reward: { amount: 500 }, days: 60, minimum: 2000 },
    minimum: 1000,
    returnDays: 7,
    ordersEach: 1,
    reviewsAll: true,
  },
]

interface Friend {
  name: string
  locale: 'en' | 'zh'
  cameDaysAgo: number
  group?: string
  /** The friend's orders, some of which are cancelled. */
  orders: { daysAgo: number; quantity: number; isCancelled?: boolean }[]
}

/** Friends who came through the first member's link. Their orders lead to rewards in different states. */
const friends: Friend[] = [
  {
    name: 'Priya Raman',
    locale: 'en',
    cameDaysAgo: 40,
    orders: [
      { daysAgo: 36, quantity: 6 },
      { daysAgo: 5, quantity: 4 },
    ],
  },
  {
    name: '周子昂',
    locale: 'zh',
    cameDaysAgo: 27,
    orders: [
      { daysAgo: 24, quantity: 8 },
      { daysAgo: 3, quantity: 1 },
    ],
  },
  { name: 'Tom Beaulieu', locale: 'en', cameDaysAgo: 12, orders: [{ daysAgo: 10, quantity: 5, isCancelled: true }] },
  { name: '何佳', locale: 'zh', cameDaysAgo: 6, group: 'first-cup', orders: [{ daysAgo: 4, quantity: 7 }] },
  { name: 'Amara Diallo', locale: 'en', cameDaysAgo: 1, orders: [] },
]

/**
 * Email addresses of the influencers who also join a referrer group. The links on their pages contain their `referId`.
 */
const referringInfluencers = ['ruby@lantern-lane.example', 'wei@lantern-lane.example']

const sku = 'hk-pineapple-bun.single'

/**
 * Creates the referrer groups, and simulates visits and orders by friends of the first demonstration member. Runs only
 * once.
 */
export async function openReferrals(ctx: Context): Promise<void> {
  if (await readSetting(ctx, key)) return
  await transact(ctx, async (ctx) => {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(${referralsLock})`)
    if (await readSetting(ctx, key)) return
    await writeSetting(ctx, key, true)
    for (const group of demoGroups) await referral.put(ctx, group)
    const member = await members.findByEmail(ctx, demoAccounts[0].email)
    if (!member) return
    for (const { id } of demoGroups.toReversed()) await referral.joinGroup({ ...ctx, memberId: member.id }, { id })
    for (const email of referringInfluencers) {
      const influencer = await members.findByEmail(ctx, email)
      if (influencer) await referral.joinGroup({ ...ctx, memberId: influencer.id }, { id: 'neighbours' })
    }
    for (const [at, friend] of friends.entries()) await addFriend(ctx, member, { friend, at })
    await referral.reward(ctx)
  })
}

async function addFriend(ctx: Context, referrer: members.Member, { friend, at }: { friend: Friend; at: number }) {
  const daysBefore = (days: number) => new Date(ctx.app.now().getTime() - days * dayMs)
  const signUpContext = shopAt(ctx, daysBefore(friend.cameDaysAgo))
  const link = { referId: referrer.referralId, referGroup: friend.group }
  // Simulates more clicks than registrations, as in a real shop.
  for (let visits = 0; visits < at + 2; visits++)
    await referral.click({ ...signUpContext, declinesTracking: false }, link)
  const memberId = await members.create(signUpContext, {
    name: friend.name,
    email: `friend-${at + 1}@lantern-lane.example`,
    password: randomBytes(18).toString('base64url'),
    phone: `+1647555${String(160 + at).padStart(4, '0')}`,
    locale: friend.locale,
    isProven: true,
    ...link,
  })
  const member = await members.find(ctx, memberId)
  if (!member) return
  const session = await createSession(ctx.db, { token: newToken(), memberId, device: '', now: ctx.app.now() })
  const buyer = { member, session }
  for (const order of friend.orders) {
    const shopper = shopperAt(ctx, buyer, daysBefore(order.daysAgo))
    if (!(await fillCart(shopper, buyer, [{ sku, quantity: order.quantity }]))) continue
    const orderID = await payWithGift(shopper, buyer, { key: `demo/referral/${at}/${order.daysAgo}` })
    if (!order.isCancelled) {
      await orders.accept(shopper, { id: orderID })
      await orders.ready(shopper, { id: orderID })
      await orders.handOver(shopper, { id: orderID })
      continue
    }
    await referral.reward(shopper)
    await orders.cancelByStore(shopper, { id: orderID, note: 'The oven broke. 烤箱坏了。', restocks: true })
    await referral.reduceRewards(shopper, { orderId: orderID })
  }
  await endSession(ctx, session.id)
}
