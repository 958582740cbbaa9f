import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { readRows } from '#server/catalogue/product-list.ts'
import type { Context } from '#server/platform/context.ts'
import { formsOf, stemsOf } from './search.ts'
import type { Word } from './terms.ts'
import type { Vocabulary } from './tokens.ts'

/*
 * The table `search_words` stores each word of the shop under several keys, so that an index finds prefixes,
 * misspellings and parts. Every word has a key that is `^` and the word. Words that shoppers may misspell also have
 * these keys: `~` and the word, `~` and the word without one letter, `&` and the word's sound, and each ending of the
 * word. Words that occur only in descriptions have `%` instead of `~`, and no keys for sound and endings. A typed word
 * is looked up under the same keys.
 */
const shortestPart = 3
const shortestMisspelt = 4
/**
 * The maximum number of letters of a short word. If a search has several words, a word of this length is corrected only
 * to words with the same first letter. A shorter word is also not corrected by replacing a letter.
 */
const longestExact = 5
/**
 * The minimum number of letters of a typed word that can be corrected to a word of descriptions. Descriptions have many
 * more words than names, so a shorter word would be similar to too many of them.
 */
const shortestTold = 6
const mostWords = 24
/** The maximum number of words with the same sound that a look-up reads. Many short words sound alike. */
const mostAlike = 100
const wordsAtOnce = 500

/** Stores the words that are new to the vocabulary. */
export async function learnWords(ctx: Context, some: Vocabulary[]): Promise<void> {
  const all = some.flatMap(({ all }) => all)
  const spelled = some.flatMap(({ spelled }) => spelled)
  await learn(ctx, all, (word) => [`^${word}`])
  await learn(ctx, spelled, keysOf)
  const described = some.flatMap(({ described }) => described)
  await learn(ctx, described, (word) => [word, ...withoutOne(word)].map((one) => `%${one}`))
}

/**
 * Stores the words that are not in the table yet. Looks up only the first key of each word, because all keys of a word
 * are stored together.
 */
async function learn(ctx: Context, words: string[], keysOf: (word: string) => string[]) {
  const all = [...new Set(words)].sort()
  for (let at = 0; at < all.length; at += wordsAtOnce) {
    const some = all.slice(at, at + wordsAtOnce).map((word) => ({ word, key: keysOf(word)[0] }))
    const fresh = await readRows<{ word: string }>(
      ctx,
      sql`select w.word from json_to_recordset(${JSON.stringify(some)}::json) as w(word text, key text)
      where not exists (select 1 from search_words s where s.key = w.key and s.word = w.word) order by 1`,
    )
    if (fresh.length === 0) continue
    const rows = fresh.flatMap(({ word }) => keysOf(word).map((key) => ({ key, word })))
    await ctx.db.execute(sql`insert into search_words (key, word)
      select w.key, w.word from json_to_recordset(${JSON.stringify(rows)}::json) as w(key text, word text)
      on conflict do nothing`)
  }
}

/** Adds to each searched word the words of the shop that begin with it or contain it. */
export async function withKnown(ctx: Context, words: Word[]): Promise<Word[]> {
  const growing = (stem: string) =>
    sql`select word from search_words where ${beginsWith(`^${stem}`)} order by key using ~<~ limit ${mostWords + 1}`
  // A text of three letters occurs in too many words, so it must end the word or come directly before a plural s.
  const containing = (text: string) =>
    sql`select distinct word from search_words
      where ${text.length === shortestPart ? sql`key in (${text}, ${`${text}s`})` : beginsWith(text)}
      limit ${mostWords}`
  const asked = words.filter(({ text, isChinese }) => !isChinese && text.length >= shortestPart)
  const found = await lookUp(ctx, [
    ...asked.flatMap(({ text }) => stemsOf(text).map((stem) => ({ asked: `^${stem}`, of: growing(stem) }))),
    ...asked.filter(isSpelled).map(({ text }) => ({ asked: text, of: containing(text) })),
  ])
  return words.map((word) => {
    const grown = asked.includes(word) ? stemsOf(word.text).map((stem) => found.get(`^${stem}`) ?? []) : []
    const isKnown = grown.length > 0 && grown.every(({ length }) => length <= mostWords)
    return { ...word, growing: isKnown ? grown.flat() : null, containing: found.get(word.text) ?? [] }
  })
}

