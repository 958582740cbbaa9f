import type { Line } from '#contract/cart.ts'
import type { CheckoutConfig } from '#contract/checkout.ts'
import { toLang } from '#contract/languages.ts'
import { useShop } from '#storefront/core/shop.ts'

type Offered = CheckoutConfig['methods'][number]

/**
 * Whether this method has no time for the whole cart in the next days. Eating in is now; a group-buy has its own
 * windows.
 */
export function hasNoTime({ method, earliest, asap }: Offered, { campaign, chosen }: CheckoutConfig): boolean {
  const isChosen = chosen.method === method && chosen.slot !== null
  return method !== 'EAT_IN' && !campaign && !earliest && !asap && !isChosen
}

/** The reason: names the goods that share no time, else says that the store has no time left. */
export function NoTime({ apart, lines }: Pick<Offered, 'apart'> & { lines: Line[] }) {
  const { t, say, locale } = useShop()
  const held = lines.filter(({ key }) => apart.includes(key))
  const names = [...new Set(held.map(({ name }) => `“${say(name)}”`))]
  const listed = new Intl.ListFormat(toLang(locale), { type: 'conjunction' }).format(names)
  const words = () => {
    if (apart.length === 0) return t('checkout.no_slots')
    return t(names.length === 1 ? 'checkout.apart_one' : 'checkout.apart', { names: listed })
  }
  // One of them is being taken out.
  if (held.length < apart.length) return null
  return <p className="alert">{words()}</p>
}
