import type { Text } from '#contract/languages.ts'
import { repairNumbers, writeAmounts, writeSurcharges } from './menu-amounts.ts'
import { hasHan, hasLetters, hasWords, localizedText, splitNames, trimPunctuation } from './menu-names.ts'
import { baseSize, fraction, sizeOf } from './menu-terms.ts'

/** Prices in a line of a menu. */

/** A price in hundredths, with the size that the line names. */
export interface Price {
  label: Text | null
  cents: number
  /** Whether the price is a surcharge on the price of the first size. */
  isPlus: boolean
  /** Whether the price applies to each name before it: "可乐、雪碧 各2". */
  isEach: boolean
}

/** The data of one product in a line: its name, prices and description. */
export interface PricedProduct {
  name: string
  prices: Price[]
  description: string
}

const measureUnits =
  'ml|oz|g|kg|lbs?|cm|mm|pcs?|pieces?|people|persons?|inch|in|pk|packs?|ct|l(?!\\s*\\$?\\d)|x|%|"|个|個|只|隻|粒|件|片|人|位|寸|磅|斤|克|公斤|支|串|条|條|杯|份|碗|盒|包|袋|罐|瓶|年|月|日|号|點|点|折|分|度|:'
const isMeasured = new RegExp(`^\\s*(?:${measureUnits})(?![a-z])`, 'i')
const measuredFraction = new RegExp(`(?<![\\d.$¥])${fraction}(?=[\\s-]?(?:${measureUnits}|dozen|打)(?![a-z]))`, 'gi')
const pricePattern = new RegExp(
  [
    // A comma before three digits is part of a number such as 1,200, so no price begins after the comma.
    /(?<![\d.A-Za-z%#]|\d,(?=\d{3}(?!\d)))((?:[各均]|每[份样樣种種款个個])\s{0,3})?/.source,
    /((?:[另多需再]\s{0,2})?[+加]\s{0,3})?(CA\$|C\$|CAD\s?|US\$|HK\$|\$|¥|RMB\s?)?\s{0,3}/.source,
    /(\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d{1,6}(?:\.\d{1,2})?)(?![\d.]?\d)/.source,
    /(?:\s{0,3}(加元|加币|元|块钱?|塊|圆|蚊|刀|CAD|dollars?|\$)(\d)?)?/.source,
    /(?:\s{0,3}(?:起|up(?![a-z])|\+(?!\s*[\d$])))?/.source,
    /(?:\s{0,3}(?:\/|每|per\s|一)\s{0,3}(磅|斤|公斤|盒|包|袋|罐|瓶|个|個|份|只|lb|kg|ea(?:ch)?|pc|dozen|打|box|bag|pack)(?![a-z]))?/
      .source,
    /(?:\s{0,3}each(?![a-z]))?/.source,
  ].join(''),
  'giu',
)
const marketPrice = /\(?\s*(?:时价|時價|时令价|时令價|市价|询价|market price|seasonal price|m\.p\.)\s*\)?/i
/**
 * Units that mean one piece. The menu parser does not add them to the product's name, because a price is for one piece
 * unless a unit says otherwise.
 */
const plainUnits = /^(?:ea|each|pc|份|个|個|只)$/i

interface PriceMatch {
  from: number
  to: number
  cents: number
  isPlus: boolean
  isEach: boolean
  isSure: boolean
  hasDecimals: boolean
  unit: string
}

/**
 * Reads the products of a line. Returns null if the line has no price. If the line says "market price", `prices` is
 * null.
 */
export function readPrices(
  text: string,
): (PricedProduct | { name: string; prices: null; description: string })[] | null {
  const spacedText = text.replace(/(^|[\s/(,])(XL|[SML])(?=\$?\d)/g, '$1$2 ')
  const line = writeSurcharges(repairNumbers(spacedText)).replace(/\.{2,}\s*(?=[\d$¥])/g, ' ')
  const matches = pricesIn(line)
  if (matches.length > 0) return group(line, matches)
  if (marketPrice.test(line)) return [{ name: line.replace(marketPrice, ' '), prices: null, description: '' }]
  const convertedLine = writeAmounts(line)
  return convertedLine === line ? null : group(convertedLine, pricesIn(convertedLine))
}

function pricesIn(line: string): PriceMatch[] {
  const candidates: PriceMatch[] = []
  const fractions = [...line.matchAll(measuredFraction)].map(({ index, 0: { length } }) => [index, index + length])
  for (const match of line.matchAll(pricePattern)) {
    const [all, each, plus, sign, number = '', money, tenths, unit = ''] = match
    const from = match.index
    const to = from + all.length
    // The numbers of "1/2 lb" are a measure and not prices.
    if (fractions.some(([start = 0, end = 0]) => from < end && to > start)) continue
    const hasDecimals = number.includes('.')
    const isMarked = Boolean(each ?? plus ?? sign ?? money) || unit !== ''
    if (!isMarked && (isMeasured.test(line.slice(to)) || /^-?[A-Za-z]|^-\p{L}/u.test(line.slice(to)))) continue
    if (!(isMarked || hasDecimals) && line[from - 1] === '(' && line[to] === ')') continue
    const cents = Math.round(Number(number.replace(/,/g, '')) * 100) + (tenths ? Number(tenths) * 10 : 0)
    const isSure = isMarked || hasDecimals
    candidates.push({ from, to, cents, isPlus: Boolean(plus), isEach: Boolean(each), isSure, hasDecimals, unit })
  }
  // Checks the numbers from the last to the first, because whether a number is a price depends on the price after it.
  const prices: PriceMatch[] = []
  for (const candidate of candidates.toReversed()) if (isPrice(line, candidate, prices.at(-1))) prices.push(candidate)
  return prices.reverse()
}

/**
 * Whether a number that `pricesIn` found is a price. A number with decimals or a symbol such as $ is always a price,
 * because `pricesIn` has left out measures such as "1.5 kg". Any other number is a price only if the words before and
 * after it allow that.
 */
function isPrice(line: string, candidate: PriceMatch, next: PriceMatch | undefined): boolean {
  if (candidate.isSure) return true
  const before = line.slice(0, candidate.from)
  if (/[-:]$/.test(before) && /\d[-:]$/.test(before)) return false
  const gap = line.slice(candidate.to, next?.from)
  const words = trimPunctuation(gap)
  if (!hasWords(words)) {
    // In "Combo 1 12.99", the 1 is not a price, because a price with decimals follows it directly.
    return !(next && /^ +$/.test(gap) && next.hasDecimals)
  }
  if (!hasWords(before)) return false
  if (next) return sizeOf(words) !== null || (hasHan(words) && !/^\s*\(/.test(gap))
  return /^[\s/]*\(/.test(gap) || sizeOf(words) !== null || (hasHan(before) && !hasHan(words) && hasLetters(words))
}

/** Groups the prices of a line into products. The texts between the prices name the products and their sizes. */
function group(line: string, matches: PriceMatch[]): PricedProduct[] {
  if (matches.length === 0) return []
  const first = line.slice(0, matches[0]?.from)
  const after = matches.map(({ to }, index) => line.slice(to, matches[index + 1]?.from))
  if (after.every((text) => sizeOf(text) !== null)) return [withSizesAfter(first, after, matches)]
  const before = [first, ...after]
  // Each price has the name of a variety before it: "Soy milk: sweet 3.00 salty 3.50".
  const hasVarieties = /:\s*\S{1,20}\s*$/.test(first) && matches.length > 1
  const products: PricedProduct[] = []
  const units = new Map<PricedProduct, string>()
  for (const [index, match] of matches.entries()) {
    const words = before[index] ?? ''
    const current = products.at(-1)
    const furtherLabel = furtherLabelIn(words, { hasVarieties })
    if (current && furtherLabel !== undefined) {
      current.prices.push({ ...priceOf(match), label: furtherLabel })
      continue
    }
    const next = before[index + 1] ?? ''
    const isOnlyPrice = index + 1 === matches.length || (hasWords(next) && !sizeOf(next))
    const head = hasVarieties ? takeVariety(words) : takeSize(words)
    // If the product has only one price, a count such as "50个" is part of its name and not a size.
    const { name, label } = isOnlyPrice && head.name && isCount(head.label) ? { name: words, label: null } : head
    const product: PricedProduct = { name, prices: [{ ...priceOf(match), label }], description: '' }
    products.push(product)
    if (match.unit && !plainUnits.test(match.unit)) units.set(product, ` (${match.unit})`)
  }
  const last = products.at(-1)
  if (last) addRemainder(last, after.at(-1) ?? '')
  for (const product of products) product.name = product.name.trim() + (units.get(product) ?? '')
  return products
}

/**
 * The label of a further price of the same product: a size or a variety. Null if the text has no words. Undefined if
 * the words name another product.
 */
function furtherLabelIn(words: string, { hasVarieties }: { hasVarieties: boolean }): Text | null | undefined {
  const trimmed = trimPunctuation(words)
  if (!hasWords(trimmed)) return null
  return sizeOf(trimmed) ?? (hasVarieties ? varietyName(trimmed) : undefined)
}

const isCount = (label: Text | null) => /^\s*\d/.test(Object.values(label ?? {}).find(Boolean) ?? '')

const priceOf = ({ cents, isPlus, isEach }: PriceMatch) => ({ cents, isPlus, isEach })

/** The product of a line in which each size stands after its price: "Milk tea 5.50 S 6.50 L". */
function withSizesAfter(name: string, sizes: string[], matches: PriceMatch[]): PricedProduct {
  const prices = matches.map((match, index) => ({ ...priceOf(match), label: sizeOf(sizes[index] ?? '') }))
  return { name: name.trim(), prices, description: '' }
}

/**
 * Adds the text after the last price to the product. Text in the other language and a short text in brackets belong to
 * the name. Any other text becomes the description.
 */
function addRemainder(product: PricedProduct, remainder: string) {
  const trimmed = trimPunctuation(remainder)
  if (!hasWords(trimmed) && !/\p{Extended_Pictographic}/u.test(trimmed)) return
  const { han, latin } = splitNames(product.name)
  const isOtherLanguage = hasHan(trimmed) ? latin && !han : han && !latin
  const isBracket = /^\(.*\)$/.test(trimmed)
  const isShort = isBracket && trimmed.length < 12
  if (!hasWords(product.name) || isShort || !hasWords(trimmed)) product.name = `${product.name} ${trimmed}`
  else if (isBracket) product.description = trimmed.slice(1, -1).trim()
  else if (isOtherLanguage) product.name = `${product.name}\t${trimmed}`
  else product.description = trimmed
}

/** Takes a size off the end of a name. */
function takeSize(words: string): { name: string; label: Text | null } {
  const trimmed = trimPunctuation(words)
  const whole = sizeOf(trimmed)
  if (whole) return { name: '', label: whole }
  const parts = trimmed.split(/(?<=\s|(?<!\d)\/|\/(?!\d)|\t)|(?=\()/)
  for (const count of [3, 2, 1]) {
    if (parts.length <= count) continue
    const label = sizeOf(parts.slice(-count).join(''))
    if (label) return { name: parts.slice(0, -count).join(''), label }
  }
  const [, name = '', glued = ''] =
    /^(.*\p{Script=Han})([大中小][杯份碗]|半[只隻份]|[一整全][只隻])$/u.exec(trimmed) ?? []
  return glued ? { name, label: sizeOf(glued) } : { name: trimmed, label: null }
}

function takeVariety(words: string): { name: string; label: Text | null } {
  const at = words.lastIndexOf(':')
  return { name: words.slice(0, at), label: varietyName(trimPunctuation(words.slice(at + 1))) }
}

const varietyName = (words: string): Text => {
  const { han, latin } = splitNames(words)
  return localizedText(han, latin)
}

/** A size of a product, with its price in hundredths. The price is null if the menu names none. */
export interface Size {
  name: Text
  price: number | null
}
export type Question = 'base' | 'sizes' | 'free' | 'dear' | 'price'

const unnamedSize = localizedText('', '')
/** The highest price, in hundredths, that staff need not confirm. */
export const maxPlausiblePrice = 100_000

/**
 * The sizes of a product, and the questions about them that only a person can answer. `columns` are the sizes in a
 * heading.
 */
export function toSizes(prices: Price[] | null, columns: Text[]): { sizes: Size[]; questions: Question[] } {
  if (!prices) return { sizes: [{ name: unnamedSize, price: null }], questions: ['price'] }
  const isBare = prices.every(({ label }) => !label)
  const base = prices.find(({ isPlus }) => !isPlus)?.cents
  const sizes = prices.map(({ label, cents, isPlus }, index): Size => {
    const column = isBare && prices.length === columns.length && prices.length > 1 ? columns[index] : undefined
    const first = index === 0 && prices.length > 1 && !isBare ? baseSize : undefined
    return { name: label ?? column ?? first ?? unnamedSize, price: cents + (isPlus ? (base ?? 0) : 0) }
  })
  return { sizes, questions: [...(base === undefined ? (['base'] as const) : []), ...questionsOf(sizes)] }
}

/**
 * The doubts about sizes and prices: sizes without names or with the same name, a missing price, a price of zero, or a
 * price that is unusually high for a menu.
 */
export function questionsOf(sizes: Size[]): Question[] {
  const names = sizes.map(({ name }) => Object.values(name).join('\n').trim())
  const isUnnamed = sizes.length > 1 && (names.some((name) => !name) || new Set(names).size < names.length)
  return [
    ...(isUnnamed ? (['sizes'] as const) : []),
    ...(sizes.some(({ price }) => price === null) ? (['price'] as const) : []),
    ...(sizes.some(({ price }) => price === 0) ? (['free'] as const) : []),
    ...(sizes.some(({ price }) => (price ?? 0) > maxPlausiblePrice) ? (['dear'] as const) : []),
  ]
}
