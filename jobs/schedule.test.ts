import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestShop } from '#tests/harness.ts'
import { openTestShop } from '#tests/harness.ts'
import { schedule } from './schedule.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test.each(schedule)('"$name" has nothing to do in an empty shop', async ({ run }) => {
  await expect(run(shop.ctx())).resolves.not.toThrow()
})

test('no two jobs have the same name', () => {
  expect(new Set(schedule.map(({ name }) => name)).size).toBe(schedule.length)
})