/**
 * Reads several words as one word of the shop: "lao gan mah" as "laoganma". Null if there is no such word. If the shop
 * has one of the words, allows only one typing error: "pie apples" does not become "pineapple".
 */
export async function meantTogether(ctx: Context, words: Word[]): Promise<Word[] | null> {
  const [first, ...others] = words
  if (!first || others.length === 0) return null
  const whole = words.map(({ text }) => text).join('')
  const most = words.some(isKnown) ? 1 : mostSlips(whole)
  const found = await withMeant(ctx, [{ ...first, text: whole }])
  const isNear = found.some(({ meant }) => meant.some((word) => slipsBetween(whole, word) <= most))
  return isNear ? found : null
}

/** Whether the catalogue is known to contain the word, in singular or plural. */
const isKnown = ({ text, growing }: Word) => formsOf(text).some((form) => growing?.includes(form))

/**
 * Adds to each searched word the words of the shop that the shopper may have meant. Tries these kinds of words in
 * order, until one kind gives results:
 * - similar words of names, synonyms and groups
 * - the base form of an inflected verb: "can" for "canned"
 * - words that sound similar
 * - similar words of descriptions
 * `isAlone` says whether the term has no other words.
 */
export async function withMeant(ctx: Context, words: Word[], isAlone = true): Promise<Word[]> {
  const near = (text: string, mark: string) => {
    const keys = [text, ...withoutOne(text)].map((one) => mark + one)
    return sql`select distinct word from search_words where key in ${keys} limit ${mostWords}`
  }
  const found = await lookUp(
    ctx,
    words
      .filter((word) => isSpelled(word) && word.text.length >= shortestMisspelt)
      .flatMap(({ text }) => [
        ...['~', '%'].map((mark) => ({ asked: mark + text, of: near(text, mark) })),
        {
          asked: `&${text}`,
          of: sql`select word from search_words where key = ${`&${soundOf(text)}`} limit ${mostAlike}`,
        },
        ...(verbsOf(text).length > 0 ? [{ asked: `^${text}`, of: oneOf(verbsOf(text)) }] : []),
      ]),
  )
  return words.map((word) => {
    const named = nearest(word.text, found.get(`~${word.text}`) ?? [], { isAlone })
    const told =
      word.text.length >= shortestTold ? nearest(word.text, found.get(`%${word.text}`) ?? [], { isAlone }) : []
    const verbs = found.get(`^${word.text}`) ?? []
    const alike = nearest(word.text, found.get(`&${word.text}`) ?? [], {
      isAlone,
      most: word.text.length >= 7 ? 3 : 2,
    })
    return { ...word, bySound: true, meant: [named, verbs, alike, told].find(({ length }) => length > 0) ?? [] }
  })
}

/** Splits each unknown word into two words of the shop, if possible: "sweetcorn" into "sweet" and "corn". */
export async function splitWords(ctx: Context, words: Word[], unknown: Word[]): Promise<Word[]> {
  const some = unknown.filter(({ text, isChinese }) => !isChinese && /^[a-z]{6,24}$/.test(text))
  const cuts = (text: string) =>
    Array.from({ length: text.length - 2 * shortestPart + 1 }, (_, at) => at + shortestPart).map((at) => [
      text.slice(0, at),
      text.slice(at),
    ])
  const found = await lookUp(
    ctx,
    some.map(({ text }) => ({
      asked: text,
      of: oneOf(cuts(text).flat()),
    })),
  )
  return words.flatMap((word) => {
    const known = found.get(word.text) ?? []
    const parts = some.includes(word) ? cuts(word.text).filter((cut) => cut.every((part) => known.includes(part))) : []
    // Takes the split with the longest second word, because the last word names the product.
    return parts[0]?.map((text) => ({ ...word, text, growing: null, containing: [], meant: [] })) ?? [word]
  })
}

/** Selects those words that the shop contains. */
const oneOf = (words: string[]) => sql`select word from search_words where key in ${words.map((word) => `^${word}`)}`

