import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import type { BookEntry, BookSum } from '#contract/office/books.ts'
import { schedule } from '#jobs/schedule.ts'
import { auditBooks } from '#server/audit/books.ts'
import { readRows } from '#server/catalogue/catalogue.ts'
import * as coupons from '#server/coupons/coupons.ts'
import * as credit from '#server/credit/credit.ts'
import * as locations from '#server/locations/locations.ts'
import { loadLedger } from '#server/orders/ledger.ts'
import type { OrderRow } from '#server/orders/orders.ts'
import * as orders from '#server/orders/orders.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { putTaxRate } from '#server/pricing/rules.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { fillGroupCart, groupItem, openGroupBuy, placeGroupOrder } from '#tests/group-buys.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOwner } from '#tests/office.ts'
import { setUpTill } from '#tests/payments.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import { registerMember } from '#tests/registration.ts'
import { bookings } from './bookings.ts'
import * as payments from './payments.ts'

const shop = setUpShop()
const till = setUpTill(shop)
const all = { from: '2026-11-01', to: '2026-12-31' }
let office: Office
let bookkeeper: Office

beforeAll(async () => {
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await openStore(shop.ctx(), 'kennedy', 1)
  await locations.put(shop.ctx(), {
    id: 'robson',
    position: 2,
    name: { en: 'Robson', zh: '罗布森店' },
    street: '1 Robson Street',
    ...{ city: 'Vancouver', province: 'BC', postCode: 'V6B 2A1', timeZone: 'America/Vancouver' },
    hours: [],
    methods: ['PICKUP'],
  })
  await addProducts(
    shop.ctx(),
    { id: 'teapot', price: 1000, stock: 50, taxClass: 'standard' },
    { id: 'bun', price: 700, stock: 50, taxClass: 'zero_rated' },
    { id: 'bottle', variants: [{ sku: 'bottle', price: 500, deposit: 10, stock: 50 }], taxClass: 'standard' },
    { id: 'lychee', price: 1300, stock: 0, taxClass: 'standard', prepayment: { percent: 20 } },
    { id: 'kettle', price: 4000, stock: 50, taxClass: 'standard', prepayment: { percent: 25 } },
  )
  await coupons.put(shop.ctx(), {
    code: 'HALF',
    name: { en: 'Half', zh: '半价' },
    reward: { kind: 'percent', percent: 50 },
  })
  await history()
  await shop.workOff()
  office = await openOwner(shop)
  bookkeeper = await openColleague(shop, office, 'bo@shop.test', [{ role: 'bookkeeper', location: null }])
}, 120_000)

async function pay(visitor: Visitor, orderID: string, part = 1) {
  await visitor.api.payments.startSnapPayAlipay({ orderID })
  await till.control(`${orderID}-A${part}`, { action: 'never' })
  await till.control(`${orderID}-A${part}`, { action: 'pay' })
  shop.clock.advance(2000)
  await visitor.api.payments.checkSnapPay({ orderID })
}
const refund = (orderId: string, amount?: number) =>
  payments.refund(shop.ctx(), { orderId, amount, reason: 'A broken lid', key: `test:${orderId}:${amount}` })

