import type { Provider, Refund, Refunded } from './providers/provider.ts'

/**
 * `written`: the shop never sent it. `sent`: the shop was about to send it, so it may have arrived. Null: an older
 * version of the shop wrote it, and it may have arrived too.
 */
export type Delivery = 'written' | 'sent' | null

/**
 * Sends a refund. If it may have arrived before, asks the provider first. Resends it under the same number only if the
 * provider does not have it. `isTaken`: the provider has accepted it, so this never resends it.
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
  // The provider may refuse because the first call, whose answer was lost, used the number.
  const now = await provider.checkRefund(wish)
  return now.outcome === 'absent' ? again : now
}
