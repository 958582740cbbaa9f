import type { Text } from '#contract/languages.ts'
import { inEach, rowText } from '#contract/languages.ts'
import { bookMessages } from '#contract/messages/office-books.ts'
import { texts } from '#contract/messages.ts'
import { isKeyOf } from '#contract/object-keys.ts'
import { paymentMethods } from './providers/providers.ts'

const ownWays = { store: bookMessages['books.at_store'], credit: texts['payments.store_credit'] }

/**
 * The name of a payment method: the wallet and the provider. Leaves out the provider if the wallet's name contains it.
 */
export function wayName(way: string): Text {
  if (isKeyOf(ownWays, way)) return rowText(ownWays[way])
  const provider = paymentMethods.find(({ option }) => option === way)?.provider ?? way
  const [wallet, through] = [`payments.${way}`, `payment.through_${provider}`].map((key) =>
    isKeyOf(texts, key) ? rowText(texts[key]) : null,
  )
  return inEach((locale) => {
    const [name, by] = [wallet?.[locale] ?? way, through?.[locale]]
    return !by || name.includes(by) ? name : `${name} · ${by}`
  })
}
