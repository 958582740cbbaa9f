import type { Text } from '#contract/languages.ts'
import { inEach, isWritten } from '#contract/languages.ts'
import type { Menu, MenuGroup, MenuItem } from './menu.ts'
import type { Line } from './menu-lines.ts'
import { readLines } from './menu-lines.ts'
import { hasHan, hasLetters, hasWords, listOf, splitNames, takeMarks, textOf, trimSigns } from './menu-names.ts'
import type { Price } from './menu-prices.ts'
import { questionsOf, readPrices, toSizes } from './menu-prices.ts'
import type { Surcharge } from './menu-surcharges.ts'
import { addSize, addSurcharges } from './menu-surcharges.ts'
import type { GroupKind } from './menu-words.ts'
import { areToppings, choiceName, groupOf, isChoice, isDrink, sizesOf, temperatureOf } from './menu-words.ts'

export type { Menu } from './menu.ts'
export type { Mark } from './menu-names.ts'
export type { Question, Size } from './menu-prices.ts'
export { dearest, questionsOf } from './menu-prices.ts'
export { isDrink } from './menu-words.ts'

/**
 * Reads a menu that was copied from a chat, a table or a PDF. Each line becomes part of the menu or is listed in
 * `left`.
 */
export function readMenu(text: string): Menu {
  const reader = new Reader(readLines(text))
  return reader.read()
}

type Words = Extract<Line, { kind: 'words' }>
type PricedLine = Extract<Line, { kind: 'priced' }>
type PricedProduct = PricedLine['products'][number]

const noGroup: { own: MenuGroup; price: null } = {
  own: { kind: 'toppings', name: inEach(() => ''), choices: [] },
  price: null,
}

class Reader {
  private readonly menu: Menu = { categories: [], items: [], groups: [], left: [], used: [] }
  private readonly order: 'before' | 'after' | null
  private readonly isChain: boolean
  private category: number | null = null
  private columns: Text[] = []
  /** The sizes from a line before the first heading. They apply to every category whose heading names no sizes. */
  private allColumns: Text[] = []
  private group: { own: MenuGroup; price: number | null } | null = null
  private readonly headings = new Map<MenuGroup, Line>()
  private readonly surcharges: Surcharge[] = []
  /** Whether a product of the category has a size on a line of its own. */
  private hasOwnSizes = false
  private last: { item: MenuItem; line: Line } | null = null
  private at = 0

  private readonly lines: Line[]

  constructor(lines: Line[]) {
    this.lines = lines
    this.order = nameOrder(lines)
    this.isChain = lines.some(({ text }) => /接[龙龍]/.test(text))
  }

  read(): Menu {
    for (let line = this.lines[0]; line; line = this.lines[this.at]) {
      this.at += 1
      if (this.group && this.ends(line)) this.group = null
      if (line.kind === 'heading') this.startCategory(line.words, line.rest, line)
      else if (line.kind === 'group') this.startGroup(line)
      else if (line.kind === 'sizes') this.setColumns(line.sizes, line)
      else if (line.kind === 'priced') this.addPriced(line, [])
      else if (line.kind === 'note') this.describe(line, line.words)
      else if (line.kind === 'words') this.readWords(line)
      else {
        // The next line may describe this unknown line and not the last product. So no more lines are added to the last
        // product.
        this.last = null
        this.leave(line)
      }
    }
    for (const [group, line] of this.headings) {
      if (group.choices.length > 0) continue
      this.menu.groups.splice(this.menu.groups.indexOf(group), 1)
      this.leave(line)
    }
    for (const line of addSurcharges(this.menu, this.surcharges)) this.leave(line)
    this.menu.left.sort((one, other) => one.line - other.line)
    return this.menu
  }

  private use({ lines }: Line) {
    this.menu.used.push(...lines)
  }

  private leave({ lines, text }: Line) {
    const [line = 0] = lines
    // Lists a line only once, even if several parts of it are not understood.
    if (!this.menu.left.some((one) => one.line === line)) this.menu.left.push({ line, text })
    this.menu.used.push(...lines)
  }

  private startCategory(words: string, rest: string, line: Line) {
    this.use(line)
    const { head, sizes } = takeSizes(words)
    const { han, latin } = splitNames(takeMarks(`${head} `).name || head)
    const name = textOf(han, latin)
    this.group = null
    this.last = null
    this.hasOwnSizes = false
    this.columns = sizes ?? sizesOf(rest) ?? this.allColumns
    if (isWritten(name)) {
      const key = JSON.stringify(name)
      const known = this.menu.categories.findIndex((one) => JSON.stringify(one) === key)
      this.category = known >= 0 ? known : this.menu.categories.push(name) - 1
    }
    for (const price of (readPrices(rest) ?? []).flatMap(({ prices }) => prices ?? [])) {
      if (price.isPlus && price.label) this.addSurcharge(price, line)
      else this.leave(line)
    }
  }

