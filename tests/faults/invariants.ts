import type pg from 'pg'
import { expect } from 'vitest'

/**
 * Checks a shop's invariants after any fault, once all work is done. `received` maps each attempt reference to the
 * minor units that a provider received for it. `stocked` is the number of pieces that were put into stock.
 */
export async function expectSound(
  db: pg.Pool,
  { received, stocked }: { received: Map<string, number>; stocked: number },
) {
  const rows = async (text: string) => (await db.query(text)).rows
  const attempts = await rows(
    `select reference, amount::int, state from payment_attempts where state not in ('pending', 'failed')`,
  )
  expect(new Set(attempts.map(({ reference }) => reference)), 'money in is orders paid and reviews').toEqual(
    new Set(received.keys()),
  )
  for (const { reference, amount, state } of attempts) {
    if (state !== 'mismatch') expect(received.get(reference), `what was received for ${reference}`).toBe(amount)
  }
  await expectConsistent(db)
  expect(await rows(unhandled), 'an event that nobody handled').toEqual([])
  const [stock] = await rows(`select sum(on_hand)::int as shelf,
    (select coalesce(-sum(quantity), 0)::int from stock_movements where reason in ('sold', 'returned')) as sold
    from stock`)
  expect(stock?.shelf + stock?.sold, 'pieces on the shelf and sold').toBe(stocked)
}

const unhandled = 'select id, name, last_error from events where done_at is null'

/** Checks that no two tables contradict each other. This must hold at every moment, also under load. */
export async function expectConsistent(db: pg.Pool) {
  for (const [what, text] of Object.entries(broken)) expect((await db.query(text)).rows, what).toEqual([])
}

/** SQL queries that look for contradictions in the data, by description. None may return a row. */
const broken = {
  'an order that is paid without its money': `
    select o.id from orders o
    left join (select order_id, sum(amount) as amount from payment_attempts where state = 'paid' and part = 'order'
      group by order_id) p on p.order_id = o.id
    left join credit_uses u on u.order_id = o.id and u.state = 'captured'
    where o.payment_status = 'PAID_ONLINE'
      and coalesce(p.amount, 0) + coalesce(u.amount, 0) <> o.total - o.balance`,
  'a rest that is paid without its money, or the other way round': `
    select o.id from orders o
    left join (select order_id, sum(amount) as amount from payment_attempts where state = 'paid' and part = 'balance'
      group by order_id) p on p.order_id = o.id
    where o.balance_paid <> coalesce(p.amount, 0)`,
  'more given back of an order than its payments gave, or other than it says': `
    select o.id from orders o
    join (select order_id, sum(refunded) as refunded from payment_attempts where state = 'paid' group by order_id) p
      on p.order_id = o.id
    where o.refunded + o.refunding <> p.refunded`,
  'an order that took money and is not paid': `
    select o.id from orders o join payment_attempts p on p.order_id = o.id and p.state = 'paid'
    where o.payment_status <> 'PAID_ONLINE'`,
  'an order whose sums are not those of its lines and adjustments': `
    select id from orders o
    where subtotal <> (select coalesce(sum((line -> 'total' ->> 'amount')::int), 0)
    from jsonb_array_elements(lines) line)
      or total <> subtotal + (select coalesce(sum((a -> 'amount' ->> 'amount')::int), 0)
        from jsonb_array_elements(adjustments) a)
      or exists (select from jsonb_array_elements(lines) line
        where (line -> 'total' ->> 'amount')::int <> (line ->> 'quantity')::int *
          (line -> 'unitPrice' ->> 'amount')::int)`,
  'two live orders of one cart': `
    select cart_id from orders where status in ('INTERIM', 'NEW') group by cart_id having count(*) > 1`,
  'an order that was sold other than its lines say': `
    select o.id from orders o
    left join (select reference, -sum(quantity) as pieces from stock_movements where reason = 'sold'
    group by reference) m
      on m.reference = o.id
    where coalesce(m.pieces, 0) <> case when o.status = 'NEW'
      then (select sum((line ->> 'quantity')::int) from jsonb_array_elements(o.lines) line) else 0 end`,
  'pieces held by nobody, or not held': `
    select s.sku from stock s
    left join (select sku, location_id, sum(quantity) as quantity from stock_holds
    group by 1, 2) h using (sku, location_id)
    where s.held <> coalesce(h.quantity, 0)`,
  'a hold of more than an hour, or one that began at no time': `
    select c.id from carts c
    where c.held_until is not null
      and (c.hold_began_at is null or c.held_until > c.hold_began_at + interval '60 minutes')`,
  'an unpaid order that came from nowhere': `
    select id from orders where payment_status = 'NOT_PAID' and network = ''`,
  'an address that counts as proven though nobody proved it': `
    select o.id from orders o
    where o.is_email_proven and not exists (
        select 1 from members m where m.id = o.member_id and m.email_verified_at is not null)
      and not exists (select 1 from address_codes a
        where a.email = lower(o.contact ->> 'email') and a.proven_at is not null)`,
  'a hold of a cart that holds nothing': `
    select h.holder from stock_holds h join carts c on c.id::text = h.holder
    where c.held_until is null and not exists (select 1 from orders o where o.cart_id = c.id and o.status = 'INTERIM')`,
  'places in a slot other than its orders and checkouts': `
    select s.starts_at from slot_use s
    left join (
      select starts_at, sum(n) as n from (
        select slot_starts_at as starts_at, count(*) as n from orders
        where status in ('INTERIM', 'NEW') and slot_starts_at is not null group by 1
        union all
        select (held_slot ->> 'startsAt')::timestamptz, count(*) from carts c where held_slot is not null
          and not exists (select 1 from orders o where o.cart_id = c.id and o.status in ('INTERIM', 'NEW')) group by 1
      ) t group by 1) u using (starts_at)
    where s.taken <> coalesce(u.n, 0)`,
  'a grant that has other than its entries say': `
    select g.id from credit_grants g left join credit_entries e on e.grant_id = g.id group by g.id
    having g.available <> coalesce(sum(e.available), 0) or g.held <> coalesce(sum(e.held), 0)`,
  'an order whose credit stands elsewhere than it does': `
    select o.id from orders o left join credit_uses u on u.order_id = o.id
    where o.credit <> coalesce(u.amount, 0) or o.credit > 0 and u.state <>
      case o.status when 'INTERIM' then 'held' when 'FAILED' then 'released' when 'CANCELLED' then u.state
        else 'captured' end`,
  'credit of no order': `
    select u.order_id from credit_uses u left join orders o on o.id = u.order_id where o.id is null`,
  'a coupon that was used other than its uses say': `
    select c.code from coupons c left join coupon_uses u on u.code = c.code and u.returned_at is null
    group by c.code having c.used <> count(u.order_id)`,
  'an order whose coupon stands elsewhere than it does': `
    select o.id from orders o left join coupon_uses u on u.order_id = o.id
    where (o.coupon is not null) <> (u.order_id is not null)
      or o.coupon is not null and (u.returned_at is null) <> (o.status in ('INTERIM', 'NEW'))`,
} satisfies Record<string, string>
