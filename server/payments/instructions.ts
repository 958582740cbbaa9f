import type { TransferInstructions } from '#contract/payments.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import type { Attempt } from './attempts.ts'
import { transferProviders } from './providers/etransfer.ts'
import { openProvider } from './providers/providers.ts'

/**
 * The instructions that tell the shopper where to send an e-transfer, in the shape that the payment calls return. An
 * empty object for other payments.
 */
export async function findInstructions(ctx: Context, attempt: Attempt): Promise<{ transfer?: TransferInstructions }> {
  if (!transferProviders.includes(attempt.provider)) return {}
  const account = (await openProvider(ctx, attempt.provider))?.transfer
  const order = account && (await orders.find(ctx, attempt.orderId))
  if (!order) return {}
  const { amount, currency, expiresAt } = attempt
  const { email, recipient } = account
  const message = orders.numberOf(order)
  return { transfer: { email, recipient, amount: { amount, currency }, message, until: expiresAt.toISOString() } }
}
