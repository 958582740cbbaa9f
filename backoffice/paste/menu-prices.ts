import type { Text } from '#contract/languages.ts'
import { repairNumbers, writeAmounts, writeSurcharges } from './menu-amounts.ts'
import { hasHan, hasLetters, hasWords, splitNames, textOf, trimSigns } from './menu-names.ts'
import { baseSize, sizeOf } from './menu-words.ts'

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
export interface Priced {
  name: string
  prices: Price[]
  description: string
}

const measures =
  'ml|oz|g|kg|lbs?|cm|mm|pcs?|pieces?|people|persons?|inch|in|pk|packs?|ct|l(?!\\s*\\$?\\d)|x|%|"|个|個|只|隻|粒|件|片|人|位|寸|磅|斤|克|公斤|支|串|条|條|杯|份|碗|盒|包|袋|罐|瓶|年|月|日|号|點|点|折|分|度|:'
const isMeasured = new RegExp(`^\\s*(?:${measures})(?![a-z])`, 'i')
const pricePattern = new RegExp(
  [
    // A comma before three digits is part of a number.
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
const openPrice = /\(?\s*(?:时价|時價|时令价|时令價|市价|询价|market price|seasonal price|m\.p\.)\s*\)?/i
/**
 * Units that mean one piece. The menu parser does not add them to the product's name, because a price is for one piece
 * unless a unit says otherwise.
 */
const plainUnits = /^(?:ea|each|pc|份|个|個|只)$/i

interface Found {
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
export function readPrices(given: string): (Priced | { name: string; prices: null; description: string })[] | null {
  const spaced = given.replace(/(^|[\s/(,])(XL|[SML])(?=\$?\d)/g, '$1$2 ')
  const line = writeSurcharges(repairNumbers(spaced)).replace(/\.{2,}\s*(?=[\d$¥])/g, ' ')
  const found = pricesIn(line)
  if (found.length > 0) return group(line, found)
  if (openPrice.test(line)) return [{ name: line.replace(openPrice, ' '), prices: null, description: '' }]
  const written = writeAmounts(line)
  return written === line ? null : group(written, pricesIn(written))
}

function pricesIn(line: string): Found[] {
  const found: Found[] = []
  for (const match of line.matchAll(pricePattern)) {
    const [all, each, plus, sign, number = '', money, tenths, unit = ''] = match
    const from = match.index
    const to = from + all.length
    const hasDecimals = number.includes('.')
    const isMarked = Boolean(each ?? plus ?? sign ?? money) || unit !== ''
    if (!isMarked && (isMeasured.test(line.slice(to)) || /^-?[A-Za-z]|^-\p{L}/u.test(line.slice(to)))) continue
    if (!(isMarked || hasDecimals) && line[from - 1] === '(' && line[to] === ')') continue
    const cents = Math.round(Number(number.replace(/,/g, '')) * 100) + (tenths ? Number(tenths) * 10 : 0)
    const isSure = isMarked || hasDecimals
    found.push({ from, to, cents, isPlus: Boolean(plus), isEach: Boolean(each), isSure, hasDecimals, unit })
  }
  // Checks the numbers from the last to the first, because whether a number is a price depends on the price after it.
  const prices: Found[] = []
  for (const one of found.toReversed()) if (isPrice(line, one, prices.at(-1))) prices.push(one)
  return prices.reverse()
}

/**
 * Whether a number that `pricesIn` found is a price. A number with decimals or a symbol such as $ is always a price,
 * because `pricesIn` has left out measures such as "1.5 kg". Any other number is a price only if the words before and
 * after it allow that.
 */
function isPrice(line: string, one: Found, next: Found | undefined): boolean {
  if (one.isSure) return true
  const before = line.slice(0, one.from)
  if (/[-:]$/.test(before) && /\d[-:]$/.test(before)) return false
  const gap = line.slice(one.to, next?.from)
  const words = trimSigns(gap)
  if (!hasWords(words)) {
    // In "Combo 1 12.99", the 1 is not a price, because a price with decimals follows it directly.
    return !(next && /^ +$/.test(gap) && next.hasDecimals)
  }
  if (!hasWords(before)) return false
  if (next) return sizeOf(words) !== null || (hasHan(words) && !/^\s*\(/.test(gap))
  return /^[\s/]*\(/.test(gap) || sizeOf(words) !== null || (hasHan(before) && !hasHan(words) && hasLetters(words))
}

function group(line: string, found: Found[]): Priced[] {
  const texts = [line.slice(0, found[0]?.from), ...found.map(({ to }, at) => line.slice(to, found[at + 1]?.from))]
  const last = texts.at(-1) ?? ''
  const isAfter = sizeOf(last) !== null && found.every((_, at) => sizeOf(texts[at + 1] ?? '') !== null)
  const labelled = isAfter ? [texts[0] ?? '', '', ...texts.slice(1, -1)] : texts
  const products: Priced[] = []
  const isVaried = /:\s*\S{1,20}\s*$/.test(texts[0] ?? '') && found.length > 1
  for (const [at, price] of found.entries()) {
    const words = labelled[at] ?? ''
    const own = { cents: price.cents, isPlus: price.isPlus, isEach: price.isEach }
    const current = products.at(-1)
    if (isAfter) {
      const name = texts[0] ?? ''
      if (!current) products.push({ name, prices: [], description: '' })
      products.at(-1)?.prices.push({ ...own, label: sizeOf(texts[at + 1] ?? '') })
      continue
    }
    const bare = trimSigns(words)
    const size = hasWords(bare) ? sizeOf(bare) : null
    if (current && (size || !hasWords(bare))) {
      current.prices.push({ ...own, label: size })
    } else if (current && isVaried) {
      current.prices.push({ ...own, label: named(bare) })
    } else {
      const { name, label } = isVaried ? takeVariety(words) : takeSize(words)
      const isOnly = !found[at + 1] || (hasWords(labelled[at + 1] ?? '') && !sizeOf(labelled[at + 1] ?? ''))
      // If the line has only one price, a count such as "50个" is part of the product's name and not a size.
      const isCount = label !== null && /^\s*\d/.test(Object.values(label).find(Boolean) ?? '')
      const kept = isOnly && isCount && name ? { name: words, label: null } : { name, label }
      const unit = plainUnits.test(price.unit) || !price.unit ? '' : ` (${price.unit})`
      const product: Priced = { name: kept.name, prices: [{ ...own, label: kept.label }], description: '' }
      products.push(product)
      if (unit) units.set(product, unit)
    }
  }
  const end = products.at(-1)
  if (end && !isAfter) addRest(end, last)
  for (const one of products) one.name = one.name.trim() + (units.get(one) ?? '')
  return products
}

const units = new WeakMap<Priced, string>()

/**
 * Adds the text after the last price to the product. Text in the other language and a short text in brackets belong to
 * the name. Any other text becomes the description.
 */
function addRest(product: Priced, rest: string) {
  const bare = trimSigns(rest)
  if (!hasWords(bare) && !/\p{Extended_Pictographic}/u.test(bare)) return
  const { han, latin } = splitNames(product.name)
  const isBracket = /^\(.*\)$/.test(bare)
  const isShort = isBracket && bare.length < 12
  if (!hasWords(product.name) || isShort || !hasWords(bare)) product.name = `${product.name} ${bare}`
  else if (!isBracket && ((han && !latin && !hasHan(bare)) || (latin && !han && hasHan(bare))))
    product.name = `${product.name}\t${bare}`
  else product.description = isBracket ? bare.slice(1, -1).trim() : bare
}

/** Takes a size off the end of a name. */
function takeSize(words: string): { name: string; label: Text | null } {
  const bare = trimSigns(words)
  const whole = sizeOf(bare)
  if (whole) return { name: '', label: whole }
  const parts = bare.split(/(?<=\s|\/|\t)|(?=\()/)
  for (const count of [2, 1]) {
    if (parts.length <= count) continue
    const label = sizeOf(parts.slice(-count).join(''))
    if (label) return { name: parts.slice(0, -count).join(''), label }
  }
  const [, name = '', glued = ''] = /^(.*\p{Script=Han})([大中小][杯份碗]|半[只隻份]|[一整全][只隻])$/u.exec(bare) ?? []
  return glued ? { name, label: sizeOf(glued) } : { name: bare, label: null }
}

function takeVariety(words: string): { name: string; label: Text | null } {
  const at = words.lastIndexOf(':')
  return { name: words.slice(0, at), label: named(trimSigns(words.slice(at + 1))) }
}

const named = (words: string): Text => {
  const { han, latin } = splitNames(words)
  return textOf(han, latin)
}

/** A size of a product, with its price in hundredths. The price is null if the menu names none. */
export interface Size {
  name: Text
  price: number | null
}
export type Question = 'base' | 'sizes' | 'free' | 'dear' | 'price'

const noSize = textOf('', '')
/** The highest price, in hundredths, that staff need not confirm. */
export const dearest = 100_000

/**
 * The sizes of a product, and the questions about them that only a person can answer. `columns` are the sizes in a
 * heading.
 */
export function toSizes(prices: Price[] | null, columns: Text[]): { sizes: Size[]; questions: Question[] } {
  if (!prices) return { sizes: [{ name: noSize, price: null }], questions: ['price'] }
  const isBare = prices.every(({ label }) => !label)
  const base = prices.find(({ isPlus }) => !isPlus)?.cents
  const sizes = prices.map(({ label, cents, isPlus }, at): Size => {
    const column = isBare && prices.length === columns.length && prices.length > 1 ? columns[at] : undefined
    const first = at === 0 && prices.length > 1 && !isBare ? baseSize : undefined
    return { name: label ?? column ?? first ?? noSize, price: cents + (isPlus ? (base ?? 0) : 0) }
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
    ...(sizes.some(({ price }) => (price ?? 0) > dearest) ? (['dear'] as const) : []),
  ]
}
