import type { Context } from '#server/platform/context.ts'
import { publicOrigin } from '#server/platform/context.ts'
import { orderToken } from './codes.ts'

/** An address that shows this order to whoever has it, for 90 days. */
export function signedLink(ctx: Context, orderId: string): string {
  const token = orderToken(ctx.app.secret, orderId, ctx.app.now())
  return `${publicOrigin(ctx.app.config)}/confirmation/${orderId}?token=${token}`
}
