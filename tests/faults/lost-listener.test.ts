import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '#server/platform/database/database.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/log.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Wire } from './wires.ts'
import { openDatabaseWire } from './wires.ts'

// If the database machine or its network dies, no connection is closed. A connection that only listens would notice
// nothing, and the server would serve stale caches for ever.

const shop = setUpShop()
let wire: Wire
let database: OpenDatabase
let isSilent = false
const heard: string[] = []
const gaps: boolean[] = []

beforeAll(async () => {
  const { config } = shop.app
  const url = new URL(config.DATABASE_URL ?? '')
  wire = await openDatabaseWire(Number(url.port), ({ text }) => isSilent && text === 'select 1')
  url.port = String(wire.port)
  database = await openDatabase({ ...config, DATABASE_URL: url.href }, createLog('silent'))
  await database.listen(
    'catalogue',
    (said) => heard.push(said),
    (isConnected) => gaps.push(isConnected),
  )
})
afterAll(async () => {
  await database.close()
  await wire.close()
})

test('a listener detects a silent connection within seconds and reconnects', async () => {
  await database.db.execute("select pg_notify('catalogue', 'before')")
  await expect.poll(() => heard).toEqual(['before'])
  isSilent = true
  await expect.poll(() => gaps, { timeout: 15_000 }).toEqual([true, false])
  isSilent = false
  await expect.poll(() => gaps, { timeout: 5000 }).toEqual([true, false, true])
  await database.db.execute("select pg_notify('catalogue', 'after')")
  await expect.poll(() => heard).toEqual(['before', 'after'])
}, 30_000)
