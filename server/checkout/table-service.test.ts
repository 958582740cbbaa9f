import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { hourMs } from '#contract/durations.ts'
import { dining } from '#server/locations/locations.ts'
import * as members from '#server/members/members.ts'
import * as orders from '#server/orders/orders.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOwner } from '#tests/office.ts'
import { placeOrder } from '#tests/purchases.ts'

const shop = setUpShop()
const location = 'markham'
let owner: Office
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T16:59:30Z')
  await openStore(shop.ctx())
  await openStore(shop.ctx(), 'richmond', 1)
  await addProducts(shop.ctx(), { id: 'bun' })
  owner = await openOwner(shop)
  await owner.staff.writeTableService({ location, version: 1, isOn: true, openedBy: 'guests' })
})

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof ApiError ? error.code : String(error)),
  )
const numbersOf = ({ tables }: { tables: { number: string }[] }) => tables.map(({ number }) => number)

/** Returns a table as the owner's page shows it. */
async function seen(number: string) {
  const { tables } = await owner.staff.tables({ location })
  const table = tables.find((table) => table.number === number)
  if (!table) throw new Error(`there is no table ${number}`)
  return { location, number, version: table.version, token: table.address.split('/table/')[1] ?? '' }
}
const change = async (number: string) => {
  const { token: _, ...table } = await seen(number)
  return table
}

/** Seats a guest at a table, with an order to be paid at the counter. */
async function guestAt(number: string) {
  const guest = shop.visitor()
  await guest.api.dining.sit({ token: (await seen(number)).token })
  await guest.api.cart.add({ sku: 'bun' })
  await guest.api.checkout.setContact({ name: 'Mei', methodName: 'EAT_IN' })
  const { pickupCode: order } = await placeOrder(guest, { payAtStore: true })
  return { guest, order }
}

describe('the tables of a store', () => {
  it('are added as a series, and listed by number', async () => {
    await owner.staff.addTables({ location, numbers: ['10', '9', 'A1', '露台 3'] })
    const answer = await owner.staff.addTables({ location, numbers: ['1', '2'] })
    expect(numbersOf(answer).slice(0, 4)).toEqual(['1', '2', '9', '10'])
    expect(numbersOf(answer)).toHaveLength(6)
    expect(answer.tables[0]).toMatchObject({ isTaken: false, takenSince: null, openOrders: 0 })
    expect((await owner.staff.tableStores()).stores).toMatchObject([
      { location, isOn: true, tables: 6, taken: 0 },
      { location: 'richmond', isOn: false, tables: 0 },
    ])
  })

  it('are added all or none, and only once by two people', async () => {
    await owner.staff.addTables({ location, numbers: ['2'] })
    expect(await refusal(owner.staff.addTables({ location, numbers: ['1', '2', '3'] }))).toBe('tables.taken')
    expect(numbersOf(await owner.staff.tables({ location }))).toEqual(['2'])
    const both = await Promise.all(
      [
        ['5', '6'],
        ['6', '5'],
      ].map((numbers) => refusal(owner.staff.addTables({ location, numbers }))),
    )
    expect(both.toSorted()).toEqual(['tables.taken', null].toSorted())
  })

  it('have numbers that people can read and addresses can contain', async () => {
    for (const number of ['', '..', '/', 'x'.repeat(21)]) {
      expect(await refusal(owner.staff.addTables({ location, numbers: [number] }))).toBe('input.invalid')
    }
  })

  it('show since when guests sit there and how many orders are not served', async () => {
    await owner.staff.addTables({ location, numbers: ['1', '2'] })
    const { order } = await guestAt('1')
    const { tables } = await owner.staff.tables({ location })
    expect(tables[0]).toMatchObject({ isTaken: true, openOrders: 1 })
    expect(tables[0]?.takenSince).toMatch(/^2026-11-20T1[67]:/)
    expect(tables[1]).toMatchObject({ isTaken: false, openOrders: 0 })
    await owner.staff.accept({ order, inMinutes: 10 })
    await owner.staff.handOver({ order })
    expect((await owner.staff.tables({ location })).tables[0]).toMatchObject({ isTaken: true, openOrders: 0 })
  })

  it('keep their guests when they get another number, but not their code', async () => {
    await owner.staff.addTables({ location, numbers: ['1', '2'] })
    const { token } = await seen('1')
    const guest = shop.visitor()
    await guest.api.dining.sit({ token })
    expect(await refusal(owner.staff.renameTable({ ...(await change('1')), to: '2' }))).toBe('tables.taken')
    const stale = await change('1')
    expect(numbersOf(await owner.staff.renameTable({ ...stale, to: 'Window' }))).toEqual(['2', 'Window'])
    expect(await guest.api.dining.table()).toMatchObject({ seat: { tableNumber: 'Window' } })
    expect(await refusal(shop.visitor().api.dining.look({ token }))).toBe('tables.unknown')
    expect(await refusal(owner.staff.renameTable({ ...stale, to: '3' }))).toBe('staff.unknown')
  })

  it('stay while their orders are not served', async () => {
    await owner.staff.addTables({ location, numbers: ['1'] })
    const { guest, order } = await guestAt('1')
    expect(await refusal(owner.staff.removeTable(await change('1')))).toBe('tables.busy')
    expect(await refusal(owner.staff.renameTable({ ...(await change('1')), to: '2' }))).toBe('tables.busy')
    expect(await guest.api.dining.table()).toMatchObject({ seat: { tableNumber: '1' } })
    await owner.staff.cancel({ order })
    expect(numbersOf(await owner.staff.removeTable(await change('1')))).toEqual([])
    expect(await guest.api.dining.table()).toMatchObject({ seat: null })
    expect(await refusal(owner.staff.openTable({ location, number: '1' }))).toBe('staff.unknown')
  })

  it('do not accept the codes of an earlier table with their number', async () => {
    await owner.staff.addTables({ location, numbers: ['1'] })
    const { token } = await seen('1')
    await owner.staff.removeTable(await change('1'))
    await owner.staff.addTables({ location, numbers: ['1'] })
    expect(await refusal(shop.visitor().api.dining.look({ token }))).toBe('tables.unknown')
    expect(await refusal(shop.visitor().api.dining.look({ token: (await seen('1')).token }))).toBe(null)
  })
})

