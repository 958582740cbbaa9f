import { createHash } from 'node:crypto'
import type { Image } from '#contract/shapes.ts'
import type { ProductInput } from '#server/catalogue/products.ts'
import type { StoreStockLine } from '#server/catalogue/stock.ts'
import { bakery } from './bakery.ts'
import { addDays } from './days.ts'
import { gifts } from './gifts.ts'
import { produce, shelves } from './grocer.ts'
import { kitchen } from './kitchen.ts'
import type { Recipe } from './pictures.ts'
import type { DemoOption, DemoProduct, TextPair } from './product.ts'
import { eveningTag, text } from './product.ts'
import { renderedRecipes } from './renders/rendered.ts'
import { rows } from './renders/rows.ts'
import { teaBar } from './tea-bar.ts'

/**
 * Every product, in the order of the shop's lists. The order takes one product of each category in turn, so that each
 * page of a list shows the whole range.
 */
export const demoProducts: DemoProduct[] = interleave([
  ...teaBar,
  ...bakery,
  ...kitchen,
  ...produce,
  ...shelves,
  ...gifts,
]).map(withRenderings)

/** Replaces the drawn pictures of a product that has rendered pictures. Other products keep theirs. */
function withRenderings(product: DemoProduct): DemoProduct {
  const rendered = renderedRecipes(product.id)
  return rendered.length > 0 ? { ...product, pictures: rendered } : product
}

function interleave(products: DemoProduct[]): DemoProduct[] {
  const first = ['milk-tea', 'bread', 'fruit', 'dumplings', 'cakes', 'noodles', 'gift-sets', 'vegetables', 'fruit-tea']
  const byCategory = Map.groupBy(products, ({ categories }) => categories[0])
  const rows = [...new Set([...first, ...byCategory.keys()])].map((category) => byCategory.get(category) ?? [])
  const maxLength = Math.max(...rows.map((row) => row.length))
  return Array.from({ length: maxLength }, (_, turn) => rows.flatMap((row) => row[turn] ?? [])).flat()
}

/** Returns the picture of a recipe, without its alternative text. */
export type Pictures = (recipe: Recipe) => Omit<Image, 'alt'>

const countedStores = ['markham', 'downtown', 'richmond'] as const

/** Converts a product for the catalogue. Numbers of days, such as `bestBeforeIn`, count from `today`. */
export function toInput(
  product: DemoProduct,
  position: number,
  { pictures, today }: { pictures: Pictures; today: string },
): ProductInput {
  const name = text(product.name)
  return {
    id: product.id,
    position,
    name,
    summary: text(product.summary),
    description: text(product.description),
    brandId: product.brand ?? null,
    options: (product.options ?? []).map(toOption),
    images: product.pictures.map((recipe, index) => ({ ...pictures(recipe), alt: text(altOf(product, index)) })),
    taxClass: product.tax,
    measure: product.measure ?? null,
    clearance: product.clearance !== undefined,
    clearanceReason: product.clearance ? text(product.clearance.reason) : null,
    diet: product.diet ?? [],
    allergens: product.allergens ?? [],
    ingredients: product.ingredients ? text(product.ingredients) : null,
    origin: product.origin ? text(product.origin) : null,
    storage: product.storage ? text(product.storage) : null,
    synonyms: product.synonyms ?? '',
    maxPerOrder: product.maxPerOrder ?? null,
    noteAllowed: product.noteAllowed ?? false,
    prepayment: product.prepaid === undefined ? null : { percent: product.prepaid },
    crossBorder: product.crossBorder !== undefined,
    contactRequired: product.crossBorder !== undefined,
    leadMinutes: (product.leadHours ?? 0) * 60,
    windows: (product.windows ?? []).map(({ name, weekdays = [], ...hours }) => ({
      ...hours,
      name: text(name),
      weekdays: [...weekdays],
    })),
    categories: product.categories,
    ...datesOf(product, today),
    related: product.related ?? [],
    modifierGroups: product.modifierGroups ?? [],
    variants: toVariants(product),
  }
}

