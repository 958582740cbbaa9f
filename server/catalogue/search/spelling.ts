import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { readRows } from '#server/catalogue/product-list.ts'
import type { Context } from '#server/platform/context.ts'
import type { Word } from './terms.ts'
import type { Vocabulary } from './tokens.ts'
import { formsOf, stemsOf } from './word-forms.ts'

/*
 * The table `search_words` stores each word of the shop under several keys, so that an index finds prefixes,
 * misspellings and parts. Every word has a key that is `^` and the word. Words that shoppers may misspell also have
 * these keys: `~` and the word, `~` and the word without one letter, `&` and the word's sound, and each ending of the
 * word. Words that occur only in descriptions have `%` instead of `~`, and no keys for sound and endings. A typed word
 * is looked up under the same keys.
 */
const minPartLength = 3
const minMisspelledLength = 4
/**
 * The maximum number of letters of a short word. In a search with several words, a short word is corrected only to
 * words with the same first letter. If it has fewer letters than this maximum, a correction may not replace a letter
 * either.
 */
const maxExactLength = 5
/**
 * The minimum number of letters of a typed word that can be corrected to a word of descriptions. Descriptions have many
 * more words than names, so a shorter word would be similar to too many of them.
 */
const minDescriptionWordLength = 6
const maxWords = 24
/** The maximum number of words with the same sound that a look-up reads. Many short words sound alike. */
const maxSimilarSounding = 100
const batchSize = 500

/** Stores the words that are new to the vocabulary. */
export async function learnWords(ctx: Context, vocabularies: Vocabulary[]): Promise<void> {
  const all = vocabularies.flatMap(({ all }) => all)
  const spelled = vocabularies.flatMap(({ spelled }) => spelled)
  await storeWords(ctx, all, (word) => [`^${word}`])
  await storeWords(ctx, spelled, keysOf)
  const described = vocabularies.flatMap(({ described }) => described)
  await storeWords(ctx, described, (word) => [word, ...withoutOneLetter(word)].map((variant) => `%${variant}`))
}

/**
 * Stores the words that are not in the table yet. Looks up only the first key of each word, because all keys of a word
 * are stored together.
 */
async function storeWords(ctx: Context, words: string[], keysOf: (word: string) => string[]) {
  const all = [...new Set(words)].sort()
  for (let offset = 0; offset < all.length; offset += batchSize) {
    const batch = all.slice(offset, offset + batchSize).map((word) => ({ word, key: keysOf(word)[0] }))
    const newWords = await readRows<{ word: string }>(
      ctx,
      sql`select w.word from json_to_recordset(${JSON.stringify(batch)}::json) as w(word text, key text)
      where not exists (select 1 from search_words s where s.key = w.key and s.word = w.word) order by 1`,
    )
    if (newWords.length === 0) continue
    const rows = newWords.flatMap(({ word }) => keysOf(word).map((key) => ({ key, word })))
    await ctx.db.execute(sql`insert into search_words (key, word)
      select w.key, w.word from json_to_recordset(${JSON.stringify(rows)}::json) as w(key text, word text)
      on conflict do nothing`)
  }
}

/** Adds to each searched word the words of the shop that begin with it or contain it. */
export async function withVocabulary(ctx: Context, words: Word[]): Promise<Word[]> {
  const wordsBeginningWith = (stem: string) =>
    sql`select word from search_words where ${beginsWith(`^${stem}`)} order by key using ~<~ limit ${maxWords + 1}`
  // A text of three letters occurs in too many words, so it must end the word or come directly before a plural s.
  const wordsContaining = (text: string) =>
    sql`select distinct word from search_words
      where ${text.length === minPartLength ? sql`key in (${text}, ${`${text}s`})` : beginsWith(text)}
      limit ${maxWords}`
  const lookedUp = words.filter(({ text, isChinese }) => !isChinese && text.length >= minPartLength)
  const found = await lookUp(ctx, [
    ...lookedUp.flatMap(({ text }) =>
      stemsOf(text).map((stem) => ({ asked: `^${stem}`, of: wordsBeginningWith(stem) })),
    ),
    ...lookedUp.filter(isSpelled).map(({ text }) => ({ asked: text, of: wordsContaining(text) })),
  ])
  return words.map((word) => {
    const wordsByStem = lookedUp.includes(word) ? stemsOf(word.text).map((stem) => found.get(`^${stem}`) ?? []) : []
    const isComplete = wordsByStem.length > 0 && wordsByStem.every(({ length }) => length <= maxWords)
    return { ...word, completions: isComplete ? wordsByStem.flat() : null, containing: found.get(word.text) ?? [] }
  })
}

