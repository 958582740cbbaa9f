import { and, eq, gt, or, sql } from 'drizzle-orm'
import type { CreditEntry } from '#contract/store-credit.ts'
import { placeholders, prepared, preparedRows, typedPlaceholder } from '#server/platform/database/prepared-queries.ts'
import type { creditEntries } from './tables.ts'
import { creditGrants, creditUses } from './tables.ts'

// Each statement that changes grants also writes their entries, so that grants and entries always agree.

const orderId = sql.placeholder('orderId')

const now = sql`${sql.placeholder('now')}::timestamptz`

/** All statements lock grants in this order, so that two transactions cannot deadlock. */
const expiryOrder = sql`g.expires_at asc nulls last, g.id`

/** The credit that a member can spend at `now`, including what the order `orderId` holds. */
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

/** Locks the grants that a member can spend at `now`; the first row expires first. */
export const lockSpendable = preparedRows<{ id: string; available: number }>(
  () => sql`select g.id, g.available from credit_grants g
    where g.member_id = ${sql.placeholder('memberId')} and g.currency = ${sql.placeholder('currency')}
      and g.available > 0 and (g.expires_at is null or g.expires_at > ${now})
    order by ${expiryOrder} for update`,
)

/** Holds parts of grants for an order. */
export const insertHold = preparedRows<{ id: string }>(
  () => sql`with parts as (
      select * from json_to_recordset(${sql.placeholder('parts')}::json) as p(id uuid, amount int)
    ), moved as (
      update credit_grants g set available = g.available - parts.amount, held = g.held + parts.amount
      from parts where g.id = parts.id returning g.id, g.member_id, parts.amount
    )
    insert into credit_entries (member_id, grant_id, order_id, kind, available, held, at)
    select member_id, id, ${orderId}, 'hold', -amount, amount, ${now} from moved returning id`,
)

/** Spends the credit that an order holds. Does nothing without a hold. */
export const updateCaptured = endHold('captured', 'capture', sql`0`)

/** Releases the credit that an order holds. Does nothing without a hold. */
export const updateReleased = endHold('released', 'release', sql`held.amount`)

function endHold(state: string, kind: string, availableChange: ReturnType<typeof sql>) {
  return preparedRows<{ amount: number }>(
    () => sql`with ended as (
        update credit_uses set state = ${state}, ended_at = ${now}
        where order_id = ${orderId} and state = 'held' returning order_id
      ), held as (
        select e.grant_id, e.held as amount from credit_entries e join ended using (order_id) where e.kind = 'hold'
      ), locked as (
        select g.id from credit_grants g where g.id in (select grant_id from held) order by ${expiryOrder} for update
      ), moved as (
        update credit_grants g set available = g.available + ${availableChange}, held = g.held - held.amount
        from held join locked on locked.id = held.grant_id where g.id = held.grant_id
        returning g.id, g.member_id, held.amount, ${availableChange} as back
      ), noted as (
        insert into credit_entries (member_id, grant_id, order_id, kind, available, held, at)
        select member_id, id, ${orderId}, ${kind}, back, -amount, ${now} from moved
      )
      select amount from moved`,
  )
}

/**
 * Locks the grants from which an order spent credit. Returns, for each grant, the amount that was not given back yet.
 */
export const lockSpent = preparedRows<{ id: string; left: number; isExpired: boolean }>(
  () => sql`select g.id, g.expires_at <= ${now} as "isExpired", (
      select (-coalesce(sum(e.held) filter (where e.kind = 'capture'), 0)
        - coalesce(sum(e.available) filter (where e.kind = 'refund'), 0))::int
      from credit_entries e where e.order_id = ${orderId} and e.grant_id = g.id
    ) as "left"
    from credit_grants g
    where g.id in (select grant_id from credit_entries where order_id = ${orderId} and kind = 'capture')
    order by ${expiryOrder} for update`,
)

