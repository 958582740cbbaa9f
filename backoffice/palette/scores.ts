/** Something that the palette compares with the typed text. */
export interface Candidate {
  id: string
  /** The name in every language, and other words for the same thing, such as pinyin initials. */
  words: readonly string[]
}

/** The score for each kind of match, best first. Candidates that do not match are not listed. */
const scores = { whole: 100, word: 90, beginning: 80, words: 60, part: 40, none: 0 } as const

/** Normalizes a text for comparison: width, case, accents and spaces. */
export const normalizeTerm = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()

/** The score of the typed text against a candidate's words. 0 if the text does not match. */
export function scoreOf(query: string, words: readonly string[]): number {
  const normalizedQuery = normalizeTerm(query)
  if (!normalizedQuery) return scores.none
  const texts = words.map(normalizeTerm).filter(Boolean)
  if (texts.includes(normalizedQuery)) return scores.whole
  // A complete word ranks higher than the beginning of a word: "bun" finds char siu bun before bunched carrots.
  if (texts.some((text) => ` ${text.split(wordBoundary).join(' ')} `.includes(` ${normalizedQuery} `)))
    return scores.word
  if (texts.some((text) => text.startsWith(normalizedQuery))) return scores.beginning
  return Math.min(
    ...normalizedQuery.split(' ').map((word) => Math.max(scores.none, ...texts.map((text) => wordScore(word, text)))),
  )
}

const wordBoundary = /[^\p{L}\p{N}]+/u

function wordScore(word: string, text: string): number {
  const at = text.indexOf(word)
  if (at < 0) return scores.none
  if (text.split(wordBoundary).some((one) => one.startsWith(word))) return scores.words
  // A single Latin letter must not match in the middle of a word, but a single Chinese character may.
  return word.length > 1 || /\p{Script=Han}/u.test(word) ? scores.part : scores.none
}

/**
 * The matching candidates, best first. Among equal scores, recently used candidates come first, and all others keep
 * their order. `recent` contains ids, newest first.
 */
export function rank<Entry extends Candidate>(typed: string, entries: Entry[], recent: readonly string[]): Entry[] {
  const ageOf = ({ id }: Entry) => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  return entries
    .map((entry) => ({ entry, fit: scoreOf(typed, entry.words), age: ageOf(entry) }))
    .filter(({ fit }) => fit > scores.none)
    .sort((one, other) => other.fit - one.fit || one.age - other.age)
    .map(({ entry }) => entry)
}

/** The verbs that a staff member can type to request an action. */
export const verbs = ['pause', 'resume', 'soldOut', 'hide', 'show', 'price'] as const
export type Verb = (typeof verbs)[number]

export interface CommandQuery {
  /** The typed text without the verb and the price. */
  name: string
  verb: Verb | null
  /**
   * The number at the end of the text: "12.8". A decimal comma becomes a point. Null if the text has no such number.
   */
  price: string | null
}

/** Splits texts such as "sold out lychee", "改价荔枝12.8" and "lychee 12.8" into verb, name and price. */
export function parseCommand(typed: string, words: Record<Verb, readonly string[]>): CommandQuery {
  const text = normalizeTerm(typed)
  const verbTerms = verbs
    .flatMap((verb) => words[verb].map((word) => ({ verb, word: normalizeTerm(word) })))
    // Tries longer verbs first: "sold out" before "sold".
    .sort((one, other) => other.word.length - one.word.length)
  const match = verbTerms.find(({ word }) => text === word || startsWithWord(text, word))
  const rest = match ? text.slice(match.word.length).trim() : text
  const priceMatch =
    /^(?<name>.*?(?:\s|(?<=\p{Script=Han})))(?:ca)?[$¥]?(?<price>\d{1,6}(?:[.,]\d{1,2})?)[元块]?$/u.exec(rest)
  return {
    name: (priceMatch?.groups?.name ?? rest).trim(),
    verb: match?.verb ?? null,
    price: priceMatch?.groups?.price?.replace(',', '.') ?? null,
  }
}

/** Whether a text begins with this verb. A Latin verb must be followed by a space, a Chinese verb need not. */
const startsWithWord = (text: string, word: string) =>
  text.startsWith(word) && (text[word.length] === ' ' || /\p{Script=Han}$/u.test(word))
