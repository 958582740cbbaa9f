import { createHash } from 'node:crypto'
import type { Text } from '#contract/shapes.ts'

export interface ChosenModifier {
  id: string
  quantity: number
}

/** A chosen modifier. `price` is what it adds to one piece of the product; free modifiers are already deducted. */
export interface PricedModifier extends ChosenModifier {
  name: Text
  price: number
}

/** A group of modifiers, of which the shopper chooses between `min` and `max` pieces; the first `free` cost nothing. */
export interface ModifierGroup {
  id: string
  name: Text
  min: number
  max: number
  free: number
  modifiers: { id: string; name: Text; price: number; available: boolean }[]
}

/** The prices of a product, in minor units. */
export interface Priceable {
  price: number
  /** The price before a sale; null without a sale. */
  compareAtPrice?: number | null
  /** The price for members; null if they pay the normal price. */
  memberPrice?: number | null
  modifierGroups: ModifierGroup[]
}

export interface LinePrice {
  modifiers: PricedModifier[]
  unitPrice: number
  /** The price of a piece without the reduction that `reason` names; null if the price is not reduced. */
  regularPrice: number | null
  /** Why a piece costs less than usual. */
  reason: 'sale' | 'member' | null
  /** The difference per piece between the price for everybody and the member price. */
  memberSaving: number
  total: number
  /** A group with an invalid choice: too few, too many, or an unavailable modifier. Null if all choices are valid. */
  wrongGroup: ModifierGroup | null
  /** Whether a chosen modifier does not belong to the product. */
  hasUnknown: boolean
}

/**
 * Computes a line's price in minor units: the lowest of price, sale price and member price (if the buyer has it), plus
 * modifiers. In each group, the `free` most expensive pieces cost nothing.
 */
export function priceLine(
  product: Priceable,
  chosen: ChosenModifier[],
  quantity: number,
  { hasMemberPrices = false }: { hasMemberPrices?: boolean } = {},
): LinePrice {
  const byId = new Map(chosen.map((modifier) => [modifier.id, modifier.quantity]))
  const modifiers = product.modifierGroups.flatMap((group) => priceGroup(group, byId))
  const { price, regularPrice, reason, memberSaving } = basePrice(product, hasMemberPrices)
  const extras = sum(modifiers.map(({ price }) => price))
  const unitPrice = price + extras
  return {
    modifiers,
    unitPrice,
    regularPrice: regularPrice === null ? null : regularPrice + extras,
    reason,
    memberSaving,
    total: unitPrice * quantity,
    wrongGroup: product.modifierGroups.find((group) => !isAllowed(group, byId)) ?? null,
    hasUnknown: modifiers.length < byId.size,
  }
}

function basePrice({ price, compareAtPrice, memberPrice }: Priceable, hasMemberPrices: boolean) {
  const regularPrice = compareAtPrice && compareAtPrice > price ? compareAtPrice : price
  const isMembers = hasMemberPrices && typeof memberPrice === 'number' && memberPrice < price
  if (isMembers) {
    return { price: memberPrice, regularPrice, reason: 'member' as const, memberSaving: price - memberPrice }
  }
  if (regularPrice > price) return { price, regularPrice, reason: 'sale' as const, memberSaving: 0 }
  return { price, regularPrice: null, reason: null, memberSaving: 0 }
}

/** Each modifier once, in a fixed order, so that equal choices have equal values. */
export function normaliseModifiers(chosen: ChosenModifier[]): ChosenModifier[] {
  const quantities = new Map<string, number>()
  for (const { id, quantity } of chosen) quantities.set(id, (quantities.get(id) ?? 0) + quantity)
  return [...quantities]
    .map(([id, quantity]) => ({ id, quantity }))
    .sort((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0))
}

/** A key for the content of a line: equal variants, normalised modifiers and notes have equal keys. */
export function lineKey(sku: string, modifiers: ChosenModifier[], note: string): string {
  const content = JSON.stringify([sku, modifiers.map(({ id, quantity }) => [id, quantity]), note])
  return `l${createHash('sha256').update(content).digest('base64url').slice(0, 16)}`
}

export function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

function priceGroup(group: ModifierGroup, chosen: Map<string, number>): PricedModifier[] {
  let free = group.free
  const prices = new Map<string, number>()
  const dearestFirst = group.modifiers.filter(({ id }) => chosen.has(id)).sort((one, other) => other.price - one.price)
  for (const { id, price } of dearestFirst) {
    const quantity = chosen.get(id) ?? 0
    const paid = Math.max(0, quantity - free)
    free = Math.max(0, free - quantity)
    prices.set(id, paid * price)
  }
  return group.modifiers
    .filter(({ id }) => chosen.has(id))
    .map(({ id, name }) => ({ id, name, quantity: chosen.get(id) ?? 0, price: prices.get(id) ?? 0 }))
}

function isAllowed({ modifiers, min, max }: ModifierGroup, chosen: Map<string, number>): boolean {
  const pieces = sum(modifiers.map(({ id }) => chosen.get(id) ?? 0))
  return pieces >= min && pieces <= max && modifiers.every(({ id, available }) => available || !chosen.has(id))
}
