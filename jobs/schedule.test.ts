import { expect, test } from 'vitest'
import { setUpShop } from '#tests/harness.ts'
import { schedule } from './schedule.ts'

const shop = setUpShop()

test.each(schedule)('"$name" has nothing to do in an empty shop', async ({ run }) => {
  await expect(run(shop.ctx())).resolves.not.toThrow()
})

test('no two jobs have the same name', () => {
  expect(new Set(schedule.map(({ name }) => name)).size).toBe(schedule.length)
})
