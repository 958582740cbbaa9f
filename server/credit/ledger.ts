import { sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { preparedRows } from '#server/platform/database/prepared.ts'

// Every statement here moves what grants have and writes the entries that say so: neither is ever without the other.
// Grants are locked in one order, the earliest expiry first. This prevents deadlocks.

const orderId = sql.placeholder('orderId')
const now = sql`${sql.placeholder('now')}::timestamptz`
const expiringFirst = sql`g.expires_at asc nulls last, g.id`

/** What a member can spend before `now`, with what one order of theirs holds. */
export const selectSpendable = preparedRows<{ amount: number }>(
  () => sql`select (coalesce(sum(part.amount), 0))::int as amount from (
      select g.available as amount, g.member_id, g.currency, g.expires_at from credit_grants g
      where g.member_id = ${sql.placeholder('memberId')} and g.available > 0
      union all
      select e.held, g.member_id, g.currency, g.expires_at from credit_uses u
      join credit_entries e on e.order_id = u.order_id and e.kind = 'hold' join credit_grants g on g.id = e.grant_id
      where u.order_id = ${orderId} and u.state = 'held'
    ) part
    where part.member_id = ${sql.placeholder('memberId')} and part.currency = ${sql.placeholder('currency')}
      and (part.expires_at is null or part.expires_at > ${now})`,
)

/** What a member can spend before `now`, locked, what expires first before the rest. */
export const lockSpendable = preparedRows<{ id: string; available: number }>(
  () => sql`select g.id, g.available from credit_grants g
    where g.member_id = ${sql.placeholder('memberId')} and g.currency = ${sql.placeholder('currency')}
      and g.available > 0 and (g.expires_at is null or g.expires_at > ${now})
    order by ${expiringFirst} for update`,
)

/** Holds parts of grants for an order. */
export const writeHold = preparedRows<{ id: string }>(
  () => sql`with parts as (
      select * from json_to_recordset(${sql.placeholder('parts')}::json) as p(id uuid, amount int)
    ), moved as (
      update credit_grants g set available = g.available - parts.amount, held = g.held + parts.amount
      from parts where g.id = parts.id returning g.id, g.member_id, parts.amount
    )
    insert into credit_entries (member_id, grant_id, order_id, kind, available, held, at)
    select member_id, id, ${orderId}, 'hold', -amount, amount, ${now} from moved returning id`,
)

/** Ends what an order holds as spent: nothing where it holds nothing any more. */
export const writeCapture = ending('captured', 'capture', sql`0`)

/** Ends what an order holds by giving it back: nothing where it holds nothing any more. */
export const writeRelease = ending('released', 'release', sql`held.amount`)

function ending(state: string, kind: string, back: ReturnType<typeof sql>) {
  return preparedRows<{ amount: number }>(
    () => sql`with ended as (
        update credit_uses set state = ${state}, ended_at = ${now}
        where order_id = ${orderId} and state = 'held' returning order_id
      ), held as (
        select e.grant_id, e.held as amount from credit_entries e join ended using (order_id) where e.kind = 'hold'
      ), locked as (
        select g.id from credit_grants g where g.id in (select grant_id from held) order by ${expiringFirst} for update
      ), moved as (
        update credit_grants g set available = g.available + ${back}, held = g.held - held.amount
        from held join locked on locked.id = held.grant_id where g.id = held.grant_id
        returning g.id, g.member_id, held.amount, ${back} as back
      ), noted as (
        insert into credit_entries (member_id, grant_id, order_id, kind, available, held, at)
        select member_id, id, ${orderId}, ${kind}, back, -amount, ${now} from moved
      )
      select amount from moved`,
  )
}

/** What an order took of each grant and did not give back yet, locked, what lives longest before the rest. */
export const lockSpent = preparedRows<{ id: string; left: number; isExpired: boolean }>(
  () => sql`select g.id, g.expires_at <= ${now} as "isExpired", (
      select (-coalesce(sum(e.held) filter (where e.kind = 'capture'), 0)
        - coalesce(sum(e.available) filter (where e.kind = 'refund'), 0))::int
      from credit_entries e where e.order_id = ${orderId} and e.grant_id = g.id
    ) as "left"
    from credit_grants g
    where g.id in (select grant_id from credit_entries where order_id = ${orderId} and kind = 'capture')
    order by ${expiringFirst} for update`,
)

/** Gives parts of what an order took back to the grants that they came from. */
export const writeRefund = preparedRows<{ id: string }>(
  () => sql`with parts as (
      select * from json_to_recordset(${sql.placeholder('parts')}::json) as p(id uuid, amount int)
    ), moved as (
      update credit_grants g set available = g.available + parts.amount
      from parts where g.id = parts.id returning g.id, g.member_id, parts.amount
    )
    insert into credit_entries (member_id, grant_id, order_id, kind, available, held, reference, at)
    select member_id, id, ${orderId}, 'refund', amount, 0, ${sql.placeholder('reference')}, ${now} from moved
    returning id`,
)

/** Whether this was given back before. */
export const selectRefund = preparedRows<{ id: string }>(
  () => sql`select grant_id as id from credit_entries
    where order_id = ${orderId} and kind = 'refund' and reference = ${sql.placeholder('reference')}
    union all select id from credit_grants where key = ${sql.placeholder('key')}`,
)

/** Writes what is given anew, with its entry; nothing where the key was used. */
export const writeGrant = preparedRows<{ id: string }>(
  () => sql`with given as (
      insert into credit_grants (member_id, key, currency, amount, available, reason, note, granted_at,
        expires_at, remind_at)
      values (${sql.placeholder('memberId')}, ${sql.placeholder('key')}, ${sql.placeholder('currency')},
        ${sql.placeholder('amount')}::int, ${sql.placeholder('amount')}::int, ${sql.placeholder('reason')},
        ${sql.placeholder('note')}::jsonb, ${now}, ${sql.placeholder('expiresAt')}::timestamptz,
        ${sql.placeholder('remindAt')}::timestamptz)
      on conflict (key) do nothing returning id, member_id, amount
    )
    insert into credit_entries (member_id, grant_id, order_id, kind, available, held, at)
    select member_id, id, ${orderId}, 'grant', amount, 0, ${now} from given returning grant_id as id`,
)

/** Takes up to so much of what is left of a grant away again, once for a reference; answers what was taken. */
export const writeTakeBack = preparedRows<{ amount: number }>(
  () => sql`with found as (
      select g.id, least(g.available, ${sql.placeholder('amount')}::int) as amount from credit_grants g
      where g.key = ${sql.placeholder('key')} and g.available > 0 and not exists (
        select 1 from credit_entries e
        where e.grant_id = g.id and e.kind = 'take_back' and e.reference = ${sql.placeholder('reference')})
      for update
    ), moved as (
      update credit_grants g set available = g.available - found.amount from found where g.id = found.id
      returning g.id, g.member_id, found.amount
    )
    insert into credit_entries (member_id, grant_id, kind, available, held, reference, at)
    select member_id, id, 'take_back', -amount, 0, ${sql.placeholder('reference')}, ${now} from moved
    returning -available as amount`,
)

/** Ends some grants whose time is over; answers how many. Any number may run at once. */
export async function expireSome(ctx: Context): Promise<number> {
  return (await writeExpiry(ctx.db, { now: ctx.app.now() })).length
}

const writeExpiry = preparedRows<{ id: string }>(
  () => sql`with due as (
      select g.id, g.available from credit_grants g where g.available > 0 and g.expires_at <= ${now}
      order by ${expiringFirst} limit 200 for update skip locked
    ), moved as (
      update credit_grants g set available = 0 from due where g.id = due.id returning g.id, g.member_id, due.available
    )
    insert into credit_entries (member_id, grant_id, kind, available, held, at)
    select member_id, id, 'expire', -available, 0, ${now} from moved returning id`,
)
