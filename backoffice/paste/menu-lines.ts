import type { Text } from '#contract/languages.ts'
import { endsWithPieces, hasBrokenNumber, repairNumbers } from './menu-amounts.ts'
import { hasHan, hasWords, normalize, scriptOf, takeBullet, takeMarks } from './menu-names.ts'
import { readPrices } from './menu-prices.ts'
import type { GroupKind } from './menu-terms.ts'
import { groupOf, isChoice, sizesOf } from './menu-terms.ts'

/** Reads the lines of a menu. Classifies each line by its own words only, without the lines before and after it. */

interface LinePosition {
  /** The line numbers in the pasted text, from 1. More than one if a name continues in the next line. */
  lines: number[]
  text: string
  indent: number
  /** Whether the line directly follows another line, without an empty line between them. */
  isContinuous: boolean
  /** Whether the line begins with a number or ends with a number of pieces. Such a line cannot be a heading. */
  isItem: boolean
}
type Product = (ReturnType<typeof readPrices> & object)[number]
export type Line = LinePosition &
  (
    | { kind: 'heading'; words: string; rest: string }
    | { kind: 'group'; group: GroupKind; name: Text; price: number | null; choices: string }
    | { kind: 'sizes'; sizes: Text[] }
    | { kind: 'priced'; products: Product[] }
    | { kind: 'note'; words: string }
    | { kind: 'words'; words: string; script: 'han' | 'latin' | 'both' }
    /** A line with a mistyped number. */
    | { kind: 'broken' }
    | { kind: 'other' }
  )

/** A line with more characters than this is not part of the menu. */
const maxLineLength = 300
const contact = new RegExp(
  [
    'https?:',
    String.raw`www\.`,
    '@',
    String.raw`\d{3}[-.\s)]{1,2}\d{3}[-.\s]\d{4}`,
    String.raw`\d{1,2}:\d{2}`,
    String.raw`(?:^|\s)(?:电话|電話|地址|微信|tel|phone|address|wechat|wifi)(?:\s|:|$)`,
    '#接[龙龍]',
  ].join('|'),
  'i',
)
const trailingJoiner = /(?:\s(?:with|and|in|of|w\/|or)|[&,])$/i

/** Reads the lines of a text. Omits lines without words. Joins an English name that continues in the next line. */
export function readLines(text: string): Line[] {
  const lines: Line[] = []
  let isContinuous = false
  let openLine: LinePosition | null = null
  for (const [index, raw] of text.split(/\r\n|[\n\r\v\f\u2028\u2029]/).entries()) {
    const line = raw.length > maxLineLength ? raw : normalize(raw)
    if (!line.trim()) {
      if (openLine) lines.push(classify(openLine))
      openLine = null
      isContinuous = false
      continue
    }
    // Skips a line without words, for example the dots between a name and its price.
    if (!hasWords(line)) continue
    const indent = /^\s*/.exec(line.replace(/\t/g, '  '))?.[0].length ?? 0
    const place: LinePosition = openLine
      ? { ...openLine, lines: [...openLine.lines, index + 1], text: `${openLine.text} ${line.trim()}` }
      : { lines: [index + 1], text: line.trim(), indent, isContinuous, isItem: false }
    openLine = null
    isContinuous = true
    if (isBroken(line) && place.lines.length < 3) openLine = place
    else lines.push(classify(place))
  }
  if (openLine) lines.push(classify(openLine))
  return lines
}

/** Whether a line ends in the middle of an English name, for example with "and", so that the next line continues it. */
const isBroken = (line: string) =>
  !hasHan(line) && line.length <= maxLineLength && trailingJoiner.test(line) && !readPrices(line)

