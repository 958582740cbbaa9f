import type { CheckedPayment, StartedPayment } from '#contract/payments.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import * as attempts from './attempts.ts'
import { redeemHandover } from './handover.ts'
import type { StartOptions } from './start.ts'
import { start } from './start.ts'
import type { OrderAccess } from './status-check.ts'
import { check } from './status-check.ts'

/**
 * Starts or resumes a payment with WeChat's payment sheet. Fails like `start`, and with `payments.open_id` if there is
 * no open id.
 */
export async function startMiniProgram(
  ctx: Context,
  { orderID, weChatOpenId, part, token }: StartOptions & { orderID: string; weChatOpenId?: string | undefined },
): Promise<StartedPayment> {
  if (!weChatOpenId) fail('payments.open_id')
  return start(ctx, { orderID, part, token, openId: weChatOpenId }, 'wechat_mini_program')
}

/**
 * Returns the parameters of a handover token. Fails with `not_found` if the token has expired or its payment is
 * settled.
 */
export const handover = (ctx: Context, { token }: { token: string }) => redeemHandover(ctx, token)

/** Checks the payment after the mini-program reported success, because the shop trusts only the provider. */
export const miniProgramPaid = (ctx: Context, { orderID, token }: OrderAccess): Promise<CheckedPayment> =>
  check(ctx, { orderID, token })

/** Stores the failure message of the mini-program with the attempt, then checks the payment with the provider. */
export async function miniProgramFailed(
  ctx: Context,
  { orderID, token, errorMessage }: OrderAccess & { errorMessage: string },
): Promise<CheckedPayment> {
  await orders.findOwned(ctx, orderID, token)
  const attempt = await attempts.findOpen(ctx, orderID)
  if (attempt?.handover)
    await attempts.writePending(ctx, attempt.reference, { lastAnswer: `mini-program: ${errorMessage}` })
  return check(ctx, { orderID, token })
}
