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
 * Starts paying with WeChat's own sheet, or takes it up again. As the others, and `payments.open_id` without an open
 * id.
 */
export async function startMiniProgram(
  ctx: Context,
  { orderID, weChatOpenId, part, token }: Which & { orderID: string; weChatOpenId?: string | undefined },
): Promise<StartedPayment> {
  if (!weChatOpenId) fail('payments.open_id')
  return start(ctx, { orderID, part, token, openId: weChatOpenId }, 'wechat_mini_program')
}

/** What a handover stands for. `not_found` when its time is over or the payment was decided. */
export const handover = (ctx: Context, { token }: { token: string }) => redeemHandover(ctx, token)

/** The mini-program says that it was paid; how the order stands is the provider's word. */
export const miniProgramPaid = (ctx: Context, { orderID, token }: Asked): Promise<CheckedPayment> =>
  check(ctx, { orderID, token })

/**
 * The mini-program says that it failed: its words are kept with the try that it was given, and the provider is asked
 * all the same.
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
