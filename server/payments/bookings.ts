import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { defaultLocale } from '#contract/languages.ts'
import { reductionLabel } from '#contract/price-reduction.ts'
import { paymentMethods } from './providers/providers.ts'

/**
 * A booking is an amount that was sold, paid or refunded. Bookings have no table: a query derives them from orders,
 * payments and refunds.
 */

/** The local days and the stores whose bookings are read. */
export interface Period {
  from: string
  to: string
  location?: string | undefined
  stores: 'all' | string[]
}

/** SQL rows with a provider, a channel and the payment option that uses them. */
const options = sql.join(
  paymentMethods.flatMap(({ option, provider, channels }) =>
    [...new Set(Object.values(channels))].map((channel) => sql`(${provider}, ${channel}, ${option})`),
  ),
  sql`, `,
)
/** The payment method of attempt `p`: the payment option of its provider and channel, else the provider. */
const methodOf = sql`coalesce(
  (select w.option from (values ${options}) w(provider, channel, option)
    where w.provider = p.provider and w.channel = p.channel limit 1), p.provider)`

/** Whether the shop received money for attempt `p`. `loadBooks` uses the same rule. */
const receivedMoney = sql`(p.state in ('paid', 'late_paid') or p.state = 'mismatch' and p.received is not null)`

/** Whether adjustment `value` is the reduction to the price that a group-buy reached. */
const priceReduction = sql`value -> 'label' = ${JSON.stringify(reductionLabel)}::jsonb`
/** The price reduction of the goods in `adjustments`, as a negative number; 0 if there is none. */
const lowering = sql`coalesce((select sum((value -> 'amount' ->> 'amount')::int)::int
  from jsonb_array_elements(adjustments) where ${priceReduction}), 0)`
/** By how much the price reduction lowered the taxes of `lowered_parts`: the tax at `place`, or all taxes together. */
const loweredTaxes = (place?: SQL) => sql`coalesce((select sum(tax::int)::int
  from jsonb_array_elements(lowered_parts) part,
    jsonb_array_elements_text(part -> 'lowered' -> 'later' -> 'taxes') with ordinality taxes(tax, at)
  where ${place ? sql`taxes.at = ${place}` : sql`true`}), 0)`
/** The adjustments of an order, each with its place among the adjustments of its kind. */
const placed = sql`lateral (
  select value, row_number() over (partition by value ->> 'kind' order by ordinality)::int as place
    from jsonb_array_elements(adjustments) with ordinality)`

/**
 * SQL that selects the bookings of a period as `order_id`, `at`, `event`, `kind`, `key`, `label`, `amount` and
 * `currency`, each with its order `o`. Computes no tax and no price:
 * - A sale is a paid order, on the day of its payment. Its amounts and taxes come from its bill.
 * - A group-buy that ends at a lower price changes the bills of its paid orders. The reduction of goods and taxes
 *   belongs to the day of the decision about the group-buy. Reductions from before release 0.2.0 lowered no taxes.
 * - A cancelled order subtracts the amounts and taxes of its bill on the day of its cancellation.
 * - The taxes of refunds come from the order's timeline. If the order is cancelled later, these taxes are added back on
 *   the day of the cancellation, because the cancellation already subtracts all taxes of the order. If a refund
 *   precedes the payment at the store, its taxes belong to the day of the payment, like the sale.
 * - Payments through providers come from the attempts, their refunds from the refund rows. Payments at the store are
 *   the amounts that staff collected at hand-overs. Refund rows without an attempt have what staff gave back. Store
 *   credit comes from the credit module's uses and entries.
 * - A refund that fails after it succeeded stays in the books of its day. Its money and taxes are subtracted on the day
 *   on which the money came back.
 *
 * Each part of the query uses an index, with two exceptions: it reads all rows of `campaigns`, because they are few,
 * and it reads all refunds to find the refused refunds.
 */
