import type { allergens } from '#contract/constants.ts'
import type { TaxClass, Text } from '#contract/shapes.ts'
import type { Recipe } from './pictures.ts'

/** The hidden tag of dishes that the kitchen also sells in the evening. */
export const eveningTag = 'evening'

/** A text in both languages. */
export type TextPair = readonly [en: string, zh: string]

export interface DemoOption {
  id: string
  name: TextPair
  /**
   * `extra` is the price of this choice in cents, in addition to the product's price. `tax` is the tax class of this
   * choice if it differs from the product's tax class.
   */
  values: { id: string; name: TextPair; extra?: number; tax?: TaxClass }[]
}

/** A product as the demonstration writes it. Amounts are in cents, and days are counted from today. */
export interface DemoProduct {
  id: string
  categories: string[]
  name: TextPair
  summary: TextPair
  description: TextPair
  pictures: Recipe[]
  price: number
  /** The price for members, before the extras of options. */
  memberPrice?: number
  was?: number
  /**
   * The tax class, by the Excise Tax Act, Schedule VI, Part III, section 1. All food is zero-rated, except the food
   * that the paragraphs of this section name: (c) and (d) carbonated and fruit drinks; (e) candy and chocolate; (f)
   * chips, popcorn and brittle pretzels; (j) and (k) ice bars and ice cream in single servings; (m) fewer than six
   * single servings of sweetened baked goods, each below 230 g; (o) hot food, salads, sandwiches and platters; (o.4)
   * drinks poured at the counter. So whole cakes, boxes of six and bread without sweet filling are zero-rated. A hamper
   * that contains mostly other goods than food is `standard`.
   */
  tax: TaxClass
  /** The percentage of the price that is due with the order. The default is 100. */
  prepaid?: number
  /** The bottle deposit in cents. */
  deposit?: number
  brand?: string
  tags?: string[]
  /** The first and last day, as `MM-DD`, of the season in which a product with the tag `best-seller` keeps this tag. */
  favouriteIn?: { from: string; until: string }
  diet?: ('vegetarian' | 'vegan' | 'halal' | 'gluten_free' | 'spicy')[]
  options?: DemoOption[]
  modifierGroups?: string[]
  measure?: { amount: number; unit: 'g' | 'ml' | 'piece' }
  allergens?: (typeof allergens)[number][]
  ingredients?: TextPair
  origin?: TextPair
  storage?: TextPair
  synonyms?: string
  maxPerOrder?: number
  /** The times at which the product is sold. */
  windows?: { name: TextPair; from: string; to: string; weekdays?: readonly number[] }[]
  noteAllowed?: boolean
  /** The fewest hours between the order and the hand-over. */
  leadHours?: number
  /**
   * Set only if the product ships across a border. The buyer of such a product must choose a verified contact. `grams`
   * is the weight with packaging.
   */
  crossBorder?: { grams: number }
  clearance?: { reason: TextPair; bestBeforeIn: number }
  bestBeforeIn?: number
  /** Whether the product is made to order: it has no stock count and is never sold out. */
  made?: boolean
  /**
   * The stock of every variant. `few` means one to four pieces at each store, and `none` means no pieces at any store.
   * A list has the pieces at Markham, downtown and Richmond. By default, each store has 8 to 57 pieces.
   */
  stock?: 'few' | 'none' | readonly [markham: number, downtown: number, richmond: number]
  /** The pieces of individual variants at Markham, downtown and Richmond, by option pair. Overrides `stock`. */
  variantStock?: Record<string, readonly [markham: number, downtown: number, richmond: number]>
  related?: string[]
  /** Days since the product arrived. */
  arrived?: number
}

/** Converts a pair of texts into the contract's `Text`. */
export function text([en, zh]: TextPair): Text {
  return { en, zh }
}
