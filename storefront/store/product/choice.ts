import type { ModifierGroup, Variant } from '#contract/catalogue.ts'
import type { Options } from '#contract/conditions.ts'
import { offeredGroups } from '#contract/conditions.ts'
import { sum } from '#contract/sum.ts'

/** For each option id, the id of the chosen value. */
export type Choice = Record<string, string>

/** Parses an option pair such as `size:large,ice:less`. */
export function toChoice(optionPair: string): Choice {
  return Object.fromEntries(optionPair.split(',').flatMap((pair) => (pair ? [pair.split(':', 2)] : [])))
}

/** The variant with the chosen values, if it exists. A value must be chosen for every option. */
export function findVariant(variants: Variant[], choice: Choice): Variant | undefined {
  return variants.find(({ optionPair }) => {
    const pairs = Object.entries(toChoice(optionPair))
    return pairs.length === Object.keys(choice).length && pairs.every(([option, value]) => choice[option] === value)
  })
}

/** The initially chosen variant: the requested variant, else the cheapest available variant, else the first variant. */
export function selectInitialVariant(variants: Variant[], sku: string | null): Variant | undefined {
  const requested = variants.find((variant) => variant.sku === sku)
  if (requested) return requested
  const available = variants.filter(({ availability }) => availability !== 'out')
  const [cheapest] = available.sort((a, b) => a.price.amount - b.price.amount)
  return cheapest ?? variants[0]
}

/**
 * Finds the variant that results if the shopper chooses `value` for `option` and keeps all other choices. `state` says
 * whether this variant is available (`in`), is sold out (`out`) or does not exist (`none`). `extra` is its price minus
 * the price of the cheapest variant with the same other choices, in minor units.
 */
export function evaluateValue(
  variants: Variant[],
  choice: Choice,
  { option, value }: { option: string; value: string },
): { state: 'in' | 'out' | 'none'; extra: number } {
  const found = findVariant(variants, { ...choice, [option]: value })
  if (!found) return { state: 'none', extra: 0 }
  const siblings = variants.filter(({ optionPair }) => {
    const otherChoice = toChoice(optionPair)
    return Object.entries(choice).every(([id, chosen]) => id === option || otherChoice[id] === chosen)
  })
  const cheapest = Math.min(...siblings.map(({ price }) => price.amount))
  return { state: found.availability === 'out' ? 'out' : 'in', extra: found.price.amount - cheapest }
}

/** For each chosen modifier's id, its quantity. */
export type Toppings = Record<string, number>

export function chosenCount(group: ModifierGroup, toppings: Toppings): number {
  return sum(group.modifiers.map(({ id }) => toppings[id] ?? 0))
}

/**
 * The price of a group's chosen modifiers for one piece, in minor units. The most expensive modifiers are free, up to
 * the number `free`.
 */
export function priceOfGroup(group: ModifierGroup, toppings: Toppings): number {
  const prices = group.modifiers.flatMap(({ id, price }) => Array<number>(toppings[id] ?? 0).fill(price.amount))
  const paidPrices = prices.sort((a, b) => b - a).slice(group.free)
  return sum(paidPrices)
}

/** The price of the chosen modifiers of several groups for one piece, in minor units. */
export function priceOfGroups(groups: ModifierGroup[], toppings: Toppings): number {
  return sum(groups.map((group) => priceOfGroup(group, toppings)))
}

/** The first group for which too few or too many modifiers are chosen. */
export function findInvalidGroup(groups: ModifierGroup[], toppings: Toppings): ModifierGroup | undefined {
  return groups.find((group) => {
    const chosen = chosenCount(group, toppings)
    return chosen < group.min || chosen > group.max
  })
}

/**
 * The initially chosen modifiers. Chooses in each group the available modifiers that the owner preselected, up to the
 * group's maximum. If there are none and the group requires exactly one modifier, chooses the first available modifier.
 */
export function initialToppings(groups: ModifierGroup[]): Toppings {
  return Object.fromEntries(
    groups.flatMap(({ min, max, modifiers }) => {
      const available = modifiers.filter((modifier) => modifier.available)
      const chosen = available.filter(({ preselected }) => preselected).slice(0, max)
      const initial = chosen.length === 0 && min === 1 && max === 1 ? available.slice(0, 1) : chosen
      return initial.map(({ id }) => [id, 1])
    }),
  )
}

type WithGroups = Pick<Options, 'options'> & { modifierGroups: ModifierGroup[] }

/** The groups that the product offers with these option values and modifiers. */
export const offeredGroupsFor = ({ options, modifierGroups }: WithGroups, choice: Choice, toppings: Toppings) =>
  offeredGroups(modifierGroups, (id) => (toppings[id] ?? 0) > 0, {
    options,
    isValueChosen: (option, value) => choice[option] === value,
  })

/** The names of the fields in the product's form. */
export const fieldNames = {
  option: (id: string) => `option.${id}`,
  modifier: (groupId: string) => `modifier.${groupId}`,
}

/**
 * Converts the product's form into the cart's form. The chosen options determine the variant. Omits modifiers of groups
 * that the product does not offer with these choices, because a form sent without JavaScript contains all groups.
 */
export function toCartForm(form: FormData, product: WithGroups & { variants: Variant[] }): FormData {
  const { variants, modifierGroups } = product
  const choice: Choice = {}
  const toppings: Toppings = {}
  for (const [name, value] of form) {
    if (name.startsWith('option.')) choice[name.slice('option.'.length)] = String(value)
    if (name.startsWith('modifier.')) toppings[String(value)] = 1
  }
  const offered = offeredGroupsFor(product, choice, toppings)
  const omittedFields = new Set(
    modifierGroups.filter((group) => !offered.includes(group)).map(({ id }) => fieldNames.modifier(id)),
  )
  const cart = new FormData()
  for (const [name, value] of form) {
    if (name.startsWith('option.')) continue
    if (name.startsWith('modifier.')) {
      if (value !== '' && !omittedFields.has(name)) cart.append('modifier', value)
    } else cart.append(name, value)
  }
  cart.set('intent', 'add')
  cart.set('sku', findVariant(variants, choice)?.sku ?? '')
  return cart
}
