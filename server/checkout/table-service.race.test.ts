import { beforeEach, expect, it } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { closeCommitGate } from '#tests/commit-gate.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openOwner } from '#tests/office.ts'
import { placeOrder } from '#tests/purchases.ts'

const shop = setUpShop()
const location = 'markham'
let owner: Office
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T16:59:30Z')
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'bun' })
  owner = await openOwner(shop)
  await owner.staff.writeTableService({ location, version: 1, isOn: true, openedBy: 'guests' })
  await owner.staff.addTables({ location, numbers: ['1'] })
})

const answer = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => (error instanceof ApiError ? error.code : String(error)),
  )
const table = { location, number: '1', version: 1 }
const ordersAt = async () => (await shop.query('select table_number from orders')).map((row) => row.table_number)

/** Seats a guest at table 1, with a bill to place. */
async function seatGuest() {
  const guest = shop.visitor()
  const [first] = (await owner.staff.tables({ location })).tables
  await guest.api.dining.sit({ token: first?.address.split('/table/')[1] ?? '' })
  await guest.api.cart.add({ sku: 'bun' })
  await guest.api.checkout.setContact({ name: 'Mei', methodName: 'EAT_IN' })
  return () => answer(placeOrder(guest, { payAtStore: true }))
}

it('ten guests at one table place their orders at once', async () => {
  const all = []
  for (let guest = 0; guest < 10; guest++) all.push(await seatGuest())
  expect(await Promise.all(all.map((place) => place()))).toEqual(Array(10).fill('done'))
})

it.each([
  ['removed', () => owner.staff.removeTable(table), 'checkout.table_required'],
  ['renamed', () => owner.staff.renameTable({ ...table, to: '2' }), 'billing.changed'],
])('an order that is placed while its table is %s is refused', async (_, change, refusal) => {
  const place = await seatGuest()
  const gate = await closeCommitGate(shop, 'dining_tables', 'not new.active')
  const changing = answer(change())
  await gate.waiting(1)
  const placing = place()
  await gate.waiting(2, placing)
  await gate.open()
  expect([await changing, await placing]).toEqual(['done', refusal])
  expect(await ordersAt()).toEqual([])
})

it.each([
  ['removed', () => owner.staff.removeTable(table)],
  ['renamed', () => owner.staff.renameTable({ ...table, to: '2' })],
])('a table is not %s while an order is placed at it', async (_, change) => {
  const place = await seatGuest()
  const gate = await closeCommitGate(shop, 'orders', 'true')
  const placing = place()
  await gate.waiting(1)
  const changing = answer(change())
  await gate.waiting(2, changing)
  await gate.open()
  expect([await placing, await changing]).toEqual(['done', 'tables.busy'])
  expect(await ordersAt()).toEqual(['1'])
  expect((await owner.staff.tables({ location })).tables.map(({ number }) => number)).toEqual(['1'])
})
