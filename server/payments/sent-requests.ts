import type { Provider, Refund, RefundResult } from './providers/provider.ts'

/**
 * Whether a refund may have reached the provider. `written`: the shop has never sent the refund. `sent`: the shop was
 * about to send the refund, which may have arrived. Null: an older version of the shop stored the refund, which is
 * treated like `sent`.
 */
export type DeliveryState = 'written' | 'sent' | null

/**
 * Sends a refund. If an earlier request may have reached the provider, queries the provider first. Then sends the
 * refund again, with the same number, only if the provider does not have it. With `isAccepted`, the provider has
 * already accepted the refund, so it is never sent again.
 */
export async function sendOnce(
  provider: Provider,
  refund: Refund,
  { delivery, isAccepted }: { delivery: DeliveryState; isAccepted: boolean },
): Promise<RefundResult> {
  if (delivery === 'written') return provider.refund(refund)
  const found = await provider.checkRefund(refund)
  if (found.outcome !== 'absent' || isAccepted) return found
  const retried = await provider.refund(refund)
  if (retried.outcome !== 'refused') return retried
  // If the response to an earlier call was lost, the provider may have used the number already, and refuse it now. So
  // the shop queries the refund again.
  const current = await provider.checkRefund(refund)
  return current.outcome === 'absent' ? retried : current
}
