import { expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { setUpShop } from '#tests/harness.ts'
import { setUpTill } from '#tests/payments.ts'
import { deleteGuestCarts } from './orders.ts'

const shop = setUpShop()
const till = setUpTill(shop)

test('closed carts of guests are deleted 30 days after the last change, unless an order refers to them', async () => {
  await till.order(await till.shopper())
  await shop.query(`insert into carts (session_id, member_id, state) values
    (gen_random_uuid(), null, 'closed'), (gen_random_uuid(), 'mei', 'closed'), (gen_random_uuid(), null, 'open')`)
  const left = async () => {
    await deleteGuestCarts(shop.ctx())
    return (await shop.query('select 1 from carts')).length
  }
  shop.clock.advance(29 * dayMs)
  expect(await left()).toBe(4)
  shop.clock.advance(2 * dayMs)
  expect(await left()).toBe(3)
  expect(await shop.query("select 1 from carts where state = 'closed' and member_id is null")).toHaveLength(1)
})
