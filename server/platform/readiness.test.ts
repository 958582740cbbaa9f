import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { setUpShop } from '#tests/harness.ts'
import { bindProbes } from './readiness.ts'

const shop = setUpShop()
beforeAll(() => bindProbes(shop.app, shop.api.http))
afterEach(() => vi.restoreAllMocks())

test('/readyz reports by how much the process clock is ahead of the database clock', async () => {
  const day = 86_400_000
  const real = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => real() + day)
  await shop.app.clock.sync()
  const answer = await shop.visitor().fetch('/readyz')
  const { status, details } = (await answer.json()) as { status: string; details: { clockAheadMs: number } }
  expect([answer.status, status]).toEqual([200, 'ready'])
  expect(Math.abs(details.clockAheadMs - day)).toBeLessThan(5000)
})
