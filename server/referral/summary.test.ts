import { beforeEach, expect, test } from 'vitest'
import { setUpShop } from '#tests/harness.ts'
import { openReferralShop, referrer } from '#tests/referrals.ts'

const shop = setUpShop()
let me: Awaited<ReturnType<typeof referrer>>
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T15:00:00Z')
  await openReferralShop(shop)
  me = await referrer(shop)
})

let numbers = 0

/**
 * Adds a friend who was bound to the referrer at `boundAt`. With `order`, also adds an order of the friend, and the
 * referrer's reward for that order.
 */
async function came(boundAt: string, order?: { placedAt: string; amount: number; state?: string }) {
  const id = ++numbers
  await shop.query(
    `insert into referrals (id, referrer_id, group_id, via, bound_at, ends_at)
      values ($1, $2, 'friends', 'registration', $3, '2030-01-01')`,
    [id, me.id, boundAt],
  )
  if (!order) return
  const { placedAt, amount, state = 'waiting' } = order
  await shop.query(
    `insert into referral_orders (order_id, referral_id, referrer_id, placed_at, outcome, counted_at)
      values ($1, $2, $3, $4, 'counts', $4)`,
    [`order ${id}`, id, me.id, placedAt],
  )
  await shop.query(
    `insert into referral_rewards (referral_id, order_id, side, member_id, terms, currency, "full", amount, state,
        counted_at, due_at, settled_at)
      values ($1, $2, 'referrer', $3, '{}', 'CAD', $4, $4, $5, $6, $6, $7)`,
    [id, `order ${id}`, me.id, amount, state, placedAt, state === 'waiting' ? null : placedAt],
  )
}

test('the summary has the last thirty days in the store’s time zone, oldest first', async () => {
  // 04:30 in UTC is 23:30 of the day before in Toronto, so the first two friends belong to different days.
  await came('2026-11-20T04:30:00Z')
  await came('2026-11-20T05:30:00Z')
  await came('2026-10-21T12:00:00Z')
  const { points, total, timeZone } = await me.api.referral.memberSummary({})
  expect([points.length, points[0]?.start, points.at(-1)?.start]).toEqual([30, '2026-10-22', '2026-11-20'])
  expect(points.slice(-2).map(({ members }) => members)).toEqual([1, 1])
  expect([total, timeZone]).toEqual([2, 'America/Toronto'])
})

test.each([
  ['week', '2026-08-31', '2026-11-16', [1, 2]],
  ['month', '2025-12-01', '2026-11-01', [0, 3]],
] as const)('the summary by %s has twelve periods, from %s to %s', async (period, first, last, counts) => {
  await came('2026-11-15T12:00:00Z')
  await came('2026-11-16T12:00:00Z')
  await came('2026-11-20T12:00:00Z')
  const { points } = await me.api.referral.memberSummary({ period })
  expect([points.length, points[0]?.start, points.at(-1)?.start]).toEqual([12, first, last])
  expect(points.slice(-2).map(({ members }) => members)).toEqual(counts)
})

test('the summary adds up orders and rewards, without rewards that were taken back or refused', async () => {
  await came('2026-11-01T12:00:00Z', { placedAt: '2026-11-19T12:00:00Z', amount: 1000 })
  await came('2026-11-01T12:00:00Z', { placedAt: '2026-11-19T13:00:00Z', amount: 300, state: 'given' })
  await came('2026-11-01T12:00:00Z', { placedAt: '2026-11-20T13:00:00Z', amount: 700, state: 'refused' })
  const { points, total, reward } = await me.api.referral.orderSummary({ period: 'day' })
  expect(points.slice(-2)).toEqual([
    { start: '2026-11-19', orders: 2, reward: { amount: 1300, currency: 'CAD' } },
    { start: '2026-11-20', orders: 1, reward: { amount: 0, currency: 'CAD' } },
  ])
  expect([total, reward.amount]).toEqual([3, 1300])
})

test('friends and orders are listed in pages, newest first, with masked names', async () => {
  for (const day of ['10', '11', '12']) await came(`2026-11-${day}T12:00:00Z`)
  const first = await me.api.referral.members({ numberToLoad: 2 })
  expect(first).toMatchObject({ total: 3, hasMore: true, friends: [{ name: '•••', orders: 0 }, {}] })
  expect(first.friends.map(({ at }) => at.slice(0, 10))).toEqual(['2026-11-12', '2026-11-11'])
  const last = await me.api.referral.members({ numberToLoad: 2, startingPosition: 2 })
  expect([last.friends.length, last.hasMore]).toEqual([1, false])
  await expect(me.api.referral.members({ numberToLoad: 51 })).rejects.toMatchObject({ status: 400 })
  await expect(me.api.referral.orders({ startingPosition: -1 })).rejects.toMatchObject({ status: 400 })
  await expect(me.api.referral.orderSummary({ period: 'year' as never })).rejects.toMatchObject({ status: 400 })
})
