import type { Provider, Refund, Refunded } from './providers/provider.ts'

/**
 * Whether a refund may have reached the provider. `written`: the shop has never sent it. `sent`: the shop was about to
 * send it, so it may have arrived. Null: an older version of the shop stored it; treated like `sent`.
 */
export type Delivery = 'written' | 'sent' | null

/**
 * Sends a refund. If an earlier request may have reached the provider, it queries the provider first. It resends the
 * refund, with the same number, only if the provider does not have it. If `isTaken`, the provider has accepted the
 * refund before, and it is never resent.
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
  // The provider may refuse because the first call, whose response was lost, used the number.
  const now = await provider.checkRefund(wish)
  return now.outcome === 'absent' ? again : now
}