/**
 * Reads several words as one word of the shop: "lao gan mah" as "laoganma". Null if there is no such word. If the shop
 * has one of the words, allows only one typing error: "pie apples" does not become "pineapple".
 */
export async function correctAsOneWord(ctx: Context, words: Word[]): Promise<Word[] | null> {
  const [first, ...others] = words
  if (!first || others.length === 0) return null
  const joinedText = words.map(({ text }) => text).join('')
  const maxErrors = words.some(isKnown) ? 1 : maxErrorsFor(joinedText)
  const corrected = await withCorrections(ctx, [{ ...first, text: joinedText }], { isOnlyWord: true })
  const isNear = corrected.some(({ corrections }) =>
    corrections.some((word) => editDistance(joinedText, word) <= maxErrors),
  )
  return isNear ? corrected : null
}

/** Whether the catalogue is known to contain the word, in singular or plural. */
const isKnown = ({ text, completions }: Word) => formsOf(text).some((form) => completions?.includes(form))

/**
 * Adds to each searched word the words of the shop that the shopper may have meant. Tries these kinds of words in
 * order, until one kind gives results:
 * - similar words of names, synonyms and groups
 * - the base form of an inflected verb: "can" for "canned"
 * - words that sound similar
 * - similar words of descriptions
 * `isOnlyWord` says whether the term has no other words.
 */
export async function withCorrections(
  ctx: Context,
  words: Word[],
  { isOnlyWord }: { isOnlyWord: boolean },
): Promise<Word[]> {
  const similarWordsQuery = (text: string, mark: string) => {
    const keys = [text, ...withoutOneLetter(text)].map((one) => mark + one)
    return sql`select distinct word from search_words where key in ${keys} limit ${maxWords}`
  }
  const found = await lookUp(
    ctx,
    words
      .filter((word) => isSpelled(word) && word.text.length >= minMisspelledLength)
      .flatMap(({ text }) => [
        ...['~', '%'].map((mark) => ({ asked: mark + text, of: similarWordsQuery(text, mark) })),
        {
          asked: `&${text}`,
          of: sql`select word from search_words where key = ${`&${soundOf(text)}`} limit ${maxSimilarSounding}`,
        },
        ...(verbsOf(text).length > 0 ? [{ asked: `^${text}`, of: shopWordsQuery(verbsOf(text)) }] : []),
      ]),
  )
  return words.map((word) => {
    const similarNameWords = closestWords(word.text, found.get(`~${word.text}`) ?? [], { isOnlyWord })
    const similarDescriptionWords =
      word.text.length >= minDescriptionWordLength
        ? closestWords(word.text, found.get(`%${word.text}`) ?? [], { isOnlyWord })
        : []
    const baseForms = found.get(`^${word.text}`) ?? []
    const similarSounding = closestWords(word.text, found.get(`&${word.text}`) ?? [], {
      isOnlyWord,
      maxErrors: word.text.length >= 7 ? 3 : 2,
    })
    return {
      ...word,
      bySound: true,
      corrections:
        [similarNameWords, baseForms, similarSounding, similarDescriptionWords].find(({ length }) => length > 0) ?? [],
    }
  })
}

/** Splits each unknown word into two words of the shop, if possible: "sweetcorn" into "sweet" and "corn". */
export async function splitWords(ctx: Context, words: Word[], unknown: Word[]): Promise<Word[]> {
  const splittable = unknown.filter(({ text, isChinese }) => !isChinese && /^[a-z]{6,24}$/.test(text))
  const cuts = (text: string) =>
    Array.from({ length: text.length - 2 * minPartLength + 1 }, (_, at) => at + minPartLength).map((at) => [
      text.slice(0, at),
      text.slice(at),
    ])
  const found = await lookUp(
    ctx,
    splittable.map(({ text }) => ({
      asked: text,
      of: shopWordsQuery(cuts(text).flat()),
    })),
  )
  return words.flatMap((word) => {
    const knownParts = found.get(word.text) ?? []
    const parts = splittable.includes(word)
      ? cuts(word.text).filter((cut) => cut.every((part) => knownParts.includes(part)))
      : []
    // Takes the split with the longest second word, because the last word names the product.
    return parts[0]?.map((text) => ({ ...word, text, completions: null, containing: [], corrections: [] })) ?? [word]
  })
}