/** Creates orders with every payment method, every kind of amount and every kind of refund. */
async function history() {
  const member = shop.visitor()
  const account = { name: 'Mei', email: 'mei@shop.example', password: 'a long enough password' }
  const { userID: memberId } = await registerMember(shop, member, account)
  const money = { amount: 6000, currency: 'CAD' }
  await credit.grant(shop.ctx(), { memberId, money, reason: 'gift', key: 'welcome' })

  // An order paid with a wallet. It has a coupon, a tip, a bottle deposit and two tax rates. One piece is refunded.
  const guest = shop.visitor()
  await fillCart(guest, 'teapot', 3)
  await guest.api.cart.add({ sku: 'bottle', quantity: 2 })
  await guest.api.cart.add({ sku: 'bun', quantity: 1 })
  await guest.api.coupons.apply({ code: 'HALF' })
  await guest.api.checkout.setTip({ tip: { amount: 333 } })
  const first = await placeOrder(guest)
  await pay(guest, first.orderID)
  await payments.staff.refund(shop.ctx(), { order: first.orderID, note: '', line: 1, pieces: 1 })

  // An order paid in part with store credit. It is refunded in part, and then cancelled.
  await fillCart(member, 'teapot', 2)
  await member.api.storeCredit.apply({ amount: 1000 })
  const second = await placeOrder(member)
  await pay(member, second.orderID)
  await refund(second.orderID, 500)
  await orders.cancelByStore(shop.ctx(), { id: second.orderID, note: '', restocks: true })
  await shop.workOff()

  // An order paid with store credit alone, and refunded in part.
  await fillCart(member, 'bun', 2)
  const { id, hash } = await member.api.billing.view()
  const third = await member.api.storeCredit.pay({ id, hash })
  await refund(third.orderID, 700)

  // An order with a deposit. The store collects the balance.
  const depositor = shop.visitor()
  await fillCart(depositor, 'kettle', 1)
  const fourth = await placeOrder(depositor)
  await pay(depositor, fourth.orderID)
  await orders.accept(shop.ctx(), { id: fourth.orderID })
  await orders.handOver(shop.ctx(), { id: fourth.orderID })

  // An order that is placed on the 20th and paid at the store at 23:30 on the 21st. In UTC it is then already the 22nd.
  const { api } = shop.visitor()
  await fillCart({ api }, 'teapot', 1)
  const fifth = await placeOrder({ api }, { payAtStore: true })
  await orders.accept(shop.ctx(), { id: fifth.orderID })
  shop.clock.set('2026-11-22T04:30:00Z')
  await orders.handOver(shop.ctx(), { id: fifth.orderID })

  // An order that is placed and paid after the rate of HST has changed. Another order stays unpaid.
  const late = shop.visitor()
  shop.clock.advance(24 * hourMs)
  await putTaxRate(shop.ctx(), { province: 'ON', tax: 'HST', from: '2026-11-22', rates: { standard: 120_000 } })
  await fillCart(late, 'teapot', 1)
  const sixth = await placeOrder(late)
  await pay(late, sixth.orderID)
  const unpaid = shop.visitor()
  await fillCart(unpaid, 'teapot', 1)
  await placeOrder(unpaid)

  // An order with a deposit that is paid on the 23rd. The order is cancelled on the 24th.
  shop.clock.advance(24 * hourMs)
  const hesitant = shop.visitor()
  await fillCart(hesitant, 'kettle', 1)
  const seventh = await placeOrder(hesitant)
  await pay(hesitant, seventh.orderID)
  await shop.workOff()
  shop.clock.advance(24 * hourMs)
  await orders.cancelByStore(shop.ctx(), { id: seventh.orderID, note: '', restocks: true })
  await shop.workOff()

  // An order with a deposit in a group-buy, which ends on the 25th with a lower price.
  const tiers = [
    { from: 1, price: 1000 },
    { from: 2, price: 600 },
  ]
  await openGroupBuy(shop.ctx(), { goal: 1, items: [groupItem({ tiers })] })
  const buyer = shop.visitor()
  await fillGroupCart(buyer, { quantity: 2 })
  const eighth = await placeGroupOrder(buyer)
  await pay(buyer, eighth.orderID)
  shop.clock.advance(2 * hourMs)
  await schedule.find(({ name }) => name === 'settle group-buys that are over')?.run(shop.ctx())
  await shop.workOff()
}

const sumOf = (sums: BookSum[], kind: BookSum['kind'], key?: string) =>
  sums
    .filter((one) => one.kind === kind && (!key || one.key === key))
    .reduce((total, { amount }) => total + amount.amount, 0)
const add = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

async function everyOrder() {
  const rows = await shop.query<{ id: string }>('select id from orders order by placed_at')
  const found = await Promise.all(rows.map(({ id }) => orders.find(shop.ctx(), id)))
  return found.flatMap((order) => order ?? [])
}

