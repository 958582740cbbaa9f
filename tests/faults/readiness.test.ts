import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import type { TestPostgres } from '#tests/postgres.ts'
import { startPostgres } from '#tests/postgres.ts'
import type { RunningServer } from '#tests/server.ts'
import { createShopper } from '#tests/shopper.ts'
import type { FaultShop } from './fault-shop.ts'
import { openFaultShop } from './fault-shop.ts'

// A server is ready while its database accepts writes, until it receives the signal to stop.

let postgres: TestPostgres
let shop: FaultShop
let server: RunningServer
beforeAll(async () => {
  postgres = await startPostgres()
  shop = await openFaultShop(postgres.url)
  server = await shop.start({ ROLE: 'web' })
})
afterAll(async () => {
  await shop.close()
  await postgres.stop()
})

interface Answer {
  status: number | undefined
  connection: string | undefined
  body: string
}
const ask = (path: string, agent?: Agent) =>
  new Promise<Answer>((resolve, reject) => {
    request(server.url + path, { agent }, (answer) => {
      let body = ''
      answer.on('data', (piece) => {
        body += piece
      })
      answer.on('end', () => resolve({ status: answer.statusCode, connection: answer.headers.connection, body }))
    })
      .on('error', reject)
      .end()
  })

const readiness = async () => JSON.parse((await ask('/readyz')).body)
const ready = {
  status: 'ready',
  details: {
    isStopping: false,
    database: { answers: true, writes: true },
    clockAheadMs: expect.any(Number),
    eventsSetAside: 0,
    lastAudit: null,
  },
}
const notWriting = {
  status: 'not ready',
  details: {
    isStopping: false,
    database: { answers: true, writes: false },
    clockAheadMs: expect.any(Number),
    eventsSetAside: 0,
    lastAudit: null,
  },
}
/** The status and code of the server's refusal to add tea to a cart. Null if the server adds it. */
const refusal = async () =>
  createShopper(server.url)
    .api.cart.add({ sku: 'tea', quantity: 1 })
    .then(
      () => null,
      (error: unknown) => (error instanceof ApiError ? [error.status, error.code] : error),
    )

test('on a full disk the server is not ready and answers writes with 503, until there is space again', async () => {
  expect(await readiness()).toMatchObject(ready)
  // Simulates a full disk: writes fail with the error that PostgreSQL raises if it cannot extend a table's file.
  await shop.db.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`)
  for (const table of ['settings', 'cart_lines'])
    await shop.db.query(`create trigger refuse before insert or update on ${table} execute function refuse()`)
  await expect.poll(readiness).toMatchObject(notWriting)
  expect((await ask('/readyz')).status).toBe(503)
  expect(await refusal()).toEqual([503, 'unavailable'])
  for (const table of ['settings', 'cart_lines']) await shop.db.query(`drop trigger refuse on ${table}`)
  await expect.poll(readiness).toMatchObject(ready)
  expect(await refusal()).toBeNull()
})

test('on a read-only standby the server is not ready: it serves pages and answers writes with 503', async () => {
  await postgres.restartAsStandby()
  await expect.poll(readiness).toMatchObject(notWriting)
  expect((await ask('/home')).status).toBe(200)
  expect((await createShopper(server.url).api.catalogue.list({})).products).toHaveLength(2)
  expect(await refusal()).toEqual([503, 'unavailable'])
  await shop.db.query('select pg_promote()')
  await expect.poll(readiness).toMatchObject(ready)
  expect(await refusal()).toBeNull()
})

test('after SIGTERM the server is not ready, closes each connection and exits with 0', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  expect(await ask('/readyz', agent)).toMatchObject({ status: 200, connection: 'keep-alive' })
  const ended = server.stop()
  const after: Answer[] = []
  // Polls until the server's port is closed.
  const asking = (async () => {
    for (;;) after.push(await ask('/readyz', agent))
  })().catch(() => {})
  expect(await ended).toBe(0)
  await asking
  agent.destroy()
  expect(after.length).toBeGreaterThan(0)
  expect(after.at(-1)).toMatchObject({ status: 503, connection: 'close' })
  expect(JSON.parse(after.at(-1)?.body ?? '')).toMatchObject({ details: { isStopping: true } })
})
