import pg from 'pg'
import { expect, test } from 'vitest'
import { setUpShop } from '#tests/harness.ts'
import { publishCatalogueChange, readChange } from './publish.ts'
import type { Topic } from './topics.ts'

const shop = setUpShop()

/** Runs `change`. Returns the changes that `readChange` finds in the notifications from `change` in another process. */
async function toldBy(change: () => Promise<void>): Promise<unknown[]> {
  const payloads: string[] = []
  const listener = new pg.Client({ connectionString: shop.url })
  await listener.connect()
  listener.on('notification', ({ payload = '' }) => payloads.push(payload))
  await listener.query('listen catalogue')
  await change()
  await shop.query("notify catalogue, 'end'")
  await expect.poll(() => payloads).toContain('end')
  await listener.end()
  const other = { ...shop.app }
  return payloads.slice(0, -1).map((payload) => readChange(other, payload)?.change)
}

const products = (count: number, name: (number: number) => string): Topic[] =>
  Array.from({ length: count }, (_, number) => `product ${name(number)}` as const)

test('tells other processes each of many products, in notifications that PostgreSQL takes', async () => {
  const topics = products(101, (number) => `${'红豆面包'.repeat(20)}-${number}`)
  const told = await toldBy(() => publishCatalogueChange(shop.ctx(), topics))
  expect(told.length).toBeGreaterThan(1)
  expect(told.flat()).toEqual(topics)
})

test('tells that everything changed instead of too many products', async () => {
  expect(await toldBy(() => publishCatalogueChange(shop.ctx(), products(301, String)))).toEqual(['content'])
})

test('does not tell lists while many products change part by part', async () => {
  const ctx = { ...shop.ctx(), defersLists: true }
  const parts = async () => {
    await publishCatalogueChange(ctx, ['published', 'lists', 'product tea'])
    await publishCatalogueChange(ctx, ['lists', 'order'])
  }
  expect(await toldBy(parts)).toEqual([['product tea']])
})
