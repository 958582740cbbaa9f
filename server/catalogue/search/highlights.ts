import type { Mark } from '#contract/catalogue.ts'
import type { Locale } from '#contract/languages.ts'
import { inEach } from '#contract/languages.ts'
import type { Text } from '#contract/shapes.ts'
import { formsOf, isInitials, isSound } from './search.ts'
import type { Word } from './terms.ts'
import { soundsFrom } from './tokens.ts'
import type { Run } from './words.ts'
import { readRuns, spell } from './words.ts'

/**
 * Finds the searched words in a text, and returns their places as marks. Each mark is a half-open range [from, to); the
 * marks are in ascending order. A searched word in pinyin marks the Chinese characters that it matches.
 */
export function highlightsIn(text: string, words: Word[]): Mark[] {
  const runs = readRuns(text)
  return merge([
    ...runs.flatMap((run) => words.flatMap((word) => marksOf(run, word))),
    ...runs.slice(1).flatMap((run, at) => marksOfTwo(runs[at] ?? run, run, words)),
  ])
}

/** Marks two adjacent words that match one searched word: "bokchoy" matches "Bok Choy". */
function marksOfTwo(one: Run, other: Run, words: Word[]): Mark[] {
  if (one.isChinese || other.isChinese) return []
  const isBoth = words.some(({ text }) => text.length > one.text.length && (one.text + other.text).startsWith(text))
  return isBoth ? [[one.places[0] ?? 0, other.places.at(-1) ?? 0]] : []
}

/** Finds the words in a text, separately for each language. */
export function highlightsInEach(text: Text, words: Word[]): Record<Locale, Mark[]> {
  return inEach((locale) => highlightsIn(text[locale], words))
}

/** Whether the texts together contain every searched word. */
export function hasAll(texts: string[], words: Word[]): boolean {
  const runs = texts.flatMap(readRuns)
  return words.length > 0 && words.every((word) => runs.some((run) => marksOf(run, word).length > 0))
}

function marksOf(run: Run, word: Word): Mark[] {
  const spans = run.isChinese ? chineseSpans(run.text, word) : word.isChinese ? [] : latinSpans(run.text, word)
  return spans.map(([from, to]) => [run.places[from] ?? 0, run.places[to] ?? 0])
}

function latinSpans(text: string, { text: asked, containing, meant }: Word): Mark[] {
  const begun = formsOf(asked).find((form) => text.startsWith(form) && (asked.length > 1 || text === form))
  if (begun) return [[0, begun.length]]
  if (meant.flatMap(formsOf).includes(text)) return [[0, text.length]]
  const at = containing.includes(text) ? text.indexOf(asked) : -1
  return at < 0 ? [] : [[at, at + asked.length]]
}

function chineseSpans(text: string, word: Word): Mark[] {
  if (!word.isChinese) return soundSpans(text, word.text)
  const whole = spansOf(text, word.text)
  if (whole.length > 0) return whole
  const characters = [...word.text]
  const pairs = characters.slice(1).flatMap((character, at) => spansOf(text, `${characters[at]}${character}`))
  if (pairs.length > 0 || !word.bySound) return [...pairs, ...spansAlone(text, characters, pairs)]
  const sound = spell(word.text)
  return sound ? soundSpans(text, sound.join('')) : []
}

/**
 * If pairs of searched characters match, also marks each searched character that is in none of these pairs. For the
 * search 皮蛋粥, this marks 粥 in 皮蛋瘦肉粥.
 */
function spansAlone(text: string, characters: string[], pairs: Mark[]): Mark[] {
  const isPaired = (character: string) => pairs.some(([from, to]) => text.slice(from, to).includes(character))
  if (pairs.length === 0) return []
  return characters.filter((character) => !isPaired(character)).flatMap((character) => spansOf(text, character))
}

function spansOf(text: string, part: string): Mark[] {
  const spans: Mark[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) {
    spans.push([at, at + part.length])
  }
  return spans
}

function soundSpans(text: string, asked: string): Mark[] {
  if (!isSound(asked) && !isInitials(asked)) return []
  const syllables = spell(text)
  if (!syllables) return []
  const characters = [...text]
  const place = (count: number) => characters.slice(0, count).join('').length
  return syllables.flatMap((_, at): Mark[] => {
    const { whole, initials } = soundsFrom(syllables, at)
    if (isInitials(asked) && initials.startsWith(asked)) return [[place(at), place(at + asked.length)]]
    if (!whole.startsWith(asked) && !whole.replaceAll('v', 'u').startsWith(asked)) return []
    let [count, length] = [0, 0]
    while (length < asked.length) length += syllables[at + count++]?.length ?? asked.length
    return [[place(at), place(at + count)]]
  })
}

function merge(marks: Mark[]): Mark[] {
  const merged: Mark[] = []
  for (const [from, to] of marks.toSorted((one, other) => one[0] - other[0])) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}
