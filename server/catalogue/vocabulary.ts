import { sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { readRows } from './listing.ts'
import type { Word } from './search.ts'

/*
 * A word of the shop stands here under several keys: `~` and the word itself, `~` and the word without one of its letters,
 * and each of its endings. What somebody typed meets it under the same keys, so that both are found by an index.
 */
const shortestPart = 3
const shortestMisspelt = 4
const mostWords = 24
const wordsAtOnce = 500

/** Keeps the words that the shop did not have yet. */
export async function learnWords(ctx: Context, words: string[]): Promise<void> {
  const all = [...new Set(words)].sort()
  for (let at = 0; at < all.length; at += wordsAtOnce) {
    const some = JSON.stringify(all.slice(at, at + wordsAtOnce))
    const fresh = await readRows<{ word: string }>(
      ctx,
      sql`select w.word from json_array_elements_text(${some}::json) as w(word)
      where not exists (select 1 from search_words s where s.key = '~' || w.word and s.word = w.word) order by 1`,
    )
    if (fresh.length === 0) continue
    const rows = fresh.flatMap(({ word }) => keysOf(word).map((key) => ({ key, word })))
    await ctx.db.execute(sql`insert into search_words (key, word)
      select w.key, w.word from json_to_recordset(${JSON.stringify(rows)}::json) as w(key text, word text)
      on conflict do nothing`)
  }
}

/** The words asked for, with the words of the shop that contain them. */
export function withContaining(ctx: Context, words: Word[]): Promise<Word[]> {
  return withFound(ctx, words, (asked) => {
    if (asked.length < shortestPart) return null
    // Three letters stand in the middle of too much: they must end it.
    const isShort = asked.length === shortestPart
    return isShort ? sql`key in (${asked}, ${`${asked}s`})` : sql`key ~>=~ ${asked} and key ~<~ ${`${asked}\u{10ffff}`}`
  }).then((found) => words.map((word) => ({ ...word, containing: found.get(word.text) ?? [] })))
}

/**
 * The words asked for, with the words of the shop that they may be misspellings of, the nearest. Where all of them together
 * are one word of the shop, that one: "lao gan mah" is "laoganma".
 */
export async function withMeant(ctx: Context, words: Word[]): Promise<Word[]> {
  const whole = words.map(({ text }) => text).join('')
  const asOne = words.length > 1 ? words.slice(0, 1).map((word) => ({ ...word, text: whole })) : []
  const found = await withFound(ctx, [...words, ...asOne], (asked) =>
    asked.length < shortestMisspelt ? null : sql`key in ${[asked, ...withoutOne(asked)].map((one) => `~${one}`)}`,
  )
  const meantAsOne = nearest(whole, found.get(whole) ?? [])
  if (asOne.length > 0 && meantAsOne.length > 0) return asOne.map((word) => ({ ...word, meant: meantAsOne }))
  return words.map((word) => ({
    ...word,
    bySound: word.isChinese,
    meant: nearest(word.text, found.get(word.text) ?? []),
  }))
}

async function withFound(ctx: Context, words: Word[], by: (asked: string) => ReturnType<typeof sql> | null) {
  const parts = words.flatMap(({ text, isChinese }) => {
    const condition = !isChinese && /^[a-z]{3,24}$/.test(text) ? by(text) : null
    return condition
      ? [sql`(select distinct ${text}::text as asked, word from search_words where ${condition} limit ${mostWords})`]
      : []
  })
  const found = new Map<string, string[]>()
  if (parts.length === 0) return found
  for (const { asked, word } of await readRows<{ asked: string; word: string }>(
    ctx,
    sql.join(parts, sql` union all `),
  )) {
    found.set(asked, [...(found.get(asked) ?? []), word])
  }
  return found
}

/** Of some words those that the fewest slips of the fingers make of it: one, in long words two. */
function nearest(asked: string, words: string[]): string[] {
  const allowed = asked.length >= 8 ? 2 : 1
  const distances = words.map((word) => ({ word, slips: slipsBetween(asked, word) }))
  const least = Math.min(allowed, ...distances.map(({ slips }) => slips))
  return distances.filter(({ slips }) => slips === least).map(({ word }) => word)
}

/** How many letters were left out, put in, changed or swapped with the next. */
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
