/** What of a product is searched, weightiest first: A its name, B what it belongs to, D what is said about it. */
export interface SearchParts {
  a: string[]
  b: string[]
  d: string[]
}

/** A search as PostgreSQL's `tsquery` text: every word anywhere, and every word in the name. */
export interface SearchQuery {
  anywhere: string
  inName: string
}

const cjk = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー々`
const runs = new RegExp(`[${cjk}]+|(?:(?![${cjk}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')
const isCjk = new RegExp(`^[${cjk}]`, 'u')
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
const mostTokens = { a: 600, b: 300, d: 2000 } as const
/** PostgreSQL's highest position in a text. */
const lastPosition = 16_383

/**
 * The `tsvector` text of a product for both languages at once: Latin words and numbers as they are, every Chinese run as
 * single characters and as pairs, so that words of one and two characters are found.
 */
export function searchVector(parts: SearchParts): string {
  const places = new Map<string, Map<string, number>>()
  let position = 0
  for (const part of ['a', 'b', 'd'] as const) {
    for (const token of parts[part].flatMap(indexTokens).slice(0, mostTokens[part])) {
      position = Math.min(position + 1, lastPosition)
      const weights = places.get(token) ?? new Map<string, number>()
      if (!weights.has(part)) weights.set(part, position)
      places.set(token, weights)
    }
  }
  return [...places]
    .map(([token, weights]) => `${quote(token)}:${[...weights].map(([part, at]) => at + part.toUpperCase()).join(',')}`)
    .join(' ')
}

/** The query of what somebody typed: every word must be there, Latin ones by their beginning. Null if nothing is asked. */
export function searchQuery(term: string): SearchQuery | null {
  const wanted = [
    ...new Map(
      readRuns(term)
        .flatMap(toWanted)
        .map((word) => [word.token, word]),
    ).values(),
  ]
  if (wanted.length === 0) return null
  return {
    anywhere: wanted.map(({ token, flags }) => `${quote(token)}${flags && `:${flags}`}`).join(' & '),
    inName: wanted.map(({ token, flags }) => `${quote(token)}:${flags}A`).join(' & '),
  }
}

function toWanted(run: string): { token: string; flags: string }[] {
  if (!isCjk.test(run)) return [{ token: run, flags: '*' }]
  const characters = [...run]
  return (characters.length === 1 ? characters : pairs(characters)).map((token) => ({ token, flags: '' }))
}

function indexTokens(text: string): string[] {
  return readRuns(text).flatMap((run) => {
    if (!isCjk.test(run)) return [run]
    const characters = [...run]
    return [...characters, ...pairs(characters)]
  })
}

function pairs(characters: string[]) {
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/** Words and Chinese runs of a text, in one spelling: compatibility forms, case, accents and apostrophes levelled. */
function readRuns(text: string): string[] {
  const level = text
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/[ßæœøłđðþı]/g, (letter) => wholeLetters[letter] ?? letter)
    .replace(/(?<=\p{L})['’](?=\p{L})/gu, '')
    .replace(/\p{Cf}/gu, '')
  return (level.match(runs) ?? []).filter((run) => /[\p{L}\p{N}]/u.test(run)).map(cut)
}

function cut(run: string) {
  if (isCjk.test(run) || run.length <= longestWord) return run
  return [...run].slice(0, longestWord).join('')
}

function quote(token: string) {
  return `'${token.replace(/['\\]/g, '$&$&')}'`
}
