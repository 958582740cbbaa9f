import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { preparedRows } from '#server/platform/database/prepared-queries.ts'

export const selectReferrerAbove = preparedRows<{ one: number }>(
  () => sql`with recursive above as (
      select ${sql.placeholder('referrerId')}::text as id
      union select r.referrer_id from referrals r join above on r.member_id = above.id
    ) select 1 as one from above where id = ${sql.placeholder('friendId')} limit 1`,
)

export const selectUncountedOrders = preparedRows<{ orderId: string; referralId: number }>(
  () => sql`with open as (
      select * from referrals where ends_at > ${sql.placeholder('since')}::timestamptz
    ), found as (
      select r.id as referral_id, r.ends_at, o.id from open r
        join orders o on o.member_id = r.member_id and o.placed_at >= r.bound_at
      union
      select r.id, r.ends_at, r.order_id from open r where r.order_id is not null
    )
    select o.id as "orderId", found.referral_id::int as "referralId" from found join orders o on o.id = found.id
    where o.placed_at < found.ends_at
      and o.status = 'NEW' and o.payment_status in ('PAID_ONLINE', 'PAID_AT_STORE')
      and not exists (select 1 from referral_orders c where c.order_id = o.id)
    order by o.placed_at limit ${sql.placeholder('limit')}`,
)

export const selectSuspicions = preparedRows<{ browser: boolean; household: boolean; contact: boolean }>(
  () => sql`select
      exists (select 1 from orders m where m.member_id = r.id and m.session_id = o.session_id)
        or exists (select 1 from sessions s where s.id = o.session_id and s.member_id = r.id)
        or exists (select 1 from settings k where k.key = ${sql.placeholder('sameBrowser')}) as browser,
      exists (select 1 from (
          select m.address from orders m where m.member_id = r.id
          union all select a.address from member_addresses a where a.member_id = r.id
        ) theirs where lower(theirs.address ->> 'street') = lower(o.address ->> 'street')
          and replace(lower(theirs.address ->> 'postCode'), ' ', '') = replace(lower(o.address ->> 'postCode'), ' ', '')
      ) as household,
      (lower(o.contact ->> 'email') = lower(r.email) or o.contact ->> 'phone' = r.phone) is true as contact
    from members r, orders o where r.id = ${sql.placeholder('referrerId')} and o.id = ${sql.placeholder('orderId')}`,
)

/** The first local date of the period that contains this time. */
const startOf = (time: SQL) =>
  sql`to_char(date_trunc(${sql.placeholder('period')}, ${time} at time zone ${sql.placeholder('timeZone')}),
    'YYYY-MM-DD')`

export const selectMemberCounts = preparedRows<{ start: string; members: number }>(
  () => sql`select start, count(*)::int as members from (
      select ${startOf(sql`bound_at`)} as start from referrals where referrer_id = ${sql.placeholder('memberId')}
    ) found where start >= ${sql.placeholder('since')} group by start`,
)

export const selectOrderSums = preparedRows<{ start: string; orders: number; reward: number }>(
  () => sql`select start, count(*)::int as orders, coalesce(sum(amount), 0)::int as reward from (
      select ${startOf(sql`c.placed_at`)} as start, w.amount from referral_orders c
      left join referral_rewards w on w.order_id = c.order_id and w.side = 'referrer'
      and w.state in ('waiting', 'given')
      where c.referrer_id = ${sql.placeholder('memberId')}
    ) found where start >= ${sql.placeholder('since')} group by start`,
)
