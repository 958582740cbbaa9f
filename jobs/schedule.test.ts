import { expect, test } from 'vitest'
import * as payments from '#server/payments/payments.ts'
import { setUpShop } from '#tests/harness.ts'
import { schedule } from './schedule.ts'

const shop = setUpShop()

test.each(schedule)('"$name" runs without an error in an empty shop', async ({ run }) => {
  await expect(run(shop.ctx())).resolves.not.toThrow()
})

test('the job that sends refunds runs at least once a minute', () => {
  const job = schedule.find(({ run }) => run === payments.sendRefunds)
  expect(job?.everyMs).toBeLessThanOrEqual(60_000)
})

test('no two jobs have the same name', () => {
  expect(new Set(schedule.map(({ name }) => name)).size).toBe(schedule.length)
})
