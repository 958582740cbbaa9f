import type { Text } from '#contract/languages.ts'
import { languages, perLocale } from '#contract/languages.ts'

/**
 * Parses the names in a menu: splits them by language, and removes bullets and marks. A mark labels a product, for
 * example as spicy.
 */

export type Mark = 'spicy' | 'vegetarian' | 'new' | 'signature'

const usesHan = perLocale((locale) => /^Han/.test(new Intl.Locale(languages[locale].tag).maximize().script ?? ''))

/** Makes a text from Chinese words and from words in Latin letters. Each language gets the words in its script. */
export const localizedText = (han: string, latin: string): Text =>
  perLocale((locale) => (usesHan[locale] ? han : latin))

export const hasHan = (text: string) => /\p{Script=Han}/u.test(text)
export const hasLetters = (text: string) => /[A-Za-z\u00c0-\u024f]/.test(text)
export const hasWords = (text: string) => /[\p{L}\p{N}]/u.test(text)

/** The script of a text. Null if it has neither Chinese characters nor letters. */
export function scriptOf(text = ''): 'han' | 'latin' | 'both' | null {
  if (hasHan(text)) return hasLetters(text) ? 'both' : 'han'
  return hasLetters(text) ? 'latin' : null
}

/** Replaces full-width characters with ASCII, and removes invisible characters. Keeps tabs and indents. */
export function normalize(line: string): string {
  return line
    .normalize('NFKC')
    .replace(/[^\P{C}\t]|[\u2028\u2029]|\p{Variation_Selector}/gu, '')
    .replace(/\u2044/g, '/')
    .trimEnd()
}

const signs: [RegExp, Mark][] = [
  [/\u{1f336}+/gu, 'spicy'],
  [/[\u{1f331}\u{1f96c}\u{1f33f}]+/gu, 'vegetarian'],
  [/[\u{1f195}]/gu, 'new'],
  [/[\u{1f44d}\u{1f525}\u{1f451}]+/gu, 'signature'],
]
const markWords: Record<string, Mark> = {
  ...{ 辣: 'spicy', 微辣: 'spicy', 中辣: 'spicy', spicy: 'spicy' },
  ...{
    v: 'vegetarian',
    vg: 'vegetarian',
    veg: 'vegetarian',
    vegan: 'vegetarian',
    素: 'vegetarian',
    素食: 'vegetarian',
  },
  ...{ 新: 'new', 新品: 'new', 新款: 'new', new: 'new', 上新: 'new' },
  ...{
    招牌: 'signature',
    推荐: 'signature',
    推薦: 'signature',
    必点: 'signature',
    必點: 'signature',
    人气: 'signature',
  },
  ...{ signature: 'signature', popular: 'signature', recommended: 'signature' },
}
/**
 * Words that mark a product even without brackets. Other words, such as "spicy", are marks only within brackets,
 * because they may be part of a name.
 */
const plainMarks = new Set(['新', '新品', '招牌', '推荐', '推薦', 'new'])

