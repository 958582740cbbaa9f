import { limits } from '#contract/limits.ts'
import type { MessageKey } from '#contract/messages.ts'
import { both } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { lockNames } from '#server/platform/database/locks.ts'
import { writeWithCommit } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import type { UnpaidCount } from './queries.ts'
import { selectFewOrAbort, selectUnpaidCount } from './queries.ts'

/** The buyer of an unpaid order. */
export interface Unpaid {
  email: string
  phone: string
  sessionId: string
  network: string
  isEmailProven: boolean
}

const hourMs = 3_600_000
/** An order this long past its due time no longer counts as open, even if staff never recorded its hand-over. */
const forgottenMs = 48 * hourMs

/** Locks the buyer's contact, session and IP network, so that parallel orders are counted one after the other. */
function lockUnpaid(ctx: Context, { email, phone, sessionId, network }: Unpaid): Promise<void> {
  return lockNames(ctx, [
    `unpaid email ${email.toLowerCase()}`,
    `unpaid phone ${phone}`,
    `unpaid session ${sessionId}`,
    `unpaid network ${network}`,
  ])
}

/**
 * Limits the buyer's unpaid orders; this order itself does not count. Fails with `orders.open_full` if the buyer has
 * too many open unpaid orders, and with `orders.network_full` if the buyer's IP network placed too many unpaid orders
 * within the hour. Fails with `orders.code_required` if the buyer has an open unpaid order and has not verified the
 * email address.
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
  // These queries are sent with the commit, so that the locks are held only during the commit.
  await writeWithCommit(ctx, () => lockUnpaid(ctx, order))
  await writeWithCommit(
    ctx,
    () => selectFewOrAbort(ctx.db, values),
    async () => {
      const [count] = await selectUnpaidCount(ctx.db, values)
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

function judge(ctx: Context, { email, isEmailProven }: Unpaid, count: UnpaidCount) {
  const most = mostOf(ctx)
  const full = (max: number, what: MessageKey) => fail('orders.open_full', { max, what: both(what) })
  if (count.byEmail >= most.email) full(most.email, 'orders.this_email')
  if (count.byPhone >= most.phone) full(most.phone, 'orders.this_phone')
  if (count.bySession >= most.session) full(most.session, 'orders.this_browser')
  if (count.byNetwork >= most.network) fail('orders.network_full', { minutes: 60, seconds: 3600 })
  const open = Math.max(count.byEmail, count.byPhone, count.bySession)
  if (!isEmailProven && open >= most.withoutCode) fail('orders.code_required', { email }, 'code')
}
