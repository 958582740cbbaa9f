import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditCheck } from '#contract/messages/audit.ts'
import { auditTexts } from '#contract/messages/audit.ts'
import { reductionLabel } from '#contract/price-reduction.ts'
import { openDemo } from '#demo/open.ts'
import * as payments from '#server/payments/payments.ts'
import { findLastAudit } from '#server/platform/last-audit.ts'
import { clearMemos } from '#server/platform/memo.ts'
import { withDrawnPictures } from '#tests/drawn-pictures.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import { phoneHeaders, setUpTill } from '#tests/payments.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import { auditBooks, auditNightly } from './audit.ts'

const shop = setUpShop()
const till = setUpTill(shop)
let client: pg.Client
beforeAll(async () => {
  await withDrawnPictures(shop.app.config, () => openDemo(shop.ctx()))
  await payForOrder()
  await shop.workOff()
  client = new pg.Client({ connectionString: shop.url })
  await client.connect()
}, 180_000)
afterAll(() => client.end())

/**
 * Places an order with a coupon and pays it with a wallet. The demonstration's own orders are paid with credit or at
 * the store.
 */
async function payForOrder() {
  const visitor = shop.visitor(phoneHeaders)
  const [ware] = await shop.query<{ sku: string }>(
    `select v.sku from products p join variants v on v.product_id = p.id
     join stock s on s.sku = v.sku and s.location_id = (select id from locations order by position limit 1)
     where p.record_status = 'ACTIVE' and p.type = 'STANDARD' and p.prepayment is null and not p.cross_border
       and not p.contact_required and p.windows = '[]' and s.on_hand - s.held > 10 and v.price between 500 and 2000
       and p.max_per_order is null and p.min_quantity = 1 and p.quantity_step = 1
       and not exists (select 1 from product_modifier_groups g where g.product_id = p.id)
     order by p.id, v.sku limit 1`,
  )
  await fillCart(visitor, ware?.sku ?? '', 8)
  await visitor.api.coupons.apply({ code: 'LANTERN10' })
  const { orderID } = await placeOrder(visitor)
  const ctx = await visitor.ctx()
  await payments.startSnapPayWeChat(ctx, { orderID })
  await till.control(`${orderID}-A1`, { action: 'pay' })
  expect(await payments.checkSnapPay(ctx, { orderID })).toMatchObject({ status: 'NEW', paymentStatus: 'PAID_ONLINE' })
}

const paid = "payment_status = 'PAID_ONLINE' and status = 'NEW' and total > credit + balance"
const one = (table: string, condition: string, key = 'id') =>
  `${key} = (select ${key} from ${table} where ${condition} order by ${key} limit 1)`

