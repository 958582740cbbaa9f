import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Simulators } from '#simulators/providers.ts'
import { startSimulators } from '#simulators/providers.ts'
import { openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { phoneHeaders, setUpTill } from '#tests/payments.ts'

let simulators: Simulators
beforeAll(async () => {
  simulators = await startSimulators({ SNAPPAY_URL: 'none' })
})
afterAll(() => simulators.close())
const shop = setUpShop(() => ({ ...simulators.env, RATE_LIMIT_FACTOR: '1' }))
const till = setUpTill(shop)
beforeAll(() => openStore(shop.ctx()))

const miniProgram = { 'user-agent': 'Mozilla/5.0 (iPhone) MicroMessenger/8.0 miniProgram' }

test.each([
  'start',
  'startSnapPayWeChat',
  'startSnapPayAlipay',
  'startSnapPayUnionPay',
  'payPal',
  'startOtt',
  'startCitcon',
  'startIotPay',
  'startOPay',
  'startMiniProgram',
] as const)('successful starts by %s do not use up the limit of a shared network; failed starts do', async (call) => {
  const arrive = async () => {
    const visitor = shop.visitor(call === 'startMiniProgram' ? miniProgram : phoneHeaders)
    await visitor.api.shell.appInfo({})
    const ctx = await visitor.ctx()
    await ctx.ensureSession()
    const { id } = await till.order(ctx)
    return async (orderID = id) => {
      const start = (): Promise<unknown> =>
        call === 'startMiniProgram'
          ? visitor.api.payments.startMiniProgram({ orderID, weChatOpenId: 'oX-1' })
          : call === 'start'
            ? visitor.api.payments.start({ orderID, option: 'iotpay' })
            : visitor.api.payments[call]({ orderID })
      return start().then(
        () => 200,
        ({ status }: { status: number }) => status,
      )
    }
  }
  const starts = [await arrive(), await arrive()]
  const statuses: number[] = []
  for (let n = 0; n < 20; n++) for (const start of starts) statuses.push(await start())
  expect(statuses).toEqual(Array(40).fill(200))
  const fail = await arrive()
  const failed: number[] = []
  for (let n = 0; n < 31; n++) failed.push(await fail('no-such-order'))
  expect(failed).toEqual([...Array(30).fill(404), 429])
  expect(await starts[0]?.()).toBe(429)
})

test('forged notifications are stored up to a limit, and all are refused', async () => {
  const visitor = shop.visitor()
  const statuses = new Set<number>()
  for (let n = 0; n < limits.storedForgeriesPerHour + 5; n++) {
    const body = JSON.stringify({ forged: n })
    const headers = { 'content-type': 'application/json' }
    const answer = await visitor.fetch('/api/istore/more/payments/citcon/notification', {
      method: 'POST',
      headers,
      body,
    })
    statuses.add(answer.status)
  }
  const stored = await shop.query("select 1 from payment_notifications where provider = 'citcon'")
  expect([stored.length, statuses.size]).toEqual([limits.storedForgeriesPerHour, 1])
})