describe('the books of a period', () => {
  test('equal the ledgers of all orders, which agree with the audit', async () => {
    const client = new pg.Client({ connectionString: shop.url })
    await client.connect()
    expect(await auditBooks(client)).toEqual([])
    await client.end()
    const ledgers = await Promise.all((await everyOrder()).map((order) => loadLedger(shop.ctx(), order)))
    const { sums } = await bookkeeper.staff.books(all)
    const received = add(ledgers.flatMap(({ payments }) => payments.map(({ amount }) => amount.amount)))
    const sent = ledgers.flatMap(({ refunds }) => refunds.filter(({ state }) => state === 'sent'))
    expect(sumOf(sums, 'paid', 'snappay_alipay')).toBe(received)
    expect(sumOf(sums, 'refunded', 'snappay_alipay')).toBe(add(sent.map(({ amount }) => amount.amount)))
    expect(sumOf(sums, 'paid', 'credit')).toBe(add(ledgers.map(({ credit }) => credit.amount)))
    expect(sumOf(sums, 'refunded', 'credit')).toBe(add(ledgers.map(({ creditReturned }) => creditReturned.amount)))
    expect(sumOf(sums, 'paid', 'store')).toBe(add(ledgers.map(({ atStore }) => atStore.amount)))
    expect(received).toBeGreaterThan(0)
    expect(sent).toHaveLength(4)
  })

  test('have the sales and taxes of all paid orders that were not cancelled, each tax by its rate', async () => {
    const sold = (await everyOrder()).filter(
      ({ status, paymentStatus }) => status !== 'CANCELLED' && paymentStatus.startsWith('PAID'),
    )
    const { sums } = await bookkeeper.staff.books(all)
    expect(sold).toHaveLength(6)
    expect(sumOf(sums, 'sale', 'total')).toBe(add(sold.map(({ total }) => total)))
    const parts = sums.filter(({ kind, key }) => (kind === 'sale' && key !== 'total') || kind === 'tax')
    expect(add(parts.map(({ amount }) => amount.amount))).toBe(sumOf(sums, 'sale', 'total'))
    const taxOf = (rate: string) =>
      add(
        sold.flatMap(({ parts, adjustments }) => {
          const place = adjustments.filter(({ kind }) => kind === 'tax').findIndex(({ label }) => label.en === rate)
          return place < 0 ? [] : parts.map(({ taxes }) => taxes[place] ?? 0)
        }),
      )
    for (const rate of ['HST 13%', 'HST 12%']) {
      expect(taxOf(rate)).toBeGreaterThan(0)
      expect(sumOf(sums, 'tax', rate)).toBe(taxOf(rate))
    }
    expect(sums.find(({ key }) => key === 'HST 12%')?.label).toEqual({ en: 'HST 12%', zh: '统一销售税 HST 12%' })
    expect(sumOf(sums, 'sale', 'tip')).toBe(333)
    expect(sumOf(sums, 'sale', 'deposit')).toBe(20)
    expect(sumOf(sums, 'sale', 'discount')).toBeLessThan(0)
  })

  test('subtract a cancelled order on the day of its cancellation', async () => {
    const [first, second] = await Promise.all(
      ['2026-11-23', '2026-11-24'].map(async (day) => {
        const { sums } = await bookkeeper.staff.books({ from: day, to: day })
        return (kind: BookSum['kind'], key?: string) => sumOf(sums, kind, key)
      }),
    )
    expect([first?.('sale', 'goods'), first?.('tax'), first?.('sale', 'total')]).toEqual([4000, 480, 4480])
    expect([first?.('paid'), first?.('refunded')]).toEqual([1120, 0])
    // The sums of this day also contain another order: a group-buy order of 20.00 plus 12% HST, paid on this day.
    expect([second?.('sale', 'goods'), second?.('tax'), second?.('sale', 'total')]).toEqual([-2000, -240, -2240])
    expect(second?.('refunded')).toBe(1120)
  })

  test('subtract a lower group-buy price on the day on which the group-buy ended', async () => {
    const { sums } = await bookkeeper.staff.books({ from: '2026-11-25', to: '2026-11-25' })
    expect(sums.map(({ kind, key, amount }) => [kind, key, amount.amount])).toEqual([
      ['sale', 'discount', -800],
      ['sale', 'total', -896],
      ['tax', 'HST 12%', -96],
    ])
    const rows = await shop.query("select total from orders where campaign_id <> ''")
    expect(rows).toEqual([{ total: 1344 }])
  })

  test('have no lower taxes for a group-buy order that release 0.1.0 lowered', async () => {
    const day = { from: '2026-11-25', to: '2026-11-25' }
    const [order] = await shop.query<Pick<OrderRow, 'id' | 'total' | 'balance' | 'parts' | 'adjustments'>>(
      "select id, total, balance, parts, adjustments from orders where campaign_id <> ''",
    )
    if (!order) throw new Error('there is no group-buy order')
    const put = ({ total, parts, adjustments }: Pick<OrderRow, 'total' | 'parts' | 'adjustments'>) =>
      shop.query('update orders set total = $2, parts = $3, adjustments = $4 where id = $1', [
        ...[order.id, total, JSON.stringify(parts), JSON.stringify(adjustments)],
      ])
    // Release 0.1.0 subtracted the reduction of goods and taxes only from the total. It left the parts and the taxes
    // unchanged.
    const before = { amount: 2000, taxes: [240], total: 2240 }
    await put({
      total: order.total,
      parts: order.parts.map(({ lowered: _, ...part }) => ({ ...part, ...before })),
      adjustments: order.adjustments.map((one) => ({
        ...one,
        amount: { ...one.amount, amount: one.kind === 'tax' ? 240 : -896 },
      })),
    })
    const { sums } = await bookkeeper.staff.books(day)
    expect(sums.map(({ kind, key, amount }) => [kind, key, amount.amount])).toEqual([
      ['sale', 'discount', -896],
      ['sale', 'total', -896],
    ])
    const client = new pg.Client({ connectionString: shop.url })
    await client.connect()
    expect(await auditBooks(client)).toEqual([])
    await client.end()
    await put(order)
  })

  test('have the taxes of refunds as recorded, without those of an order that was cancelled later', async () => {
    const { sums } = await bookkeeper.staff.books(all)
    const refunds = await shop.query<{ taxes: number }>(
      `select sum(tax)::int as taxes from order_timeline t join orders o on o.id = t.order_id, unnest(taxes) tax
       where t.kind = 'refunded' and o.status <> 'CANCELLED'`,
    )
    const ofCancelled = await shop.query<{ taxes: number }>(
      `select sum(tax)::int as taxes from order_timeline t join orders o on o.id = t.order_id, unnest(taxes) tax
       where t.kind = 'refunded' and o.status = 'CANCELLED' and t.at < o.closed_at`,
    )
    expect(ofCancelled[0]?.taxes).toBeGreaterThan(0)
    expect(sumOf(sums, 'tax_back')).toBe(refunds[0]?.taxes)
    expect(refunds[0]?.taxes).toBeGreaterThan(0)
  })

  test('begin and end with the day at the store', async () => {
    const at = async (day: string) => (await bookkeeper.staff.books({ from: day, to: day })).sums
    // The order was placed on the 20th, and paid at 23:30 on the 21st.
    expect(sumOf(await at('2026-11-21'), 'sale', 'total')).toBe(1130)
    expect(sumOf(await at('2026-11-21'), 'paid')).toBe(1130)
    expect(sumOf(await at('2026-11-22'), 'sale', 'total')).toBe(1120)
    const days = await Promise.all([20, 21, 22, 23, 24, 25].map((day) => at(`2026-11-${day}`)))
    const { sums } = await bookkeeper.staff.books(all)
    for (const kind of ['sale', 'tax', 'tax_back', 'paid', 'refunded'] as const)
      expect(add(days.map((day) => sumOf(day, kind)))).toBe(sumOf(sums, kind))
  })

  test('without a period are those of today in the chosen store, else in the first store of the caller', async () => {
    // It is 01:30 at the stores in Ontario. In Vancouver it is 22:30 of the day before.
    const [here, there] = ['2026-11-25', '2026-11-24'].map((day) => ({ from: day, to: day, today: day }))
    expect(await bookkeeper.staff.books({})).toMatchObject({ ...here })
    expect(await bookkeeper.staff.books({ location: 'robson' })).toMatchObject({ ...there })
    const manager = await openColleague(shop, office, 'va@shop.test', [{ role: 'manager', location: 'robson' }])
    expect(await manager.staff.books({})).toMatchObject({ ...there })
  })

  test('read every table by an index of its times', async () => {
    const plan = await transact(shop.ctx(), async (ctx) => {
      await ctx.db.execute(sql`set local enable_seqscan = off`)
      const period = { from: '2026-11-20', to: '2026-11-20', stores: 'all' } as const
      const rows = await readRows<Record<string, string>>(ctx, sql`explain ${bookings(period)}`)
      return rows.flatMap((row) => Object.values(row)).join('\n')
    })
    for (const index of [
      ...['orders_paid', 'orders_cancelled', 'order_timeline_booked', 'payment_attempts_settled'],
      ...['refunds_settled', 'credit_uses_captured', 'credit_entries_returned'],
    ])
      expect(plan).toContain(index)
  })

  test('name the orders behind each sum, page by page', async () => {
    const { sums } = await bookkeeper.staff.books(all)
    for (const { kind, key, amount, orders } of sums) {
      const entries: BookEntry[] = []
      for (let after: string | null = ''; after !== null; ) {
        const page = { ...all, kind, key, currency: amount.currency, limit: 2, after }
        const found: Awaited<ReturnType<typeof bookkeeper.staff.bookOrders>> = await bookkeeper.staff.bookOrders(page)
        entries.push(...found.entries)
        after = found.next
      }
      expect([kind, key, new Set(entries.map(({ orderId }) => orderId)).size]).toEqual([kind, key, orders])
      expect([kind, key, add(entries.map((entry) => entry.amount.amount))]).toEqual([kind, key, amount.amount])
      expect(entries).toEqual(entries.toSorted((one, other) => (one.at < other.at ? 1 : -1)))
    }
  })

  test('are a file that spreadsheets open, and whose columns have the sums', async () => {
    const { address } = await bookkeeper.staff.exportBooks(all)
    const answer = await shop.visitor().fetch(address)
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="books-2026-11-01-2026-12-31.csv"')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    // The file begins with the byte order mark of UTF-8.
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const rows: Record<string, string>[] = parse(new TextDecoder().decode(bytes), { columns: true })
    const { sums } = await bookkeeper.staff.books(all)
    const column = (name: string) => add(rows.map((row) => Math.round(Number(row[name] ?? Number.NaN) * 100)))
    expect(column('Total with taxes')).toBe(sumOf(sums, 'sale', 'total'))
    expect(column('Tips')).toBe(333)
    expect(column('Discounts')).toBe(sumOf(sums, 'sale', 'discount'))
    expect(column('Paid')).toBe(sumOf(sums, 'paid'))
    expect(column('Refunded')).toBe(sumOf(sums, 'refunded'))
    for (const rate of ['HST 13%', 'HST 12%'])
      expect(column(rate)).toBe(sumOf(sums, 'tax', rate) - sumOf(sums, 'tax_back', rate))
    expect(new Set(rows.map((row) => row.Entry))).toEqual(
      new Set(['Sale', 'Payment', 'Refund', 'Taxes in refunds', 'Cancelled order', 'Lower group-buy price']),
    )
    const atStore = rows.find((row) => row['Payment method'] === 'At the store or at the door' && row.Paid === '11.30')
    expect(atStore).toMatchObject({ Date: '2026-11-21', Time: '23:30' })
    const { entries } = await office.people.log({})
    expect(entries[0]).toMatchObject({ call: 'staff.exportBooks', subject: 'books-2026-11-01-2026-12-31.csv' })
    shop.clock.advance(121_000)
    expect((await shop.visitor().fetch(address)).status).toBe(404)
  })

  test('are only those of the stores in which the staff member may see money', async () => {
    const manager = await openColleague(shop, office, 'ma@shop.test', [{ role: 'manager', location: 'kennedy' }])
    expect((await manager.staff.books(all)).sums).toEqual([])
    expect((await manager.staff.books({ ...all, location: 'markham' })).sums).toEqual([])
    const file = await shop.visitor().fetch((await manager.staff.exportBooks(all)).address)
    expect((await file.text()).trim().split('\r\n')).toHaveLength(1)
    const { sums } = await bookkeeper.staff.books({ ...all, location: 'markham' })
    expect(sums).toEqual((await bookkeeper.staff.books(all)).sums)
    const cashier = await openColleague(shop, office, 'ca@shop.test', [{ role: 'cashier', location: null }])
    await expect(cashier.staff.books(all)).rejects.toMatchObject({ code: 'staff.no_right' })
    await expect(cashier.staff.exportBooks(all)).rejects.toMatchObject({ code: 'staff.no_right' })
  })

  test('refuse a page after something that is no end of a page', async () => {
    const asked = { ...all, kind: 'sale', key: 'total', currency: 'CAD' } as const
    for (const after of ['x', '["2026-99-99 1","x"]', '["2026-11-20 12:00:00+00","\\u0000"]'])
      await expect(bookkeeper.staff.bookOrders({ ...asked, after })).rejects.toMatchObject({ code: 'input.invalid' })
  })

  test('refuse a period that ends before it begins, or is longer than a year', async () => {
    for (const period of [
      { from: '2026-11-02', to: '2026-11-01' },
      { from: '2025-01-01', to: '2026-11-01' },
    ])
      await expect(bookkeeper.staff.books(period)).rejects.toMatchObject({ code: 'input.invalid' })
  })
})
