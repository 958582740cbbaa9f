import type { Text } from '#contract/languages.ts'
import { isWritten, perLocale } from '#contract/languages.ts'
import type { Menu, MenuGroup, MenuItem } from './menu.ts'
import type { Line } from './menu-lines.ts'
import { readLines } from './menu-lines.ts'
import {
  hasHan,
  hasLetters,
  hasWords,
  localizedText,
  scriptOf,
  splitList,
  splitNames,
  takeMarks,
  trimPunctuation,
} from './menu-names.ts'
import type { Price } from './menu-prices.ts'
import { questionsOf, readPrices, toSizes } from './menu-prices.ts'
import type { Surcharge } from './menu-surcharges.ts'
import { addSize, addSurcharges } from './menu-surcharges.ts'
import type { GroupKind } from './menu-terms.ts'
import { areToppings, choiceName, groupOf, isChoice, isDrink, sizesOf, temperatureOf } from './menu-terms.ts'

export type { Menu } from './menu.ts'
export type { Mark } from './menu-names.ts'
export type { Question, Size } from './menu-prices.ts'
export { maxPlausiblePrice, questionsOf } from './menu-prices.ts'
export { isDrink } from './menu-terms.ts'

/**
 * Reads a menu that was copied from a chat, a table or a PDF. Each line becomes part of the menu or is listed in
 * `left`.
 */
export function readMenu(text: string): Menu {
  const reader = new Reader(readLines(text))
  return reader.read()
}

type WordsLine = Extract<Line, { kind: 'words' }>
type PricedLine = Extract<Line, { kind: 'priced' }>
type PricedProduct = PricedLine['products'][number]

const noGroup: { own: MenuGroup; price: null } = {
  own: { kind: 'toppings', name: perLocale(() => ''), choices: [] },
  price: null,
}

class Reader {
  private readonly menu: Menu = { categories: [], items: [], groups: [], left: [], used: [] }
  private readonly order: 'before' | 'after' | null
  private readonly isChain: boolean
  private category: number | null = null
  private columns: Text[] = []
  /** The sizes from a line before the first heading. They apply to every category whose heading names no sizes. */
  private menuColumns: Text[] = []
  private group: { own: MenuGroup; price: number | null } | null = null
  private readonly headings = new Map<MenuGroup, Line>()
  private readonly surcharges: Surcharge[] = []
  /** Whether a line of the category contains only further sizes of the product above it. */
  private hasOwnSizes = false
  private last: { item: MenuItem; line: Line } | null = null
  private index = 0

  private readonly lines: Line[]

  constructor(lines: Line[]) {
    this.lines = lines
    this.order = nameOrder(lines)
    this.isChain = lines.some(({ text }) => /接[龙龍]/.test(text))
  }

  read(): Menu {
    for (let line = this.lines[0]; line; line = this.lines[this.index]) {
      this.index += 1
      if (this.group && this.endsGroup(line)) this.group = null
      this.readLine(line)
    }
    this.removeEmptyGroups()
    for (const line of addSurcharges(this.menu, this.surcharges)) this.leaveOut(line)
    this.menu.left.sort((one, other) => one.line - other.line)
    return this.menu
  }

  private readLine(line: Line) {
    switch (line.kind) {
      case 'heading':
        return this.startCategory(line.words, line.rest, line)
      case 'group':
        return this.startGroup(line)
      case 'sizes':
        return this.setColumns(line.sizes, line)
      case 'priced':
        return this.addPriced(line, [])
      case 'note':
        return this.describe(line, line.words)
      case 'words':
        return this.readWords(line)
      default:
        // The next line may describe this unknown line. So the parser must not add the next line to the last product.
        this.last = null
        return this.leaveOut(line)
    }
  }

  private removeEmptyGroups() {
    for (const [group, line] of this.headings) {
      if (group.choices.length > 0) continue
      this.menu.groups.splice(this.menu.groups.indexOf(group), 1)
      this.leaveOut(line)
    }
  }

  private markUsed({ lines }: Line) {
    this.menu.used.push(...lines)
  }

  private leaveOut({ lines, text }: Line) {
    const [line = 0] = lines
    // Lists a line only once, even if several parts of it are not understood.
    if (!this.menu.left.some((one) => one.line === line)) this.menu.left.push({ line, text })
    this.menu.used.push(...lines)
  }

