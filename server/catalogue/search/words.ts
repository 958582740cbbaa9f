import { Converter } from 'opencc-js/t2cn'
import { pinyin } from 'pinyin-pro'

/** A run of a text: a normalized word, or a sequence of Chinese characters. */
export interface Run {
  text: string
  isChinese: boolean
  /**
   * For each character of `text`, the offset in the original text where it starts (UTF-16). The last entry is where the
   * last character ends.
   */
  places: number[]
}

const cjk = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー々`
const runs = new RegExp(`[${cjk}]+|(?:(?![${cjk}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')
const isCjk = new RegExp(`^[${cjk}]`, 'u')
const clusters = /[^\p{M}ﾞﾟ][\p{M}ﾞﾟ]*|[\p{M}ﾞﾟ]+/gu
const isPlain = /^[\p{ASCII}]$/u
const wholeLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const longestWord = 64
const toSimplified = Converter({ from: 't', to: 'cn' })
/** Caches pinyin, because the names of categories and brands occur in many products. */
const spellings = new Map<string, string[] | null>()
const mostSpellings = 20_000

/**
 * Splits a text into normalized words and Chinese runs. Normalizing removes differences of compatibility form, case,
 * accents and apostrophes, and simplifies traditional characters.
 */
export function readRuns(text: string): Run[] {
  const { level, places } = levelled(text)
  return [...level.matchAll(runs)]
    .filter(([run]) => /[\p{L}\p{N}]/u.test(run))
    .map(({ 0: run, index }) => {
      const isChinese = isCjk.test(run)
      const used = isChinese ? simplify(run) : cut(run)
      return { text: used, isChinese, places: places.slice(index, index + used.length + 1) }
    })
}

/**
 * The pinyin of a Chinese run: one syllable per character, without tones, with ü as v. Null if a character has no
 * pinyin.
 */
export function spell(run: string): string[] | null {
  const known = spellings.get(run)
  if (known !== undefined) return known
  if (spellings.size > mostSpellings) spellings.clear()
  const syllables = pinyin(run, { toneType: 'none', type: 'array', v: true })
  const isWhole = syllables.length === [...run].length && syllables.every((syllable) => /^[a-z]+$/.test(syllable))
  const spelled = isWhole ? syllables : null
  spellings.set(run, spelled)
  return spelled
}

function simplify(run: string): string {
  const whole = toSimplified(run)
  // Simplifying must keep the length of the text, so that offsets into the text stay valid. If the length changes,
  // simplifies each character separately, and skips characters whose simplified form has another length.
  return whole.length === run.length ? whole : [...run].map((one) => sameLength(one, toSimplified(one))).join('')
}

const sameLength = (one: string, other: string) => (one.length === other.length ? other : one)

function levelled(text: string): { level: string; places: number[] } {
  let level = ''
  const places: number[] = []
  const whole = text.toWellFormed()
  let end = 0
  for (const { 0: cluster, index } of whole.matchAll(clusters)) {
    end = index + cluster.length
    const isApostrophe = /^['’]$/.test(cluster) && isLetter(whole, index - 1) && isLetter(whole, end)
    if (isApostrophe) continue
    const spelled = isPlain.test(cluster) ? cluster.toLowerCase() : levelCluster(cluster)
    level += spelled
    for (let at = 0; at < spelled.length; at++) places.push(index)
  }
  places.push(end)
  return { level, places }
}

const isLetter = (text: string, at: number) => /\p{L}|\p{M}/u.test(text[at] ?? '')

function levelCluster(cluster: string): string {
  return cluster
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/[ßæœøłđðþı]/g, (letter) => wholeLetters[letter] ?? letter)
    .replace(/\p{Cf}/gu, '')
}

function cut(run: string) {
  return run.length <= longestWord ? run : [...run].slice(0, longestWord).join('')
}
