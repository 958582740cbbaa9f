import type { TaxClass, Text } from '#contract/shapes.ts'
import type { Recipe } from './pictures.ts'

/** The same words in both languages. */
export type Words = readonly [en: string, zh: string]

/** Canada's priority allergens and added sulphites. */
export const allergens = [
  'egg',
  'milk',
  'mustard',
  'peanut',
  'crustaceans',
  'molluscs',
  'fish',
  'sesame',
  'soy',
  'sulphites',
  'tree_nuts',
  'wheat',
] as const

export interface DemoOption {
  id: string
  name: Words
  /** `extra` cents on top of the product's price; `tax` where this choice is taxed otherwise. */
  values: { id: string; name: Words; extra?: number; tax?: TaxClass }[]
}

/** A product as the demonstration writes it down: cents, and days counted from today. */
export interface DemoProduct {
  id: string
  categories: string[]
  name: Words
  summary: Words
  description: Words
  pictures: Recipe[]
  price: number
  /** What members pay for it, whatever is chosen on top. */
  memberPrice?: number
  was?: number
  /**
   * By the Excise Tax Act, Schedule VI, Part III, section 1: all food is zero-rated but what its paragraphs name. (c) and
   * (d) carbonated and fruit drinks, (e) candy and chocolate, (f) chips, popcorn and brittle pretzels, (j) and (k) ice bars
   * and ice cream in single servings, (m) fewer than six single servings of sweetened baked goods, each below 230 g,
   * (o) food that is hot, salads, sandwiches and platters, (o.4) drinks poured at the counter. Whole cakes, boxes of six
   * and bread without sweet filling are groceries. A hamper that is mostly no food is `standard`.
   */
  tax: TaxClass
  /** How many percent of it are paid when ordering; all unless said. */
  prepaid?: number
  /** Deposit of its bottle. */
  deposit?: number
  brand?: string
  tags?: string[]
  diet?: ('vegetarian' | 'vegan' | 'halal' | 'gluten_free' | 'spicy')[]
  options?: DemoOption[]
  modifierGroups?: string[]
  measure?: { amount: number; unit: 'g' | 'ml' | 'piece' }
  allergens?: (typeof allergens)[number][]
  ingredients?: Words
  origin?: Words
  storage?: Words
  synonyms?: string
  maxPerOrder?: number
  /** When it can be picked up. */
  windows?: { name: Words; from: string; to: string; weekdays?: readonly number[] }[]
  noteAllowed?: boolean
  /** How many hours before the hand-over it has to be ordered. */
  leadHours?: number
  /** Ships from abroad. */
  crossBorder?: boolean
  clearance?: { reason: Words; bestBeforeIn: number }
  bestBeforeIn?: number
  /** Made to order: never counted, never sold out. */
  made?: boolean
  /** `few` and `none` at every store; or pieces at Markham, downtown and Richmond, of every variant. */
  stock?: 'few' | 'none' | readonly [markham: number, downtown: number, richmond: number]
  /** Pieces of single variants, by option pair, at the same three stores. */
  variantStock?: Record<string, readonly [markham: number, downtown: number, richmond: number]>
  related?: string[]
  /** Came into the shop this many days ago. */
  arrived?: number
}

/** Words as the contract has them. */
export function text([en, zh]: Words): Text {
  return { en, zh }
}
