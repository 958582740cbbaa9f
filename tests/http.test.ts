import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestShop } from '#tests/harness.ts'
import { openTestShop } from '#tests/harness.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('a call that is not built yet says so', async () => {
  const answer = await shop.visitor().fetch('/api/istore/client/wechat/enabled')
  expect(answer.status).toBe(501)
  expect(await answer.json()).toMatchObject({ error: { errors: [{ code: 'not_yet' }] } })
})