export function bookings({ from, to, location, stores }: Period): SQL {
  // Local time is between 12 hours behind UTC and 14 hours ahead of it. So each part of the query also reads 14 hours
  // before and 12 hours after the period. The end of the query then selects the days in the order's own time zone.
  const nearPeriod = (at: SQL) =>
    sql`${at} >= (${from}::date - interval '14 hours') at time zone 'UTC'
      and ${at} < (${to}::date + interval '36 hours') at time zone 'UTC'`
  const inStore = location ? sql`and o.location_id = ${location}` : sql``
  const inStores =
    stores === 'all'
      ? sql``
      : sql`and o.location_id in (select json_array_elements_text(${JSON.stringify(stores)}::json))`
  return sql`
    with sold as (
      select o.id, o.paid_at as at, 'sale' as event, 1 as sign, o.subtotal, o.total, o.adjustments, o.currency,
        coalesce(c.decided_at > o.paid_at, false) as is_before_lowering,
        case when c.decided_at > o.paid_at then o.parts else '[]' end as lowered_parts
        from orders o left join campaigns c on c.id = o.campaign_id
        where o.payment_status = 'PAID_ONLINE' and ${nearPeriod(sql`o.paid_at`)}
      union all
      select o.id, t.at, 'sale', 1, o.subtotal, o.total, o.adjustments, o.currency, false, '[]'
        from order_timeline t join orders o on o.id = t.order_id
        where t.kind = 'handed_over' and o.payment_status = 'PAID_AT_STORE' and ${nearPeriod(sql`t.at`)}
      union all
      select o.id, o.closed_at, 'cancelled', -1, o.subtotal, o.total, o.adjustments, o.currency, false, '[]'
        from orders o
        where o.status = 'CANCELLED' and o.payment_status = 'PAID_ONLINE' and ${nearPeriod(sql`o.closed_at`)}
    ),
    lowered as (
      select o.id, c.decided_at as at, o.adjustments, o.parts as lowered_parts, o.currency
        from campaigns c join orders o on o.campaign_id = c.id and o.campaign_id <> ''
        where ${nearPeriod(sql`c.decided_at`)} and o.payment_status = 'PAID_ONLINE' and c.decided_at > o.paid_at
          and exists (select from jsonb_array_elements(o.adjustments) where ${priceReduction})
    ),
    sent_back as (
      select r.order_id, s.at, r.attempt, r.currency,
        case s.state when 'refunded' then r.amount else -r.amount end as amount
        from refunds r join refund_states s on s.refund = r.reference
        where r.state = 'refused' and s.state in ('refunded', 'refused') and ${nearPeriod(sql`s.at`)}
          and exists (select from refund_states earlier
            where earlier.refund = r.reference and earlier.state = 'refunded')
    ),
    returned as (
      select t.order_id, t.at, 1 as sign, o.adjustments, o.currency, t.taxes
        from order_timeline t join orders o on o.id = t.order_id
        where t.kind = 'refunded' and t.taxes is not null and ${nearPeriod(sql`t.at`)}
          and not (o.status = 'CANCELLED' and t.at >= o.closed_at)
          and (o.payment_status = 'PAID_ONLINE' or exists (select from order_timeline paid
            where paid.order_id = t.order_id and paid.kind = 'handed_over' and paid.at <= t.at))
      union all
      select t.order_id, t.at, 1, o.adjustments, o.currency, t.taxes
        from order_timeline t join orders o on o.id = t.order_id
        where t.order_id in (select order_id from sent_back) and t.kind = 'refund_refused' and t.taxes is not null
          and ${nearPeriod(sql`t.at`)} and not (o.status = 'CANCELLED' and t.at >= o.closed_at)
      union all
      select t.order_id, paid.at, 1, o.adjustments, o.currency, t.taxes
        from order_timeline paid join orders o on o.id = paid.order_id join order_timeline t on t.order_id = o.id
        where paid.kind = 'handed_over' and o.payment_status = 'PAID_AT_STORE' and ${nearPeriod(sql`paid.at`)}
          and t.kind = 'refunded' and t.taxes is not null and t.at < paid.at
      union all
      select o.id, o.closed_at, -1, o.adjustments, o.currency, t.taxes
        from orders o join order_timeline t on t.order_id = o.id
        where o.status = 'CANCELLED' and o.payment_status = 'PAID_ONLINE' and ${nearPeriod(sql`o.closed_at`)}
          and t.kind in ('refunded', 'refund_refused') and t.taxes is not null and t.at < o.closed_at
    ),
    booked as (
      select id as order_id, at, event, 'sale' as kind, 'goods' as key, null::jsonb as label,
        sign * subtotal as amount, currency
        from sold
      union all
      select id, at, event, 'sale', 'total', null,
        sign * (total + ${loweredTaxes()} - case when is_before_lowering then ${lowering} else 0 end), currency
        from sold
      union all
      select id, at, event, case when value ->> 'kind' = 'tax' then 'tax' else 'sale' end,
        case value ->> 'kind' when 'tax' then value -> 'label' ->> ${defaultLocale}
          when 'membership' then 'discount' else value ->> 'kind' end,
        case when value ->> 'kind' = 'tax' then value -> 'label' end,
        sign * ((value -> 'amount' ->> 'amount')::int
          + case value ->> 'kind' when 'tax' then ${loweredTaxes(sql`place`)} else 0 end), currency
        from sold, ${placed} adjustment where not (is_before_lowering and ${priceReduction})
      union all
      select id, at, 'lowered', 'sale', 'discount', null, ${lowering}, currency from lowered
      union all
      select id, at, 'lowered', 'tax', value -> 'label' ->> ${defaultLocale}, value -> 'label',
        -${loweredTaxes(sql`place`)}, currency
        from lowered, ${placed} adjustment where value ->> 'kind' = 'tax' and ${loweredTaxes(sql`place`)} > 0
      union all
      select id, at, 'lowered', 'sale', 'total', null, ${lowering} - ${loweredTaxes()}, currency from lowered
      union all
      select r.order_id, r.at, 'tax_back', 'tax_back', a.label ->> ${defaultLocale}, a.label,
        r.sign * r.taxes[a.place], r.currency
        from returned r, lateral (
          select value -> 'label' as label, row_number() over (order by ordinality)::int as place
            from jsonb_array_elements(r.adjustments) with ordinality where value ->> 'kind' = 'tax') a
        where r.taxes[a.place] <> 0
      union all
      select p.order_id, p.settled_at, 'paid', 'paid', ${methodOf}, null, coalesce(p.received, p.amount),
        coalesce(p.received_currency, p.currency)
        from payment_attempts p where ${receivedMoney} and ${nearPeriod(sql`p.settled_at`)}
      union all
      select t.order_id, t.at, 'paid', 'paid', 'store', null, t.amount, o.currency
        from order_timeline t join orders o on o.id = t.order_id
        where t.kind = 'handed_over' and t.amount > 0 and ${nearPeriod(sql`t.at`)}
      union all
      select u.order_id, u.ended_at, 'paid', 'paid', 'credit', null, u.amount, u.currency
        from credit_uses u where u.state = 'captured' and ${nearPeriod(sql`u.ended_at`)}
      union all
      select r.order_id, r.settled_at, 'refunded', 'refunded', ${methodOf}, null, r.amount, r.currency
        from refunds r join payment_attempts p on p.reference = r.attempt
        where r.state = 'refunded' and r.amount > 0 and ${nearPeriod(sql`r.settled_at`)}
      union all
      select r.order_id, r.settled_at, 'refunded', 'refunded', 'store', null, r.amount, r.currency
        from refunds r
        where r.state = 'refunded' and r.attempt is null and r.amount > 0 and ${nearPeriod(sql`r.settled_at`)}
      union all
      select b.order_id, b.at, 'refunded', 'refunded', ${methodOf}, null, b.amount, b.currency
        from sent_back b join payment_attempts p on p.reference = b.attempt
      union all
      select e.order_id, e.at, 'refunded', 'refunded', 'credit', null, e.available, g.currency
        from credit_entries e join credit_grants g on g.id = e.grant_id
        where e.kind in ('refund', 'grant') and e.order_id is not null and ${nearPeriod(sql`e.at`)}
    )
    select b.*, o.number, o.pickup_code, o.location -> 'name' as location, o.time_zone
      from booked b join orders o on o.id = b.order_id
      where (b.at at time zone o.time_zone)::date between ${from}::date and ${to}::date ${inStore} ${inStores}`
}