/** The facts of a product that depend on the day. */
export function datesOf(product: DemoProduct, today: string) {
  const arrived = product.arrived ?? 60 + pseudoRandom(product.id, 'arrived', 300)
  const bestBeforeIn = product.clearance?.bestBeforeIn ?? product.bestBeforeIn
  return {
    bestBefore: bestBeforeIn === undefined ? null : addDays(today, bestBeforeIn),
    publishedAt: new Date(`${addDays(today, -arrived)}T12:00:00Z`),
    tags: tagsOf(product, today),
  }
}

function tagsOf({ tags = [], diet = [], brand, windows, favouriteIn }: DemoProduct, today: string): string[] {
  const day = today.slice(5)
  const isInSeason = !favouriteIn || (favouriteIn.from <= day && day <= favouriteIn.until)
  const isForEvening = brand === 'lantern-lane-kitchen' && !windows
  const seasonalTags = tags.filter((tag) => isInSeason || tag !== 'best-seller')
  return [...seasonalTags, ...diet.map((one) => one.replace('_', '-')), ...(isForEvening ? [eveningTag] : [])]
}

/**
 * Returns the alternative text of a product's picture. A further view can have its own text. The first picture, and a
 * further view without its own text, get the product's name.
 */
function altOf({ id, name }: DemoProduct, index: number): TextPair {
  return (index > 0 && rows[id]?.views?.[index - 1]?.alt) || name
}

/** The number of pieces that the demonstration counts as sold before it began. */
export function soldBefore({ id, tags }: DemoProduct): number {
  return tags?.includes('best-seller') ? 240 + pseudoRandom(id, 'sold', 400) : pseudoRandom(id, 'sold', 180)
}

/** The stock of each variant of a product, at each store that counts stock. Empty if the product is made to order. */
export function toStock(product: DemoProduct): StoreStockLine[] {
  if (product.made) return []
  return toVariants(product).flatMap(({ sku, optionPair = '' }) =>
    countedStores.map((locationId, index) => ({
      sku,
      locationId,
      quantity: piecesOf(product, { optionPair, index, sku }),
    })),
  )
}

function piecesOf(
  { stock, variantStock }: DemoProduct,
  { optionPair, index, sku }: { optionPair: string; index: number; sku: string },
): number {
  const fixedStock = variantStock?.[optionPair] ?? (Array.isArray(stock) ? stock : undefined)
  if (fixedStock) return fixedStock[index] ?? 0
  if (stock === 'none') return 0
  const roll = pseudoRandom(sku, countedStores[index] ?? '', 1000)
  return stock === 'few' ? 1 + (roll % 4) : 8 + (roll % 50)
}

function toVariants({
  id,
  options = [],
  price,
  was,
  memberPrice,
  deposit = 0,
  made,
  measure,
  crossBorder,
}: DemoProduct): ProductInput['variants'] {
  const grams = crossBorder?.grams ?? (measure?.unit === 'g' ? measure.amount : null)
  return choices(options).map((values) => {
    const extra = values.reduce((sum, { value }) => sum + (value.extra ?? 0), 0)
    return {
      sku: [id, ...values.map(({ value }) => value.id)].join('.'),
      optionPair: values.map(({ option, value }) => `${option.id}:${value.id}`).join(','),
      deposit,
      price: price + extra,
      compareAtPrice: was === undefined ? null : was + extra,
      memberPrice: memberPrice === undefined ? null : memberPrice + extra,
      taxClass: values.find(({ value }) => value.tax)?.value.tax ?? null,
      counted: !made,
      grams,
    }
  })
}

interface Choice {
  option: DemoOption
  value: DemoOption['values'][number]
}

function choices(options: DemoOption[]): Choice[][] {
  return options.reduce<Choice[][]>(
    (chosen, option) => chosen.flatMap((before) => option.values.map((value) => [...before, { option, value }])),
    [[]],
  )
}

function toOption({ id, name, values }: DemoOption) {
  return { id, name: text(name), values: values.map((value) => ({ id: value.id, name: text(value.name) })) }
}

/** A pseudo-random integer below `limit` that depends only on `id` and `what`. */
function pseudoRandom(id: string, what: string, limit: number): number {
  return createHash('sha256').update(`${id} ${what}`).digest().readUInt32BE() % limit
}
