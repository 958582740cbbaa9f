import { reductionLabel } from '#contract/price-reduction.ts'

/**
 * SQL for the amount of a paid attempt. The amount is 0 if the received amount or currency differs from the requested
 * one, unless staff honoured the payment.
 */
const money = `case when resolution is distinct from 'honoured' and (coalesce(received, amount) <> amount
        or coalesce(received_currency, currency) <> currency) then 0 else amount end`

/** SQL for the amount that staff collected at the hand-over of order `o`. */
const collected = `case when o.fulfilment_status in ('PICKED_UP', 'DELIVERED', 'SERVED')
      then o.balance - o.balance_paid + case when o.pay_at_store then o.total - o.credit - o.balance else 0 end
      else 0 end`

/**
 * Queries that find contradictions in orders, payments, refunds and store credit. Each result names a contradictory
 * record as `subject`.
 */
export const moneyChecks = {
  // The amount due when the order is placed is the total without the balance. The shopper pays the balance later.
  order_unpaid: `
    select o.id as subject from orders o
    left join (select order_id, sum(${money}) as amount from payment_attempts
      where state = 'paid' and part = 'order' group by order_id) p on p.order_id = o.id
    left join credit_uses u on u.order_id = o.id and u.state = 'captured'
    where o.payment_status = 'PAID_ONLINE' and o.status <> 'CANCELLED'
      and coalesce(p.amount, 0) + coalesce(u.amount, 0) <> o.total - o.balance`,
  balance_unpaid: `
    select o.id as subject from orders o
    left join (select order_id, sum(${money}) as amount from payment_attempts
      where state = 'paid' and part = 'balance' group by order_id) p on p.order_id = o.id
    where o.balance_paid <> coalesce(p.amount, 0)`,
  money_of_unpaid_order: `
    select distinct o.id as subject from orders o join payment_attempts p on p.order_id = o.id and p.state = 'paid'
    where o.payment_status <> 'PAID_ONLINE'`,
  unreturned_money: `
    select p.reference as subject from payment_attempts p
    where p.state in ('late_paid', 'mismatch') and p.resolution = 'refunded'
      and p.refunded <> coalesce(p.received, p.amount)`,
  // Omits an order with an open event, because the event that starts the refund may not have run yet. Also omits an
  // order with a refund that the provider refused, because staff must decide what to do about such a refund.
  unreturned_of_cancelled: `
    select o.id as subject from orders o
    join (select order_id, sum(coalesce(received, amount) - refunded) as amount from payment_attempts
      where state = 'paid' group by order_id) p on p.order_id = o.id
    where o.status = 'CANCELLED' and p.amount > 0
      and not exists (select 1 from refunds r where r.order_id = o.id and r.state = 'refused')
      and not exists (select 1 from events e where e.done_at is null and e.payload ->> 'orderId' = o.id)`,
  attempt_refunds: `
    select p.reference as subject from payment_attempts p
    left join (select attempt, sum(amount) as amount from refunds where state <> 'refused' group by attempt) r
      on r.attempt = p.reference
    where p.refunded <> coalesce(r.amount, 0)`,
  // An order's refund sums leave out the refund of an overpaid amount, so the query subtracts it. They include what the
  // store gave back itself, which is a refund without a payment attempt, so the query adds it.
  order_refunds: `
    select o.id as subject from orders o
    left join (select order_id, sum(refunded) as amount from payment_attempts where state = 'paid' group by order_id) p
      on p.order_id = o.id
    left join (select order_id, sum(amount) filter (where starts_with(key, 'excess:')) as excess,
        sum(amount) filter (where attempt is null) as given_back
      from refunds where state <> 'refused' group by order_id) r on r.order_id = o.id
    where o.refunded + o.refunding <> coalesce(p.amount, 0) - coalesce(r.excess, 0) + coalesce(r.given_back, 0)`,
  given_back: `
    select o.id as subject from orders o
    join (select order_id, sum(amount) as amount from refunds where attempt is null group by order_id) r
      on r.order_id = o.id
    where r.amount > ${collected}`,
  refund_history: `
    select r.reference as subject from refunds r
    where not exists (select 1 from refund_states s where s.refund = r.reference)`,
  order_sum: `
    select o.id as subject from orders o
    where subtotal <> (select coalesce(sum((line -> 'total' ->> 'amount')::bigint), 0)
        from jsonb_array_elements(lines) line)
      or total <> subtotal + (select coalesce(sum((part -> 'amount' ->> 'amount')::bigint), 0)
        from jsonb_array_elements(adjustments) part)`,
  line_sum: `
    select distinct o.id as subject from orders o, jsonb_array_elements(o.lines) line
    where (line -> 'total' ->> 'amount')::bigint <>
      (line ->> 'quantity')::bigint * (line -> 'unitPrice' ->> 'amount')::bigint`,
  // The end of a group-buy may lower an order's total, taxes and parts, but only once. Release 0.1.0 lowered only the
  // total. So if no part was lowered, the total may be lower than the sum of the parts by one reduction.
  part_sum: `
    select o.id as subject from orders o,
      lateral (select sum((part ->> 'total')::bigint) as total,
          coalesce(sum((part -> 'lowered' -> 'later' ->> 'amount')::bigint), 0) as lowered
        from jsonb_array_elements(o.parts) part) p,
      lateral (select coalesce(sum((value -> 'amount' ->> 'amount')::bigint), 0) as amount,
          coalesce(min((value -> 'amount' ->> 'amount')::bigint), 0) as once
        from jsonb_array_elements(o.adjustments)
        where o.campaign_id <> '' and value -> 'label' = '${JSON.stringify(reductionLabel).replaceAll("'", "''")}') l
    where o.parts <> '[]'
      and (o.total <> p.total + case when p.lowered = 0 then l.once else 0 end
        or p.lowered > 0 and p.lowered <> -l.amount
        or exists (
          select from (select (value -> 'amount' ->> 'amount')::bigint as amount,
              row_number() over (order by ordinality)::int as place
            from jsonb_array_elements(o.adjustments) with ordinality where value ->> 'kind' = 'tax') tax
          where tax.amount <> (select coalesce(sum((part -> 'taxes' ->> (tax.place - 1))::bigint), 0)
            from jsonb_array_elements(o.parts) part)))`,
  credit_grant: `
    select g.id::text as subject from credit_grants g
    left join (select grant_id, sum(available) as available, sum(held) as held from credit_entries group by grant_id) e
      on e.grant_id = g.id
    where g.available <> coalesce(e.available, 0) or g.held <> coalesce(e.held, 0)`,
  credit_of_order: `
    select o.id as subject from orders o left join credit_uses u on u.order_id = o.id
    where o.credit <> coalesce(u.amount, 0) or o.credit > 0 and u.state <>
      case o.status when 'INTERIM' then 'held' when 'FAILED' then 'released' when 'CANCELLED' then u.state
        else 'captured' end`,
  credit_without_order: `
    select u.order_id as subject from credit_uses u left join orders o on o.id = u.order_id where o.id is null`,
  // The shop returns credit from an expired grant as a new grant. So the returned amount includes the new grants for an
  // order.
  credit_returned: `
    select u.order_id as subject from credit_uses u
    join orders o on o.id = u.order_id
    left join (select order_id, sum(available) as amount from credit_entries
      where kind in ('refund', 'grant') group by order_id) e
      on e.order_id = u.order_id
    where u.given_back <> coalesce(e.amount, 0) or u.given_back <> o.credit_returned`,
} satisfies Record<string, string>