  private startCategory(words: string, rest: string, line: Line) {
    this.markUsed(line)
    const { head, sizes } = takeSizes(words)
    const { han, latin } = splitNames(takeMarks(`${head} `).name || head)
    const name = localizedText(han, latin)
    this.group = null
    this.last = null
    this.hasOwnSizes = false
    this.columns = sizes ?? sizesOf(rest) ?? this.menuColumns
    if (isWritten(name)) {
      const key = JSON.stringify(name)
      const known = this.menu.categories.findIndex((one) => JSON.stringify(one) === key)
      this.category = known >= 0 ? known : this.menu.categories.push(name) - 1
    }
    for (const price of (readPrices(rest) ?? []).flatMap(({ prices }) => prices ?? [])) {
      if (price.isPlus && price.label) this.addSurcharge({ price, line })
      else this.leaveOut(line)
    }
  }

  private startGroup(line: Extract<Line, { kind: 'group' }>) {
    this.markUsed(line)
    const known = this.menu.groups.find(({ kind }) => kind === line.group)
    const own = known ?? { kind: line.group, name: line.name, choices: [] }
    if (!known) {
      this.menu.groups.push(own)
      this.headings.set(own, line)
    }
    this.last = null
    this.group = { own, price: line.price }
    this.addChoices(line.choices, line)
  }

  /** Whether a line no longer belongs to the open group. */
  private endsGroup(line: Line): boolean {
    const { own, price } = this.group ?? noGroup
    if (line.kind === 'heading' || line.kind === 'group') return true
    if (line.kind === 'priced') {
      return line.products.some((product) => !isChoiceOf({ ...own, price }, product, line))
    }
    if (line.kind !== 'words') return line.kind !== 'note' && line.kind !== 'broken'
    const isList = line.words.split(/[\s、,/;|]+/).some(isAmount)
    return !(isList || (price !== null && line.isContinuous && own.choices.length === 0))
  }

  private addChoices(text: string, line: Line) {
    if (!this.group) return
    const { own, price } = this.group
    // Removes the brackets around a price: "热(+0.5)".
    const bare = text.replace(/\(\s*([+加各][^()]*)\)/g, '$1 ')
    const parts = bare.split(/[、,;|\t]+|\s*\/\s*(?!份|[个個]|each|ea\b)/).filter(hasWords)
    let unpriced: string[] = []
    for (const part of parts.flatMap((one) => splitChoices(one.replace(/\s+(?=\+)/g, ''), own.kind))) {
      const priced = readPrices(part)
      const isPriced = own.kind === 'toppings' || /[.+加]/.test(part)
      if (!priced || !isPriced) {
        unpriced.push(part)
        continue
      }
      // A list shares the price after it: "珍珠、椰果 0.75".
      const shared = price ?? priced[0]?.prices?.[0]?.cents ?? null
      for (const name of unpriced) this.addChoice(name, own.kind === 'toppings' ? shared : 0)
      for (const one of priced) if (!this.addPricedChoice(one) && unpriced.length === 0) this.leaveOut(line)
      unpriced = []
    }
    for (const name of unpriced) this.addChoice(name, own.kind === 'toppings' ? price : 0)
  }

  /**
   * Adds a choice for each name and each price of a product. Returns whether the product or one of its prices has a
   * name.
   */
  private addPricedChoice({ name, prices }: PricedProduct): boolean {
    const labels = (prices ?? []).map(({ label }) => Object.values(label ?? {}).join(' '))
    for (const words of splitList(name, { isEach: prices?.[0]?.isEach }).flatMap((one) =>
      splitChoices(one, 'toppings'),
    )) {
      for (const [index, label] of (prices ? labels : ['']).entries()) {
        this.addChoice([words, label].filter(hasWords).join(' '), prices?.[index]?.cents ?? this.group?.price ?? null)
      }
    }
    return hasWords(name) || labels.some(hasWords)
  }

  private addChoice(words: string, price: number | null) {
    const name = choiceName(takeMarks(trimPunctuation(words).replace(/^加(?=\p{Script=Han})/u, '')).name)
    if (isWritten(name)) this.group?.own.choices.push({ name, price })
  }

