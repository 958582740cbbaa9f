import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { officeBase } from '#contract/constants.ts'
import { dayMs, hourMs } from '#contract/durations.ts'
import { setUpShop } from '#tests/harness.ts'
import { maxAttempts } from './dead-letters.ts'
import { handleDueEvents, startWorker, sweepEvents } from './queue.ts'
import { bindProbes } from './readiness.ts'

const shop = setUpShop()
beforeAll(() => bindProbes(shop.app, shop.api.http))
beforeEach(() => shop.reset())

test('a worker leaves an event of a newer release for a worker that handles it', async () => {
  const handled: string[] = []
  const handler = { later: [async (_: unknown, { orderId }: { orderId: string }) => handled.push(orderId)] }
  await shop.query(`insert into events (name, payload) values
    ('order.paid', '{"orderId":"paid"}'), ('order.placed', '{"orderId":"placed"}')`)
  const older = { ...shop.app, events: { 'order.placed': handler } }
  expect(await handleDueEvents(older)).toBe(1)
  expect(handled).toEqual(['placed'])
  expect(await shop.query('select name, attempts from events where done_at is null')).toEqual([
    { name: 'order.paid', attempts: 0 },
  ])
  const newer = { ...shop.app, events: { 'order.paid': handler } }
  expect(await handleDueEvents(newer)).toBe(1)
  expect(handled).toEqual(['placed', 'paid'])
})

/** Sends the request of a staff command. */
async function ask<Answer>(path: string, body?: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${shop.app.staffSecret}`, 'content-type': 'application/json' }
  const init = { method: body ? 'POST' : 'GET', headers, ...(body && { body: JSON.stringify(body) }) }
  return (await shop.api.fetch(new Request(`http://localhost${officeBase}${path}`, init))).json() as Promise<Answer>
}
type Listed = { total: number; events: { event: number; name: string; error: string }[] }
const countedInHealth = async () => {
  const { details } = (await (await shop.visitor().fetch('/readyz')).json()) as { details: { eventsSetAside: number } }
  return details.eventsSetAside
}
/** The shop with this handler of the event `order.placed`. */
const withHandler = (handler: () => Promise<unknown>) => ({
  ...shop.app,
  events: { 'order.placed': { later: [handler] } },
})
const placeEvent = () => shop.query(`insert into events (name, payload) values ('order.placed', '{"orderId":"one"}')`)
/** Runs the worker for simulated days, until the worker no longer retries the failed event by itself. */
async function workForDays(app: ReturnType<typeof withHandler>) {
  for (let attempt = 0; attempt < maxAttempts + 3; attempt++) {
    await handleDueEvents(app)
    shop.clock.advance(2 * hourMs)
  }
}

test('an event that fails twenty times is set aside, listed and counted in /readyz; staff can retry it', async () => {
  let tries = 0
  let isBroken = true
  const app = withHandler(async () => {
    tries++
    if (isBroken) throw new Error('550 <mei@shop.example> is unknown')
  })
  await placeEvent()
  shop.clock.set(new Date(Date.now() + 60_000))
  await workForDays(app)
  expect(tries).toBe(maxAttempts)
  const { events, total } = await ask<Listed>('/events')
  expect([events, total]).toMatchObject([[{ name: 'order.placed', error: 'Error: 550 … is unknown' }], 1])
  expect(JSON.stringify(events)).not.toContain('orderId')
  expect(await countedInHealth()).toBe(1)
  shop.errors.length = 0

  isBroken = false
  const again = { event: events[0]?.event }
  expect(await ask('/events/retry', again)).toEqual({ retried: 1, total: 0, events: [] })
  expect(await handleDueEvents(app)).toBe(1)
  expect(tries).toBe(maxAttempts + 1)
  expect(await ask('/events/retry', again)).toMatchObject({ error: { errors: [{ code: 'staff.unknown' }] } })
  expect(await shop.query('select from events where done_at is null')).toHaveLength(0)
})

test('staff can retry all events that were set aside; those that nobody retries are deleted after a month', async () => {
  const app = withHandler(() => Promise.reject(new Error('no')))
  await placeEvent()
  await placeEvent()
  shop.clock.set(new Date(Date.now() + 60_000))
  await workForDays(app)
  expect(await ask('/events')).toMatchObject({ total: 2 })
  expect(await ask('/events/retry', {})).toMatchObject({ retried: 2, total: 0 })
  await workForDays(app)
  shop.clock.advance(25 * dayMs)
  await sweepEvents(shop.ctx())
  expect(await ask('/events')).toMatchObject({ total: 2 })
  shop.clock.advance(5 * dayMs)
  await sweepEvents(shop.ctx())
  expect(await ask('/events')).toMatchObject({ total: 0 })
  shop.errors.length = 0
})

