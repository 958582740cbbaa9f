import { sql } from 'drizzle-orm'
import { limits } from '#contract/limits.ts'
import type { MessageKey } from '#contract/messages.ts'
import { both } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { lockNames } from '#server/platform/database/locks.ts'
import { preparedRows } from '#server/platform/database/prepared.ts'
import { writeWithCommit } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'

/** The buyer of an unpaid order. */
export interface Unpaid {
  email: string
  phone: string
  sessionId: string
  network: string
  isEmailProven: boolean
}

/** How many unpaid orders there are: open ones of the same person, and recent ones from the same network. */
interface Count {
  byEmail: number
  byPhone: number
  bySession: number
  byNetwork: number
}

const hourMs = 3_600_000
/** An order this long past its time no longer counts as open, even if nobody recorded the hand-over. */
const forgottenMs = 48 * hourMs

/** Locks the person and the network, so that parallel orders are counted one after the other. */
function lockUnpaid(ctx: Context, { email, phone, sessionId, network }: Unpaid): Promise<void> {
  return lockNames(ctx, [
    `unpaid email ${email.toLowerCase()}`,
    `unpaid phone ${phone}`,
    `unpaid session ${sessionId}`,
    `unpaid network ${network}`,
  ])
}

/**
 * Refuses an unpaid order of somebody who has enough of them open (`orders.open_full`), or whose network sent many within the
 * hour (`orders.network_full`). With one open, the next needs a proven address: `orders.code_required`. The order itself, which is
 * written already, does not count.
 */
export async function refuseTooMany(ctx: Context, order: Unpaid & { orderId: string }): Promise<void> {
  const most = mostOf(ctx)
  const now = ctx.app.now().getTime()
  const values = {
    ...order,
    email: order.email.toLowerCase(),
    hourAgo: new Date(now - hourMs).toISOString(),
    forgotten: new Date(now - forgottenMs).toISOString(),
    mostByEmail: most.email,
    mostByPhone: most.phone,
    mostBySession: most.session,
    mostByNetwork: most.network,
    mostOpen: order.isEmailProven ? Number.MAX_SAFE_INTEGER : most.withoutCode,
  }
  // These writes go with the commit, so that the locks are held only while it runs.
  await writeWithCommit(ctx, () => lockUnpaid(ctx, order))
  await writeWithCommit(
    ctx,
    () => demandFew(ctx.db, values),
    async () => {
      const [count] = await countUnpaid(ctx.db, values)
      if (count) judge(ctx, order, count)
    },
  )
}

function mostOf({ app }: Context) {
  const widened = (limit: number) => Math.ceil(limit * app.config.RATE_LIMIT_FACTOR)
  return {
    withoutCode: widened(limits.openUnpaidOrdersWithoutCode),
    email: widened(limits.openUnpaidOrdersPerEmail),
    phone: widened(limits.openUnpaidOrdersPerPhone),
    session: widened(limits.openUnpaidOrdersPerSession),
    network: widened(limits.unpaidOrdersPerNetworkAndHour),
  }
}

function judge(ctx: Context, { email, isEmailProven }: Unpaid, count: Count) {
  const most = mostOf(ctx)
  const full = (max: number, what: MessageKey) => fail('orders.open_full', { max, what: both(what) })
  if (count.byEmail >= most.email) full(most.email, 'orders.this_email')
  if (count.byPhone >= most.phone) full(most.phone, 'orders.this_phone')
  if (count.bySession >= most.session) full(most.session, 'orders.this_browser')
  if (count.byNetwork >= most.network) fail('orders.network_full', { minutes: 60, seconds: 3600 })
  const open = Math.max(count.byEmail, count.byPhone, count.bySession)
  if (!isEmailProven && open >= most.withoutCode) fail('orders.code_required', { email }, 'code')
}

const value = sql.placeholder
/** A pay-at-store order that was called off counts for an hour more: each has mailed its recipient twice. */
const isOpen = sql`id <> ${value('orderId')} and table_session_id is null and (
    payment_status = 'NOT_PAID' and status in ('INTERIM', 'NEW') and fulfilment_status <> 'NO_SHOW'
      and coalesce(slot_starts_at, placed_at) > ${value('forgotten')}::timestamptz
    or status = 'CANCELLED' and pay_at_store and closed_at > ${value('hourAgo')}::timestamptz)`

/** Bounded, for a network of many people: it is enough to know that there are too many. */
const counted = () => sql`with found as (
    select
      (select count(*)::int from orders where lower(contact ->> 'email') = ${value('email')} and ${isOpen}) as "byEmail",
      (select count(*)::int from orders where contact ->> 'phone' = ${value('phone')} and ${isOpen}) as "byPhone",
      (select count(*)::int from orders where session_id = ${value('sessionId')} and ${isOpen}) as "bySession",
      (select count(*)::int from (
        select from orders where network = ${value('network')} and payment_status in ('NOT_PAID', 'FAILED')
          and id <> ${value('orderId')} and network <> '' and table_session_id is null and placed_at > ${value('hourAgo')}::timestamptz
        limit ${value('mostByNetwork')}::bigint) recent) as "byNetwork")`

const countUnpaid = preparedRows<Count>(() => sql`${counted()} select * from found`)

/** Fails where there are too many, by a division by zero. */
const demandFew = preparedRows(
  () => sql`${counted()}
    select 1 / (case when "byEmail" < ${value('mostByEmail')}::bigint and "byPhone" < ${value('mostByPhone')}::bigint
      and "bySession" < ${value('mostBySession')}::bigint and "byNetwork" < ${value('mostByNetwork')}::bigint
      and greatest("byEmail", "byPhone", "bySession") < ${value('mostOpen')}::bigint then 1 else 0 end) as few
    from found`,
)