describe('an order that was paid at the counter', () => {
  const served = async () => {
    const { guest, order } = await guestAt('1')
    await owner.staff.accept({ order, inMinutes: 10 })
    const handOver = () => owner.staff.handOver({ order })
    return { guest, handOver }
  }

  it('shows as paid at its table', async () => {
    await owner.staff.addTables({ location, numbers: ['1'] })
    const { guest, handOver } = await served()
    expect((await guest.api.dining.table()).orders).toMatchObject([{ isPaid: false }])
    await handOver()
    expect((await guest.api.dining.table()).orders).toMatchObject([{ isPaid: true }])
  })

  it('frees its table for the next party after half an hour', async () => {
    await owner.staff.addTables({ location, numbers: ['1', '2'] })
    const { guest, handOver } = await served()
    const { token } = await seen('1')
    shop.clock.advance(31 * 60_000)
    // This scan also records that the first party is active.
    expect(await shop.visitor().api.dining.sit({ token })).toMatchObject({ guests: 2 })
    await handOver()
    shop.clock.advance(31 * 60_000)
    expect(await shop.visitor().api.dining.sit({ token })).toMatchObject({ guests: 1 })
    expect((await guest.api.dining.table()).seat).toBe(null)
  })
})

describe('a party that orders', () => {
  beforeEach(() => owner.staff.addTables({ location, numbers: ['1'] }))

  /** Lets a seated guest order again, to pay at the counter if `payAtStore` is true, else online. */
  const orderAgain = async ({ api }: Visitor, payAtStore: boolean) => {
    await api.cart.add({ sku: 'bun' })
    await api.checkout.setContact({ name: 'Mei', methodName: 'EAT_IN' })
    return placeOrder({ api }, { payAtStore })
  }

  it('keeps its table for three hours after its last order', async () => {
    const { guest } = await guestAt('1')
    shop.clock.advance(2 * hourMs)
    await orderAgain(guest, true)
    shop.clock.advance(2 * hourMs)
    await dining.endIdle(shop.ctx())
    expect((await guest.api.dining.table()).seat).toMatchObject({ tableNumber: '1' })
  })

  it('keeps the number of its table while it pays online', async () => {
    const guest = shop.visitor()
    await guest.api.dining.sit({ token: (await seen('1')).token })
    const { orderID } = await orderAgain(guest, false)
    expect((await owner.staff.tables({ location })).tables[0]).toMatchObject({ openOrders: 0 })
    expect(await refusal(owner.staff.renameTable({ ...(await change('1')), to: '2' }))).toBe('tables.busy')
    expect(await refusal(owner.staff.removeTable(await change('1')))).toBe('tables.busy')
    await transact(shop.ctx(), async (ctx) => {
      await orders.markFailed(ctx, await orders.lock(ctx, orderID))
    })
    expect(numbersOf(await owner.staff.renameTable({ ...(await change('1')), to: '2' }))).toEqual(['2'])
  })

  it('keeps its table for half an hour after it paid', async () => {
    const guest = shop.visitor()
    const { token } = await seen('1')
    await guest.api.dining.sit({ token })
    const { orderID } = await orderAgain(guest, false)
    shop.clock.advance(25 * 60_000)
    await transact(shop.ctx(), async (ctx) => {
      await orders.markPaid(ctx, await orders.lock(ctx, orderID), { paymentOption: 'snappay_wechat' })
    })
    shop.clock.advance(25 * 60_000)
    expect(await shop.visitor().api.dining.sit({ token })).toMatchObject({ guests: 2 })
  })
})

