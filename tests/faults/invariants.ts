import type pg from 'pg'
import { expect } from 'vitest'
import { auditBooks } from '#server/audit/audit.ts'

/**
 * Checks a shop's invariants after any fault, once all work is done. `received` maps each attempt reference to the
 * minor units that a provider received for it. `stocked` is the number of pieces that were put into stock.
 */
export async function expectInvariants(
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
  expect(await rows(unhandledQuery), 'an event that nobody handled').toEqual([])
  const [stock] = await rows(`select sum(on_hand)::int as shelf,
    (select coalesce(-sum(quantity), 0)::int from stock_movements where reason in ('sold', 'returned')) as sold
    from stock`)
  expect(stock?.shelf + stock?.sold, 'pieces on the shelf and sold').toBe(stocked)
}

const unhandledQuery = 'select id, name, last_error from events where done_at is null'

/** Checks that no two tables contradict each other. This must hold at every moment, also under load. */
export async function expectConsistent(db: pg.Pool) {
  const client = await db.connect()
  try {
    expect(await auditBooks(client), 'the audit').toEqual([])
  } finally {
    client.release()
  }
  for (const [what, text] of Object.entries(invariantQueries)) expect((await db.query(text)).rows, what).toEqual([])
}

/**
 * Queries that must return no row. They are valid only for a new shop, as in tests. In an older shop, scheduled jobs
 * have erased data that these queries need, such as `network`.
 */
const invariantQueries = {
  'an order that was sold other than its lines say': `
    select o.id from orders o
    left join (select reference, -sum(quantity) as pieces from stock_movements where reason = 'sold'
    group by reference) m
      on m.reference = o.id
    where coalesce(m.pieces, 0) <> case when o.status = 'NEW'
      then (select sum((line ->> 'quantity')::int) from jsonb_array_elements(o.lines) line) else 0 end`,
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
} satisfies Record<string, string>
