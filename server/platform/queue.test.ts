import { beforeAll, beforeEach, expect, test } from 'vitest'
import { moreBase } from '#contract/constants.ts'
import { setUpShop } from '#tests/harness.ts'
import { mostAttempts } from './dead-letters.ts'
import { workOff } from './queue.ts'
import { bindProbes } from './readiness.ts'

const shop = setUpShop()
beforeAll(() => bindProbes(shop.app, shop.api.http))
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

/** Asks as the command of the staff does. */
async function ask<Answer>(path: string, method = 'GET'): Promise<Answer> {
  const headers = { authorization: `Bearer ${shop.app.staffSecret}`, 'content-type': 'application/json' }
  const init = { method, headers, ...(method === 'POST' && { body: '{}' }) }
  return (await shop.api.fetch(new Request(`http://localhost${moreBase}/staff${path}`, init))).json() as Promise<Answer>
}
type Listed = { events: { event: number; name: string; error: string }[] }
const setAside = async () => {
  const { details } = (await (await shop.visitor().fetch('/readyz')).json()) as { details: { eventsSetAside: number } }
  return details.eventsSetAside
}

test('an event that fails twenty times is set aside, listed, counted in the health, and handled again when staff say so', async () => {
  let tries = 0
  let isBroken = true
  const handler = async () => {
    tries++
    if (isBroken) throw new Error('the mail server says no')
  }
  const app = { ...shop.app, events: { 'order.placed': { later: [handler] } } }
  await shop.query(`insert into events (name, payload) values ('order.placed', '{"orderId":"one"}')`)
  shop.clock.set(new Date(Date.now() + 60_000))
  for (let attempt = 0; attempt < mostAttempts + 3; attempt++) {
    await workOff(app)
    shop.clock.advance(2 * 3_600_000)
  }
  expect(tries).toBe(mostAttempts)
  const { events } = await ask<Listed>('/payments/stuck')
  expect(events).toMatchObject([{ name: 'order.placed', error: 'Error: the mail server says no' }])
  expect(JSON.stringify(events)).not.toContain('orderId')
  expect(await setAside()).toBe(1)
  shop.errors.length = 0

  isBroken = false
  expect(await ask(`/events/${events[0]?.event}/retry`, 'POST')).toEqual({ events: [] })
  expect(await workOff(app)).toBe(1)
  expect(tries).toBe(mostAttempts + 1)
  expect(await ask<Listed>('/payments/stuck')).toMatchObject({ events: [] })
  expect(await ask(`/events/${events[0]?.event}/retry`, 'POST')).toMatchObject({
    error: { errors: [{ code: 'staff.unknown' }] },
  })
  expect(await shop.query('select from events where done_at is null')).toHaveLength(0)
})