/** Maps each check to statements that plant a fault. No constraint of the database prevents these faults. */
const faults: Record<AuditCheck, string[]> = {
  order_unpaid: [
    `update payment_attempts set amount = amount + 1 where state = 'paid' and part = 'order'
     and ${one('payment_attempts', "state = 'paid' and part = 'order' and refunded = 0", 'reference')}`,
  ],
  balance_unpaid: [`update orders set balance = 1, balance_paid = 1 where ${one('orders', paid)}`],
  money_of_unpaid_order: [
    `update orders set payment_status = 'PAID_AT_STORE', pay_at_store = true where ${one(
      'orders',
      `${paid}
     and exists (select 1 from payment_attempts p where p.order_id = orders.id and p.state = 'paid')`,
    )}`,
  ],
  unreturned_money: [
    `update payment_attempts set state = 'late_paid', resolution = 'refunded'
     where ${one('payment_attempts', "state = 'paid' and refunded = 0", 'reference')}`,
  ],
  unreturned_of_cancelled: [
    `update orders set status = 'CANCELLED', fulfilment_status = 'CANCELLED' where ${one(
      'orders',
      `${paid} and exists (select 1 from payment_attempts p where p.order_id = orders.id and p.state = 'paid')`,
    )}`,
  ],
  attempt_refunds: [
    `update payment_attempts set refunded = refunded + 1
     where ${one('payment_attempts', "state = 'paid' and refunded = 0", 'reference')}`,
  ],
  order_refunds: [
    `update orders set refunded = refunded + 1 where ${one(
      'orders',
      `${paid} and refunded = 0
     and exists (select 1 from payment_attempts p where p.order_id = orders.id and p.state = 'paid')`,
    )}`,
  ],
  given_back: [
    `insert into refunds (reference, order_id, key, amount, currency, reason, state, requested_at, settled_at)
     select id || '-R9', id, 'planted', 1, currency, '', 'refunded', now(), now() from orders
     where balance = 0 and not pay_at_store order by id limit 1`,
  ],
  refund_history: [
    'delete from refund_states where refund = (select reference from refunds order by reference limit 1)',
  ],
  order_sum: [`update orders set subtotal = subtotal + 1 where ${one('orders', paid)}`],
  line_sum: [`update orders set lines = jsonb_set(lines, '{0,quantity}', '99') where ${one('orders', paid)}`],
  part_sum: [
    `update orders set parts = jsonb_set(parts, '{0,total}', '1') where ${one('orders', `${paid} and parts <> '[]'`)}`,
  ],
  credit_grant: [`update credit_grants set available = available - 1 where ${one('credit_grants', 'available > 0')}`],
  credit_of_order: [
    `update credit_uses set state = 'released', given_back = 0
     where ${one('credit_uses', "state = 'captured' and given_back = 0", 'order_id')}`,
  ],
  credit_without_order: [
    `insert into credit_uses (order_id, member_id, currency, amount, state, held_at)
     select 'lost', member_id, currency, 1, 'held', now() from credit_uses limit 1`,
  ],
  credit_returned: [
    `update credit_uses set given_back = given_back + 1
     where ${one('credit_uses', "state = 'captured' and given_back = 0", 'order_id')}`,
  ],
  stock_movements: ['update stock set on_hand = on_hand + 1 where sku = (select min(sku) from stock)'],
  stock_holds: ['update stock set held = held + 1 where sku = (select min(sku) from stock where on_hand > held)'],
  hold_without_cart: [
    `insert into stock_holds (holder, sku, location_id, quantity) select 'nobody', sku, location_id, 1 from stock
     where on_hand > held limit 1`,
  ],
  sold_pieces: [
    `insert into stock_movements (location_id, sku, quantity, reason, reference)
     select location_id, 'x', -1000, 'sold', id from orders where ${one('orders', paid)}`,
  ],
  two_orders_of_cart: [
    'drop index orders_one_live_per_cart',
    `update orders set cart_id = (select cart_id from orders where status = 'NEW' order by id desc limit 1)
     where ${one('orders', "status = 'NEW'")}`,
  ],
  slot_places: [
    `insert into slot_use (location_id, method, starts_at, taken, capacity)
     select id, 'PICKUP', '2031-01-01T12:00Z', 1, 5 from locations limit 1`,
  ],
  coupon_uses: [
    'update coupons set used = used + 1 where code = (select min(code) from coupons where max_uses is null)',
  ],
  coupon_of_order: [
    `update coupon_uses set returned_at = now() where order_id = (select id from orders
     where coupon is not null and status = 'NEW' limit 1)`,
  ],
  campaign_counts: ['update campaigns set pieces = pieces + 1 where id = (select min(id) from campaigns)'],
  campaign_holds: [`update campaign_items set held = held + 1 where ${one('campaign_items', 'held + sold < stock')}`],
  campaign_places: [
    `update campaign_windows set taken = taken + 1 where (point_id, date, from_time) =
     (select point_id, date, from_time from campaign_windows where capacity is null or taken < capacity limit 1)`,
  ],
  campaign_join: [
    `update campaign_joins set state = 'left', has_place = false
     where ${one('campaign_joins', "state = 'paid'", 'order_id')}`,
  ],
  timeline: [
    "delete from order_timeline where order_id = (select id from orders where fulfilment_status = 'READY' limit 1)",
  ],
  paid_time: [`update orders set paid_at = null where ${one('orders', paid)}`],
  receipt: [
    `insert into events (name, payload, created_at) values ('order.paid', '{"orderId":"x"}', now() - interval '1 day')`,
  ],
}

/** Audits inside the open transaction, which contains a planted fault. */
const auditHere = () =>
  auditBooks({
    query: async <Row>(text: string) =>
      /^(begin|rollback)/.test(text) ? { rows: [] } : ((await client.query(text)) as unknown as { rows: Row[] }),
  })

test('the books of the demonstration agree', async () => {
  expect(await auditBooks(client)).toEqual([])
})

describe('the audit finds', () => {
  test.each(Object.entries(faults))('%s', async (check, statements) => {
    await client.query('begin')
    try {
      for (const statement of statements) await client.query(statement)
      const findings = await auditHere()
      expect(findings.map((finding) => finding.check)).toContain(check)
      const found = findings.find((finding) => finding.check === check)
      expect(found?.count).toBeGreaterThan(0)
      expect(found?.subjects[0]).toBeTruthy()
    } finally {
      await client.query('rollback')
    }
  })
})

test.each(['received = amount - 1', "received_currency = 'USD'"])(
  'the audit finds a paid order with %s',
  async (change) => {
    await client.query('begin')
    try {
      await client.query(
        `update payment_attempts set ${change} where state = 'paid' and part = 'order' and refunded = 0`,
      )
      expect((await auditHere()).map(({ check }) => check)).toContain('order_unpaid')
    } finally {
      await client.query('rollback')
    }
  },
)

test('the audit finds a group-buy order that the end of its group-buy lowered twice', async () => {
  const order = one('orders', "campaign_id <> '' and status = 'NEW' and parts <> '[]' and balance = 0 and credit > 2")
  const [{ id = '' } = {}] = await shop.query<{ id: string }>(`select id from orders where ${order}`)
  const lowerOrder = () =>
    client.query(
      `update orders set total = total - 1, balance = balance - 1,
         adjustments = adjustments || jsonb_build_array(jsonb_build_object('kind', 'discount', 'label', $2::jsonb,
           'amount', jsonb_build_object('amount', -1, 'currency', currency))) where id = $1`,
      [id, JSON.stringify(reductionLabel)],
    )
  const sums = async () => (await auditHere()).map(({ check }) => check).filter((check) => check.endsWith('_sum'))
  await client.query('begin')
  try {
    // The demonstration's group-buy orders are fully paid. A price reduction lowers only the balance, so this statement
    // leaves a balance to pay.
    await client.query('update orders set credit = credit - 2, balance = 2 where id = $1', [id])
    await lowerOrder()
    expect(await sums()).toEqual([])
    await lowerOrder()
    expect(await sums()).toEqual(['part_sum'])
  } finally {
    await client.query('rollback')
  }
})