/** The possible verbs of an English form: "can" and "cane" for "caned", "can" for "canned". */
function verbsOf(word: string): string[] {
  const stem = /^(.{3,})(?:ed|ing)$/.exec(word)?.[1]
  if (!stem) return []
  return [stem, `${stem}e`, ...(stem.at(-1) === stem.at(-2) ? [stem.slice(0, -1)] : [])]
}

const isSpelled = ({ text, isChinese }: Word) => !isChinese && /^[a-z]{3,24}$/.test(text)

const beginsWith = (text: string) => sql`key ~>=~ ${text} and key ~<~ ${`${text}\u{10ffff}`}`

/** Runs all look-ups in one query. Returns, for each `asked`, the words that its look-up found. */
async function lookUp(ctx: Context, questions: { asked: string; of: SQL }[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  if (questions.length === 0) return found
  const parts = questions.map(({ asked, of }) => sql`select ${asked}::text as asked, word from (${of}) found`)
  for (const { asked, word } of await readRows<{ asked: string; word: string }>(
    ctx,
    sql.join(parts, sql` union all `),
  )) {
    found.set(asked, [...(found.get(asked) ?? []), word])
  }
  return found
}

/** The words that differ from the typed word by the fewest typing errors. */
function nearest(
  asked: string,
  words: string[],
  { isAlone, most = mostSlips(asked) }: { isAlone: boolean; most?: number },
): string[] {
  const likely = isAlone ? words : words.filter((word) => isLikely(asked, word))
  const distances = likely.map((word) => ({ word, slips: isMoved(asked, word) ? 1 : slipsBetween(asked, word) }))
  const least = Math.min(most, ...distances.map(({ slips }) => slips))
  return distances.filter(({ slips }) => slips === least).map(({ word }) => word)
}

/** The maximum number of typing errors: two in words of eight letters or more, else one. */
const mostSlips = (asked: string) => (asked.length >= 8 ? 2 : 1)

/**
 * Whether a correction is likely in a term of several words. A short word is often right even if the shop does not have
 * it: "side dish" should not become "side fish".
 */
function isLikely(asked: string, word: string): boolean {
  if (asked.length > longestExact) return true
  const isChanged = asked.length < longestExact && asked.length === word.length && !isAnagram(asked, word)
  return word[0] === asked[0] && !isChanged
}

const isAnagram = (one: string, other: string) => [...one].sort().join('') === [...other].sort().join('')

/** Whether two words of at least six letters differ only in the place of one letter: "machta" and "matcha". */
function isMoved(one: string, other: string): boolean {
  if (one.length < 6 || !isAnagram(one, other)) return false
  const without = new Set(withoutOne(one))
  return withoutOne(other).some((rest) => without.has(rest))
}

/** Counts missing, extra, changed and swapped letters between two words. */
export function slipsBetween(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = (last[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : change
      row.push(Math.min(change, swap, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    before = last
    last = row
  }
  return last[other.length] ?? 0
}

function keysOf(word: string): string[] {
  const endings = Array.from({ length: Math.max(0, word.length - shortestPart) }, (_, at) => word.slice(at + 1))
  return [...new Set([`&${soundOf(word)}`, `~${word}`, ...withoutOne(word).map((one) => `~${one}`), ...endings])]
}

function withoutOne(word: string): string[] {
  return [...word].map((_, at) => word.slice(0, at) + word.slice(at + 1))
}

/**
 * A rough phonetic key of an English word. Omits silent letters and the vowels after the first letter, and writes
 * doubled letters once.
 */
export function soundOf(word: string): string {
  const sounds = word
    .replace(/ph/g, 'f')
    .replace(/gh(?=[tn]|$)/g, '')
    .replace(/t?ch/g, 'C')
    .replace(/sh/g, 'S')
    .replace(/c(?=[eiy])|z/g, 's')
    .replace(/[cq]k?|ck/g, 'k')
    .replace(/(?<=[aeiou])r$|re$/, '')
  return (
    (sounds[0] ?? '') +
    sounds
      .slice(1)
      .replace(/[aeiouyhw]/g, '')
      .replace(/(.)\1+/g, '$1')
  )
}