/** Takes the marks, such as a pepper or "(v)", out of a name. Returns the name and the marks. */
export function takeMarks(name: string): { name: string; marks: Mark[] } {
  const marks = new Set<Mark>()
  let rest = name
  for (const [sign, mark] of signs) {
    if (rest.search(sign) >= 0) marks.add(mark)
    rest = rest.replace(sign, ' ')
  }
  rest = rest.replace(/[([【[「]\s*([^()[\]【】「」]{1,12})\s*[)\]】」]/g, (all, inside: string) => {
    const mark = markWords[inside.trim().toLowerCase()]
    if (!mark) return all
    marks.add(mark)
    return ' '
  })
  const words = rest.trim().split(/\s+/)
  for (const index of [0, words.length - 1]) {
    const word = (words[index] ?? '').replace(/!+$/, '').toLowerCase()
    const mark = markWords[word]
    const isWritten = word !== 'new' || index > 0 || words[index] === 'NEW'
    if (mark && plainMarks.has(word) && isWritten && words.length > 1) {
      marks.add(mark)
      words.splice(index, 1)
    }
  }
  return { name: words.join(' '), marks: [...marks] }
}

const pictures = /^[\s\p{Extended_Pictographic}\p{Emoji_Modifier}\u{1f1e6}-\u{1f1ff}\u20e3•‣▪▫●○◆◇■□►▶▸→✓✔☑♦❖·*]+/u
const numbers = [
  /^\(?\d{1,3}\)\s*/,
  /^(?:no\.?|#)\s*\d{1,3}[.:、]?\s+/i,
  /^\d{1,3}[.、:](?!\d)\s*/,
  /^[A-Za-z]{1,2}-?\d{1,3}[.、:)]?\s+(?=\S)/,
  /^\d{2,3}\s+(?=[A-Za-z])/,
  /^\d{1,3}\s+(?=(?![个個只隻份斤磅盒包杯件片粒寸人元块塊])\p{Script=Han})/u,
]

/** Removes bullets and numbers from the beginning of a line. */
export function takeBullet(line: string): { text: string; isNumbered: boolean } {
  const markSigns = signs.flatMap(([sign]) => line.match(sign)?.join('') ?? []).join('')
  const text = line.replace(pictures, '').replace(/^[-–—+]\s+/, '')
  const pattern = numbers.find((one) => one.test(text))
  const rest = pattern ? text.replace(pattern, '') : text
  // A removed symbol may be a mark, such as a pepper. Puts the removed marks back, unless `rest` still contains a mark.
  const restoredSigns = markSigns && !signs.some(([sign]) => rest.search(sign) >= 0) ? `${markSigns} ` : ''
  return { text: restoredSigns + rest, isNumbered: pattern !== undefined }
}

const edges = /^[\s\-–—=_/|·•,;:.~*、。]+|[\s\-–—=_/|·•,;:~*、。]+$|\s*\.{2,}$/g
/** Takes separators off both ends of a name. */
export const trimPunctuation = (text: string) =>
  text
    .replace(edges, '')
    .replace(/\.{2,}$/, '')
    .trim()

/**
 * The names in a list such as "珍珠、椰果" or "Pearls/Pudding". If some parts are Chinese and others English, they are
 * one name in two languages. With `isEach`, the price applies to each name, so spaces also separate Chinese names:
 * "珍珠 椰果 各0.75".
 */
export function splitList(words: string, { isEach = false }: { isEach?: boolean | undefined } = {}): string[] {
  const isSpaced = isEach && !hasLetters(words)
  const parts = words
    .split(isSpaced ? /[、,;|/\s]+/ : /[、,;|/\t]+/)
    .map(trimPunctuation)
    .filter(hasWords)
  return new Set(parts.map(hasHan)).size === 1 ? parts : [words]
}

/** Splits a name into its words in Chinese and in English, in either order. */
export function splitNames(name: string): { han: string; latin: string } {
  const trimmed = trimPunctuation(name).replace(/\s*\.{2,}\s*|…+/g, ' ')
  if (!hasHan(trimmed)) return { han: '', latin: trimPunctuation(trimmed.replace(/\t+/g, ' ')) }
  if (!hasLetters(trimmed)) return { han: trimmed.replace(/\s*\t\s*/g, ' '), latin: '' }
  return splitAtSeparator(trimmed) ?? splitAtBracket(trimmed) ?? splitByWord(trimmed)
}

function splitAtSeparator(name: string) {
  const parts = name
    .split(/\s*[\t/|·•]+\s*|\s+[-–—~]+\s+|\s*[–—]+\s*|\s{3,}/)
    .map(trimPunctuation)
    .filter(Boolean)
  const han = parts.filter(hasHan)
  const latin = parts.filter((part) => !hasHan(part))
  if (han.length === 0 || !latin.some(hasLetters)) return null
  return { han: han.join(' '), latin: latin.join(' ') }
}

function splitAtBracket(name: string) {
  const [, before = '', inside = '', after = ''] = /^([^()]*)\(([^()]*)\)([^()]*)$/.exec(name) ?? []
  const outside = trimPunctuation(`${before} ${after}`)
  if (!outside || hasHan(outside) === hasHan(inside)) return null
  const [han, latin] = hasHan(outside) ? [outside, inside] : [inside, outside]
  if (hasHan(latin) || (hasHan(han) && hasLetters(han)) || latin.replace(/[^A-Za-z]/g, '').length < 3) return null
  return { han: han.trim(), latin: latin.trim() }
}

function splitByWord(name: string) {
  const words = name.split(/\s+/).flatMap((word, index, all) => splitGlued(word, all[index - 1], all[index + 1]))
  const first = words.findIndex(hasHan)
  const last = words.findLastIndex(hasHan)
  let from = first
  const after = words.slice(last + 1)
  // In "A1 奶茶 Milk tea", the code belongs to the Chinese name, because an English name follows the Chinese name.
  if (after.some(hasLetters) && first === 1 && /^[A-Z\d]{1,3}$/.test(words[0] ?? '')) from = 0
  const middle = words.slice(from, last + 1)
  const mixed = middle.filter((word) => !hasHan(word) && hasLetters(word))
  const isInterleaved = mixed.some((word) => word.length > 3)
  const han = isInterleaved ? middle.filter((word) => !mixed.includes(word)) : middle
  const latin = [...words.slice(0, from), ...(isInterleaved ? mixed : []), ...after]
  // A measure after the Chinese name, such as 280g, is not an English name. So it stays in the Chinese name.
  const isName = latin.some(
    (word) => /[A-Za-z]{2,}/.test(word) && !/^\(?\d+(?:\.\d+)?[A-Za-z]{1,5}\)?$|^\([A-Za-z]{1,4}\)$/.test(word),
  )
  if (!isName) return { han: words.join(' '), latin: '' }
  return { han: trimPunctuation(han.join(' ')), latin: trimPunctuation(latin.join(' ')) }
}

/**
 * Splits a word such as 珍珠奶茶Pearl into its Chinese and its English part, if the word next to the English part is
 * English too.
 */
function splitGlued(word: string, before = '', after = ''): string[] {
  const isLatin = (text: string) => hasLetters(text) && !hasHan(text)
  const head = /^([A-Za-z'&-]{2,})(\p{Script=Han}.*)$/u.exec(word)
  if (head && isLatin(before)) return [head[1] ?? '', head[2] ?? '']
  const tail = /^(.*\p{Script=Han}\)?)\(?([A-Za-z'&-]{2,})$/u.exec(word)
  if (tail && isLatin(after)) return [tail[1] ?? '', tail[2] ?? '']
  return [word]
}
