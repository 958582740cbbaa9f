import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import * as orders from '#server/orders/orders.ts'
import * as payments from '#server/payments/payments.ts'
import { setUpShop } from '#tests/harness.ts'
import { setUpTill } from '#tests/payments.ts'
import { openApp } from './app.ts'
import { openClock } from './clock.ts'
import { startWorker } from './queue.ts'

const day = dayMs
const shop = setUpShop({ PROVIDER_TIMEOUT_MS: '1500' })
const till = setUpTill(shop)
beforeEach(() => shop.reset())
afterEach(() => vi.unstubAllGlobals())

/** Changes the clock of this process by `ms`. The database's clock stays as it is. */
function step(ms: number) {
  class SteppedDate extends RealDate {
    constructor(...given: number[]) {
      if (given.length > 0) super(...(given as [number]))
      else super(RealDate.now() + ms)
    }
    static override now() {
      return RealDate.now() + ms
    }
    static override [Symbol.hasInstance](value: unknown) {
      return value instanceof RealDate
    }
  }
  vi.stubGlobal('Date', SteppedDate)
}
const RealDate = Date

test.each([day, -day])(
  'a process clock that jumps by %i ms neither expires an open order nor keeps an expired one',
  async (ms) => {
    const ctx = await till.shopper()
    const young = await till.order(ctx)
    const old = await till.order(ctx, { expiresAt: new Date(shop.app.now().getTime() - 1000) })
    step(ms)
    const worker = startWorker(shop.app, [{ name: 'check', everyMs: 20, run: payments.checkPending }])
    await expect.poll(() => orders.find(ctx, old.id)).toMatchObject({ status: 'FAILED' })
    expect(await orders.find(ctx, young.id)).toMatchObject({ status: 'INTERIM' })
    await worker.stop()
    await payments.startSnapPayAlipay(ctx, { orderID: young.id })
    expect(await till.attempt(young.id)).toMatchObject([{ state: 'pending' }])
  },
)

test('a process with a wrong clock uses the time of the database and logs one warning', async () => {
  step(day)
  const warnings: unknown[] = []
  const log = { ...shop.app.log, warn: (_: string, fields?: object) => warnings.push(fields) }
  const clock = await openClock(shop.app.database.db, log)
  const [row] = await shop.query<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')
  expect(Math.abs(clock.now().getTime() - (row?.ms ?? 0))).toBeLessThan(5000)
  const app = await openApp(shop.app.config, {}, shop.app.database)
  expect(Math.abs(app.now().getTime() - (row?.ms ?? 0))).toBeLessThan(5000)
  expect(Math.abs(clock.skewMs() - day)).toBeLessThan(5000)
  await clock.sync()
  await clock.sync()
  expect(warnings).toHaveLength(1)
  vi.unstubAllGlobals()
  await clock.sync()
  expect(Math.abs(clock.skewMs())).toBeLessThan(5000)
  step(-day)
  await clock.sync()
  expect(warnings).toHaveLength(2)
})

test('a clock difference of less than five seconds is not logged', async () => {
  step(3000)
  const warnings: string[] = []
  await openClock(shop.app.database.db, { ...shop.app.log, warn: (message) => warnings.push(message) })
  expect(warnings).toEqual([])
})

test('a slow response of the database does not change the clock', async () => {
  const { db } = shop.app.database
  let delayMs = 0
  const execute = async (query: Parameters<typeof db.execute>[0]) => {
    const answer = await db.execute(query)
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    return answer
  }
  const clock = await openClock({ execute } as never, shop.app.log)
  // Before the slow reading below, two fast readings correct the offset that the first reading gave.
  await clock.sync()
  await clock.sync()
  const [from, began] = [clock.now().getTime(), performance.now()]
  delayMs = 900
  await clock.sync()
  const [to, ended] = [clock.now().getTime(), performance.now()]
  // If `sync` assumed that the database read its clock in the middle of the delay, the time would move by half of the
  // delay.
  expect(to - from).toBeGreaterThan(ended - began - 200)
  expect(to - from).toBeLessThan(ended - began + 200)
})
