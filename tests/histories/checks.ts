import { auditBooks } from '#server/audit/audit.ts'
import type { Play } from './play.ts'

/** Errors that the shop logs because a person must decide. Histories cause them on purpose. */
const expectedErrors = [
  /^a payment needs a person/,
  /^a payment was given up without an answer/,
  /^a refund was refused and needs a person/,
  /^a payment differs from the provider’s records/,
]

/** Queries for the settled shop, about 28 hours after the last step. None may return a row. */
const openWorkQueries = {
  'an event that nobody handled': `select name || ' ' || coalesce(last_error, '') as subject from events where done_at is null`,
  'an order that still waits': `select id as subject from orders where status = 'INTERIM'`,
  'pieces that are still held': `select holder || ' ' || sku as subject from stock_holds`,
  'credit that is still held': `select order_id as subject from credit_uses where state = 'held'`,
  'a refund that was not sent': `
    select reference || ' ' || state as subject from refunds where state in ('requested', 'pending')`,
  // If staff request the same refund twice within ten seconds, the shop must refund only once. The part of a key after
  // `#` is the time of the request.
  'a refund that was made twice': `
    select later.reference as subject from refunds earlier join refunds later
      on later.order_id = earlier.order_id and later.reference > earlier.reference
      and split_part(later.key, '#', 1) = split_part(earlier.key, '#', 1)
      and later.requested_at - earlier.requested_at < interval '10 seconds'
    where earlier.key ~ '^staff:.*#[^+]*$' and later.key ~ '^staff:.*#[^+]*$'`,
  'an order that sold other pieces than its lines say': `
    select o.id as subject from orders o
    left join (select reference, -sum(quantity) as pieces from stock_movements where reason = 'sold' group by 1) m
      on m.reference = o.id
    where o.campaign_id is null and o.status = 'NEW' and coalesce(m.pieces, 0) <>
      (select sum((line ->> 'quantity')::int) from jsonb_array_elements(o.lines) line)`,
} satisfies Record<string, string>

const connectionLossPattern =
  /Connection terminated|terminating connection|ECONNREFUSED|ECONNRESET|the database system is/

/**
 * Adds each violation of an invariant to the `violations` of the play. With `isSettled`, unfinished work and
 * differences from the provider count as violations too.
 */
export async function checkInvariants(play: Play, { isSettled = false } = {}): Promise<void> {
  const { world, violations } = play
  const client = await world.db.connect()
  try {
    for (const { check, subjects } of await auditBooks(client))
      violations.push(`audit ${check}: ${subjects.join(', ')}`)
  } finally {
    client.release()
  }
  for (const error of world.errors)
    if (!expectedErrors.some((pattern) => pattern.test(error)) && !(play.hasLost && connectionLossPattern.test(error)))
      violations.push(`logged: ${error}`)
  world.errors.length = 0
  const ids = play.orders.map(({ id }) => id)
  const storedOrders = await world.query<{ id: string }>('select id from orders where id = any($1)', [ids])
  if (storedOrders.length < ids.length) violations.push('an acknowledged order disappeared')
  if (!isSettled) return
  for (const [what, text] of Object.entries(openWorkQueries)) {
    const rows = await world.query<{ subject: string }>(text)
    if (rows.length > 0) violations.push(`${what}: ${rows.map(({ subject }) => subject).join(', ')}`)
  }
  await compareMoney(play)
}

interface Attempt {
  reference: string
  state: string
  received: number | null
  returned: number
}

/** Compares each payment with what its provider received and refunded. */
async function compareMoney({ world, violations }: Play): Promise<void> {
  const attempts = await world.query<Attempt>(
    `select p.reference, p.state, p.received::int,
       coalesce(sum(r.amount) filter (where r.state = 'refunded'), 0)::int as returned
     from payment_attempts p left join refunds r on r.attempt = p.reference group by p.reference`,
  )
  for (const { reference, state, received, returned } of attempts) {
    const payment = await world.payment(reference)
    const refundedAmount = payment?.refunds.reduce((sum, [, amount]) => sum + amount, 0) ?? 0
    const takenAmount = payment?.status === 'paid' ? payment.amount : 0
    const isTaken = ['paid', 'late_paid', 'mismatch'].includes(state)
    if (isTaken !== takenAmount > 0)
      violations.push(`payment ${reference} is ${state}, but the provider took ${takenAmount}`)
    if (isTaken && received !== takenAmount)
      violations.push(`payment ${reference} received ${received}, the provider took ${takenAmount}`)
    if (refundedAmount !== returned)
      violations.push(`payment ${reference} returned ${returned}, the provider refunded ${refundedAmount}`)
  }
}
