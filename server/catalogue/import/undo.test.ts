import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import type { Right } from '#contract/rights.ts'
import { putProduct } from '#server/catalogue/products.ts'
import { setTaxClass } from '#server/catalogue/staff.ts'
import { commit, hold, receive, updateSoldCounts } from '#server/catalogue/stock.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { groupItem, openGroupBuy } from '#tests/group-buys.ts'
import { setUpShop } from '#tests/harness.ts'
import { importSteps } from '#tests/office-imports.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import { acquireImportLock } from './lock.ts'
import { runImport, sweepImports, undoImport } from './office-imports.ts'

// An undo reverses what the import wrote. It keeps what happened in the shop since then.

const shop = setUpShop()
const { state, ended, upload, check, run, undo, bring } = importSteps(shop)
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
})
afterEach(() => shop.query('delete from imports'))

/** Sells pieces of a counted variant, as a paid order does. */
async function buy(sku: string, quantity: number, locationId = 'markham') {
  await hold(shop.ctx(), { holder: 'cart', lines: [{ sku, quantity }], locationId })
  await commit(shop.ctx(), 'cart', `order of ${sku}`)
}
const pieces = () => shop.query('select sku, location_id as store, on_hand as pieces from stock order by sku, 2')
const ids = async (status: string) =>
  (await shop.query('select id from products where record_status = $1 order by id', [status])).map(({ id }) => id)

test('an undo takes back the pieces that the import added, and leaves the sales and what other stores have', async () => {
  await openStore(shop.ctx(), 'bayview', 1)
  await addProducts(shop.ctx(), { id: 'tea', stock: 5 })
  const done = await bring('handle,sku,name,price,stock\ntea,tea,Tea,9,20', { overwrite: ['stock'] })
  await receive(shop.ctx(), { sku: 'tea', locationId: 'bayview', quantity: 7 })
  await buy('tea', 3)
  await buy('tea', 2, 'bayview')
  await updateSoldCounts(shop.ctx())
  expect((await undo(done)).status).toBe('undone')
  expect(await pieces()).toEqual([
    { sku: 'tea', store: 'bayview', pieces: 5 },
    { sku: 'tea', store: 'markham', pieces: 2 },
  ])
  expect(await shop.query('select price_from as price, sold from products')).toEqual([{ price: 1000, sold: 5 }])
  expect(
    await shop.query(`select location_id as store, sum(quantity)::int as pieces from stock_movements
      group by location_id order by 1`),
  ).toEqual([
    { store: 'bayview', pieces: 5 },
    { store: 'markham', pieces: 2 },
  ])
})

test('an undo never takes pieces that shoppers hold, and removes only empty stock that the import began', async () => {
  const counted = (sku: string) => ({ id: sku, variants: [{ sku, price: 1000, counted: true, stock: null }] })
  await addProducts(shop.ctx(), counted('tea'), counted('cup'), { id: 'bun', stock: 0 })
  const done = await bring('handle,sku,name,price,stock\ntea,tea,Tea,9,4\ncup,cup,Cup,9,6\nbun,bun,Bun,9,8', {
    overwrite: ['stock'],
  })
  await hold(shop.ctx(), { holder: 'cart', lines: [{ sku: 'tea', quantity: 3 }], locationId: 'markham' })
  await undo(done)
  expect(await pieces()).toEqual([
    { sku: 'bun', store: 'markham', pieces: 0 },
    { sku: 'tea', store: 'markham', pieces: 3 },
  ])
})

test('two runs of one import are taken back together', async () => {
  await addProducts(shop.ctx(), { id: 'tea', stock: 5 })
  const read = await upload('handle,sku,name,price,stock\ntea,tea,Tea,9,20')
  await run(await check(read, { overwrite: ['stock'] }))
  await buy('tea', 3)
  await shop.query("update imports set status = 'checked'")
  expect((await run(read)).counts).toMatchObject({ changed: 1 })
  expect(await pieces()).toEqual([{ sku: 'tea', store: 'markham', pieces: 20 }])
  await undo(read)
  expect(await pieces()).toEqual([{ sku: 'tea', store: 'markham', pieces: 2 }])
})

