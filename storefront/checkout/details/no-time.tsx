import type { Line } from '#contract/cart.ts'
import type { CheckoutConfig } from '#contract/checkout.ts'
import { isSlotMethod } from '#contract/fulfilment-methods.ts'
import { toLang } from '#contract/languages.ts'
import { useShop } from '#storefront/core/shop.ts'

type Offered = CheckoutConfig['methods'][number]

/**
 * Whether this method has no time for the whole cart in the next days. Always false for eating in, which has no time
 * slots, and for group-buys, which have their own windows.
 */
export function hasNoTime({ method, earliest, asap }: Offered, { campaign, chosen }: CheckoutConfig): boolean {
  const isChosen = chosen.method === method && chosen.slot !== null
  return isSlotMethod(method) && !campaign && !earliest && !asap && !isChosen
}

/** Explains why there is no time: the goods in the cart have no time in common, or the store has no free times. */
export function NoTime({ apart, lines }: Pick<Offered, 'apart'> & { lines: Line[] }) {
  const { t, say, locale } = useShop()
  const held = lines.filter(({ key }) => apart.includes(key))
  const names = [...new Set(held.map(({ name }) => `“${say(name)}”`))]
  const listed = new Intl.ListFormat(toLang(locale), { type: 'conjunction' }).format(names)
  const words = () => {
    if (apart.length === 0) return t('checkout.no_slots')
    return t(names.length === 1 ? 'checkout.apart_one' : 'checkout.apart', { names: listed })
  }
  // While the shopper is removing one of these lines, `lines` lacks it. The reason may then no longer apply.
  if (held.length < apart.length) return null
  return <p className="alert">{words()}</p>
}
