import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { defaultLocale } from '#contract/languages.ts'
import { paymentMethods } from './providers/providers.ts'

/** The bookings of the shop's books: each amount that was sold, paid or refunded, read from where it is stored. */

/** Which bookings to read: those of these local days, in these stores. */
export interface Period {
  from: string
  to: string
  location?: string | undefined
  stores: 'all' | string[]
}

/** The option that shoppers chose, for each provider and channel. */
const options = sql.join(
  paymentMethods.flatMap(({ option, provider, channels }) =>
    [...new Set(Object.values(channels))].map((channel) => sql`(${provider}, ${channel}, ${option})`),
  ),
  sql`, `,
)
/** The way of payment `p`: the option that shoppers chose, else the provider. */
const wayOf = sql`coalesce(
  (select w.option from (values ${options}) w(provider, channel, option)
    where w.provider = p.provider and w.channel = p.channel limit 1), p.provider)`

/** Whether attempt `p` brought money, as in `booksOf`. */
const isMoney = sql`(p.state in ('paid', 'late_paid') or p.state = 'mismatch' and p.received is not null)`

/**
 * SQL that selects the bookings of a period as `order_id`, `at`, `kind`, `key`, `label`, `amount` and `currency`, each
 * with its order `o`. Computes no tax and no price:
 * - A sale is an order that was paid, on the day of its payment. Its amounts are those of its bill.
 * - The taxes of a cancelled order come back on the day of its cancellation, all that earlier refunds left of them. The
 *   taxes of other refunds are those that the order's timeline recorded.
 * - Payments and refunds of providers are the rows of attempts and refunds. Payments at the store are what staff
 *   collected at hand-overs. Store credit is what the member's credit recorded.
 */
export function bookings({ from, to, location, stores }: Period): SQL {
  // Days begin at different times in different time zones. So each part of the query reads up to a day more on both
  // sides, and the end of the query takes the days of the order's own time zone.
  const isNear = (at: SQL) => sql`${at} >= ${from}::date - interval '1 day' and ${at} < ${to}::date + interval '2 days'`
  const inStore = location ? sql`and o.location_id = ${location}` : sql``
  const isMine =
    stores === 'all'
      ? sql``
      : sql`and o.location_id in (select json_array_elements_text(${JSON.stringify(stores)}::json))`
  return sql`
    with sold as (
      select o.id, o.paid_at as at, o.subtotal, o.total, o.adjustments, o.currency from orders o
        where o.payment_status = 'PAID_ONLINE' and ${isNear(sql`o.paid_at`)}
      union all
      select o.id, t.at, o.subtotal, o.total, o.adjustments, o.currency
        from order_timeline t join orders o on o.id = t.order_id
        where t.kind = 'handed_over' and o.payment_status = 'PAID_AT_STORE' and ${isNear(sql`t.at`)}
    ),
    returned as (
      select t.order_id, t.at, o.adjustments, o.currency, t.taxes
        from order_timeline t join orders o on o.id = t.order_id
        where t.kind = 'refunded' and t.taxes is not null and ${isNear(sql`t.at`)}
          and not (o.status = 'CANCELLED' and t.at >= o.closed_at)
      union all
      select o.id, o.closed_at, o.adjustments, o.currency,
        (select array_agg((a.value -> 'amount' ->> 'amount')::int - coalesce(
            (select sum(t.taxes[a.place]) from order_timeline t
              where t.order_id = o.id and t.kind = 'refunded' and t.at < o.closed_at), 0)::int order by a.place)
          from (select value, row_number() over (order by ordinality)::int as place
            from jsonb_array_elements(o.adjustments) with ordinality where value ->> 'kind' = 'tax') a)
        from orders o
        where o.status = 'CANCELLED' and o.payment_status = 'PAID_ONLINE' and ${isNear(sql`o.closed_at`)}
    ),
    booked as (
      select id as order_id, at, 'sale' as kind, 'goods' as key, null::jsonb as label, subtotal as amount, currency
        from sold
      union all
      select id, at, 'sale', 'total', null, total, currency from sold
      union all
      select id, at, case when value ->> 'kind' = 'tax' then 'tax' else 'sale' end,
        case value ->> 'kind' when 'tax' then value -> 'label' ->> ${defaultLocale}
          when 'membership' then 'discount' else value ->> 'kind' end,
        case when value ->> 'kind' = 'tax' then value -> 'label' end,
        (value -> 'amount' ->> 'amount')::int, currency
        from sold, jsonb_array_elements(adjustments)
      union all
      select r.order_id, r.at, 'tax_back', a.label ->> ${defaultLocale}, a.label, r.taxes[a.place], r.currency
        from returned r, lateral (
          select value -> 'label' as label, row_number() over (order by ordinality)::int as place
            from jsonb_array_elements(r.adjustments) with ordinality where value ->> 'kind' = 'tax') a
        where r.taxes[a.place] <> 0
      union all
      select p.order_id, p.settled_at, 'paid', ${wayOf}, null, coalesce(p.received, p.amount),
        coalesce(p.received_currency, p.currency)
        from payment_attempts p where ${isMoney} and ${isNear(sql`p.settled_at`)}
      union all
      select t.order_id, t.at, 'paid', 'store', null, t.amount, o.currency
        from order_timeline t join orders o on o.id = t.order_id
        where t.kind = 'handed_over' and t.amount > 0 and ${isNear(sql`t.at`)}
      union all
      select u.order_id, u.ended_at, 'paid', 'credit', null, u.amount, u.currency
        from credit_uses u where u.state = 'captured' and ${isNear(sql`u.ended_at`)}
      union all
      select r.order_id, r.settled_at, 'refunded', ${wayOf}, null, r.amount, r.currency
        from refunds r join payment_attempts p on p.reference = r.attempt
        where r.state = 'refunded' and r.amount > 0 and ${isNear(sql`r.settled_at`)}
      union all
      select e.order_id, e.at, 'refunded', 'credit', null, e.available, g.currency
        from credit_entries e join credit_grants g on g.id = e.grant_id
        where e.kind in ('refund', 'grant') and e.order_id is not null and ${isNear(sql`e.at`)}
    )
    select b.*, o.number, o.pickup_code, o.location -> 'name' as location, o.time_zone
      from booked b join orders o on o.id = b.order_id
      where (b.at at time zone o.time_zone)::date between ${from}::date and ${to}::date ${inStore} ${isMine}`
}