/** Selects the words in `words` that the shop's products contain. */
const shopWordsQuery = (words: string[]) =>
  sql`select word from search_words where key in ${words.map((word) => `^${word}`)}`

/** The possible verbs of an English form: "can" and "cane" for "caned", "can" for "canned". */
function verbsOf(word: string): string[] {
  const stem = /^(.{3,})(?:ed|ing)$/.exec(word)?.[1]
  if (!stem) return []
  return [stem, `${stem}e`, ...(stem.at(-1) === stem.at(-2) ? [stem.slice(0, -1)] : [])]
}

const isSpelled = ({ text, isChinese }: Word) => !isChinese && /^[a-z]{3,24}$/.test(text)

const beginsWith = (text: string) => sql`key ~>=~ ${text} and key ~<~ ${`${text}\u{10ffff}`}`

/** Runs all look-ups in one query. Returns, for each `asked`, the words that its look-up found. */
async function lookUp(ctx: Context, lookUps: { asked: string; of: SQL }[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  if (lookUps.length === 0) return found
  const parts = lookUps.map(({ asked, of }) => sql`select ${asked}::text as asked, word from (${of}) found`)
  for (const { asked, word } of await readRows<{ asked: string; word: string }>(
    ctx,
    sql.join(parts, sql` union all `),
  )) {
    found.set(asked, [...(found.get(asked) ?? []), word])
  }
  return found
}

/**
 * The words that differ from the typed word by the fewest typing errors, and by at most `maxErrors`. Leaves out
 * unlikely corrections if the term has other words, see `isLikely`.
 */
function closestWords(
  typed: string,
  words: string[],
  { isOnlyWord, maxErrors = maxErrorsFor(typed) }: { isOnlyWord: boolean; maxErrors?: number },
): string[] {
  const candidates = isOnlyWord ? words : words.filter((word) => isLikely(typed, word))
  const distances = candidates.map((word) => ({
    word,
    errorCount: differsByOneMove(typed, word) ? 1 : editDistance(typed, word),
  }))
  const minErrors = Math.min(maxErrors, ...distances.map(({ errorCount }) => errorCount))
  return distances.filter(({ errorCount }) => errorCount === minErrors).map(({ word }) => word)
}

/** The maximum number of typing errors: two in words of eight letters or more, else one. */
const maxErrorsFor = (typed: string) => (typed.length >= 8 ? 2 : 1)

/**
 * Whether a correction is likely in a term of several words. A short word is often right even if the shop does not have
 * it: "side dish" should not become "side fish".
 */
function isLikely(typed: string, word: string): boolean {
  if (typed.length > maxExactLength) return true
  const isChanged = typed.length < maxExactLength && typed.length === word.length && !isAnagram(typed, word)
  return word[0] === typed[0] && !isChanged
}

const isAnagram = (one: string, other: string) => [...one].sort().join('') === [...other].sort().join('')

/** Whether two words of at least six letters differ only in the place of one letter: "machta" and "matcha". */
function differsByOneMove(one: string, other: string): boolean {
  if (one.length < 6 || !isAnagram(one, other)) return false
  const shortened = new Set(withoutOneLetter(one))
  return withoutOneLetter(other).some((rest) => shortened.has(rest))
}

/** Counts missing, extra, changed and swapped letters between two words. */
export function editDistance(one: string, other: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = (previous[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swap = isSwap ? (beforePrevious[j - 2] ?? 0) + 1 : change
      row.push(Math.min(change, swap, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    beforePrevious = previous
    previous = row
  }
  return previous[other.length] ?? 0
}

function keysOf(word: string): string[] {
  const endings = Array.from({ length: Math.max(0, word.length - minPartLength) }, (_, at) => word.slice(at + 1))
  return [...new Set([`&${soundOf(word)}`, `~${word}`, ...withoutOneLetter(word).map((one) => `~${one}`), ...endings])]
}

function withoutOneLetter(word: string): string[] {
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