test('a tax class that staff set after the import stays', async () => {
  await addProducts(shop.ctx(), { id: 'tea' })
  const done = await bring('handle,sku,name,price\ntea,tea,Fine tea,12', { overwrite: ['name', 'price'] })
  shop.clock.advance(1000)
  await setTaxClass(shop.ctx(), { sku: 'tea', taxClass: 'snack' })
  expect((await undo(done)).left).toEqual(['tea'])
  expect(await shop.query('select tax_class as class from variants')).toEqual([{ class: 'snack' }])
})

test('new products that were ordered, or that a group-buy names, are archived; the others are deleted', async () => {
  const done = await bring('sku,name,price\nmilk-tea,Milk tea,6.50\nlychee,Lychee,9\nbun,Bun,3')
  const visitor = shop.visitor()
  await fillCart(visitor, 'milk-tea')
  await placeOrder(visitor)
  await openGroupBuy(shop.ctx(), { items: [groupItem()] })
  const undone = await undo(done)
  expect(undone).toMatchObject({ status: 'undone', left: [], archived: ['lychee', 'milk-tea'] })
  expect(await ids('ARCHIVED')).toEqual(['lychee', 'milk-tea'])
  expect(await ids('ACTIVE')).toEqual([])
  expect(shop.errors).toEqual([])
})

test('a new variant that was sold stays as one that nobody can buy', async () => {
  await bring('handle,sku,option1 name,option1 value,name,price,stock\ntea,t1,Size,Small,Tea,5,4')
  const done = await bring(
    'handle,sku,option1 name,option1 value,name,price,stock\ntea,t1,Size,Small,Tea,5,4\n' +
      'tea,t2,Size,Large,,7,4\ntea,t3,Size,Huge,,9,4',
  )
  await buy('t2', 1)
  expect((await undo(done)).status).toBe('undone')
  expect(await shop.query('select sku, active from variants order by sku')).toEqual([
    { sku: 't1', active: true },
    { sku: 't2', active: false },
  ])
  expect(shop.errors).toEqual([])
})

test('a group that the undo of a newer import needs stays, and goes with that one', async () => {
  const first = await bring(
    'handle,name,price,type,vendor,tags\ntea,Tea,3,Drinks,Lotus,hot\ncup,Cup,9,Drinks,Lotus,hot',
  )
  const second = await bring('handle,name,price,type,vendor,tags\ntea,Tea,4,Teas,Peony,cold')
  const groups = async () =>
    (
      await shop.query('select id from categories union select id from brands union select id from tags order by 1')
    ).map(({ id }) => id)
  expect((await undo(first)).left).toEqual(['tea'])
  expect(await groups()).toEqual(['cold', 'drinks', 'hot', 'lotus', 'peony', 'teas'])
  await undo(second)
  expect(await shop.query('select brand_id as brand from products')).toEqual([{ brand: 'lotus' }])
  await undo(first)
  expect(await groups()).toEqual([])
})

const group = (id: string, condition: unknown = null) => ({
  id,
  name: { en: id, zh: '' },
  min: 0,
  max: 1,
  free: 0,
  condition,
  modifiers: [{ id: `${id}-1`, name: { en: 'One', zh: '' }, price: 50, available: true }],
})
const asCell = (definitions: unknown) => `"${JSON.stringify(definitions).replaceAll('"', '""')}"`

test('modifier groups that the import added go with their products, those that another product has stay', async () => {
  const defined = (...modifierGroups: unknown[]) => asCell({ modifierGroups })
  const follows = { kind: 'only', modifiers: ['ice-1'] }
  const rows = [
    `tea,Tea,3,"ice, milk",${defined(group('ice'), group('milk', follows))}`,
    `cup,Cup,9,lid,${defined(group('lid'))}`,
  ]
  await addProducts(shop.ctx(), { id: 'bun' })
  const done = await bring(`handle,name,price,Modifier Group Ids,Groups (JSON)\n${rows.join('\n')}`)
  expect(await modifierGroups()).toEqual(['ice', 'lid', 'milk'])
  await shop.query("insert into product_modifier_groups (product_id, group_id, position) values ('bun', 'lid', 0)")
  await shop.query(`insert into sold_out (location_id, kind, id, ends)
    values ('markham', 'modifier', 'ice-1', 'manual'), ('markham', 'modifier', 'lid-1', 'manual')`)
  expect(await undo(done)).toMatchObject({ status: 'undone', left: [] })
  expect(await modifierGroups()).toEqual(['lid'])
  expect(await shop.query('select id from sold_out')).toEqual([{ id: 'lid-1' }])
})
const modifierGroups = async () => (await shop.query('select id from modifier_groups order by id')).map(({ id }) => id)

