import type { CheckedPayment, StartedPayment } from '#contract/payments.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import * as attempts from './attempts.ts'
import { redeemHandover } from './handover.ts'
import type { Which } from './start.ts'
import { start } from './start.ts'
import type { Asked } from './status-check.ts'
import { check } from './status-check.ts'

/**
 * Starts or resumes a payment with WeChat's own sheet. Errors as `start`, and `payments.open_id` without an open id.
 */
export async function startMiniProgram(
  ctx: Context,
  { orderID, weChatOpenId, part, token }: Which & { orderID: string; weChatOpenId?: string | undefined },
): Promise<StartedPayment> {
  if (!weChatOpenId) fail('payments.open_id')
  return start(ctx, { orderID, part, token, openId: weChatOpenId }, 'wechat_mini_program')
}

/** The parameters of a handover token. `not_found` if its time is over or its payment is settled. */
export const handover = (ctx: Context, { token }: { token: string }) => redeemHandover(ctx, token)

/** The mini-program reports success. The shop trusts only the provider, so this checks the payment. */
export const miniProgramPaid = (ctx: Context, { orderID, token }: Asked): Promise<CheckedPayment> =>
  check(ctx, { orderID, token })

/**
 * The mini-program reports a failure. Keeps its message with the attempt, then checks the payment with the provider.
 */
export async function miniProgramFailed(
  ctx: Context,
  { orderID, token, errorMessage }: Asked & { errorMessage: string },
): Promise<CheckedPayment> {
  await orders.owned(ctx, orderID, token)
  const attempt = await attempts.findOpen(ctx, orderID)
  if (attempt?.handover)
    await attempts.changePending(ctx, attempt.reference, { lastAnswer: `mini-program: ${errorMessage}` })
  return check(ctx, { orderID, token })
}