  private setColumns(sizes: Text[], line: Line) {
    this.markUsed(line)
    this.columns = sizes
    if (this.category === null) this.menuColumns = sizes
  }

  /** Reads a line with prices. `names` belong to its products, but stand on the lines before it. */
  private addPriced(line: PricedLine, names: string[]) {
    this.markUsed(line)
    for (const one of line.products) {
      if (!this.group) this.addProduct({ ...one, name: [...names, one.name].filter(hasWords).join('\t') }, line)
      else if (!this.addPricedChoice(one) || one.description) this.leaveOut(line)
    }
  }

  /**
   * Adds a product. If the line is not a product, adds its name and prices as sizes or surcharges of other products, or
   * as toppings.
   */
  private addProduct(product: PricedProduct, line: Line) {
    const { name } = product
    const prices = product.prices ?? []
    if (!hasWords(name)) return this.addSizes(prices, { line, isForAll: false })
    const areSurcharges = product.prices?.every(({ isPlus, label }) => isPlus && label)
    if (isEverything(name) && areSurcharges) return this.addSizes(prices, { line, isForAll: true })
    if (isToppingLine(name, prices)) return this.addToppingLine(product, line)
    const isList = prices.length === 1 && prices[0]?.isEach
    for (const own of isList ? splitList(name, { isEach: true }) : [name]) this.addItem({ ...product, name: own }, line)
  }

  /** Adds toppings outside of a group to the group of toppings. Creates this group if the menu has none. */
  private addToppingLine(toppings: PricedProduct, line: Line) {
    const known = this.menu.groups.find(({ kind }) => kind === 'toppings')
    const own = known ?? { kind: 'toppings', name: groupOf('加料')?.name ?? localizedText('', ''), choices: [] }
    if (!known) this.menu.groups.push(own)
    this.group = { own, price: null }
    this.addPricedChoice(toppings)
    this.group = null
    if (toppings.description) this.leaveOut(line)
  }

  private addItem({ name: words, prices, description }: PricedProduct, line: Line) {
    const { name: unmarked, marks } = takeMarks(words.replace(/\t/g, ' \t '))
    const longMatch = /^(.+?)\s*\(([^()]*[、,][^()]*|[^()]{24,})\)$/.exec(unmarked)
    const { han, latin } = splitNames((longMatch?.[1] ?? unmarked).replace(/ ?\t ?/g, '\t'))
    const { sizes, questions } = toSizes(prices, this.columns)
    const item: MenuItem = {
      line: line.lines[0] ?? 0,
      name: localizedText(han, latin),
      category: this.category,
      sizes,
      description: describe(description || longMatch?.[2] || ''),
      marks,
      questions,
    }
    this.menu.items.push(item)
    this.last = { item, line }
  }

  /**
   * Reads prices without a name: either further sizes of the product before them, or surcharges for several products.
   */
  private addSizes(prices: Price[], { line, isForAll }: { line: Line; isForAll: boolean }) {
    const item = line.isContinuous ? this.last?.item : undefined
    const areSurcharges = prices.every(({ isPlus, label }) => isPlus && label)
    if (areSurcharges && (isForAll || !item || this.areSharedSurcharges(item, prices))) {
      for (const price of prices) this.addSurcharge({ price, line, isForAll })
    } else if (item && prices.every(({ label }) => label)) {
      this.hasOwnSizes = true
      for (const price of prices) addSize(item, price)
      item.questions = [...item.questions.filter((one) => one === 'base'), ...questionsOf(item.sizes)]
    } else this.leaveOut(line)
  }

  /** Whether surcharges directly below a product are for all products of its category. */
  private areSharedSurcharges(item: MenuItem, prices: Price[]): boolean {
    const nextLine = this.lines[this.index]
    const isInside = nextLine?.isContinuous && nextLine.kind === 'priced' && !isBarePrice(nextLine)
    const others = this.menu.items.filter(({ category }) => category === item.category).length - 1
    const isHot = prices.some(({ label }) => label && temperatureOf(label))
    return (!isInside && !this.hasOwnSizes && others > 0) || (isHot && item.sizes.length > 1)
  }

  private addSurcharge({ price, line, isForAll = false }: { price: Price; line: Line; isForAll?: boolean }) {
    this.surcharges.push({ price, line, category: this.category, isForAll, itemsBefore: this.menu.items.length })
  }

