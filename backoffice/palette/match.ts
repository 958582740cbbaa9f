/** What the palette compares with the typed text. */
export interface Candidate {
  id: string
  /** Names in every language, and other words for the same thing, such as pinyin initials. */
  words: readonly string[]
}

/** How well a text fits, best first. A candidate without any fit is not listed. */
const fits = { whole: 100, word: 90, beginning: 80, words: 60, part: 40, none: 0 } as const

/** The text for comparison: one width, one case, no accents, one space between words. */
export const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()

/** How well the typed text fits the words of a candidate; 0: not at all. */
export function fitOf(typed: string, words: readonly string[]): number {
  const wanted = plain(typed)
  if (!wanted) return fits.none
  const texts = words.map(plain).filter(Boolean)
  if (texts.includes(wanted)) return fits.whole
  // "bun" means the char siu bun rather than the bunched carrots.
  if (texts.some((text) => ` ${text.split(notInWords).join(' ')} `.includes(` ${wanted} `))) return fits.word
  if (texts.some((text) => text.startsWith(wanted))) return fits.beginning
  return Math.min(
    ...wanted.split(' ').map((word) => Math.max(fits.none, ...texts.map((text) => fitOfWord(word, text)))),
  )
}

const notInWords = /[^\p{L}\p{N}]+/u

function fitOfWord(word: string, text: string): number {
  const at = text.indexOf(word)
  if (at < 0) return fits.none
  if (text.split(notInWords).some((one) => one.startsWith(word))) return fits.words
  // A single Latin letter in the middle of a word is no hit; a single Chinese character is.
  return word.length > 1 || /\p{Script=Han}/u.test(word) ? fits.part : fits.none
}

/**
 * The candidates that fit, best first. Among equal ones the most recently used comes first, then the order given.
 * `recent` has ids, newest first.
 */
export function rank<Entry extends Candidate>(typed: string, entries: Entry[], recent: readonly string[]): Entry[] {
  const ageOf = ({ id }: Entry) => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  return entries
    .map((entry) => ({ entry, fit: fitOf(typed, entry.words), age: ageOf(entry) }))
    .filter(({ fit }) => fit > fits.none)
    .sort((one, other) => other.fit - one.fit || one.age - other.age)
    .map(({ entry }) => entry)
}

/** What the person wants to do with what they name. */
export const verbs = ['pause', 'resume', 'soldOut', 'hide', 'show', 'price'] as const
export type Verb = (typeof verbs)[number]

export interface Request {
  /** The typed text without verb and price. */
  name: string
  verb: Verb | null
  /** A number at the end, as typed: "12.8". */
  price: string | null
}

/** Splits "sold out lychee", "改价荔枝12.8" and "lychee 12.8" into verb, name and price. */
export function readRequest(typed: string, words: Record<Verb, readonly string[]>): Request {
  const text = plain(typed)
  const known = verbs
    .flatMap((verb) => words[verb].map((word) => ({ verb, word: plain(word) })))
    // The longest first: "sold out" before "sold".
    .sort((one, other) => other.word.length - one.word.length)
  const found = known.find(({ word }) => text === word || startsWithWord(text, word))
  const rest = found ? text.slice(found.word.length).trim() : text
  const priced = /^(?<name>.*?(?:\s|(?<=\p{Script=Han})))(?:ca)?[$¥]?(?<price>\d{1,6}(?:[.,]\d{1,2})?)[元块]?$/u.exec(
    rest,
  )
  return {
    name: (priced?.groups?.name ?? rest).trim(),
    verb: found?.verb ?? null,
    price: priced?.groups?.price?.replace(',', '.') ?? null,
  }
}

/** Latin verbs end at a space; Chinese verbs need none. */
const startsWithWord = (text: string, word: string) =>
  text.startsWith(word) && (text[word.length] === ' ' || /\p{Script=Han}$/u.test(word))
