import type { ReactNode } from 'react'
import type { ProductCard, ProductDetail } from '#contract/catalogue.ts'
import type { Diet } from '#contract/constants.ts'
import { dietaryNeeds } from '#contract/constants.ts'
import { toLang } from '#contract/languages.ts'
import type { MessageKey } from '#contract/messages.ts'
import type { Text } from '#contract/shapes.ts'
import { useShop } from '#storefront/core/shop.ts'
import { BestBefore } from './best-before.tsx'
import './product.css'

/** The properties of a product that other parts of its page show. */
type ShownElsewhere =
  | ('type' | 'recordStatus' | 'description' | 'images' | 'breadcrumb' | 'tags')
  | ('options' | 'variants' | 'modifierGroups' | 'noteAllowed' | 'maxPerOrder' | 'quantityStep' | 'minQuantity')
  | ('prepayment' | 'leadMinutes' | 'crossBorder' | 'shipping')

/** The properties that `Facts` lists. The type of `rows` requires an entry for each of them. */
type Fact =
  | Exclude<keyof ProductDetail, keyof ProductCard | ShownElsewhere>
  | 'clearanceReason'
  | 'bestBefore'
  | 'diet'
  | 'taste'

/** Lists the known facts about a product, such as allergens, ingredients, origin and storage. */
export function Facts({ product }: { product: ProductDetail }) {
  const { t, locale, say, langOf, info } = useShop()
  const messages = info.appContent.system.appMessage.applicationMessage.messages
  const listFormat = new Intl.ListFormat(toLang(locale), { type: 'conjunction' })
  const text = (value: Text | null) => value && say(value) && <span lang={langOf(value)}>{say(value)}</span>
  const allergens = product.allergens.map((allergen) => messages[`store.allergen_${allergen}`] ?? allergen)
  const has = (diet: Diet) => product.badges.includes(diet)
  // Vegan food is always vegetarian, so its facts need only one of the two words.
  const diet = dietaryNeeds
    .filter((name) => has(name) && !(name === 'vegetarian' && has('vegan')))
    .map((name) => t(`store.diet_${name}`))
  const rows: Record<Fact, [MessageKey, ReactNode]> = {
    clearanceReason: ['store.clearance_reason', text(product.clearanceReason)],
    bestBefore: ['store.best_before_label', product.bestBefore && <BestBefore date={product.bestBefore} />],
    diet: ['store.diet', diet.length > 0 && listFormat.format(diet)],
    taste: ['store.taste', product.badges.includes('spicy') && t('store.diet_spicy')],
    allergens: ['store.allergens', allergens.length > 0 && <strong>{listFormat.format(allergens)}</strong>],
    ingredients: ['store.ingredients', text(product.ingredients)],
    origin: ['store.origin', text(product.origin)],
    storage: ['store.storage', text(product.storage)],
    contactRequired: ['contacts.fact', product.contactRequired && t('contacts.fact_text')],
  }
  const knownRows = Object.values(rows).filter(([, value]) => value)
  if (knownRows.length === 0) return null
  return (
    <section className="facts" aria-labelledby="facts">
      <h2 id="facts">{t('store.facts')}</h2>
      <dl>
        {knownRows.map(([key, value]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
