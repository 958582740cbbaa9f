import { expect, test } from 'vitest'
import { openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { phoneHeaders, setUpTill } from '#tests/paying.ts'

const shop = setUpShop({ RATE_LIMIT_FACTOR: '1' })
const till = setUpTill(shop)

test('payments that start do not use up the limit of a shared network; starts that fail do', async () => {
  await openStore(shop.ctx())
  const arrive = async () => {
    const visitor = shop.visitor(phoneHeaders)
    await visitor.api.shell.appInfo({})
    const ctx = await visitor.ctx()
    await ctx.ensureSession()
    const { id } = await till.order(ctx)
    return async (orderID = id) =>
      visitor.api.payments.startSnapPayWeChat({ orderID }).then(
        () => 200,
        ({ status }: { status: number }) => status,
      )
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
