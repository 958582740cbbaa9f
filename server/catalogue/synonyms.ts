import { dietWords, groupKinds, kinds, sameClaims, sameThings } from './food-words.ts'
import { formsOf } from './search.ts'
import { remark } from './search-tokens.ts'
import type { Run } from './words.ts'
import { readRuns } from './words.ts'

/** A row of a list. A text that contains one of `members` is found by each of `words`. */
interface Row {
  words: string[]
  members: string[]
}

/** An index for finding the rows with a member in a text. It looks up no phrase longer than the longest member. */
interface Finder {
  rows: Map<string, string[]>
  longest: Record<'words' | 'characters', number>
}

const listed = (text: string) => text.split(',').map((word) => word.trim())

/** The rows of a list in `food-words.ts`. */
function rowsOf(list: string): Row[] {
  return list
    .trim()
    .split('\n')
    .map((line) => {
      const [words = '', members = words] = line.split('<')
      return { words: listed(words), members: listed(members) }
    })
}

function finderOf(rows: Row[]): Finder {
  const finder: Finder = { rows: new Map(), longest: { words: 1, characters: 1 } }
  for (const { words, members } of rows) {
    for (const runs of members.map(readRuns)) {
      const [run] = runs
      if (!run) continue
      const { longest } = finder
      if (run.isChinese) longest.characters = Math.max(longest.characters, run.text.length)
      else longest.words = Math.max(longest.words, runs.length)
      for (const key of run.isChinese ? [run.text] : formsOfLast(runs.map(({ text }) => text))) {
        finder.rows.set(key, [...(finder.rows.get(key) ?? []), ...words])
      }
    }
  }
  return finder
}

/** A phrase with its last word in singular and plural: "ice cream", "ice creams". */
function formsOfLast(phrase: string[]): string[] {
  return formsOf(phrase.at(-1) ?? '').map((form) => [...phrase.slice(0, -1), form].join(' '))
}

const things = finderOf(rowsOf(sameThings))
const covered = finderOf(rowsOf(kinds))
const coveredGroups = finderOf(rowsOf(groupKinds))
const claims = finderOf(rowsOf(sameClaims))

/**
 * Returns the `words` of all rows with a member (`Row.members`) that occurs in these texts. With `atEnd`, the member
 * must be at the end of a text.
 */
function wordsFor({ rows, longest }: Finder, texts: Run[][], { atEnd = false } = {}): string[] {
  const keys = texts.flatMap((runs) => phrasesIn(runs, longest, atEnd))
  return [...new Set(keys.flatMap((key) => rows.get(key) ?? []))]
}

/**
 * All phrases of adjacent Latin words and all parts of Chinese runs, up to the lengths in `longest`. With `atEnd`, only
 * those at the end of the text.
 */
function phrasesIn(runs: Run[], longest: Finder['longest'], atEnd: boolean): string[] {
  return runs.flatMap(({ text, isChinese }, at) => {
    if (atEnd && at < runs.length - 1) return []
    if (!isChinese) return latinPhrases(runs.slice(Math.max(0, at + 1 - longest.words), at + 1))
    const ends = atEnd ? [text.length] : [...text].map((_, index) => index + 1)
    return ends.flatMap((end) =>
      Array.from({ length: Math.min(longest.characters, end) }, (_, less) => text.slice(end - less - 1, end)),
    )
  })
}

/** All phrases of adjacent Latin words that end with the last of these runs: "red bean bun", "bean bun" and "bun". */
function latinPhrases(runs: Run[]): string[] {
  const words = runs.slice(runs.findLastIndex(({ isChinese }) => isChinese) + 1).map(({ text }) => text)
  return words.map((_, from) => words.slice(from).join(' '))
}

/**
 * Other words that name products with these names: for "Wild Shrimp, 2 lb" the `same` word "prawn" and the `general`
 * word "seafood".
 */
export function kindsByEnd(names: string[]): Record<'same' | 'general', string[]> {
  const ends = names.map((name) => readRuns(name.split(remark, 1)[0] ?? ''))
  return { same: wordsFor(things, ends, { atEnd: true }), general: wordsFor(covered, ends, { atEnd: true }) }
}

/**
 * General words that cover a word anywhere in a product's names or synonyms, such as "seafood" for a soup with shrimp.
 */
export const kindsWithin = (names: string[]): string[] => wordsFor(covered, names.map(readRuns))

/** More search words for the categories and tags of a product, such as "lunch" for the category "Bento". */
export function groupWords(groups: string[]): string[] {
  const texts = groups.map(readRuns)
  return [coveredGroups, things].flatMap((finder) => wordsFor(finder, texts, { atEnd: true }))
}

/** Search words for the diets of a product. */
export function wordsForDiets(diets: string[]): string[] {
  return diets.flatMap((diet) => (Object.hasOwn(dietWords, diet) ? [dietWords[diet as keyof typeof dietWords]] : []))
}

/**
 * Synonyms of the words in a product's names, including the owner's synonyms `own`, and of the claims in all its texts.
 */
export function relatedWords(names: string[], { others, own }: { others: string[]; own: string[][] }): string[] {
  const named = names.map(readRuns)
  return [
    ...[things, ownFinder(own)].flatMap((finder) => wordsFor(finder, named)),
    ...wordsFor(claims, [...named, ...others.map(readRuns)]),
  ]
}

/** Caches the finder of the owner's synonyms, which are the same for all products of a batch. */
const ownFinders = new WeakMap<string[][], Finder>()

function ownFinder(own: string[][]): Finder {
  const known = ownFinders.get(own) ?? finderOf(own.map((words) => ({ words, members: words })))
  ownFinders.set(own, known)
  return known
}
