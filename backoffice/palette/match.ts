/** Something that the palette compares with the typed text. */
export interface Candidate {
  id: string
  /** The name in every language, and other words for the same thing, such as pinyin initials. */
  words: readonly string[]
}

/** The score for each kind of match, best first. Candidates that do not match are not listed. */
const fits = { whole: 100, word: 90, beginning: 80, words: 60, part: 40, none: 0 } as const

/** Normalizes a text for comparison: width, case, accents and spaces. */
export const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()

/** The score of the typed text against a candidate's words. 0 if the text does not match. */
export function fitOf(typed: string, words: readonly string[]): number {
  const wanted = plain(typed)
  if (!wanted) return fits.none
  const texts = words.map(plain).filter(Boolean)
  if (texts.includes(wanted)) return fits.whole
  // A complete word ranks higher: "bun" finds the char siu bun before the bunched carrots.
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
  // A single Latin letter must not match in the middle of a word, but a single Chinese character may.
  return word.length > 1 || /\p{Script=Han}/u.test(word) ? fits.part : fits.none
}

/**
 * The matching candidates, best first. Among equal scores, recently used candidates come first, and all others keep
 * their order. `recent` contains ids, newest first.
 */
export function rank<Entry extends Candidate>(typed: string, entries: Entry[], recent: readonly string[]): Entry[] {
  const ageOf = ({ id }: Entry) => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  return entries
    .map((entry) => ({ entry, fit: fitOf(typed, entry.words), age: ageOf(entry) }))
    .filter(({ fit }) => fit > fits.none)
    .sort((one, other) => other.fit - one.fit || one.age - other.age)
    .map(({ entry }) => entry)
}

/** The verbs that a staff member can type to request an action. */
export const verbs = ['pause', 'resume', 'soldOut', 'hide', 'show', 'price'] as const
export type Verb = (typeof verbs)[number]

export interface Request {
  /** The typed text without the verb and the price. */
  name: string
  verb: Verb | null
  /**
   * The number at the end of the text: "12.8". A decimal comma becomes a point. Null if the text has no such number.
   */
  price: string | null
}

/** Splits texts such as "sold out lychee", "改价荔枝12.8" and "lychee 12.8" into verb, name and price. */
export function readRequest(typed: string, words: Record<Verb, readonly string[]>): Request {
  const text = plain(typed)
  const known = verbs
    .flatMap((verb) => words[verb].map((word) => ({ verb, word: plain(word) })))
    // Tries longer verbs first: "sold out" before "sold".
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

/** Whether a text begins with this verb. A Latin verb must be followed by a space, a Chinese verb need not. */
const startsWithWord = (text: string, word: string) =>
  text.startsWith(word) && (text[word.length] === ' ' || /\p{Script=Han}$/u.test(word))
