import { beforeEach, expect, test } from 'vitest'
import { setUpShop } from '#tests/harness.ts'
import { workOff } from './queue.ts'

const shop = setUpShop()
beforeEach(() => shop.reset())

test('an event of a newer release waits for a worker that knows it', async () => {
  const handled: string[] = []
  const handler = { later: [async (_: unknown, { orderId }: { orderId: string }) => handled.push(orderId)] }
  await shop.query(`insert into events (name, payload) values
    ('order.paid', '{"orderId":"paid"}'), ('order.placed', '{"orderId":"placed"}')`)
  const older = { ...shop.app, events: { 'order.placed': handler } }
  expect(await workOff(older)).toBe(1)
  expect(handled).toEqual(['placed'])
  expect(await shop.query('select name, attempts from events where done_at is null')).toEqual([
    { name: 'order.paid', attempts: 0 },
  ])
  const newer = { ...shop.app, events: { 'order.paid': handler } }
  expect(await workOff(newer)).toBe(1)
  expect(handled).toEqual(['placed', 'paid'])
})
