import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerType } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { staffTexts } from '#contract/messages/staff.ts'
import { listStaffCalls } from '#contract/office/calls.ts'
import { putTables } from '#server/locations/table-list.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { listen } from '#server/platform/http/server.ts'
import { writeRunningShop } from '#server/platform/running-shop.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { joinGroupBuy, openGroupBuy } from '#tests/group-buys.ts'
import { setUpShop } from '#tests/harness.ts'
import { freePort } from '#tests/postgres.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import { runShop } from './shop-run.ts'
import { isSafe } from './staff-client.ts'

const shop = setUpShop({ PORT: '0', HOST: '127.0.0.1' })
let server: ServerType
let port: number
beforeAll(async () => {
  server = await listen(shop.app, shop.api.http.hono.fetch)
  port = (server.address() as AddressInfo).port
})
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
  shop.clock.set('2026-11-20T17:00:00Z')
  await addProducts(shop.ctx(), { id: 'bun', price: 1000 })
})
afterAll(() => new Promise((done) => server.close(done)))

interface Ended {
  code: number
  text: string
}

const settings = (env: Record<string, string>) => ({ DATA_DIR: shop.app.config.DATA_DIR, PORT: String(port), ...env })

/** Runs a command in this process. Returns its output and exit code. */
const run = (args: string[], env: Record<string, string> = {}): Promise<Ended> => runShop(args, settings(env))

/** Runs a command in its own process, as a user types it. */
function type(args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, ...settings({}) }
    execFile(process.execPath, ['scripts/shop.ts', ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, text: (stdout + stderr).trim() })
    })
  })
}

async function placed() {
  const visitor = shop.visitor()
  await fillCart(visitor, 'bun', 2)
  return { visitor, order: await placeOrder(visitor, { payAtStore: true }) }
}

test('staff list an order, accept it, mark it ready and hand it over by commands', async () => {
  const { visitor, order } = await placed()
  const code = order.pickupCode
  expect(await run(['orders'])).toEqual({
    code: 0,
    text: expect.stringMatching(
      new RegExp(`^${order.orderNumber} .*pickup  Placed  2 pcs  \\$22\\.60 to pay  Mei Lin$`),
    ),
  })
  expect((await run(['accept', code.toLowerCase(), '--in', '25', '--note', 'Fresh batch'])).text).toMatch(
    /Accepted by the store {2}→ .* {2}“Fresh batch”$/,
  )
  expect(await type(['ready', order.orderID])).toMatchObject({ code: 0 })
  expect((await run(['hand-over', order.orderNumber.toLowerCase(), '--lang', 'zh'])).text).toContain('已付 $22.60')
  expect(await visitor.api.orders.detail({ id: order.orderID })).toMatchObject({
    fulfilmentStatus: 'PICKED_UP',
    paymentStatus: 'PAID_AT_STORE',
    timeline: [
      { kind: 'placed' },
      { kind: 'accepted', note: 'Fresh batch' },
      { kind: 'ready' },
      { kind: 'handed_over' },
    ],
  })
  expect(await type(['cancel', code])).toEqual({
    code: 1,
    text: 'This order is picked up: that step is not possible.',
  })
  expect(await run(['cancel', code, '--lang', 'zh'])).toEqual({ code: 1, text: '订单现在是“已取货”，不能这样做。' })
  expect(await run(['orders'])).toEqual({ code: 0, text: 'Nothing is waiting.' })
})

test('orders lists what to collect for an order with a deposit, until the balance is paid online', async () => {
  await shop.query(`update products set prepayment = '{"percent": 50}'`)
  const visitor = shop.visitor()
  await fillCart(visitor, 'bun', 2)
  const { orderID: id } = await placeOrder(visitor)
  const locked = (work: (ctx: Context, order: orders.OrderRow) => Promise<unknown>) =>
    transact(shop.ctx(), async (ctx) => work(ctx, await orders.lock(ctx, id)))
  await locked((ctx, order) => orders.markPaid(ctx, order, { paymentOption: 'snappay_alipay' }))
  expect((await run(['orders'])).text).toContain('$11.30 paid, $11.30 to collect')
  await locked(orders.markBalancePaid)
  const { text } = await run(['orders', '--lang', 'zh'])
  expect(text).toContain('已付 $22.60')
  expect(text).not.toContain('交货时收')
  expect((await run(['order', id])).text).toMatch(/Rest paid online {2}\$11\.30/)
})

