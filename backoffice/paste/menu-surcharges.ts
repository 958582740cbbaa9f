import { isWritten } from '#contract/languages.ts'
import type { Menu, MenuGroup, MenuItem } from './menu.ts'
import type { Line } from './menu-lines.ts'
import { localizedText } from './menu-names.ts'
import type { Price } from './menu-prices.ts'
import { baseSize, isDrink, temperatureOf } from './menu-terms.ts'

/** Surcharges for a size or a temperature of several products: "大杯 +1" and "热饮 +0.5". */

export interface Surcharge {
  price: Price
  line: Line
  category: number | null
  /** Whether the line names all drinks. */
  isForAll: boolean
  /** The number of the menu's products that stand above the line of this surcharge. */
  itemsBefore: number
}

/**
 * Adds surcharges to the products of a menu. A surcharge applies to all drinks if its line says so, or if the line is
 * above the first category or below the last product. Any other surcharge applies to the products of its category.
 * Returns the lines whose surcharges could not be added.
 */
export function addSurcharges(menu: Menu, surcharges: Surcharge[]): Line[] {
  const surchargesInScope = surcharges.map((one) => {
    const isAbove = one.itemsBefore === 0 && one.category === null
    return { ...one, isForAll: one.isForAll || isAbove || one.itemsBefore === menu.items.length }
  })
  // Adds sizes before temperatures, because the sizes decide how a temperature is added. Adds a category's own
  // surcharge before a surcharge for all drinks, because `addSurcharge` skips products that already have several sizes.
  const rank = ({ price, isForAll }: Surcharge) => (oppositeOf(price) ? 2 : 0) + (isForAll ? 1 : 0)
  const sorted = surchargesInScope.sort((one, other) => rank(one) - rank(other))
  return sorted.filter((surcharge) => !addSurcharge(menu, surcharge)).map(({ line }) => line)
}

const oppositeOf = ({ label }: Price) => (label ? temperatureOf(label)?.opposite : undefined)

function addSurcharge(menu: Menu, { price, category, isForAll }: Surcharge): boolean {
  const drinks = drinksOf(menu)
  const items = isForAll ? drinks : menu.items.filter((item) => item.category === category)
  const opposite = oppositeOf(price)
  const ice = menu.groups.find(({ kind }) => kind === 'ice')
  // Makes the temperature a group of choices instead of a size if the menu already has such a group, or if a product
  // has several sizes. Each size can then be hot or iced.
  if (opposite && (ice || items.some(({ sizes }) => sizes.length > 1))) {
    if (!drinks.every((item) => items.includes(item))) return false
    return addTemperature(menu, ice, { price, opposite })
  }
  const name = JSON.stringify(price.label)
  const singleSizeItems = items.filter(({ sizes: [first, ...others] }) => first?.price && others.length === 0)
  const otherItems = singleSizeItems.filter(({ sizes: [first] }) => JSON.stringify(first?.name) !== name)
  for (const item of otherItems) addSize(item, price)
  return otherItems.length > 0
}

/** Returns the drinks of a menu. If the menu has no drinks, returns all products. */
function drinksOf({ items, categories }: Menu): MenuItem[] {
  const drinks = items.filter(({ name, category }) =>
    isDrink(name, (category !== null && categories[category]) || name),
  )
  return drinks.length > 0 ? drinks : items
}

/**
 * Adds the temperature and its price to the menu's group of temperatures. Creates the group if the menu has none.
 * Returns false if the group already has another price for this temperature.
 */
function addTemperature(
  menu: Menu,
  iceGroup: MenuGroup | undefined,
  { price: { label, cents }, opposite }: { price: Price; opposite: MenuGroup['name'] },
): boolean {
  const size = label ?? localizedText('', '')
  const choices = iceGroup?.choices ?? [{ name: opposite, price: 0 }]
  if (!iceGroup) menu.groups.push({ kind: 'ice', name: localizedText('温度', 'Temperature'), choices })
  const oppositeKey = JSON.stringify(temperatureOf(size)?.opposite)
  const sameChoice = choices.find(({ name }) => JSON.stringify(temperatureOf(name)?.opposite) === oppositeKey)
  if (sameChoice?.price && sameChoice.price !== cents) return false
  if (sameChoice) sameChoice.price = cents
  else choices.push({ name: size, price: cents })
  return true
}

/** Adds a size to a product. A surcharge is added to the price of the first size. */
export function addSize({ sizes }: MenuItem, { label, cents, isPlus }: Price) {
  const [first] = sizes
  if (first && !isWritten(first.name)) first.name = baseSize
  sizes.push({ name: label ?? localizedText('', ''), price: cents + (isPlus ? (first?.price ?? 0) : 0) })
}