describe('new codes', () => {
  it('of one table make only its printed code invalid at once', async () => {
    await owner.staff.addTables({ location, numbers: ['1', '2'] })
    const [one, two] = [await seen('1'), await seen('2')]
    const guest = shop.visitor()
    await guest.api.dining.sit({ token: one.token })
    await owner.staff.renewTables({ location, tables: [{ number: '1', version: one.version }] })
    expect(await refusal(shop.visitor().api.dining.look({ token: one.token }))).toBe('tables.unknown')
    expect(await guest.api.dining.table()).toMatchObject({ seat: null })
    expect(await shop.visitor().api.dining.look({ token: two.token })).toMatchObject({ tableNumber: '2' })
    expect(await shop.visitor().api.dining.look({ token: (await seen('1')).token })).toMatchObject({ tableNumber: '1' })
  })

  it('are given once when two people ask for them', async () => {
    const { tables } = await owner.staff.addTables({ location, numbers: ['1', '2'] })
    const all = tables.map(({ number, version }) => ({ number, version }))
    const answers = await Promise.all(
      [all, all.toReversed()].map((tables) => refusal(owner.staff.renewTables({ location, tables }))),
    )
    expect(answers.toSorted()).toEqual(['staff.stale', null].toSorted())
    expect((await owner.staff.tables({ location })).tables.map(({ version }) => version)).toEqual([2, 2])
  })
})

describe('service at the tables', () => {
  it('can be switched off, and opened by the staff alone', async () => {
    await owner.staff.addTables({ location, numbers: ['1'] })
    const { token } = await seen('1')
    const { version } = await owner.staff.writeTableService({ location, version: 2, isOn: true, openedBy: 'staff' })
    expect(await refusal(shop.visitor().api.dining.sit({ token }))).toBe('tables.closed')
    await owner.staff.openTable({ location, number: '1' })
    expect(await refusal(shop.visitor().api.dining.sit({ token }))).toBe(null)
    await owner.staff.writeTableService({ location, version, isOn: false, openedBy: 'staff' })
    expect(await refusal(shop.visitor().api.dining.sit({ token }))).toBe('tables.unknown')
  })

  it('refuses a change of somebody who has not seen the newest settings', async () => {
    const off = { location, version: 1, isOn: false, openedBy: 'guests' as const }
    expect(await refusal(owner.staff.writeTableService(off))).toBe('staff.stale')
    expect(await owner.staff.tables({ location })).toMatchObject({ isOn: true, version: 2 })
  })
})