  private describe(line: Line, words: string) {
    const item = this.last?.item
    if (!item || !line.isContinuous) return this.leaveOut(line)
    this.markUsed(line)
    const added = describe(words)
    item.description = isWritten(item.description) ? appendText(item.description, added) : added
  }

  /**
   * Reads a line without a price: choices of the open group, a heading, a description, or the name of a product whose
   * price is on another line.
   */
  private readWords(line: WordsLine) {
    if (this.group) {
      this.markUsed(line)
      return this.addChoices(line.words, line)
    }
    if (!line.words) return this.markUsed(line)
    if (this.last && line.isContinuous && this.isAbout(this.last, line)) return
    const wordLines: WordsLine[] = [line]
    let next = this.lines[this.index]
    for (; next?.kind === 'words' && next.isContinuous; next = this.lines[this.index]) {
      wordLines.push(next)
      this.index += 1
    }
    const names = next?.kind === 'priced' ? this.takeNames(wordLines, next) : []
    this.startCategoryFrom(wordLines, next)
    if (names.length > 0 && next?.kind === 'priced') {
      this.index += 1
      for (const one of names) this.markUsed(one)
      this.addPriced(
        next,
        names.map(({ words }) => words),
      )
    }
  }

  private isAbout({ item, line: itemLine }: { item: MenuItem; line: Line }, line: WordsLine): boolean {
    const { han, latin } = splitNames(line.words)
    const isOther = Object.values(localizedText(han, latin)).every(
      (words, at) => !(words && Object.values(item.name)[at]),
    )
    const isPriceNext = isBarePrice(this.lines[this.index])
    if (line.indent > itemLine.indent + 1 || isSentence(line.words)) {
      this.describe(line, line.words)
      return true
    }
    if (this.order !== 'after' || !isOther || line.script === 'both' || isPriceNext) return false
    this.markUsed(line)
    item.name = appendText(item.name, localizedText(han, latin))
    return true
  }

  /**
   * `wordLines` contains consecutive lines without prices. The lines at its end are the names of the product in the
   * line `next`. Removes these names from `wordLines` and returns them.
   */
  private takeNames(wordLines: WordsLine[], next: PricedLine): WordsLine[] {
    const last = wordLines.at(-1)
    if (!last || !next.isContinuous) return []
    const [first] = next.products
    if (isBarePrice(next)) {
      wordLines.pop()
      const before = wordLines.at(-1)
      if (!before || !isOpposite(before.script, last.script)) return [last]
      wordLines.pop()
      return [before, last]
    }
    const isHalf =
      this.order === 'before' && next.products.length === 1 && isOpposite(last.script, scriptOf(first?.name))
    if (!isHalf) return []
    wordLines.pop()
    return [last]
  }

  /**
   * Makes the last line of `wordLines` the heading of a category if products, sizes or an unreadable product line
   * follow it. Two lines in different languages form one heading. Reports all other lines as not understood.
   */
  private startCategoryFrom(wordLines: WordsLine[], next: Line | undefined) {
    const leadsProducts = next?.kind === 'priced' || next?.kind === 'sizes' || next?.kind === 'broken'
    const last = wordLines.at(-1)
    if (!last || !leadsProducts || this.isChain || last.isItem) {
      for (const one of wordLines) this.leaveOut(one)
      if (wordLines.length > 0) this.last = null
      return
    }
    wordLines.pop()
    const before = wordLines.at(-1)
    const isPair = before && isOpposite(before.script, last.script)
    if (isPair) wordLines.pop()
    for (const one of wordLines) this.leaveOut(one)
    this.startCategory(isPair ? `${before.words}\t${last.words}` : last.words, '', last)
    if (isPair) this.markUsed(before)
  }
}

/** The most that a topping usually costs, in hundredths. */
const maxToppingPrice = 400

