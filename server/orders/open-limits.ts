import { hourMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { MessageKey } from '#contract/messages.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { lockNames } from '#server/platform/database/locks.ts'
import { writeWithCommit } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { canonicalEmail } from '#server/platform/mail/email-address.ts'
import { scaledLimit } from '#server/platform/scaled-limit.ts'
import { forgottenMs as maxOverdueMs } from './open-orders.ts'
import type { UnpaidCounts } from './queries.ts'
import { abortAtUnpaidLimit, selectUnpaidCount } from './queries.ts'

/** The buyer of an unpaid order. */
export interface UnpaidBuyer {
  email: string
  phone: string
  sessionId: string
  network: string
  isEmailProven: boolean
}

/** Locks the buyer's contact, session and IP network, so that parallel orders are counted one after the other. */
function lockBuyer(ctx: Context, { email, phone, sessionId, network }: UnpaidBuyer): Promise<void> {
  return lockNames(ctx, [
    `unpaid email ${canonicalEmail(email)}`,
    `unpaid phone ${phone}`,
    `unpaid session ${sessionId}`,
    `unpaid network ${network}`,
  ])
}

/**
 * Limits the buyer's unpaid orders; this order itself does not count. Fails with `orders.open_full` if the buyer has
 * too many open unpaid orders. Fails with `orders.network_full` if the buyer's IP network placed too many unpaid orders
 * within the hour. Fails with `orders.code_required` if the buyer has an open unpaid order and has not verified the
 * email address.
 */
export async function limitUnpaidOrders(ctx: Context, order: UnpaidBuyer & { orderId: string }): Promise<void> {
  const allowed = unpaidLimits(ctx)
  const now = ctx.app.now().getTime()
  const values = {
    ...order,
    email: canonicalEmail(order.email),
    hourAgo: new Date(now - hourMs).toISOString(),
    forgotten: new Date(now - maxOverdueMs).toISOString(),
    mostByEmail: allowed.email,
    mostByPhone: allowed.phone,
    mostBySession: allowed.session,
    mostByNetwork: allowed.network,
    mostOpen: order.isEmailProven ? Number.MAX_SAFE_INTEGER : allowed.withoutCode,
  }
  // These queries are sent with the commit, so that the locks are held only during the commit.
  await writeWithCommit(ctx, () => lockBuyer(ctx, order))
  await writeWithCommit(
    ctx,
    () => abortAtUnpaidLimit(ctx.db, values),
    async () => {
      const [count] = await selectUnpaidCount(ctx.db, values)
      if (count) checkLimits(ctx, order, count)
    },
  )
}

function unpaidLimits({ app }: Context) {
  return {
    withoutCode: scaledLimit(app, limits.openUnpaidOrdersWithoutCode),
    email: scaledLimit(app, limits.openUnpaidOrdersPerEmail),
    phone: scaledLimit(app, limits.openUnpaidOrdersPerPhone),
    session: scaledLimit(app, limits.openUnpaidOrdersPerSession),
    network: scaledLimit(app, limits.unpaidOrdersPerNetworkAndHour),
  }
}

function checkLimits(ctx: Context, { email, isEmailProven }: UnpaidBuyer, count: UnpaidCounts) {
  const allowed = unpaidLimits(ctx)
  const refuse = (max: number, what: MessageKey) => fail('orders.open_full', { max, what: bilingualText(what) })
  if (count.byEmail >= allowed.email) refuse(allowed.email, 'orders.this_email')
  if (count.byPhone >= allowed.phone) refuse(allowed.phone, 'orders.this_phone')
  if (count.bySession >= allowed.session) refuse(allowed.session, 'orders.this_browser')
  if (count.byNetwork >= allowed.network) fail('orders.network_full', { minutes: 60, seconds: 3600 })
  const open = Math.max(count.byEmail, count.byPhone, count.bySession)
  if (!isEmailProven && open >= allowed.withoutCode) fail('orders.code_required', { email }, 'code')
}