test('--json prints the answer as JSON', async () => {
  const { order } = await placed()
  const { text } = await run(['order', order.pickupCode, '--json'])
  expect(JSON.parse(text)).toMatchObject({ orderID: order.orderID, fulfilmentStatus: 'PLACED' })
})

test('stock-in and stock-out change the stock; pause and resume stop and restart orders', async () => {
  expect((await run(['stock-in', 'bun', '5'])).text).toBe('bun at markham: 15 in stock, 0 held for shoppers.')
  expect((await run(['stock-out', 'bun', '3'])).text).toBe('bun at markham: 12 in stock, 0 held for shoppers.')
  expect((await run(['stock-out', 'bun'])).text).toBe('bun at markham: 0 in stock, 0 held for shoppers.')
  expect(await run(['stock-in', 'scone', '5'])).toEqual({ code: 1, text: 'There is no SKU scone.' })
  expect((await run(['pause', 'markham', '--method', 'pickup'])).text).toBe(
    'markham takes no orders by pickup until you resume.',
  )
  expect((await run(['resume', 'markham'])).text).toBe('markham takes orders.')
  // The time is in the store's time zone, whatever the terminal's time zone is.
  const rest = ['pause', 'markham', '--method', 'pickup', '--for', '30']
  expect((await run(rest)).text).toBe('markham takes no orders by pickup until 11-20 12:30 (America/Toronto).')
  expect((await run([...rest, '--lang', 'zh'])).text).toBe('markham 暂停自取，到 11-20 12:30（America/Toronto 时间）。')
  expect(await run(['pause', 'atlantis', '--lang', 'zh'])).toEqual({ code: 1, text: '没有找到门店 atlantis。' })
})

test('tables are opened and closed', async () => {
  await putTables(shop.ctx(), 'markham', ['1', '2'])
  expect((await run(['open-table', 'markham', '2'])).text).toBe('Table 1: free\nTable 2: guests')
  expect((await run(['close-table', 'markham', '2', '--lang', 'zh'])).text).toBe('1 号桌：空着\n2 号桌：空着')
  expect((await run(['open-table', 'markham', '9'])).code).toBe(1)
})

test('a wrong secret and an unknown order have different exit codes and messages', async () => {
  const wrong = { STAFF_SECRET: 'not the secret of this shop, but long enough' }
  expect(await run(['orders'], wrong)).toEqual({ code: 4, text: expect.stringContaining('refused this secret') })
  expect(await run(['order', 'NOSUCH'])).toEqual({ code: 1, text: 'There is no order NOSUCH.' })
})

test('a command says whether no shop answers, the secret is missing or the secret is wrong', async () => {
  const free = await freePort()
  const away = await run(['orders'], { PORT: String(free) })
  expect(away).toEqual({ code: 3, text: expect.stringMatching(`^No shop answers at http://127.0.0.1:${free}\\. `) })
  const folder = await mkdtemp(join(tmpdir(), 'no-shop-'))
  expect(await run(['orders'], { DATA_DIR: folder })).toEqual({
    code: 3,
    text: expect.stringMatching(/^\S+ has no staff secret\. /),
  })
  await writeFile(join(folder, 'staff-secret'), 'left by a shop that is gone')
  expect((await run(['orders'], { DATA_DIR: folder })).code).toBe(4)
  await rm(folder, { recursive: true })
})

test('a command finds a shop that listens on one address only, by its data folder or by HOST', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bound-shop-'))
  const bound = { ...shop.app, config: { ...shop.app.config, HOST: '127.0.0.2', DATA_DIR: folder } }
  const other = await listen(bound, shop.api.http.hono.fetch)
  const { address: host, port } = other.address() as AddressInfo
  const env = { DATA_DIR: folder, STAFF_SECRET: shop.app.staffSecret }
  expect(await run(['orders'], { ...env, HOST: '127.0.0.2', PORT: String(port) })).toMatchObject({ code: 0 })
  await writeRunningShop(bound.config, { host, port })
  expect(await run(['orders'], env)).toMatchObject({ code: 0 })
  await new Promise((done) => other.close(done))
  await rm(folder, { recursive: true })
})