  private startGroup(line: Extract<Line, { kind: 'group' }>) {
    this.use(line)
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
  private ends(line: Line): boolean {
    const { own, price } = this.group ?? noGroup
    if (line.kind === 'heading' || line.kind === 'group') return true
    if (line.kind === 'priced') {
      return line.products.some((product) => !isChoiceOf({ ...own, price }, product, line.follows))
    }
    if (line.kind !== 'words') return line.kind !== 'note' && line.kind !== 'broken'
    const isList = line.words.split(/[\s、,/;|]+/).some(isAmount)
    return !(isList || (price !== null && line.follows && own.choices.length === 0))
  }

  private addChoices(text: string, line: Line) {
    if (!this.group) return
    const { own, price } = this.group
    // Removes the brackets around a price: "热(+0.5)".
    const bare = text.replace(/\(\s*([+加各][^()]*)\)/g, '$1 ')
    const parts = bare.split(/[、,;|\t]+|\s*\/\s*(?!份|[个個]|each|ea\b)/).filter(hasWords)
    let waiting: string[] = []
    for (const part of parts.flatMap((one) => rowOf(one.replace(/\s+(?=\+)/g, ''), own.kind))) {
      const priced = readPrices(part)
      const isPriced = own.kind === 'toppings' || /[.+加]/.test(part)
      if (!priced || !isPriced) {
        waiting.push(part)
        continue
      }
      // A list shares the price after it: "珍珠、椰果 0.75".
      const shared = price ?? priced[0]?.prices?.[0]?.cents ?? null
      for (const name of waiting) this.addChoice(name, own.kind === 'toppings' ? shared : 0)
      for (const one of priced) if (!this.addPricedChoice(one) && waiting.length === 0) this.leave(line)
      waiting = []
    }
    for (const name of waiting) this.addChoice(name, own.kind === 'toppings' ? price : 0)
  }

  /**
   * Adds a choice for each name and each price of a product. Returns whether the product or one of its prices has a
   * name.
   */
  private addPricedChoice({ name, prices }: PricedProduct): boolean {
    const labels = (prices ?? []).map(({ label }) => Object.values(label ?? {}).join(' '))
    for (const words of listOf(name, prices?.[0]?.isEach).flatMap((one) => rowOf(one, 'toppings'))) {
      for (const [at, label] of (prices ? labels : ['']).entries()) {
        this.addChoice([words, label].filter(hasWords).join(' '), prices?.[at]?.cents ?? this.group?.price ?? null)
      }
    }
    return hasWords(name) || labels.some(hasWords)
  }

  private addChoice(words: string, price: number | null) {
    const name = choiceName(takeMarks(trimSigns(words).replace(/^加(?=\p{Script=Han})/u, '')).name)
    if (isWritten(name)) this.group?.own.choices.push({ name, price })
  }

  private setColumns(sizes: Text[], line: Line) {
    this.use(line)
    this.columns = sizes
    if (this.category === null) this.allColumns = sizes
  }

  private addPriced(line: PricedLine, names: string[]) {
    this.use(line)
    for (const one of line.products) {
      if (this.group) {
        if (!this.addPricedChoice(one) || one.description) this.leave(line)
        continue
      }
      const name = [...names, one.name].filter(hasWords).join('\t')
      if (!hasWords(name) || (isEverything(name) && one.prices?.every(({ isPlus, label }) => isPlus && label))) {
        this.addSizes(one.prices ?? [], { line, isForAll: hasWords(name) })
      } else if (areToppingsAlone(name, one.prices ?? [])) this.addToppings({ ...one, name }, line)
      else {
        const isList = one.prices?.length === 1 && one.prices[0]?.isEach
        for (const own of isList ? listOf(name, true) : [name]) this.addItem({ ...one, name: own }, line)
      }
    }
  }

  /** Adds toppings outside of a group to the group of toppings. Creates this group if the menu has none. */
  private addToppings(toppings: PricedProduct, line: Line) {
    const known = this.menu.groups.find(({ kind }) => kind === 'toppings')
    const own = known ?? { kind: 'toppings', name: groupOf('加料')?.name ?? textOf('', ''), choices: [] }
    if (!known) this.menu.groups.push(own)
    this.group = { own, price: null }
    this.addPricedChoice(toppings)
    this.group = null
    if (toppings.description) this.leave(line)
  }

  private addItem({ name: words, prices, description }: PricedProduct, line: Line) {
    const { name: bare, marks } = takeMarks(words.replace(/\t/g, ' \t '))
    const long = /^(.+?)\s*\(([^()]*[、,][^()]*|[^()]{24,})\)$/.exec(bare)
    const { han, latin } = splitNames((long?.[1] ?? bare).replace(/ ?\t ?/g, '\t'))
    const { sizes, questions } = toSizes(prices, this.columns)
    const item: MenuItem = {
      line: line.lines[0] ?? 0,
      name: textOf(han, latin),
      category: this.category,
      sizes,
      description: describe(description || long?.[2] || ''),
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
    const item = line.follows ? this.last?.item : undefined
    const areSurcharges = prices.every(({ isPlus, label }) => isPlus && label)
    if (areSurcharges && (isForAll || !item || this.areShared(item, prices))) {
      for (const price of prices) this.addSurcharge(price, line, isForAll)
    } else if (item && prices.every(({ label }) => label)) {
      this.hasOwnSizes = true
      for (const price of prices) addSize(item, price)
      item.questions = [...item.questions.filter((one) => one === 'base'), ...questionsOf(item.sizes)]
    } else this.leave(line)
  }

  /** Whether surcharges directly below a product are for all products of its category. */
  private areShared(item: MenuItem, prices: Price[]): boolean {
    const next = this.lines[this.at]
    const isInside = next?.follows && next.kind === 'priced' && !isBarePrice(next)
    const others = this.menu.items.filter(({ category }) => category === item.category).length - 1
    const isHot = prices.some(({ label }) => label && temperatureOf(label))
    return (!isInside && !this.hasOwnSizes && others > 0) || (isHot && item.sizes.length > 1)
  }

  private addSurcharge(price: Price, line: Line, isForAll = false) {
    this.surcharges.push({ price, line, category: this.category, isForAll, itemsBefore: this.menu.items.length })
  }

  private describe(line: Line, words: string) {
    const item = this.last?.item
    if (!item || !line.follows) return this.leave(line)
    this.use(line)
    const added = describe(words)
    item.description = isWritten(item.description) ? joined(item.description, added) : added
  }

  /**
   * Reads a line without a price: a heading, a description, or the name of a product whose price is on a later line.
   */
  private readWords(line: Words) {
    if (this.group) {
      this.use(line)
      return this.addChoices(line.words, line)
    }
    if (!line.words) return this.use(line)
    if (this.last && line.follows && this.isAbout(this.last, line)) return
    const run: Words[] = [line]
    let next = this.lines[this.at]
    for (; next?.kind === 'words' && next.follows; next = this.lines[this.at]) {
      run.push(next)
      this.at += 1
    }
    const names = next?.kind === 'priced' ? this.takeNames(run, next) : []
    this.head(run, next)
    if (names.length > 0 && next?.kind === 'priced') {
      this.at += 1
      for (const one of names) this.use(one)
      this.addPriced(
        next,
        names.map(({ words }) => words),
      )
    }
  }

  private isAbout({ item, line: own }: { item: MenuItem; line: Line }, line: Words): boolean {
    const { han, latin } = splitNames(line.words)
    const isOther = Object.values(textOf(han, latin)).every((words, at) => !(words && Object.values(item.name)[at]))
    const isPriceNext = isBarePrice(this.lines[this.at])
    if (line.indent > own.indent + 1 || isSentence(line.words)) {
      this.describe(line, line.words)
      return true
    }
    if (this.order !== 'after' || !isOther || line.script === 'both' || isPriceNext) return false
    this.use(line)
    item.name = joined(item.name, textOf(han, latin))
    return true
  }

  /**
   * Removes the names of the next line's product from the end of `run`, and returns them. `run` contains consecutive
   * lines without prices.
   */
  private takeNames(run: Words[], next: PricedLine): Words[] {
    const last = run.at(-1)
    if (!last || !next.follows) return []
    const [first] = next.products
    if (isBarePrice(next)) {
      run.pop()
      const before = run.at(-1)
      if (!before || !isOpposite(before.script, last.script)) return [last]
      run.pop()
      return [before, last]
    }
    const isHalf =
      this.order === 'before' && next.products.length === 1 && isOpposite(last.script, scriptOf(first?.name))
    if (!isHalf) return []
    run.pop()
    return [last]
  }

  /**
   * If products, sizes or a broken line follow, makes the last line of `run` the heading of a category. If a heading
   * takes two lines, one in each language, uses both. All other lines of `run` count as not understood.
   */
  private head(run: Words[], next: Line | undefined) {
    const leads = next?.kind === 'priced' || next?.kind === 'sizes' || next?.kind === 'broken'
    const last = run.at(-1)
    if (!last || !leads || this.isChain || last.isItem) {
      for (const one of run) this.leave(one)
      if (run.length > 0) this.last = null
      return
    }
    run.pop()
    const before = run.at(-1)
    const isPair = before && isOpposite(before.script, last.script)
    if (isPair) run.pop()
    for (const one of run) this.leave(one)
    this.startCategory(isPair ? `${before.words}\t${last.words}` : last.words, '', last)
    if (isPair) this.use(before)
  }
}

/** The most that a topping usually costs, in hundredths. */
const dearestTopping = 400

/** Whether a priced line continues a group of choices. */
function isChoiceOf(
  { kind, choices, price: shared }: MenuGroup & { price: number | null },
  { name, prices }: PricedProduct,
  follows: boolean,
): boolean {
  const [price] = prices ?? []
  // A surcharge without a name is a price for a size or a temperature, not a choice of this group.
  if (!hasWords(name) && price?.isPlus) return false
  if (kind !== 'toppings') return listOf(name).every(isAmount)
  const dearest = Math.max(shared ?? 0, ...choices.map((choice) => choice.price ?? 0))
  const cents = price?.cents ?? Number.POSITIVE_INFINITY
  const isDear = cents > dearestTopping && cents > 2 * dearest
  const isDrinkBelow = choices.length > 0 && isDrink(textOf(name, name))
  const isOther = isDear && (!follows || shared !== null || isDrinkBelow)
  return !isOther && (prices?.length ?? 0) <= 1
}

/** Whether a name outside of a group is a topping or a list of toppings: "加珍珠 +0.75" or "珍珠/椰果 各0.75". */
function areToppingsAlone(name: string, prices: Price[]): boolean {
  const [price] = prices
  if (!price || prices.length > 1 || price.cents > dearestTopping) return false
  const names = listOf(name, price.isEach)
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
function rowOf(part: string, kind: GroupKind): string[] {
  const words = part.trim().split(/\s+/)
  return words.every(isAmount) || (kind !== 'toppings' && words.every(hasHan)) ? words : [part]
}

/** Whether a line has prices but no names. */
const isBarePrice = (line: Line | undefined): boolean =>
  line?.kind === 'priced' && line.products.every(({ name }) => !hasWords(name))

const scriptOf = (words = '') =>
  hasHan(words) ? (hasLetters(words) ? 'both' : 'han') : hasLetters(words) ? 'latin' : null
const isOpposite = (one: string | null, other: string | null) =>
  (one === 'han' && other === 'latin') || (one === 'latin' && other === 'han')
const isSentence = (words: string) => (/[,、，;]/.test(words) || /[.。]$/.test(words)) && words.length > 8
const joined = (one: Text, other: Text): Text => {
  return inEach((locale) => [one[locale], other[locale]].filter(Boolean).join(' '))
}

function describe(words: string): Text {
  const { han, latin } = hasHan(words) && !hasLetters(words) ? { han: words, latin: '' } : splitNames(words)
  return hasHan(words) ? textOf(han, latin) : textOf('', words)
}

/**
 * Whether the name in the second language is usually in the line before or after the line with the price. Null if most
 * names take only one line.
 */
function nameOrder(lines: Line[]): 'before' | 'after' | null {
  let before = 0
  let after = 0
  let single = 0
  for (const [at, line] of lines.entries()) {
    if (line.kind !== 'priced' || line.products.length !== 1) continue
    const script = scriptOf(line.products[0]?.name)
    if (script === 'han' || script === 'latin') single += 1
    const [previous, next] = [lines[at - 1], lines[at + 1]]
    if (previous?.kind === 'words' && line.follows && isOpposite(previous.script, script)) before += 1
    if (next?.kind === 'words' && next.follows && isOpposite(next.script, script) && !isSentence(next.words)) after += 1
  }
  if (Math.max(before, after) < Math.max(1, 0.6 * single)) return null
  if (before === after) return lines.at(-1)?.kind === 'words' ? 'after' : 'before'
  return before > after ? 'before' : 'after'
}

/** Takes sizes off the end of a heading. */
function takeSizes(words: string): { head: string; sizes: Text[] | null } {
  const parts = words.split(/(?<=\s)|(?=[(\t])/)
  for (let at = 1; at < parts.length; at += 1) {
    const sizes = sizesOf(parts.slice(at).join(''))
    if (sizes) return { head: parts.slice(0, at).join(''), sizes }
  }
  return { head: words, sizes: null }
}
