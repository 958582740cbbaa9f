import { beforeEach, expect, it } from 'vitest'
import type { EventName } from '#contract/analytics.ts'
import { dayMs } from '#contract/durations.ts'
import { openTestShop, setUpShop } from '#tests/harness.ts'
import { counts } from './analytics.ts'

const shop = setUpShop({ ANALYTICS: 'own' })
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
})

const counted = async (days = 7) =>
  (await counts(shop.ctx(), { days })).counts.map(({ day, name, count }) => [day, name, count])

it('counts events by day and stores nothing about visitors', async () => {
  const { api } = shop.visitor()
  await api.measuring.count({ events: ['item_viewed', 'item_viewed', 'cart_added'] })
  shop.clock.advance(dayMs)
  await api.measuring.count({ events: ['item_viewed'] })
  expect(await counted()).toEqual([
    ['2026-11-21', 'item_viewed', 1],
    ['2026-11-20', 'cart_added', 1],
    ['2026-11-20', 'item_viewed', 2],
  ])
  expect(await counted(1)).toEqual([['2026-11-21', 'item_viewed', 1]])
  const columns = await shop.query<{ column_name: string }>(
    "select column_name from information_schema.columns where table_name = 'event_counts' order by 1",
  )
  expect(columns.map(({ column_name }) => column_name)).toEqual(['count', 'day', 'name'])
})

it.each([{ 'sec-gpc': '1' }, { dnt: '1' }] as Record<string, string>[])(
  'counts no events of a browser that sends %o',
  async (headers) => {
    expect(await shop.visitor(headers).api.measuring.count({ events: ['searched'] })).toEqual({ counted: 0 })
    expect(await counted()).toEqual([])
  },
)

it('counts all events of twenty concurrent requests, whatever their order', async () => {
  const events: EventName[] = ['shared', 'searched', 'cart_added']
  const visitors = Array.from({ length: 20 }, () => shop.visitor())
  await Promise.all(
    visitors.map(({ api }, turn) => api.measuring.count({ events: turn % 2 ? events : events.toReversed() })),
  )
  expect((await counted()).map(([, , count]) => count)).toEqual([20, 20, 20])
})

it('refuses unknown event names and more than 20 events in one request', async () => {
  const { api } = shop.visitor()
  await expect(api.measuring.count({ events: ['mei@example.com' as EventName] })).rejects.toMatchObject({ status: 400 })
  await expect(api.measuring.count({ events: Array(21).fill('shared') })).rejects.toMatchObject({ status: 400 })
})

it('answers 404 in a shop without analytics', async () => {
  const other = await openTestShop()
  await expect(other.visitor().api.measuring.count({ events: ['shared'] })).rejects.toMatchObject({ status: 404 })
  await other.close()
})
