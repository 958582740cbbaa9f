import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { readRows } from './product-list.ts'
import type { Word } from './search.ts'
import { stemsOf } from './search.ts'
import type { Vocabulary } from './search-tokens.ts'

/*
 * The table stores each word of the shop under several keys: `^` and the word. Words that shoppers may misspell have
 * more keys: `~` and the word, `~` and the word minus one letter, and each ending. A typed word is looked up under the
 * same keys, so an index finds prefixes, misspellings and parts.
 */
const shortestPart = 3
const shortestMisspelt = 4
const mostWords = 24
const wordsAtOnce = 500

/** Stores the new words. */
export async function learnWords(ctx: Context, some: Vocabulary[]): Promise<void> {
  const all = some.flatMap(({ all }) => all)
  const spelled = some.flatMap(({ spelled }) => spelled)
  await learn(ctx, '^', { words: all, keysOf: (word) => [`^${word}`] })
  await learn(ctx, '~', { words: spelled, keysOf })
}

async function learn(
  ctx: Context,
  mark: string,
  { words, keysOf }: { words: string[]; keysOf: (word: string) => string[] },
) {
  const all = [...new Set(words)].sort()
  for (let at = 0; at < all.length; at += wordsAtOnce) {
    const some = JSON.stringify(all.slice(at, at + wordsAtOnce))
    const fresh = await readRows<{ word: string }>(
      ctx,
      sql`select w.word from json_array_elements_text(${some}::json) as w(word)
      where not exists (select 1 from search_words s where s.key = ${mark} || w.word and s.word = w.word) order by 1`,
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
  // Three letters occur in too many words. So they must be the end of the word, or precede a plural s.
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

/** Reads several words as one word of the shop: "lao gan mah" as "laoganma". Null if there is none. */
export async function meantTogether(ctx: Context, [first, ...others]: Word[]): Promise<Word[] | null> {
  if (!first || others.length === 0) return null
  const whole = [first, ...others].map(({ text }) => text).join('')
  const found = await withMeant(ctx, [{ ...first, text: whole }])
  return found.some(({ meant }) => meant.length > 0) ? found : null
}

/** Adds to each searched word the nearest words of the shop that it may be a misspelling of. */
export async function withMeant(ctx: Context, words: Word[]): Promise<Word[]> {
  const near = (text: string) => [text, ...withoutOne(text)].map((one) => `~${one}`)
  const found = await lookUp(
    ctx,
    words
      .filter((word) => isSpelled(word) && word.text.length >= shortestMisspelt)
      .map(({ text }) => ({
        asked: text,
        of: sql`select distinct word from search_words where key in ${near(text)} limit ${mostWords}`,
      })),
  )
  return words.map((word) => ({
    ...word,
    bySound: word.isChinese,
    meant: nearest(word.text, found.get(word.text) ?? []),
  }))
}

const isSpelled = ({ text, isChinese }: Word) => !isChinese && /^[a-z]{3,24}$/.test(text)

const beginsWith = (text: string) => sql`key ~>=~ ${text} and key ~<~ ${`${text}\u{10ffff}`}`

/** Runs these look-ups in one query; returns the found words by `asked`. */
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

/** The words with the fewest typing errors: at most one, or two in words of eight letters and more. */
function nearest(asked: string, words: string[]): string[] {
  const allowed = asked.length >= 8 ? 2 : 1
  const distances = words.map((word) => ({ word, slips: isMoved(asked, word) ? 1 : slipsBetween(asked, word) }))
  const least = Math.min(allowed, ...distances.map(({ slips }) => slips))
  return distances.filter(({ slips }) => slips === least).map(({ word }) => word)
}

/** Whether one letter stands at another place: "machta" for "matcha". */
function isMoved(one: string, other: string): boolean {
  if (one.length < 6 || [...one].sort().join('') !== [...other].sort().join('')) return false
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
  return [...new Set([`~${word}`, ...withoutOne(word).map((one) => `~${one}`), ...endings])]
}

function withoutOne(word: string): string[] {
  return [...word].map((_, at) => word.slice(0, at) + word.slice(at + 1))
}