test('an undo and a run never happen at once', async () => {
  const done = await bring('name,price\nTea,3')
  const turn = await acquireImportLock(shop.ctx())
  expect(await undo(done)).toMatchObject({ status: 'failed', failure: { code: 'import.busy' } })
  expect(await ids('ACTIVE')).toEqual(['tea'])
  await turn.release()
  expect(await undo(done)).toMatchObject({ status: 'undone', failure: null })
  expect(await ids('ACTIVE')).toEqual([])
})

test('a step that waits long is not taken for dead', async () => {
  const checked = await check(await upload('name,price\nTea,3'))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const locked = Promise.withResolvers<void>()
  const waited = Promise.withResolvers<void>()
  const blocker = transact(shop.ctx(), async ({ db }) => {
    await db.execute(sql`lock table products in share mode`)
    locked.resolve()
    await waited.promise
  })
  await locked.promise
  await runImport(shop.ctx(), { import: checked.import })
  await expect.poll(() => shop.query('select 1 from pg_locks where not granted')).toHaveLength(1)
  shop.clock.advance(5 * 60_000)
  expect((await state(checked)).status).toBe('failed')
  vi.advanceTimersByTime(10_000)
  await expect.poll(async () => (await state(checked)).status).toBe('running')
  waited.resolve()
  await blocker
  expect(await ended(checked)).toMatchObject({ status: 'done', counts: { added: 1 } })
})

/** A file with 150 products, which the import writes in two batches. The product p120 is in the second batch. */
const twoBatches = ['id,name,price', ...Array.from({ length: 150 }, (_, at) => `p${at},Tea ${at},3.00`)].join('\n')

test('a run whose process ended says what it wrote, without what the dry run found', async () => {
  await bring('id,name,price\np0,Old tea,2.00')
  const checked = await check(await upload(twoBatches))
  expect(checked).toMatchObject({ counts: { added: 149, changed: 1 }, isDryRun: true, written: null })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const locked = Promise.withResolvers<void>()
  const waited = Promise.withResolvers<void>()
  const blocker = transact(shop.ctx(), async (ctx) => {
    await putProduct(ctx, { id: 'p120', name: { en: 'Other', zh: '' }, variants: [{ sku: 'other', price: 1 }] })
    locked.resolve()
    await waited.promise
    throw new Error('rolled back')
  })
  await locked.promise
  const running = await runImport(shop.ctx(), { import: checked.import })
  expect(running).toMatchObject({ status: 'running', written: null })
  await expect.poll(() => shop.query('select id from products')).toHaveLength(100)
  shop.clock.advance(5 * 60_000)
  expect(await state(checked)).toMatchObject({
    status: 'failed',
    failure: { code: 'import.interrupted' },
    counts: {},
    lines: [],
    written: { added: 99, changed: 1, groups: 0 },
  })
  waited.resolve()
  await expect(blocker).rejects.toThrow('rolled back')
  await expect.poll(async () => (await state(checked)).status).toBe('done')
  expect(await state(checked)).toMatchObject({ counts: { added: 149, changed: 1 }, written: null })
})

test('a run whose process ended can be undone, also after another dry run', async () => {
  const checked = await check(await upload(twoBatches))
  await shop.query("alter table products add constraint refused check (id <> 'p120')")
  const failed = await run(checked).finally(() => shop.query('alter table products drop constraint refused'))
  expect(failed).toMatchObject({
    status: 'failed',
    isDryRun: false,
    counts: {},
    written: { added: 100, changed: 0, groups: 0 },
  })
  expect(failed.lines).toHaveLength(100)
  // Makes the import look as if its process had ended before it stored the failure.
  await shop.query("update imports set status = 'running', ended_at = null")
  shop.clock.advance(5 * 60_000)
  const stopped = await state(checked)
  expect(stopped.written).toEqual({ added: 100, changed: 0, groups: 0 })
  const again = await check(checked)
  expect(again).toMatchObject({
    status: 'checked',
    isDryRun: true,
    undoUntil: stopped.undoUntil,
    counts: { added: 50, unchanged: 100 },
    written: { added: 100, changed: 0, groups: 0 },
  })
  expect(await undo(again)).toMatchObject({ status: 'undone', left: [], written: null })
  expect(await ids('ACTIVE')).toEqual([])
})

