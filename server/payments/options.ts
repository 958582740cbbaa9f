import type { PaymentOption } from '#contract/checkout.ts'
import type { MessageKey } from '#contract/messages.ts'
import { texts } from '#contract/messages.ts'
import type { Money } from '#contract/money.ts'
import { dueNow } from '#server/checkout/billing.ts'
import type { Context } from '#server/platform/context.ts'
import type { Provider } from './providers/provider.ts'
import { openProvider, placeOf, ways } from './providers/providers.ts'

/**
 * The ways to pay where this visitor is whose provider takes what is due; all of them while nothing is. Paying at the store
 * is last, for what is picked up or eaten there.
 */
export async function options(ctx: Context): Promise<{ options: PaymentOption[] }> {
  const place = placeOf(ctx.environment)
  const { isPayableAtStore, due } = await dueNow(ctx)
  const working = ways.filter((way) => {
    const provider = way.channels[place] && openProvider(ctx.app, way.provider)
    return provider && (!due || due.amount === 0 || takes(provider, due))
  })
  const offered = working.some(({ isOnly }) => isOnly) ? working.filter(({ isOnly }) => isOnly) : working
  const ids = offered.map(({ option }): string => option)
  return { options: [...ids, ...(isPayableAtStore ? ['pay_at_store'] : [])].map(toOption) }
}

/** Whether a provider takes this much of this currency. */
export function takes({ currencies, bounds }: Provider, { amount, currency }: Money): boolean {
  const { least = 1, most = Number.MAX_SAFE_INTEGER } = bounds ?? {}
  return currencies.includes(currency) && amount >= least && amount <= most
}

function toOption(id: string): PaymentOption {
  const [en, zh] = texts[`payments.${id}` as MessageKey]
  return { id, name: { en, zh }, icon: id }
}
