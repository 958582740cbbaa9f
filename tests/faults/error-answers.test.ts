import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import type { Client } from '#contract/client.ts'
import { apiCalls, inputExample, operations } from '#tests/api-examples.ts'
import type { RunningServer } from '#tests/server.ts'
import { createShopper } from '#tests/shopper.ts'
import type { FaultShop } from './fault-shop.ts'
import { fillCheckout, openFaultShop } from './fault-shop.ts'

// Every call meets an unexpected error, because its tables are missing. The response reveals nothing, the log has all
// details, and the process continues.

let shop: FaultShop
let server: RunningServer
let api: Client
beforeAll(async () => {
  const postgres = inject('postgresUrl')
  shop = await openFaultShop((database) => postgres.replace(/postgres$/, database))
  server = await shop.start({ LOG: 'error' })
  api = await shop.member(() => server.url)
})
afterAll(() => shop.close())

/**
 * Renames all tables except `sessions`, or restores their names. Sessions stay, so that the server still knows the
 * caller.
 */
async function rename(from: RegExp, to: (table: string) => string) {
  const { rows } = await shop.db.query(`select tablename as name from pg_tables where schemaname = 'public'`)
  for (const { name } of rows as { name: string }[])
    if (from.test(name) && name !== 'sessions') await shop.db.query(`alter table "${name}" rename to "${to(name)}"`)
}

/** Whether the call takes a file, which the test's client cannot send. */
const takesFile = (name: string) => 'multipart/form-data' in (operations.get(name)?.requestBody?.content ?? {})

/** The error of a call; null if the call succeeds. */
async function failureOf(name: string): Promise<ApiError | null> {
  const [module = '', operation = ''] = name.split('.')
  const modules = api as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>
  try {
    await modules[module]?.[operation]?.(inputExample(name))
    return null
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

test('an unexpected error is answered with only a request id and logged with it, and the process continues', async () => {
  await rename(/^(?!gone_)/, (table) => `gone_${table}`)
  const failed: { name: string; error: ApiError }[] = []
  for (const { name, access } of apiCalls) {
    if (access === 'staff' || takesFile(name)) continue
    const error = await failureOf(name)
    if (error && error.status >= 500) failed.push({ name, error })
  }
  expect(failed.length).toBeGreaterThan(90)
  const logged = new Map(
    server
      .errors()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { requestId?: string; error?: { stack?: string } })
      .map((line) => [line.requestId, line.error?.stack ?? '']),
  )
  for (const { name, error } of failed) {
    expect([name, error.status, error.code, error.errors.length]).toEqual([name, 500, 'unexpected', 1])
    expect(error.errors[0], name).toEqual({ code: 'unexpected', message: error.message })
    expect(error.message, name).not.toMatch(/gone_|relation|select|insert|update|\bat /i)
    expect(logged.get(error.requestId), name).toMatch(/^ {4}at /)
  }
  await rename(/^gone_/, (table) => table.slice('gone_'.length))
  expect((await fetch(`${server.url}/livez`)).status).toBe(200)
  // A new shopper, because one of the calls signed the member out.
  const guest = createShopper(server.url).api
  const bill = await fillCheckout(guest, 0)
  expect((await guest.billing.place({ id: bill.id, hash: bill.hash })).status).toBe('INTERIM')
}, 120_000)