/** A file of one product whose row defines a tag and a modifier group, as exported files do. */
const definedGroups = asCell({
  tags: [{ id: 'hot', name: { en: 'Hot', zh: '' }, hidden: false }],
  modifierGroups: [group('ice')],
})
const withGroups = `handle,name,price,Modifier Group Ids,Groups (JSON)\ntea,Tea,3,ice,${definedGroups}`
const groupIds = async () =>
  (await shop.query('select id from tags union select id from modifier_groups order by 1')).map(({ id }) => id)

test('a run that stopped before its first product says that its groups are in the shop, and can be undone', async () => {
  const checked = await check(await upload(withGroups))
  await shop.query("alter table products add constraint refused check (id <> 'tea')")
  const failed = await run(checked).finally(() => shop.query('alter table products drop constraint refused'))
  expect(failed).toMatchObject({ status: 'failed', written: { added: 0, changed: 0, groups: 2 } })
  expect(await groupIds()).toEqual(['hot', 'ice'])
  expect(await undo(failed)).toMatchObject({ status: 'undone', written: null })
  expect(await groupIds()).toEqual([])
})

test('an undo that failed at the groups says that they are in the shop, and can be repeated', async () => {
  const done = await bring(withGroups)
  await shop.query('create table named (tag text references tags)')
  await shop.query("insert into named values ('hot')")
  const failed = await undo(done).finally(() => shop.query('drop table named'))
  expect(failed).toMatchObject({ status: 'failed', written: { added: 0, changed: 0, groups: 2 } })
  expect(await ids('ACTIVE')).toEqual([])
  expect(await undo(failed)).toMatchObject({ status: 'undone', written: null })
  expect(await groupIds()).toEqual([])
})

test('an import adds no group that it does not record', async () => {
  const checked = await check(await upload(withGroups))
  await shop.query("alter table imports add constraint refused check (state->'groups'->'modifierGroups' is null)")
  const failed = await run(checked).finally(() => shop.query('alter table imports drop constraint refused'))
  expect(failed).toMatchObject({ status: 'failed', written: { added: 0, changed: 0, groups: 0 } })
  expect(await groupIds()).toEqual([])
})

test('a dry run that stops has written nothing', async () => {
  const read = await upload('name,price\nTea,3')
  await shop.query("update imports set status = 'checking'")
  shop.clock.advance(5 * 60_000)
  expect(await state(read)).toMatchObject({ status: 'failed', written: null, undoUntil: null })
  await expect(undo(read)).rejects.toThrow('import.state')
})

test('an import is kept for eight days from its end, not from its upload', async () => {
  const done = await bring('name,price\nTea,3')
  await shop.query("update imports set created_at = created_at - interval '9 days'")
  await sweepImports(shop.ctx())
  expect((await state(done)).undoUntil).not.toBeNull()
  shop.clock.advance(9 * dayMs)
  await sweepImports(shop.ctx())
  await expect(state(done)).rejects.toThrow('not_found')
})

test('who may import but not change prices can neither run nor undo an import', async () => {
  const staffWith = (only: Right[]) => ({
    ...shop.ctx(),
    staff: { personId: 'p1', roles: [{ role: 'owner' as const, location: null, only }], note: () => {} } as never,
  })
  const checked = await check(await upload('name,price\nTea,3'))
  const { import: id } = checked
  await expect(runImport(staffWith(['catalogue.import']), { import: id })).rejects.toThrow('staff.no_right')
  const done = await run(checked)
  await expect(undoImport(staffWith(['catalogue.import']), { import: id, all: false })).rejects.toThrow(
    'staff.no_right',
  )
  await undoImport(staffWith(['catalogue.import', 'catalogue.price']), { import: id, all: false })
  expect((await ended(done)).status).toBe('undone')
})
