import type { Mark } from '#contract/catalogue.ts'
import type { Locale } from '#contract/languages.ts'
import { perLocale } from '#contract/languages.ts'
import type { Text } from '#contract/shapes.ts'
import type { Run } from './runs.ts'
import { pinyinOf, readRuns } from './runs.ts'
import { isInitials, isSound } from './similar-sounds.ts'
import type { Word } from './terms.ts'
import { soundsFrom } from './tokens.ts'
import { formsOf } from './word-forms.ts'

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
  return isBoth ? [[one.offsets[0] ?? 0, other.offsets.at(-1) ?? 0]] : []
}

/** Finds the words in a text, separately for each language. */
export function highlightsInEach(text: Text, words: Word[]): Record<Locale, Mark[]> {
  return perLocale((locale) => highlightsIn(text[locale], words))
}

/** Whether the texts together contain every searched word. */
export function hasAll(texts: string[], words: Word[]): boolean {
  const runs = texts.flatMap(readRuns)
  return words.length > 0 && words.every((word) => runs.some((run) => marksOf(run, word).length > 0))
}

function marksOf(run: Run, word: Word): Mark[] {
  return wordSpans(run, word).map(([from, to]) => [run.offsets[from] ?? 0, run.offsets[to] ?? 0])
}

function wordSpans({ text, isChinese }: Run, word: Word): Mark[] {
  if (isChinese) return chineseSpans(text, word)
  return word.isChinese ? [] : latinSpans(text, word)
}

function latinSpans(text: string, { text: typed, containing, corrections }: Word): Mark[] {
  const prefix = formsOf(typed).find((form) => text.startsWith(form) && (typed.length > 1 || text === form))
  if (prefix) return [[0, prefix.length]]
  if (corrections.flatMap(formsOf).includes(text)) return [[0, text.length]]
  const start = containing.includes(text) ? text.indexOf(typed) : -1
  return start < 0 ? [] : [[start, start + typed.length]]
}

function chineseSpans(text: string, word: Word): Mark[] {
  if (!word.isChinese) return soundSpans(text, word.text)
  const whole = spansOf(text, word.text)
  if (whole.length > 0) return whole
  const characters = [...word.text]
  const pairs = characters.slice(1).flatMap((character, at) => spansOf(text, `${characters[at]}${character}`))
  if (pairs.length > 0 || !word.bySound) return [...pairs, ...spansAlone(text, characters, pairs)]
  const sound = pinyinOf(word.text)
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

function soundSpans(text: string, typed: string): Mark[] {
  if (!isSound(typed) && !isInitials(typed)) return []
  const syllables = pinyinOf(text)
  if (!syllables) return []
  const characters = [...text]
  const place = (count: number) => characters.slice(0, count).join('').length
  return syllables.flatMap((_, at): Mark[] => {
    const { whole, initials } = soundsFrom(syllables, at)
    if (isInitials(typed) && initials.startsWith(typed)) return [[place(at), place(at + typed.length)]]
    if (!whole.startsWith(typed) && !whole.replaceAll('v', 'u').startsWith(typed)) return []
    let [count, length] = [0, 0]
    while (length < typed.length) length += syllables[at + count++]?.length ?? typed.length
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