const sumChecks = async () => (await auditHere()).map(({ check }) => check).filter((check) => check.endsWith('_sum'))

test.each([
  { discount: 100, expected: [] },
  { discount: 90, expected: ['part_sum'] },
])('the audit compares a lower part with the discount of its group-buy: $discount', async ({ discount, expected }) => {
  await client.query('begin')
  try {
    const { rowCount } = await client.query(
      `update orders set total = total - 100, credit = credit - 100,
         adjustments = adjustments || jsonb_build_array(jsonb_build_object('kind', 'discount', 'label', $1::jsonb,
           'amount', jsonb_build_object('amount', -100, 'currency', currency))),
         parts = jsonb_set(jsonb_set(jsonb_set(parts,
           '{0,lowered}', jsonb_build_object('later', jsonb_build_object('amount', $2::int))),
           '{0,amount}', to_jsonb((parts -> 0 ->> 'amount')::int - 100)),
           '{0,total}', to_jsonb((parts -> 0 ->> 'total')::int - 100))
       where ${one('orders', "campaign_id <> '' and status = 'NEW' and parts <> '[]' and balance = 0 and credit > 200")}`,
      [JSON.stringify(reductionLabel), discount],
    )
    expect(rowCount).toBe(1)
    expect(await sumChecks()).toEqual(expected)
  } finally {
    await client.query('rollback')
  }
})

test('the audit compares the counts of a failed group-buy exactly', async () => {
  await client.query('begin')
  try {
    const campaign = one('campaigns', 'outcome is null and pieces > 0')
    const [{ id = '' } = {}] = await shop.query<{ id: string }>(`select id from campaigns where ${campaign}`)
    const counts = async () => (await auditHere()).filter(({ check }) => check === 'campaign_counts')
    await client.query("update campaigns set outcome = 'failed', decided_at = now() where id = $1", [id])
    expect(await counts()).toEqual([])
    await client.query('update campaigns set pieces = pieces + 1 where id = $1', [id])
    expect(await counts()).toMatchObject([{ subjects: [id] }])
  } finally {
    await client.query('rollback')
  }
})

test('the audit finds a tax that differs from the taxes of the parts', async () => {
  const isTaxed = `jsonb_path_exists(adjustments, '$[*] ? (@.kind == "tax" && @.amount.amount > 0)')`
  await client.query('begin')
  try {
    const { rowCount } = await client.query(
      `update orders set adjustments = (
           select jsonb_agg(case when value ->> 'kind' = 'tax'
           then jsonb_set(value, '{amount,amount}', '0') else value end)
           from jsonb_array_elements(adjustments))
         || (select jsonb_agg(value || '{"kind": "fee"}') from jsonb_array_elements(adjustments)
           where value ->> 'kind' = 'tax')
       where ${one('orders', `status = 'NEW' and parts <> '[]' and ${isTaxed}`)}`,
    )
    expect(rowCount).toBe(1)
    expect(await sumChecks()).toEqual(['part_sum'])
  } finally {
    await client.query('rollback')
  }
})

test('the night’s audit runs once, and emails the store what it found', async () => {
  const [{ sku = '' } = {}] = await shop.query<{ sku: string }>('select min(sku) as sku from stock')
  await shop.query("update locations set order_email = 'owner@shop.example', is_order_email_on = true")
  clearMemos(shop.app)
  await shop.query('update stock set on_hand = on_hand + 1 where sku = $1', [sku])
  shop.clock.set('2031-05-01T06:30:00Z')
  await auditNightly(shop.ctx())
  expect(await shop.query("select 1 from events where name = 'shop.audited'")).toEqual([])
  shop.clock.set('2031-05-01T07:30:00Z')
  await Promise.all([auditNightly(shop.ctx()), auditNightly(shop.ctx())])
  await auditNightly(shop.ctx())
  expect(await findLastAudit(shop.ctx().db)).toEqual({ date: '2031-05-01', failedChecks: 1 })
  const told = await shop.query<{ payload: object }>("select payload from events where name = 'shop.audited'")
  expect(told).toMatchObject([{ payload: { date: '2031-05-01', findings: [{ check: 'stock_movements' }] } }])
  const mail = (await mailsTo(shop, 'owner@shop.example')).at(-1)
  expect(mail?.text).toContain(`Stock that differs from its movements: 3 (`)
  await shop.query('update stock set on_hand = on_hand - 1 where sku = $1', [sku])
})

test('every check has a text and a planted fault', () => {
  expect(Object.keys(faults).sort()).toEqual(Object.keys(auditTexts).sort())
})
