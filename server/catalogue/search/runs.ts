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
  offsets: number[]
}

const cjk = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー々`
const runPattern = new RegExp(`[${cjk}]+|(?:(?![${cjk}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')
const cjkStart = new RegExp(`^[${cjk}]`, 'u')
const clusterPattern = /[^\p{M}ﾞﾟ][\p{M}ﾞﾟ]*|[\p{M}ﾞﾟ]+/gu
const asciiCharacter = /^[\p{ASCII}]$/u
const letterReplacements: Record<string, string> = {
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
const maxWordLength = 64
const toSimplified = Converter({ from: 't', to: 'cn' })
/** Caches pinyin, because the names of categories and brands occur in many products. */
const pinyinCache = new Map<string, string[] | null>()
const maxCachedRuns = 20_000

/**
 * Splits a text into normalized words and Chinese runs. Normalizing converts letters to lower case, replaces Unicode
 * compatibility characters such as full-width letters, removes accents and apostrophes, and simplifies traditional
 * characters.
 */
export function readRuns(text: string): Run[] {
  const { level, offsets: places } = normalize(text)
  return [...level.matchAll(runPattern)]
    .filter(([run]) => /[\p{L}\p{N}]/u.test(run))
    .map(({ 0: run, index }) => {
      const isChinese = cjkStart.test(run)
      const normalized = isChinese ? simplify(run) : truncate(run)
      return { text: normalized, isChinese, offsets: places.slice(index, index + normalized.length + 1) }
    })
}

/**
 * The pinyin of a Chinese run: one syllable per character, without tones, with ü as v. Null if a character has no
 * pinyin.
 */
export function pinyinOf(run: string): string[] | null {
  const cached = pinyinCache.get(run)
  if (cached !== undefined) return cached
  if (pinyinCache.size > maxCachedRuns) pinyinCache.clear()
  const syllables = pinyin(run, { toneType: 'none', type: 'array', v: true })
  const isWhole = syllables.length === [...run].length && syllables.every((syllable) => /^[a-z]+$/.test(syllable))
  const spelled = isWhole ? syllables : null
  pinyinCache.set(run, spelled)
  return spelled
}

function simplify(run: string): string {
  const whole = toSimplified(run)
  // Simplifying must keep the length of the text, so that offsets into the text stay valid. If the length changes,
  // simplifies each character separately, and skips characters whose simplified form has another length.
  return whole.length === run.length
    ? whole
    : [...run].map((one) => sameLengthOrOriginal(one, toSimplified(one))).join('')
}

const sameLengthOrOriginal = (original: string, replacement: string) =>
  original.length === replacement.length ? replacement : original

function normalize(text: string): { level: string; offsets: number[] } {
  let level = ''
  const places: number[] = []
  const whole = text.toWellFormed()
  let end = 0
  for (const { 0: cluster, index } of whole.matchAll(clusterPattern)) {
    end = index + cluster.length
    const isApostrophe = /^['’]$/.test(cluster) && isLetter(whole, index - 1) && isLetter(whole, end)
    if (isApostrophe) continue
    const spelled = asciiCharacter.test(cluster) ? cluster.toLowerCase() : normalizeCluster(cluster)
    level += spelled
    for (let at = 0; at < spelled.length; at++) places.push(index)
  }
  places.push(end)
  return { level, offsets: places }
}

const isLetter = (text: string, index: number) => /\p{L}|\p{M}/u.test(text[index] ?? '')

function normalizeCluster(cluster: string): string {
  return cluster
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/[ßæœøłđðþı]/g, (letter) => letterReplacements[letter] ?? letter)
    .replace(/\p{Cf}/gu, '')
}

function truncate(run: string) {
  return run.length <= maxWordLength ? run : [...run].slice(0, maxWordLength).join('')
}
