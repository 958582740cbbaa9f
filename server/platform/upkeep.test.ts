import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestShop } from '#tests/harness.ts'
import { openTestShop } from '#tests/harness.ts'
import { openApp } from './app.ts'
import { readConfig } from './config.ts'
import type { App } from './context.ts'
import { systemContext } from './context.ts'
import { vacuumEmbedded } from './upkeep.ts'

let app: App
let folder: string
let shop: TestShop
let day = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upkeep-'))
  app = await openApp(readConfig({ NODE_ENV: 'test', DATA_DIR: folder, LOG: 'silent' }), {})
  app.now = () => new Date(Date.UTC(2026, 10, 20 + day))
  shop = await openTestShop()
})
afterAll(async () => {
  await app.database.close()
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

/** Pages on the disk, and rows as they were last counted. */
async function measured(table: string) {
  const found = sql`select relpages as pages, reltuples as "rowsCounted" from pg_class where relname = ${table}`
  return ((await app.database.db.execute(found)) as unknown as { rows: { pages: number; rowsCounted: number }[] })
    .rows[0]
}

test('once a day the embedded database is measured, and gives back what deleted rows took', async () => {
  const { db } = app.database
  await db.execute(sql`insert into events (name, payload, run_at)
    select 'order.paid', jsonb_build_object('orderId', repeat('x', 500)), now() from generate_series(1, 2000)`)
  expect(await vacuumEmbedded(systemContext(app))).toBeGreaterThan(20)
  const before = await measured('events')
  expect(before?.rowsCounted).toBe(2000)
  await db.execute(sql`delete from events`)
  expect(await vacuumEmbedded(systemContext(app))).toBe(0)
  expect(await measured('events')).toEqual(before)
  day++
  expect(await vacuumEmbedded(systemContext(app))).toBeGreaterThan(20)
  expect(await measured('events')).toEqual({ pages: 0, rowsCounted: 0 })
})

test('a server looks after itself', async () => {
  expect(await vacuumEmbedded(shop.ctx())).toBe(0)
})
