import type { Availability, ProductCard, SellingWindow, Variant } from '#contract/catalogue.ts'
import { diets } from '#contract/constants.ts'
import { lowStockThreshold, roundSold } from '#contract/quantities.ts'
import type { Image, Text } from '#contract/shapes.ts'
import { sum } from '#contract/sum.ts'
import { listTexts } from '#server/platform/bilingual.ts'
import type { Option } from './tables.ts'

/**
 * A variant as read from the database. `left` is the number of pieces for sale at the location; null if not counted.
 */
export interface VariantRow {
  sku: string
  optionPair: string
  price: number
  compareAtPrice: number | null
  memberPrice: number | null
  currency: string
  image: Image | null
  left: number | null
}

/** A product as read from the database, with at least one active variant. */
export interface CardRow {
  id: string
  name: Text
  summary: Text
  image: Image | null
  brand: { id: string; name: Text } | null
  soldBy: 'piece' | 'weight'
  measure: { amount: number; unit: 'g' | 'ml' | 'piece' } | null
  diet: string[]
  clearance: boolean
  clearanceReason: Text | null
  bestBefore: string | null
  isNew: boolean
  /** Whether the product has the tag for signature products. */
  isSignature: boolean
  /** The number of sold pieces; 0 if the owner hides it. */
  sold: number
  /**
   * Whether shoppers must open the product's page before they buy it. They must if the product has modifiers to choose,
   * or a minimum, a step or cross-border terms to read.
   */
  hasChoices: boolean
  windows: SellingWindow[]
  variants: VariantRow[]
}

/**
 * Converts a product for lists. Its price is the price of the cheapest variant for sale. If no variant is for sale, it
 * is the price of the cheapest variant.
 */
export function toCard(row: CardRow): ProductCard {
  const buyable = row.variants.filter(({ left }) => left === null || left > 0)
  const offered = (buyable.length > 0 ? buyable : row.variants).toSorted((a, b) => a.price - b.price)
  const cheapest = offered[0]
  const mostExpensive = offered.at(-1)
  if (!cheapest || !mostExpensive) throw new Error(`product ${row.id} has no variant`)
  const money = (amount: number) => ({ amount, currency: cheapest.currency })
  const { availability, left } = stockState(row.variants)
  const needsChoice = row.variants.length > 1 || row.hasChoices
  const regularPrice = reducedFrom(cheapest)
  return {
    id: row.id,
    name: row.name,
    summary: row.summary,
    image: row.image,
    brand: row.brand,
    price: money(cheapest.price),
    priceTo: mostExpensive.price > cheapest.price ? money(mostExpensive.price) : null,
    compareAtPrice: regularPrice === null ? null : money(regularPrice),
    memberPrice: memberPrice(cheapest),
    unitPrice: unitPrice(cheapest, row.measure),
    soldBy: row.soldBy,
    badges: [
      ...(regularPrice === null ? [] : (['sale'] as const)),
      ...(row.isNew ? (['new'] as const) : []),
      ...(row.clearance ? (['clearance'] as const) : []),
      ...(availability === 'in' ? [] : [availability]),
      ...(row.isSignature ? (['signature'] as const) : []),
      ...diets.filter((badge) => row.diet.includes(badge)),
    ],
    sold: roundSold(row.sold),
    availability,
    left,
    sku: needsChoice ? null : cheapest.sku,
    bestBefore: row.bestBefore,
    clearanceReason: row.clearance ? row.clearanceReason : null,
    windows: row.windows,
  }
}

/** Converts a variant for the product page. */
export function toVariant(row: VariantRow, deposit = 0): Variant {
  const regularPrice = reducedFrom(row)
  return {
    sku: row.sku,
    optionPair: row.optionPair,
    price: { amount: row.price, currency: row.currency },
    compareAtPrice: regularPrice === null ? null : { amount: regularPrice, currency: row.currency },
    memberPrice: memberPrice(row),
    deposit: deposit > 0 ? { amount: deposit, currency: row.currency } : null,
    ...stockState([row]),
    image: row.image,
  }
}

/** The combined stock state of variants, with the number of pieces left if there are few. */
export function stockState(variants: { left: number | null }[]): { availability: Availability; left: number | null } {
  if (variants.some(({ left }) => left === null)) return { availability: 'in', left: null }
  const left = sum(variants.map((variant) => Math.max(variant.left ?? 0, 0)))
  if (left === 0) return { availability: 'out', left: null }
  return left <= lowStockThreshold ? { availability: 'low', left } : { availability: 'in', left: null }
}

/** The chosen option values as text in all languages: `size:large,ice:less` gives "Large, less ice". */
export function optionText(options: Option[], optionPair: string): Text {
  const names = optionPair.split(',').flatMap((pair) => {
    const [option, value] = pair.split(':')
    const found = options.find(({ id }) => id === option)?.values.find(({ id }) => id === value)
    return found ? [found.name] : []
  })
  return listTexts(names)
}

/** Whether two choices are the same; the order of their options does not matter. */
export function sameChoice(a: string, b: string): boolean {
  return a.split(',').toSorted().join() === b.split(',').toSorted().join()
}

function reducedFrom({ price, compareAtPrice }: VariantRow): number | null {
  return compareAtPrice !== null && compareAtPrice > price ? compareAtPrice : null
}

function memberPrice({ price, memberPrice, currency }: VariantRow): ProductCard['memberPrice'] {
  return memberPrice !== null && memberPrice < price ? { amount: memberPrice, currency } : null
}

function unitPrice({ price, currency }: VariantRow, measure: CardRow['measure']): ProductCard['unitPrice'] {
  if (!measure || measure.amount <= 0) return null
  const base = measure.unit === 'piece' ? 1 : 100
  if (measure.amount === base) return null
  const per = measure.unit === 'piece' ? 'piece' : `100 ${measure.unit}`
  return { price: { amount: Math.round((price * base) / measure.amount), currency }, per }
}
