import { createHash } from 'node:crypto'
import type { Condition, Options } from '#contract/conditions.ts'
import { offeredGroups } from '#contract/conditions.ts'
import { fill } from '#contract/format.ts'
import { perLocale, pick } from '#contract/languages.ts'
import { messages } from '#contract/messages.ts'
import type { Text } from '#contract/shapes.ts'
import { sum } from '#contract/sum.ts'

export interface ChosenModifier {
  id: string
  quantity: number
}

/**
 * A chosen modifier. `price` is the amount that it adds to the price of one piece; free modifiers are already deducted.
 */
export interface PricedModifier extends ChosenModifier {
  name: Text
  price: number
  isSoldOut?: true
  /** Set if the variant or the other chosen modifiers exclude this modifier's group. */
  isNotOffered?: true
}

/**
 * A group of modifiers. The shopper chooses between `min` and `max` pieces from the group. The `free` most expensive of
 * them cost nothing.
 */
export interface ModifierGroup {
  id: string
  name: Text
  min: number
  max: number
  free: number
  condition?: Condition | null | undefined
  modifiers: { id: string; name: Text; price: number; available: boolean }[]
}

/** The prices of a product, in minor units. */
export interface Priceable {
  price: number
  /** The price before a sale. Null if there is no sale. */
  compareAtPrice?: number | null
  /** The price for members; null if members pay the normal price. */
  memberPrice?: number | null
  /**
   * The product's options, on which modifier groups can depend. `optionPair` has the values of the variant, such as
   * `size:large,ice:less`.
   */
  options?: Options['options']
  optionPair?: string
  modifierGroups: ModifierGroup[]
}

export interface LinePrice {
  modifiers: PricedModifier[]
  unitPrice: number
  /** The price of a piece with modifiers, before any sale or member price; null if neither applies. */
  regularPrice: number | null
  /** Why a piece costs less than usual; null if it does not. */
  reason: 'sale' | 'member' | null
  /** How much less than other buyers a member pays for each piece; 0 if no member price applies. */
  memberSaving: number
  total: number
  /**
   * A group with an invalid choice: too few pieces, too many, or an unavailable modifier. Every choice is invalid in a
   * group that the variant or the other chosen modifiers exclude. Null if all choices are valid.
   */
  wrongGroup: ModifierGroup | null
  /** Whether a chosen modifier does not belong to the product. */
  hasUnknown: boolean
}

/**
 * Computes a line's price in minor units: the product's price plus the chosen modifiers. With `hasMemberPrices`, a
 * lower member price replaces the product's price. In each modifier group, the `free` most expensive pieces cost
 * nothing.
 */
export function priceLine(
  product: Priceable,
  chosen: ChosenModifier[],
  quantity: number,
  { hasMemberPrices = false }: { hasMemberPrices?: boolean } = {},
): LinePrice {
  const byId = new Map(chosen.map((modifier) => [modifier.id, modifier.quantity]))
  const { options = [], optionPair = '' } = product
  const values = new Set(optionPair.split(','))
  const offered = new Set(
    offeredGroups(product.modifierGroups, (id) => byId.has(id), {
      options,
      isValueChosen: (option, value) => values.has(`${option}:${value}`),
    }),
  )
  const modifiers = product.modifierGroups.flatMap((group) =>
    priceGroup(group, byId).map((modifier) =>
      offered.has(group) ? modifier : { ...modifier, isNotOffered: true as const },
    ),
  )
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
    wrongGroup:
      product.modifierGroups.find((group) =>
        offered.has(group) ? !isAllowed(group, byId) : group.modifiers.some(({ id }) => byId.has(id)),
      ) ?? null,
    hasUnknown: modifiers.length < byId.size,
  }
}

function basePrice({ price, compareAtPrice, memberPrice }: Priceable, hasMemberPrices: boolean) {
  const regularPrice = compareAtPrice && compareAtPrice > price ? compareAtPrice : price
  const usesMemberPrice = hasMemberPrices && typeof memberPrice === 'number' && memberPrice < price
  if (usesMemberPrice) {
    return { price: memberPrice, regularPrice, reason: 'member' as const, memberSaving: price - memberPrice }
  }
  if (regularPrice > price) return { price, regularPrice, reason: 'sale' as const, memberSaving: 0 }
  return { price, regularPrice: null, reason: null, memberSaving: 0 }
}

/** Merges repeated modifiers and sorts them, so that equal choices give equal lists. */
export function normaliseModifiers(chosen: ChosenModifier[]): ChosenModifier[] {
  const quantities = new Map<string, number>()
  for (const { id, quantity } of chosen) quantities.set(id, (quantities.get(id) ?? 0) + quantity)
  return [...quantities].map(([id, quantity]) => ({ id, quantity })).sort((one, other) => (one.id < other.id ? -1 : 1))
}

/** A key for the content of a line. Lines with the same variant, normalised modifiers and note have the same key. */
export function lineKey(sku: string, modifiers: ChosenModifier[], note: string): string {
  const content = JSON.stringify([sku, modifiers.map(({ id, quantity }) => [id, quantity]), note])
  return `l${createHash('sha256').update(content).digest('base64url').slice(0, 16)}`
}

function priceGroup(group: ModifierGroup, chosen: Map<string, number>): PricedModifier[] {
  let free = group.free
  const prices = new Map<string, number>()
  const mostExpensiveFirst = group.modifiers
    .filter(({ id }) => chosen.has(id))
    .sort((one, other) => other.price - one.price)
  for (const { id, price } of mostExpensiveFirst) {
    const quantity = chosen.get(id) ?? 0
    const paid = Math.max(0, quantity - free)
    free = Math.max(0, free - quantity)
    prices.set(id, paid * price)
  }
  return group.modifiers
    .filter(({ id }) => chosen.has(id))
    .map(({ id, name, available }) => ({
      id,
      name: group.max === 1 ? withGroupName(group.name, name) : name,
      quantity: chosen.get(id) ?? 0,
      price: prices.get(id) ?? 0,
      ...(!available && { isSoldOut: true as const }),
    }))
}

/**
 * Puts the name of a modifier group before the chosen modifier: "Sugar: Full, 100%". Cuts the group's name at its first
 * comma or bracket. If the modifier's name contains the group's name, returns only the modifier's name: "Less ice".
 */
function withGroupName(question: Text, choice: Text): Text {
  return perLocale((locale) => {
    const questionText = pick(question, locale)
      .replace(/[,，(（].*/s, '')
      .trim()
    const chosen = pick(choice, locale)
    const isContained = chosen.toLowerCase().includes(questionText.toLowerCase())
    return isContained ? chosen : fill(messages[locale]['cart.choice'], { question: questionText, choice: chosen })
  })
}

function isAllowed({ modifiers, min, max }: ModifierGroup, chosen: Map<string, number>): boolean {
  const pieces = sum(modifiers.map(({ id }) => chosen.get(id) ?? 0))
  return pieces >= min && pieces <= max && modifiers.every(({ id, available }) => available || !chosen.has(id))
}