test('an email that is refused holds up no other handler, and is tried again alone', async () => {
  const handled: string[] = []
  let isRefused = true
  const app = {
    ...shop.app,
    events: {
      'order.cancelled': {
        later: [async () => handled.push('refund')],
        mails: [
          async (_: unknown, payload: unknown) => {
            if (isRefused) throw new Error('550 no such mailbox')
            handled.push(`email ${JSON.stringify(payload)}`)
          },
        ],
      },
    },
  }
  await shop.query(`insert into events (name, payload) values ('order.cancelled', '{"orderId":"one"}')`)
  shop.clock.set(new Date(Date.now() + 60_000))
  while ((await handleDueEvents(app)) > 0) {}
  expect(await shop.query('select name, attempts from events where done_at is null')).toEqual([
    { name: 'order.cancelled.mails', attempts: 1 },
  ])
  isRefused = false
  shop.clock.advance(hourMs)
  while ((await handleDueEvents(app)) > 0) {}
  expect(handled).toEqual(['refund', 'email {"orderId":"one"}'])
  shop.errors.length = 0
})

test('the emails of an event are sent once, although its other handlers fail', async () => {
  let mails = 0
  const app = {
    ...shop.app,
    events: {
      'order.cancelled': {
        later: [() => Promise.reject(new Error('the provider does not answer'))],
        mails: [async () => mails++],
      },
    },
  }
  await shop.query(`insert into events (name, payload) values ('order.cancelled', '{"orderId":"one"}')`)
  shop.clock.set(new Date(Date.now() + 60_000))
  for (let attempt = 0; attempt < 3; attempt++) {
    while ((await handleDueEvents(app)) > 0) {}
    shop.clock.advance(hourMs)
  }
  expect(mails).toBe(1)
  expect(await shop.query('select name, attempts from events where done_at is null')).toEqual([
    { name: 'order.cancelled', attempts: 3 },
  ])
  shop.errors.length = 0
})

test('emails that a mail server holds up delay no refund', async () => {
  const mailServer = Promise.withResolvers<void>()
  let refunds = 0
  const app = {
    ...shop.app,
    events: {
      'order.paid': { later: [async () => {}], mails: [() => mailServer.promise] },
      'order.accepted': { mails: [() => mailServer.promise] },
      'order.cancelled': { later: [async () => refunds++] },
    },
  }
  await shop.query(`insert into events (name, payload) values ('order.paid', '{"orderId":"one"}'),
    ('order.accepted', '{"orderId":"one"}'), ('order.cancelled', '{"orderId":"one"}')`)
  const worker = startWorker(app, [])
  try {
    await vi.waitFor(() => expect(refunds).toBe(1), 10_000)
  } finally {
    mailServer.resolve()
    await worker.stop()
  }
})

test('an email about a step of an order follows the email that earlier work on the order queues', async () => {
  const sent: string[] = []
  const send =
    (name: string) =>
    async (_: unknown, { orderId }: { orderId: string }) =>
      sent.push(`${name} ${orderId}`)
  const app = {
    ...shop.app,
    events: {
      'order.paid': { later: [async () => {}], mails: [send('receipt')] },
      'order.accepted': { mails: [send('accepted')] },
    },
  }
  await shop.query(`insert into events (name, payload, run_at) values
    ('order.paid', '{"orderId":"one"}', now() - interval '3 s'),
    ('order.accepted', '{"orderId":"one"}', now() - interval '2 s'),
    ('order.accepted', '{"orderId":"two"}', now() - interval '1 s')`)
  expect(await handleDueEvents(app, ['mail'])).toBe(1)
  expect(await handleDueEvents(app, ['work'])).toBe(1)
  expect(await handleDueEvents(app, ['mail'])).toBe(2)
  expect(sent).toEqual(['accepted two', 'receipt one', 'accepted one'])
})

test('a worker that stops finishes the event at hand, and gives the others of its batch back', async () => {
  const started = Promise.withResolvers<void>()
  const provider = Promise.withResolvers<void>()
  let handled = 0
  const app = withHandler(() => {
    handled++
    started.resolve()
    return provider.promise
  })
  await shop.query(`insert into events (name, payload) select 'order.placed', '{}' from generate_series(1, 45)`)
  const worker = startWorker(app, [])
  await started.promise
  const stopped = worker.stop()
  provider.resolve()
  await stopped
  expect(handled).toBe(1)
  expect(await shop.query('select from events where done_at is null and run_at <= now()')).toHaveLength(44)
})

test('a handler that fails late does not change an event that staff retried meanwhile', async () => {
  const stale = withHandler(async () => {
    await shop.query('update events set attempts = 0, run_at = $1', [shop.app.now()])
    throw new Error('too late')
  })
  await placeEvent()
  shop.clock.set(new Date(Date.now() + 60_000))
  await handleDueEvents(stale)
  expect(await shop.query('select attempts, last_error from events')).toEqual([{ attempts: 0, last_error: null }])
  shop.errors.length = 0
})
