import type { Provider, Refund, Refunded } from './providers/provider.ts'

/**
 * `written`: it was certainly never sent. `sent`: it was about to be sent, so it may have arrived. Null: an older
 * version of the shop wrote it, and it may have arrived too.
 */
export type Delivery = 'written' | 'sent' | null

/**
 * Sends a refund. One that may have arrived before is asked about first, and goes again under the same number only
 * where the provider does not have it. `isTaken`: the provider has already taken it, so it never goes again.
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
  // It may be refused because the first call, whose answer was lost, has used the number.
  const now = await provider.checkRefund(wish)
  return now.outcome === 'absent' ? again : now
}
