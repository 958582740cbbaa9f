import type { Provider, Refund, Refunded } from './providers/provider.ts'

/**
 * Whether a refund may have reached the provider. `written`: the shop has never sent the refund. `sent`: the shop was
 * about to send the refund, which may have arrived. Null: an older version of the shop stored the refund, which is
 * treated like `sent`.
 */
export type Delivery = 'written' | 'sent' | null

/**
 * Sends a refund. If an earlier request may have reached the provider, queries the provider first. Then sends the
 * refund again, with the same number, only if the provider does not have it. With `isTaken`, the provider has already
 * accepted the refund, so it is never sent again.
 */
export async function deliver(
  provider: Provider,
  wish: Refund,
  { delivery, isTaken }: { delivery: Delivery; isTaken: boolean },
): Promise<Refunded> {
  if (delivery === 'written') return provider.refund(wish)
  const found = await provider.checkRefund(wish)
  if (found.outcome !== 'absent' || isTaken) return found
  const again = await provider.refund(wish)
  if (again.outcome !== 'refused') return again
  // If the response to an earlier call was lost, the provider may have used the number already, and refuse it now. So
  // the shop queries the refund again.
  const now = await provider.checkRefund(wish)
  return now.outcome === 'absent' ? again : now
}
