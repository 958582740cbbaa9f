import { expect, test } from 'vitest'
import { openTestShop } from '#tests/harness.ts'
import { senderName } from './settings.ts'

test.each([
  ['Lucky Bakery <orders@bakery.example>', 'Lucky Bakery'],
  ['"Lucky, the Bakery" <orders@bakery.example>', 'Lucky, the Bakery'],
  ['orders@bakery.example', 'My shop 我的店铺'],
  ['<orders@bakery.example>', 'My shop 我的店铺'],
  ['', 'My shop 我的店铺'],
])('emails from %j are signed by %s', async (from, name) => {
  const shop = await openTestShop({ DEMO: 'false', MAIL_FROM: from })
  expect(await senderName(shop.ctx())).toBe(name)
  await shop.close()
})
