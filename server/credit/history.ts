import { sql } from 'drizzle-orm'
import type { CreditEntry } from '#contract/store-credit.ts'
import { shopCurrency } from '#server/catalogue/catalogue.ts'
import type { Context } from '#server/platform/context.ts'
import { preparedRows } from '#server/platform/database/prepared.ts'

interface Row extends Omit<CreditEntry, 'kind' | 'amount' | 'balanceAfter'> {
  kind: keyof typeof kinds
  amount: number
  balanceAfter: number
}

const kinds = {
  grant: 'granted',
  hold: 'spent',
  release: 'released',
  refund: 'given_back',
  expire: 'expired',
  take_back: 'taken_back',
} as const

/** The signed-in member's credit as it came and went, the newest first, with what there was after each. */
export async function history(
  ctx: Context,
  { numberToLoad = 10, before }: { numberToLoad?: number; before?: number | undefined },
): Promise<{ entries: CreditEntry[]; hasMore: boolean }> {
  const currency = await shopCurrency(ctx)
  const values = { memberId: ctx.memberId, currency, before: before ?? null, limit: numberToLoad + 1 }
  const rows = await selectHistory(ctx.db, values)
  const entries = rows.slice(0, numberToLoad).map(({ kind, amount, balanceAfter, ...row }) => ({
    ...row,
    kind: kinds[kind],
    amount: { amount, currency },
    balanceAfter: { amount: balanceAfter, currency },
  }))
  return { entries, hasMore: rows.length > numberToLoad }
}

const wireTime = (column: ReturnType<typeof sql>) =>
  sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

// What one order took of several grants is one movement to its owner.
const selectHistory = preparedRows<Row>(
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
    select m.id, m.kind, m."orderID", m.amount, m."balanceAfter", m.reason, case when m.kind = 'grant' then m.note end as note,
      m.kind = 'hold' and u.state = 'held' as pending,
      ${wireTime(sql`m.at`)} as at,
      case when m.kind = 'grant' then ${wireTime(sql`m.expires_at`)} end as "expiresAt"
    from summed m left join credit_uses u on u.order_id = m."orderID"
    where m.id < coalesce(${sql.placeholder('before')}::bigint, 9223372036854775807)
    order by m.id desc limit ${sql.placeholder('limit')}::int`,
)
