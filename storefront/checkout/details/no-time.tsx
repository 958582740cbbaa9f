import type { Line } from '#contract/cart.ts'
import type { CheckoutConfig } from '#contract/checkout.ts'
import { isSlotMethod } from '#contract/fulfilment-methods.ts'
import { toLang } from '#contract/languages.ts'
import { useShop } from '#storefront/core/shop.ts'

type OfferedMethod = CheckoutConfig['methods'][number]

/**
 * Whether this method has no time for the whole cart in the next days. False if the shopper has already chosen a time.
 * Always false for methods without time slots, such as eating in, and for group-buys, which have their own windows.
 */
export function hasNoTime({ method, earliest, asap }: OfferedMethod, { campaign, chosen }: CheckoutConfig): boolean {
  const isChosen = chosen.method === method && chosen.slot !== null
  return isSlotMethod(method) && !campaign && !earliest && !asap && !isChosen
}

/** Explains why there is no time: the goods in the cart have no time in common, or the store has no free times. */
export function NoTime({ apart, lines }: Pick<OfferedMethod, 'apart'> & { lines: Line[] }) {
  const { t, say, locale } = useShop()
  const conflictingLines = lines.filter(({ key }) => apart.includes(key))
  const names = [...new Set(conflictingLines.map(({ name }) => `“${say(name)}”`))]
  const nameList = new Intl.ListFormat(toLang(locale), { type: 'conjunction' }).format(names)
  const message = () => {
    if (apart.length === 0) return t('checkout.no_slots')
    return t(names.length === 1 ? 'checkout.apart_one' : 'checkout.apart', { names: nameList })
  }
  // While the shopper is removing a conflicting line, `lines` no longer contains it. The conflict may then be over, so
  // nothing is shown.
  if (conflictingLines.length < apart.length) return null
  return <p className="alert">{message()}</p>
}