test('a command may use each address of this machine', async () => {
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  for (const { address, family } of own) {
    const host = family === 'IPv6' ? `[${address}]` : address
    expect([host, isSafe({ url: `http://${host}:3000`, host, secret: null })]).toEqual([host, true])
  }
})

test('the staff secret is not sent over plain http to another machine', async () => {
  expect(await run(['orders', '--url', 'http://shop.example'])).toEqual({
    code: 2,
    text: expect.stringContaining('is not sent over plain http to shop.example'),
  })
})

test.each([
  [['hello'], 'There is no command hello.'],
  [['accept'], 'accept needs ORDER.'],
  [['ready', 'K7M2QX', 'now'], 'ready does not take this argument: now.'],
  [['ready', 'K7M2QX', '--by', '5'], 'ready has no option --by.'],
  [['delay', 'K7M2QX', '--by', 'a bit'], '--by must be a whole number, such as 15.'],
  [['stock-in', 'bun', 'many'], 'many is not a number of pieces.'],
  [['review', 'one'], 'review needs DECISION.'],
  [['orders', '--speed'], "Unknown option '--speed'."],
])('the command refuses %j with one line that names the problem', async (args, words) => {
  expect(await run(args)).toEqual({ code: 2, text: `${words} All commands: npm run shop -- --help` })
})

test('refund refuses an order that is not paid, and stuck says that nothing is waiting', async () => {
  const { order } = await placed()
  expect(await run(['refund', order.pickupCode, '3.40'])).toMatchObject({
    code: 1,
    text: expect.stringContaining('Nothing was paid for this order.'),
  })
  expect(await run(['refund', order.pickupCode, 'much'])).toMatchObject({
    code: 2,
    text: expect.stringContaining('much is not an amount of money'),
  })
  expect(await run(['stuck'])).toEqual({ code: 0, text: 'Nothing is waiting.' })
  expect(await run(['review', 'no-such-payment', 'refund'])).toMatchObject({ code: 1 })
})

test('refund says what to give back at the store, and records it once the command confirms it', async () => {
  const { order, visitor } = await placed()
  for (const step of ['ready', 'hand-over']) await run([step, order.pickupCode])
  expect(await run(['refund', order.orderID, '12.40'])).toEqual({
    code: 1,
    text: 'The refund is not recorded yet. Give back $12.40 in all at the counter, then confirm exactly this amount.',
  })
  expect(await run(['refund', order.orderID, '12.40', '--given-back', 'all'])).toMatchObject({ code: 2 })
  expect(await run(['refund', order.orderID, '12.40', '--given-back', '12.40'])).toMatchObject({
    code: 0,
    text: expect.stringContaining('$12.40 refunded'),
  })
  expect(await visitor.api.orders.detail({ id: order.orderID })).toMatchObject({ refundStatus: 'PARTIAL' })
})

test('help lists commands in both languages', async () => {
  const [en, zh] = await Promise.all([run(['--help']), run(['--help', '--lang', 'zh'])])
  expect([en.code, zh.code]).toEqual([0, 0])
  expect(en.text).toContain('hand-over ORDER')
  expect(zh.text).toContain('接单')
})

test('each text of the commands exists in both languages with the same placeholders', () => {
  const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort()
  for (const [key, [en = '', zh = '']] of Object.entries<readonly string[]>(staffTexts)) {
    expect(zh.trim(), key).not.toBe('')
    expect(places(zh), key).toEqual(places(en))
  }
})

test('a staff call without the staff secret is answered not_found', async () => {
  for (const { base, path, method } of listStaffCalls()) {
    const address = `http://127.0.0.1:${port}${base}${path.replace(/:\w+/g, 'x')}`
    const answers = await Promise.all(
      ['', 'Bearer ', `Bearer ${shop.app.secret}`].map((authorization) =>
        fetch(address, {
          method,
          headers: { authorization, 'content-type': 'application/json' },
          ...(method === 'POST' && { body: '{}' }),
        }),
      ),
    )
    for (const answer of answers) {
      expect(answer.status, path).toBe(404)
      expect(await answer.json()).toMatchObject({ error: { errors: [{ code: 'not_found' }] } })
    }
  }
})

