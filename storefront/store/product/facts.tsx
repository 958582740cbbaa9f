import type { ReactNode } from 'react'
import type { ProductDetail } from '#contract/catalogue.ts'
import { toLang } from '#contract/languages.ts'
import type { MessageKey } from '#contract/messages.ts'
import type { Text } from '#contract/shapes.ts'
import { useShop } from '#storefront/core/shop.ts'
import { BestBefore } from './best-before.tsx'
import './product.css'

const diets = ['vegetarian', 'vegan', 'halal', 'gluten_free', 'spicy'] as const

/** The ingredients, origin and storage of a product, as far as known. */
export function Facts({ product }: { product: ProductDetail }) {
  const { t, locale, say, langOf, info } = useShop()
  const words = info.appContent.system.appMessage.applicationMessage.messages
  const listed = new Intl.ListFormat(toLang(locale), { type: 'conjunction' })
  const text = (value: Text | null) => value && say(value) && <span lang={langOf(value)}>{say(value)}</span>
  const allergens = product.allergens.map((allergen) => words[`store.allergen_${allergen}`] ?? allergen)
  const diet = diets.filter((one) => product.badges.includes(one)).map((one) => t(`store.diet_${one}`))
  const rows: [MessageKey, ReactNode][] = [
    ['store.clearance_reason', text(product.clearanceReason)],
    ['store.best_before_label', product.bestBefore && <BestBefore date={product.bestBefore} />],
    ['store.diet', diet.length > 0 && listed.format(diet)],
    ['store.allergens', allergens.length > 0 && <strong>{listed.format(allergens)}</strong>],
    ['store.ingredients', text(product.ingredients)],
    ['store.origin', text(product.origin)],
    ['store.storage', text(product.storage)],
    ['contacts.fact', product.contactRequired && t('contacts.fact_text')],
  ]
  const known = rows.filter(([, value]) => value)
  if (known.length === 0) return null
  return (
    <section className="facts" aria-labelledby="facts">
      <h2 id="facts">{t('store.facts')}</h2>
      <dl>
        {known.map(([key, value]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