/** Gives parts of a spent amount back to the grants from which the order took them. */
export const insertRefund = preparedRows<{ id: string }>(
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

/** Finds an earlier refund with this reference: grants that got credit back, and the new grant for expired credit. */
export const selectRefund = preparedRows<{ id: string }>(
  () => sql`select grant_id as id from credit_entries
    where order_id = ${orderId} and kind = 'refund' and reference = ${sql.placeholder('reference')}
    union all select id from credit_grants where key = ${sql.placeholder('key')}`,
)

/** Inserts a grant with its entry. Does nothing if the key exists. */
export const insertGrant = preparedRows<{ id: string }>(
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

/**
 * Takes back up to `amount` of the spendable part of a grant. Returns the taken amount. Returns no row for a repeated
 * reference, or if nothing is spendable.
 */
export const insertRevocation = preparedRows<{ amount: number }>(
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

/** Expires up to 200 grants. Several processes may run it at once. */
export const updateExpired = preparedRows<{ id: string }>(
  () => sql`with due as (
      select g.id, g.available from credit_grants g where g.available > 0 and g.expires_at <= ${now}
      order by ${expiryOrder} limit 200 for update skip locked
    ), moved as (
      update credit_grants g set available = 0 from due where g.id = due.id returning g.id, g.member_id, due.available
    )
    insert into credit_entries (member_id, grant_id, kind, available, held, at)
    select member_id, id, 'expire', -available, 0, ${now} from moved returning id`,
)

export const selectGrants = prepared((db) =>
  db
    .select({ available: creditGrants.available, held: creditGrants.held, expiresAt: creditGrants.expiresAt })
    .from(creditGrants)
    .where(
      and(
        eq(creditGrants.memberId, sql.placeholder('memberId')),
        eq(creditGrants.currency, sql.placeholder('currency')),
        or(gt(creditGrants.available, 0), gt(creditGrants.held, 0)),
      ),
    ),
)

export const insertUse = prepared((db) => db.insert(creditUses).values(placeholders(creditUses)))

export const lockUse = prepared((db) =>
  db
    .select()
    .from(creditUses)
    .where(eq(creditUses.orderId, sql.placeholder('orderId')))
    .for('update'),
)

export const updateRefunded = prepared((db) =>
  db
    .update(creditUses)
    .set({ givenBack: typedPlaceholder('givenBack', creditUses.givenBack) })
    .where(eq(creditUses.orderId, sql.placeholder('orderId'))),
)

interface Movement extends Omit<CreditEntry, 'kind' | 'amount' | 'balanceAfter'> {
  kind: Exclude<(typeof creditEntries.$inferSelect)['kind'], 'capture'>
  amount: number
  balanceAfter: number
}

const wireTime = (column: ReturnType<typeof sql>) =>
  sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The movements of credit. An order that spends several grants is one movement. */
export const selectHistory = preparedRows<Movement>(
  () => sql`with movements as (
      select min(e.id)::int as id, e.kind, e.order_id as "orderID", sum(e.available)::int as amount, min(e.at) as at,
        min(g.reason) as reason, (array_agg(g.note))[1] as note, min(g.expires_at) as expires_at
      from credit_entries e join credit_grants g on g.id = e.grant_id
      where e.member_id = ${sql.placeholder('memberId')} and g.currency = ${sql.placeholder('currency')}
        and e.kind <> 'capture'
      group by e.kind, e.order_id, e.reference, case when e.kind in ('grant', 'expire', 'take_back') then e.grant_id end
    ), summed as (
      select *, (sum(amount) over (order by id))::int as "balanceAfter" from movements
    )
    select m.id, m.kind, m."orderID", m.amount, m."balanceAfter", m.reason,
    case when m.kind = 'grant' then m.note end as note,
      m.kind = 'hold' and u.state = 'held' as pending,
      ${wireTime(sql`m.at`)} as at,
      case when m.kind = 'grant' then ${wireTime(sql`m.expires_at`)} end as "expiresAt"
    from summed m left join credit_uses u on u.order_id = m."orderID"
    where m.id < coalesce(${sql.placeholder('before')}::bigint, 9223372036854775807)
    order by m.id desc limit ${sql.placeholder('limit')}::int`,
)

export const updateDueReminders = preparedRows<{ memberId: string; currency: string; expiresAt: string }>(
  () => sql`with due as (
      select id from credit_grants where remind_at <= ${now} order by expires_at asc nulls last, id
      limit 500 for update skip locked
    ), noted as (
      update credit_grants g set remind_at = null from due where g.id = due.id
      returning g.member_id, g.currency, g.available, g.expires_at
    )
    select distinct member_id as "memberId", currency,
      to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt"
    from noted where available > 0 and expires_at > ${now}`,
)