test('an article is written from a file, published for later, and withdrawn', async () => {
  const file = join(shop.app.config.DATA_DIR, 'tea.json')
  await writeFile(file, JSON.stringify({ title: { en: 'Tea', zh: '' } }))
  expect(await run(['blog', 'write', 'tea', file])).toEqual({ code: 0, text: 'tea  draft  en  Tea' })
  expect((await run(['blog', 'publish', 'tea', '--from', '2026-12-01T09:00Z', '--lang', 'zh'])).text).toMatch(
    // The time is in the shop's time zone, Toronto.
    /^tea {2}2026年12月1日 04:00 ?起显示/,
  )
  expect((await run(['blog', 'publish', 'tea', '--from', '2026-12-01T09:00', '--lang', 'zh'])).text).toMatch(
    /^tea {2}2026年12月1日 09:00 ?起显示/,
  )
  // This time does not exist, because clocks go forward that night.
  expect((await run(['blog', 'publish', 'tea', '--from', '2027-03-14T02:30'])).code).toBe(1)
  expect((await run(['blog', 'publish', 'tea'])).text).toMatch(/^tea {2}published on/)
  expect((await run(['blog', 'withdraw', 'tea'])).text).toContain('draft')
  expect((await run(['blog'])).text).toBe('tea  draft  en  Tea')
  expect(await run(['blog', 'burn', 'tea'])).toMatchObject({ code: 2, text: expect.stringContaining('withdraw') })
  expect(await run(['blog', 'write', 'tea', 'nowhere.json'])).toMatchObject({ code: 2 })
  expect((await run(['blog', 'publish', 'tea', '--from', 'tomorrow'])).code).toBe(1)
})

test('counts lists the counted events by day', async () => {
  await shop.query("insert into event_counts values ('2026-11-20', 'purchased', 3)")
  expect(await run(['counts', '--days', '2'])).toEqual({ code: 0, text: '2026-11-20       3  purchased' })
})

test('orders are listed by due time, group-buy orders by the day of pickup', async () => {
  shop.clock.set('2026-11-20T17:00:00Z')
  await addProducts(shop.ctx(), { id: 'lychee' })
  await openGroupBuy(shop.ctx())
  const friend = shop.visitor()
  const group = await joinGroupBuy(shop.ctx(), friend)
  const later = await placed()
  await shop.query("update orders set promised_at = '2026-11-20T23:00:00Z' where id = $1", [later.order.orderID])
  const sooner = await placed()
  const listed = (await run(['orders'])).text.split('\n').map((line) => line.split(' ')[0])
  expect(listed).toEqual([sooner.order.orderNumber, later.order.orderNumber, group.orderNumber])
})

test('order-email sets the address and language of a store, and turns order emails off and on', async () => {
  const stored = () => shop.query('select order_email, order_email_locale, is_order_email_on from locations')
  const address = { order_email: 'kitchen@shop.example', order_email_locale: 'zh' }
  for (const [typed, isOn] of [
    [['set', 'markham', 'kitchen@shop.example', '--language', 'zh'], true],
    [['off', 'markham'], false],
    [['on', 'markham'], true],
  ] as const) {
    expect((await run(['order-email', ...typed])).text).toContain('kitchen@shop.example  zh')
    expect(await stored()).toEqual([{ ...address, is_order_email_on: isOn }])
  }
})

test('orders shows store credit, and lists a fully refunded order as done', async () => {
  const { order, visitor } = await placed()
  const sums = "payment_status = 'PAID_ONLINE', pay_at_store = false, credit = 2000, paid_at = placed_at"
  await shop.query(`update orders set ${sums} where id = $1`, [order.orderID])
  expect((await run(['orders'])).text).toContain('$2.60 paid + $20.00 store credit')
  await shop.query('update orders set credit = total where id = $1', [order.orderID])
  expect((await run(['orders'])).text).toMatch(/ {2}\$22\.60 store credit {2}/)
  await shop.query('update orders set credit_returned = total where id = $1', [order.orderID])
  expect((await run(['orders'])).text).toBe('Nothing is waiting.')
  expect((await run(['orders', '--group', 'done'])).text).toContain(order.orderNumber)
  expect(await visitor.api.orders.detail({ id: order.orderID })).toMatchObject({ refundStatus: 'FULL' })
})