/** Whether a product of a priced line is a choice of the group above the line. */
function isChoiceOf(
  { kind, choices, price: shared }: MenuGroup & { price: number | null },
  { name, prices }: PricedProduct,
  { isContinuous }: Line,
): boolean {
  const [price] = prices ?? []
  // A surcharge without a name is a price for a size or a temperature, not a choice of this group.
  if (!hasWords(name) && price?.isPlus) return false
  if (kind !== 'toppings') return splitList(name).every(isAmount)
  const maxKnownPrice = Math.max(shared ?? 0, ...choices.map((choice) => choice.price ?? 0))
  const cents = price?.cents ?? Number.POSITIVE_INFINITY
  const isTooExpensive = cents > maxToppingPrice && cents > 2 * maxKnownPrice
  const isDrinkBelow = choices.length > 0 && isDrink(localizedText(name, name))
  const isOther = isTooExpensive && (!isContinuous || shared !== null || isDrinkBelow)
  return !isOther && (prices?.length ?? 0) <= 1
}

/** Whether a name outside of a group is a topping or a list of toppings: "加珍珠 +0.75" or "珍珠/椰果 各0.75". */
function isToppingLine(name: string, prices: Price[]): boolean {
  const [price] = prices
  if (!price || prices.length > 1 || price.cents > maxToppingPrice) return false
  const names = splitList(name, price)
  if (names.length > 1) return areToppings(names)
  const isUsual = isChoice(splitNames(name.replace(/^加/, '')).han)
  return price.isPlus ? isUsual || /^[加换換]\p{Script=Han}/u.test(name) : isUsual && name.startsWith('加')
}

const isEverything = (name: string) => /^(?:所有|全部|全场|全場|任何|任意|每款|各款|all |any )/i.test(name)

/** Whether the word names a usual choice, such as a topping, or is a percentage, such as 50%. */
const isAmount = (word: string) => isChoice(word) || /^\d{1,3}%$/.test(word)

/**
 * Splits a part of a list at its spaces if each word can be a choice of its own. Otherwise, the whole part is one
 * choice.
 */
function splitChoices(part: string, kind: GroupKind): string[] {
  const words = part.trim().split(/\s+/)
  return words.every(isAmount) || (kind !== 'toppings' && words.every(hasHan)) ? words : [part]
}

/** Whether a line has prices but no names. */
const isBarePrice = (line: Line | undefined): boolean =>
  line?.kind === 'priced' && line.products.every(({ name }) => !hasWords(name))

const isOpposite = (one: string | null, other: string | null) =>
  (one === 'han' && other === 'latin') || (one === 'latin' && other === 'han')
const isSentence = (words: string) => (/[,、，;]/.test(words) || /[.。]$/.test(words)) && words.length > 8
const appendText = (one: Text, other: Text): Text => {
  return perLocale((locale) => [one[locale], other[locale]].filter(Boolean).join(' '))
}

function describe(words: string): Text {
  const { han, latin } = hasHan(words) && !hasLetters(words) ? { han: words, latin: '' } : splitNames(words)
  return hasHan(words) ? localizedText(han, latin) : localizedText('', words)
}

/**
 * Returns where most names in the second language are: in the line before or after the line with the price. Null if
 * most names take only one line.
 */
function nameOrder(lines: Line[]): 'before' | 'after' | null {
  let before = 0
  let after = 0
  let single = 0
  for (const [index, line] of lines.entries()) {
    if (line.kind !== 'priced' || line.products.length !== 1) continue
    const script = scriptOf(line.products[0]?.name)
    if (script === 'han' || script === 'latin') single += 1
    const [previous, next] = [lines[index - 1], lines[index + 1]]
    if (previous?.kind === 'words' && line.isContinuous && isOpposite(previous.script, script)) before += 1
    if (next?.kind === 'words' && next.isContinuous && isOpposite(next.script, script) && !isSentence(next.words))
      after += 1
  }
  if (Math.max(before, after) < Math.max(1, 0.6 * single)) return null
  if (before === after) return lines.at(-1)?.kind === 'words' ? 'after' : 'before'
  return before > after ? 'before' : 'after'
}

/** Takes sizes off the end of a heading. */
function takeSizes(words: string): { head: string; sizes: Text[] | null } {
  const parts = words.split(/(?<=\s)|(?=[(\t])/)
  for (let index = 1; index < parts.length; index += 1) {
    const sizes = sizesOf(parts.slice(index).join(''))
    if (sizes) return { head: parts.slice(0, index).join(''), sizes }
  }
  return { head: words, sizes: null }
}
