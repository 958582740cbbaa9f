import { isKeyOf } from '#contract/object-keys.ts'
import { sameDishes } from './dish-words.ts'
import { dietWords, kinds, sameClaims, sameThings } from './food-words.ts'
import { groupNeeds, needs } from './need-words.ts'
import type { Run } from './runs.ts'
import { readRuns } from './runs.ts'
import { remarkStart } from './tokens.ts'
import { formsOf } from './word-forms.ts'

/** A row of a list of synonyms. If a product's text contains one of `members`, each of `words` finds the product. */
interface Row {
  words: string[]
  members: string[]
}

/**
 * An index that finds the rows of which a text contains a member. `longest` has the numbers of words and characters of
 * the longest members, so that the search skips longer phrases of the text.
 */
interface PhraseIndex {
  rows: Map<string, string[]>
  longest: Record<'words' | 'characters', number>
}

const isOneCharacter = (key: string) => /^\p{Script=Han}$/u.test(key)

const splitList = (text: string) => text.split(',').map((word) => word.trim())

/**
 * Parses a list of `food-words.ts`, `dish-words.ts` or `need-words.ts`. Each line is a row, with its members after `<`.
 * In a row without `<`, the words are also the members.
 */
function parseRows(list: string): Row[] {
  return list
    .trim()
    .split('\n')
    .map((line) => {
      const [words = '', members = words] = line.split('<')
      return { words: splitList(words), members: splitList(members) }
    })
}

function buildIndex(rows: Row[]): PhraseIndex {
  const index: PhraseIndex = { rows: new Map(), longest: { words: 1, characters: 1 } }
  for (const { words, members } of rows) {
    for (const runs of members.map(readRuns)) {
      const [run] = runs
      if (!run) continue
      const { longest } = index
      if (run.isChinese) longest.characters = Math.max(longest.characters, run.text.length)
      else longest.words = Math.max(longest.words, runs.length)
      for (const key of run.isChinese ? [run.text] : formsOfLast(runs.map(({ text }) => text))) {
        index.rows.set(key, [...(index.rows.get(key) ?? []), ...words])
      }
    }
  }
  return index
}

/** A phrase with its last word in singular and plural: "ice cream", "ice creams". */
function formsOfLast(phrase: string[]): string[] {
  return formsOf(phrase.at(-1) ?? '').map((form) => [...phrase.slice(0, -1), form].join(' '))
}

const synonymIndex = buildIndex([sameThings, sameDishes].flatMap(parseRows))
const kindIndex = buildIndex(parseRows(kinds))
const needIndex = buildIndex(parseRows(needs))
const groupNeedIndex = buildIndex(parseRows(groupNeeds))
const claimIndex = buildIndex(parseRows(sameClaims))

/**
 * Returns the `words` of all rows with a member that occurs in these texts. Each text is given as its runs, see
 * `runs.ts`. With `atEnd`, the member must be at the end of a text. With `endsOnly`, a member that is a single Chinese
 * character must be at the end of a run, so that 面 (noodles) is not found in 面包 (bread).
 */
function wordsFor({ rows, longest }: PhraseIndex, texts: Run[][], { atEnd = false, endsOnly = false } = {}): string[] {
  const keys = texts
    .flatMap((runs) => phrasesIn(runs, longest, atEnd))
    .filter((key) => !endsOnly || !isOneCharacter(key))
  if (endsOnly) keys.push(...texts.flat().flatMap(({ text, isChinese }) => (isChinese ? [[...text].at(-1) ?? ''] : [])))
  return [...new Set(keys.flatMap((key) => rows.get(key) ?? []))]
}

/**
 * All phrases of adjacent Latin words and all parts of Chinese runs, up to the lengths in `longest`. With `atEnd`,
 * returns only the phrases or parts that end where the text ends.
 */
function phrasesIn(runs: Run[], longest: PhraseIndex['longest'], atEnd: boolean): string[] {
  return runs.flatMap(({ text, isChinese }, runIndex) => {
    if (atEnd && runIndex < runs.length - 1) return []
    if (!isChinese) return latinPhrases(runs.slice(Math.max(0, runIndex + 1 - longest.words), runIndex + 1))
    const ends = atEnd ? [text.length] : [...text].map((_, index) => index + 1)
    return ends.flatMap((end) =>
      Array.from({ length: Math.min(longest.characters, end) }, (_, less) => text.slice(end - less - 1, end)),
    )
  })
}

/**
 * All phrases of adjacent Latin words that end with the last word of `runs`. For "red bean bun", these are "red bean
 * bun", "bean bun" and "bun".
 */
function latinPhrases(runs: Run[]): string[] {
  const words = runs.slice(runs.findLastIndex(({ isChinese }) => isChinese) + 1).map(({ text }) => text)
  return words.map((_, index) => words.slice(index).join(' '))
}

/** Each product name without its measures and remarks. */
const mainNameRuns = (names: string[]) => names.map((name) => readRuns(name.split(remarkStart, 1)[0] ?? ''))

/**
 * Other words for products with these names. For "Wild Shrimp, 2 lb", `same` has "prawn", and `general` has "seafood".
 */
export function kindsByEnd(names: string[]): Record<'same' | 'general', string[]> {
  const ends = mainNameRuns(names)
  return { same: wordsFor(synonymIndex, ends, { atEnd: true }), general: wordsFor(kindIndex, ends, { atEnd: true }) }
}

/**
 * General words for everything that a product's names or synonyms mention, such as "seafood" for a soup with shrimp.
 */
export const kindsWithin = (names: string[]): string[] => wordsFor(kindIndex, names.map(readRuns))

/** The needs that products with these names serve, such as "sore throat" for honey. */
export const needsByEnd = (names: string[]): string[] => wordsFor(needIndex, mainNameRuns(names), { atEnd: true })

/**
 * The needs that are served by something in the product, for example by an ingredient. The product's names or synonyms
 * can mention the ingredient anywhere.
 */
export const needsWithin = (names: string[]): string[] => wordsFor(needIndex, names.map(readRuns), { endsOnly: true })

/** More search words for the categories and tags of a product, such as "lunch" for the category "Bento". */
export function groupWords(groups: string[]): string[] {
  const texts = groups.map(readRuns)
  return [groupNeedIndex, synonymIndex].flatMap((index) => wordsFor(index, texts, { atEnd: true }))
}

/** Search words for the diets of a product. */
export function wordsForDiets(diets: string[]): string[] {
  return diets.flatMap((diet) => (isKeyOf(dietWords, diet) ? [dietWords[diet]] : []))
}

/**
 * Returns synonyms of the words in a product's names, including the owner's synonyms `own`. Also returns synonyms of
 * dietary claims, such as "no sugar" for "sugar free". Looks for claims in the names and in `others`, which are the
 * product's other texts.
 */
export function relatedWords(names: string[], { others, own }: { others: string[]; own: string[][] }): string[] {
  const nameRuns = names.map(readRuns)
  return [
    ...[synonymIndex, ownerIndex(own)].flatMap((index) => wordsFor(index, nameRuns)),
    ...wordsFor(claimIndex, [...nameRuns, ...others.map(readRuns)]),
  ]
}

/** Caches one index for each list of the owner's synonyms, because all products of a batch share the same list. */
const ownerIndexes = new WeakMap<string[][], PhraseIndex>()

function ownerIndex(own: string[][]): PhraseIndex {
  const cached = ownerIndexes.get(own) ?? buildIndex(own.map((words) => ({ words, members: words })))
  ownerIndexes.set(own, cached)
  return cached
}
