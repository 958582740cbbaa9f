import type { Text } from '#contract/languages.ts'
import { perLocale, rowText } from '#contract/languages.ts'
import { bookMessages } from '#contract/messages/office-books.ts'
import { texts } from '#contract/messages.ts'
import { isKeyOf } from '#contract/object-keys.ts'
import { paymentMethods } from './providers/providers.ts'

const ownMethods = { store: bookMessages['books.at_store'], credit: texts['payments.store_credit'] }

/**
 * The name of a payment method: the wallet and the provider. Leaves out the provider if the wallet's name contains it.
 */
export function methodName(method: string): Text {
  if (isKeyOf(ownMethods, method)) return rowText(ownMethods[method])
  const provider = paymentMethods.find(({ option }) => option === method)?.provider ?? method
  const [wallet, providerText] = [`payments.${method}`, `payment.through_${provider}`].map((key) =>
    isKeyOf(texts, key) ? rowText(texts[key]) : null,
  )
  return perLocale((locale) => {
    const [name, by] = [wallet?.[locale] ?? method, providerText?.[locale]]
    return !by || name.includes(by) ? name : `${name} · ${by}`
  })
}