describe('staff', () => {
  it('of another store find none of the tables', async () => {
    await owner.staff.addTables({ location, numbers: ['1'] })
    const manager = await openColleague(shop, owner, 'lin@shop.test', [{ role: 'manager', location: 'richmond' }])
    const table = await change('1')
    const work = [
      manager.staff.tables({ location }),
      manager.staff.openTable({ location, number: '1' }),
      manager.staff.addTables({ location, numbers: ['2'] }),
      manager.staff.renameTable({ ...table, to: '2' }),
      manager.staff.removeTable(table),
      manager.staff.renewTables({ location, tables: [{ number: '1', version: 1 }] }),
      manager.staff.writeTableService({ location, version: 2, isOn: false, openedBy: 'staff' }),
    ]
    expect(await Promise.all(work.map(refusal))).toEqual(work.map(() => 'not_found'))
    expect((await manager.staff.tableStores()).stores.map(({ location }) => location)).toEqual(['richmond'])
  })

  it('who work at the tables open and close them, and change nothing else', async () => {
    await owner.staff.addTables({ location, numbers: ['1'] })
    const cashier = await openColleague(shop, owner, 'ana@shop.test', [{ role: 'cashier', location }])
    expect((await cashier.staff.openTable({ location, number: '1' })).tables[0]).toMatchObject({ isTaken: true })
    expect((await cashier.staff.closeTable({ location, number: '1' })).tables[0]).toMatchObject({ isTaken: false })
    expect(await refusal(cashier.staff.addTables({ location, numbers: ['2'] }))).toBe('staff.no_right')
  })

  it('are in the log with what they changed, and without a code', async () => {
    await owner.staff.addTables({ location, numbers: ['1'] })
    await owner.staff.renameTable({ ...(await change('1')), to: '2' })
    await owner.staff.renewTables({ location, tables: [{ number: '2', version: 1 }] })
    const { entries } = await owner.people.log({ limit: 3 })
    expect(entries).toMatchObject([
      { call: 'staff.renewTables', location, after: { numbers: ['2'] } },
      { call: 'staff.renameTable', location, before: { number: '1' }, after: { number: '2' } },
      { call: 'staff.addTables', location, after: { numbers: ['1'] } },
    ])
    expect(JSON.stringify(entries)).not.toContain((await seen('2')).token)
  })
})

it('a store that does not exist gets no tables', async () => {
  expect(await refusal(owner.staff.addTables({ location: 'nowhere', numbers: ['1'] }))).toBe('staff.unknown')
})

it('pages of the back office learn that an idle party has ended', async () => {
  const told: string[] = []
  const listened = (payload: string) => told.push(payload)
  await shop.app.database.listen(dining.tableChannel, listened, () => {})
  const count = (times: number) => expect.poll(() => told).toEqual(Array(times).fill(location))
  await owner.staff.addTables({ location, numbers: ['1', '2'] })
  await count(1)
  await shop.visitor().api.dining.sit({ token: (await seen('1')).token })
  await count(2)
  shop.clock.advance(2 * hourMs)
  await shop.visitor().api.dining.sit({ token: (await seen('2')).token })
  await count(3)
  shop.clock.advance(3_600_001)
  await dining.endIdle(shop.ctx())
  await count(4)
  expect((await owner.staff.tables({ location })).tables).toMatchObject([{ isTaken: false }, { isTaken: true }])
})

it('who signs in at the table, changes the password there and signs in again keeps the seat', async () => {
  await owner.staff.addTables({ location, numbers: ['1'] })
  const { guest } = await guestAt('1')
  const password = 'three dumplings at noon'
  await members.create(shop.ctx(), { name: 'Mei', email: 'mei@shop.example', password })
  await guest.api.account.signIn({ email: 'mei@shop.example', password })
  const seated = { seat: { tableNumber: '1', guests: 1 }, orders: [{ isOwn: true }] }
  expect(await guest.api.dining.table()).toMatchObject(seated)
  await guest.api.account.changePassword({ password, newPassword: 'four dumplings at noon' })
  expect(await guest.api.dining.table()).toMatchObject(seated)
  await guest.api.account.signIn({ email: 'mei@shop.example', password: 'four dumplings at noon' })
  expect(await guest.api.dining.table()).toMatchObject({ seat: seated.seat })
})

it('a guest who leaves the table has none, and the other guests stay', async () => {
  await owner.staff.addTables({ location, numbers: ['1'] })
  const { token } = await seen('1')
  const [mei, lin] = [shop.visitor(), shop.visitor()]
  await mei.api.dining.sit({ token })
  await lin.api.dining.sit({ token })
  expect((await lin.api.dining.table()).seat).toMatchObject({ tableNumber: '1', guests: 2 })
  expect(await mei.api.dining.leave()).toEqual({ left: true })
  expect(await mei.api.dining.table()).toEqual({ seat: null, orders: [] })
  expect((await lin.api.dining.table()).seat).toMatchObject({ tableNumber: '1', guests: 1 })
  expect(await mei.api.dining.leave()).toEqual({ left: true })
})
