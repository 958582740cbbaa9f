import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { setUpShop } from '#tests/harness.ts'
import { recordAudit } from './last-audit.ts'
import { bindProbes } from './readiness.ts'

const shop = setUpShop()
beforeAll(() => bindProbes(shop.app, shop.api.http))
afterEach(() => vi.restoreAllMocks())

test('/readyz reports by how much the process clock is ahead of the database clock', async () => {
  const day = dayMs
  const real = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => real() + day)
  await shop.app.clock.sync()
  const answer = await shop.visitor().fetch('/readyz')
  const { status, details } = (await answer.json()) as { status: string; details: { clockAheadMs: number } }
  expect([answer.status, status]).toEqual([200, 'ready'])
  expect(Math.abs(details.clockAheadMs - day)).toBeLessThan(5000)
})

test('/readyz reports the result of the last audit', async () => {
  await recordAudit(shop.ctx().db, { date: '2031-05-01', failedChecks: 2 })
  await vi.waitFor(async () => {
    const { details } = (await (await shop.visitor().fetch('/readyz')).json()) as { details: { lastAudit: object } }
    expect(details.lastAudit).toEqual({ date: '2031-05-01', failedChecks: 2 })
  }, 20_000)
})