function classify(place: LinePosition): Line {
  const { text } = place
  if (text.length > maxLineLength || contact.test(text)) return { ...place, kind: 'other' }
  if (hasBrokenNumber(repairNumbers(text))) return { ...place, kind: 'broken' }
  const heading = headingOf(text)
  if (heading) return readGroup(place, heading.words, heading.rest) ?? { ...place, kind: 'heading', ...heading }
  const bullet = takeBullet(withoutBrackets(text))
  const words = bullet.text
  const position = { ...place, isItem: bullet.isNumbered || endsWithPieces(words) }
  const group = readGroup(position, words, '')
  if (group) return group
  const sizes = sizesOf(words)
  if (sizes) return { ...position, kind: 'sizes', sizes }
  const products = readPrices(words)
  if (products) return { ...position, kind: 'priced', products }
  const [, inside] = /^\((.*)\)$/.exec(words) ?? []
  if (inside) return { ...position, kind: 'note', words: inside.trim() }
  if (!hasWords(words)) return { ...position, kind: 'words', words: '', script: 'latin' }
  return { ...position, kind: 'words', words, script: scriptOf(words) ?? 'latin' }
}

const brackets = /^[^\p{L}\p{N}]{0,4}[【[〖《<「『]\s*([^】\]〗》>」』]+?)\s*[】\]〗》>」』]\s*(.*)$/u
const decoratedHeading = /^(?:[-=~#*★☆✦✨◆◇_—–─━]\s*){2,}(.+?)[-=~#*★☆✦✨◆◇_—–─━\s]*$|^([★☆✦✨◆◇=~*#])\s*(.+?)\s*\2$/u

function headingOf(text: string): { words: string; rest: string } | null {
  const [, inside, rest = ''] = brackets.exec(text) ?? []
  if (inside && hasWords(inside)) {
    if (!hasWords(rest)) return { words: inside, rest: '' }
    const isPlus = readPrices(rest)?.every(({ name, prices }) => !hasWords(name) && prices?.every((one) => one.isPlus))
    const isSurcharge = isPlus ?? sizesOf(rest) !== null
    return !isMark(inside) && isSurcharge ? { words: inside, rest } : null
  }
  const match = decoratedHeading.exec(text)
  const words = match?.[1] ?? match?.[3]
  if (words && hasWords(words) && !readPrices(words)) return { words, rest: '' }
  if (/:$/.test(text) && !readPrices(text)) return { words: takeBullet(text.slice(0, -1)).text, rest: '' }
  return null
}

const isMark = (words: string) => takeMarks(`(${words}) x`).marks.length > 0

/** Takes the brackets off the name of a product: "【珍珠奶茶】6.5". */
function withoutBrackets(text: string): string {
  const [, inside, rest = ''] = brackets.exec(text) ?? []
  const isName = inside && !isMark(inside) && readPrices(rest)?.every(({ name }) => !hasWords(name))
  return isName ? `${inside} ${rest}` : text
}

/**
 * Reads a line that begins a group of choices: a heading with choices, such as "Toppings +0.75: pearls, pudding", or
 * only the heading. Null for other lines.
 */
function readGroup(place: LinePosition, words: string, rest: string): Line | null {
  const [, before = words, after = ''] = /^([^:]{1,40}?)\s*:\s*(.*)$/.exec(words) ?? []
  const spacedMatch = /^(\S+(?: [A-Za-z]+)?)\s+(.+)$/.exec(words)
  const startGroup = groupHeadOf(before)
  if (startGroup) return { ...place, kind: 'group', ...startGroup, choices: `${after} ${rest}`.trim() }
  const [, head = '', list = ''] = spacedMatch ?? []
  const headGroup = groupHeadOf(head)
  const names = readPrices(list)?.map(({ name }) => name) ?? [list]
  const isList = names
    .join(' ')
    .split(/[\s,、/]+/)
    .every((word) => isChoice(word) || /^\d{1,3}%$/.test(word))
  return headGroup && isList ? { ...place, kind: 'group', ...headGroup, choices: list } : null
}

function groupHeadOf(words: string): { group: GroupKind; name: Text; price: number | null } | null {
  const products = readPrices(words)
  const [first, ...others] = products ?? []
  const onlyProduct = others.length === 0 ? first : undefined
  if (products && (!onlyProduct?.prices || onlyProduct.prices.length > 1)) return null
  const found = groupOf((onlyProduct ? onlyProduct.name : words).replace(/[\s(+:]+$/, ''))
  return found && { group: found.kind, name: found.name, price: onlyProduct?.prices?.[0]?.cents ?? null }
}
