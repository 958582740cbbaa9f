import type { Run } from './runs.ts'
import { pinyinOf, readRuns } from './runs.ts'

/**
 * The searchable texts of a product: names, synonyms, related words, names of groups and options, general words,
 * description, and the SKUs and barcodes of its variants.
 */
export interface SearchParts {
  names: string[]
  synonyms: string
  related: string
  /** Words for the product's diets. Their pinyin is not searched: 素食 (vegetarian) sounds like "sushi". */
  diets: string[]
  belongsTo: string[]
  /** General words for what the product contains. */
  covered: string[]
  /** More words for the product's groups, such as "lunch" for the category "Bento". */
  groupWords: string[]
  /** Needs that the product itself serves (`needs`), and needs that something in it serves (`served`). */
  needs: string[]
  served: string[]
  words: string[]
  codes: string[]
}

/**
 * A product's words in Latin script. `all` has every word. The search also finds misspellings and parts of the words in
 * `spelled`. `described` has the words that occur only in the description; the search finds their misspellings, but not
 * their parts.
 */
export interface Vocabulary {
  all: string[]
  spelled: string[]
  described: string[]
}

/*
 * The mark at the start of a token says which kind of text the token is from. Words of names have no mark.
 * - `*` marks a word of a synonym, `@` a word of a group or option, and `-` a word of any other text.
 * - `~` marks the pinyin of a Chinese run from some character on, `.` the initials of this pinyin, and `%` the pinyin
 *   of two adjacent characters. A run is a sequence of Chinese characters.
 * - `+` marks two adjacent words joined, and `-+` two adjacent words of a need joined.
 * - `=` marks a whole name, `^` a name to match by its beginning, `<` the first words of a name, and `>` its last
 *   words.
 * - `!` marks a whole synonym, `:` the whole name of a group, `;` a whole word for a group or need, and `#` a SKU or
 *   barcode.
 */
export const inName = [''] as const
export const inNames = ['', '*'] as const
/** The marks of names, synonyms, groups and options. */
export const inKinds = ['', '*', '@'] as const
export const inTexts = ['', '*', '@', '-'] as const
const maxTokens = {
  names: 800,
  belongsTo: 300,
  groupWords: 600,
  needs: 400,
  words: 2000,
  sounds: 160,
  codes: 400,
} as const
const maxSyllables = 8
const maxNameLength = 30
const maxEdgeWords = 3
const maxEdgeCharacters = 6
/**
 * Matches the place in a product name where a measure, package or remark begins: "Honey, 500 g", "蜂蜜 500 克",
 * "苹果（每磅）".
 */
export const remarkStart = /[,，(（;；[【]|\s\d/u

/** Builds the `tsvector` text of a product, with all languages together. */
export function searchVector(parts: SearchParts): string {
  const { names, synonyms, related, diets, belongsTo, covered, groupWords, needs, served, words, codes } = parts
  const nameRuns = names.map(readRuns)
  const synonymRuns = readRuns(`${synonyms}; ${related}`)
  const groupRuns = [...belongsTo, ...covered].flatMap(readRuns)
  const tokens = new Set<string>()
  const add = (mark: string, values: string[], strongerMarks: readonly string[] = []) => {
    for (const value of values)
      if (!strongerMarks.some((strongerMark) => tokens.has(strongerMark + value))) tokens.add(mark + value)
  }
  add('', nameRuns.flat().flatMap(tokensOf).slice(0, maxTokens.names))
  add('*', [...synonymRuns, ...diets.flatMap(readRuns)].flatMap(tokensOf).slice(0, maxTokens.names), [''])
  add('@', groupRuns.flatMap(tokensOf).slice(0, maxTokens.belongsTo), ['', '*'])
  add('@', groupWords.flatMap(readRuns).flatMap(pairsOf).slice(0, maxTokens.groupWords), inKinds)
  // A long Chinese need is vague if only something in the product serves it, and not the product itself. For example,
  // the eggs in egg noodles serve the need 做蛋糕 (to bake a cake), but egg noodles are no 蛋糕 (cake). So the pairs of
  // characters of a vague need, such as 蛋糕, count like words of the description.
  const isVague = (need: string) => served.includes(need) && !needs.includes(need) && isLongChinese.test(need)
  const oneWordNeeds = [...needs, ...served].filter(isOneWord)
  const pairsOfNeeds = (needTexts: string[]) => needTexts.flatMap(readRuns).flatMap(pairsOf).slice(0, maxTokens.needs)
  add('@', pairsOfNeeds(oneWordNeeds.filter((need) => !isVague(need))), inKinds)
  add('-', words.flatMap(readRuns).flatMap(tokensOf).slice(0, maxTokens.words), inKinds)
  add('-', pairsOfNeeds(oneWordNeeds.filter(isVague)), inKinds)
  add('', [...nameRuns.flat(), ...synonymRuns].flatMap(soundsOf).slice(0, maxTokens.sounds))
  add('@', groupRuns.flatMap(soundsOf).slice(0, maxTokens.sounds), [''])
  add('', [...nameRuns.flat(), ...synonymRuns].flatMap(soundPairsOf).slice(0, maxTokens.sounds))
  add('@', groupRuns.flatMap(soundPairsOf).slice(0, maxTokens.sounds), [''])
  const groupSounds = groupWords.flatMap(readRuns).flatMap((run) => soundsOf(run).slice(0, 1))
  add('@', groupSounds.slice(0, maxTokens.sounds), ['', '@'])
  add('+', [...nameRuns, synonymRuns].flatMap(pairedWords))
  // Indexes a need with several words only as pairs of adjacent words, and joins each pair to one token. If the single
  // words were indexed, a search for "lunch" would find products for "school lunch".
  add(
    '-+',
    [...needs, ...served].filter((need) => !isOneWord(need)).flatMap((need) => pairedWords(readRuns(need))),
  )
  add('', names.flatMap(edgeTokens))
  const wholeSynonyms = phrases(synonyms)
  const wholeSounds = wholeSynonyms
    .filter((text) => isHan.test(text))
    .flatMap((text) => [...withPlainU(wholeSoundOf(text)), ...initialsAtEnd(text).slice(0, 1)])
  add('!', [...wholeSynonyms, ...wholeSounds].map(truncateName).slice(0, maxTokens.names))
  for (const [mark, groups] of Object.entries({ ':': belongsTo, ';': [...groupWords, ...needs] })) {
    add(mark, groups.map(wholeOf).filter(Boolean).map(truncateName), [':'])
    add(mark, groups.flatMap(readRuns).flatMap(wholeGroupSound), [':'])
  }
  add('#', codes.map(wholeOf).filter(canBeCode).slice(0, maxTokens.codes))
  return [...tokens].map(quote).join(' ')
}

/** Collects the words in Latin script of a product. */
export function vocabularyOf(parts: SearchParts): Vocabulary {
  const { names, synonyms, related, diets, belongsTo, covered, groupWords, needs, served, words } = parts
  const latin = (texts: string[]) => texts.flatMap(readRuns).flatMap(({ text, isChinese }) => (isChinese ? [] : [text]))
  const mainWords = latin([
    ...names,
    synonyms,
    related,
    ...diets,
    ...belongsTo,
    ...covered,
    ...groupWords,
    ...[...needs, ...served].filter(isOneWord),
  ])
  const others = latin(words)
  return {
    all: [...new Set([...mainWords, ...others])],
    spelled: [...new Set(mainWords)].filter((text) => /^[a-z]{4,24}$/.test(text)),
    described: [...new Set(others)].filter((text) => /^[a-z]{6,24}$/.test(text) && !mainWords.includes(text)),
  }
}

/** The pinyin of a Chinese run from the character at position `index` on: whole syllables, and their initials. */
export function soundsFrom(syllables: string[], index: number): { whole: string; initials: string } {
  const syllablesRead = syllables.slice(index, index + maxSyllables)
  return { whole: syllablesRead.join(''), initials: syllablesRead.map((syllable) => syllable[0]).join('') }
}

const isOneWord = (text: string) => !/[a-z] [a-z]/i.test(text)

/**
 * The pinyin of the whole name of a group. A match with this pinyin ranks like a match with the name itself. Omits
 * short pinyin, because it can be an English word: 素食 (vegetarian) sounds like "sushi".
 */
function wholeGroupSound({ text, isChinese }: Run): string[] {
  const sound = isChinese ? (pinyinOf(text) ?? []).join('') : ''
  return sound.length >= minGroupSoundLength ? [sound] : []
}

const minGroupSoundLength = 6

/** The tokens of a run, without single Chinese characters. */
const pairsOf = ({ text, isChinese }: Run) => (isChinese ? pairs([...text]) : [text])

function tokensOf({ text, isChinese }: Run): string[] {
  if (!isChinese) return [text]
  const characters = [...text]
  return [...characters, ...pairs(characters)]
}

export function pairs(characters: string[]) {
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

function soundsOf({ text, isChinese }: Run): string[] {
  const syllables = isChinese ? pinyinOf(text) : null
  if (!syllables) return []
  return syllables.flatMap((_, at) => {
    const { whole, initials } = soundsFrom(syllables, at)
    return [...withPlainU(whole).map((sound) => `~${sound}`), ...(initials.length > 1 ? [`.${initials}`] : [])]
  })
}

/**
 * The pinyin of each pair of adjacent characters, with a hyphen between the syllables. So 蛋达 (`dan-da`) does not match
 * 担担 (`dan-dan`).
 */
function soundPairsOf({ text, isChinese }: Run): string[] {
  return soundPairs((isChinese ? pinyinOf(text) : null) ?? [])
}

export const soundPairs = (syllables: string[]) =>
  syllables.slice(1).map((syllable, at) => `%${syllables[at]}-${syllable}`)

const isHan = /\p{Script=Han}/u
const isLongChinese = /^\p{Script=Han}{3,}$/u

/**
 * The pinyin with v for ü. If it contains v, also the pinyin with u, because shoppers type both "lvcha" and "lucha".
 */
const withPlainU = (sound = '') => (sound ? [...new Set([sound, sound.replaceAll('v', 'u')])] : [])

/** Joins adjacent words: "bokchoy" for "bok choy". */
function pairedWords(runs: Run[]): string[] {
  return runs.slice(1).flatMap((run, index) => {
    const previous = runs[index]
    return previous && !previous.isChinese && !run.isChinese ? [previous.text + run.text] : []
  })
}

function edgeTokens(name: string): string[] {
  const head = name.split(remarkStart, 1)[0] ?? ''
  const runs = readRuns(head)
  const wholeText = readRuns(name)
    .map(({ text }) => text)
    .join('')
  const headText = runs.map(({ text }) => text).join('')
  if (!wholeText) return []
  const prepositionIndex = runs.findIndex(({ text }) => prepositions.has(text))
  const last = runs.at(-1)
  const ends = last?.isChinese ? endsOfRun(last.text) : endsOfWords(runs)
  return [
    `^${truncateName(wholeText)}`,
    `=${truncateName(wholeText)}`,
    ...(headText ? [`=${truncateName(headText)}`] : []),
    ...runs.slice(0, maxEdgeWords).map((_, at) => `<${truncateName(joinRuns(runs.slice(0, at + 1)))}`),
    ...ends.map((end) => `>${truncateName(end)}`),
    ...(last?.isChinese ? [...soundsAtEnd(last.text).flatMap(withPlainU), ...initialsAtEnd(last.text)] : []).map(
      (end) => `>${end}`,
    ),
    ...(last?.isChinese && runs.length === 1 ? initialsAtEnd(last.text).slice(0, 1) : []).map((all) => `=${all}`),
    // In "Tomatoes on the Vine" or "Lychees in Syrup", the word before the preposition names the product.
    ...(prepositionIndex < 1 ? [] : endsOfWords(runs.slice(0, prepositionIndex)).map((end) => `>${truncateName(end)}`)),
  ]
}

/** English prepositions that follow the noun of a product's name. */
export const prepositions = new Set(['for', 'from', 'in', 'on', 'with'])

function endsOfRun(text: string): string[] {
  const characters = [...text].slice(-maxEdgeCharacters)
  return characters.map((_, at) => characters.slice(at).join(''))
}

/**
 * The pinyin of the possible endings of a Chinese run. With these tokens, a name that the search finds by pinyin ranks
 * like a name that it finds by characters. Omits endings of one syllable, because they match too many products.
 */
function soundsAtEnd(text: string): string[] {
  const syllables = (pinyinOf(text) ?? []).slice(-maxEdgeCharacters)
  return syllables.slice(0, -1).map((_, at) => syllables.slice(at).join(''))
}

/**
 * The initials of the pinyin of each ending of a short Chinese run, the whole run first. Leaves out endings of fewer
 * than three characters, because their initials match too many products.
 */
function initialsAtEnd(text: string): string[] {
  const initials = (pinyinOf(text) ?? []).map((syllable) => syllable[0]).join('')
  if (initials.length > maxSyllables) return []
  return Array.from({ length: Math.max(0, initials.length - 2) }, (_, at) => initials.slice(at))
}

const wholeSoundOf = (text: string) => (pinyinOf(text) ?? []).slice(-maxEdgeCharacters).join('')

function endsOfWords(runs: Run[]): string[] {
  const last = runs.slice(-maxEdgeWords)
  return last.map((_, at) => joinRuns(last.slice(at)))
}

/**
 * Splits a list of synonyms into phrases, at commas and similar characters. Each Chinese run is a phrase of its own.
 */
function phrases(synonyms: string): string[] {
  return synonyms.split(/[,，;；、/]/).flatMap((part) => {
    const runs = readRuns(part)
    const end = runs.findIndex(({ isChinese }) => isChinese)
    const latin = joinRuns(end < 0 ? runs : runs.slice(0, end))
    return [...(latin ? [latin] : []), ...runs.flatMap(({ text, isChinese }) => (isChinese ? [text] : []))]
  })
}

const wholeOf = (text: string) => joinRuns(readRuns(text))
/** Whether a text can be a SKU or a barcode. */
export const canBeCode = (text: string) => text.length >= 3 && text.length <= 64

export const joinRuns = (runs: Run[]) => runs.map(({ text }) => text).join('')
export const truncateName = (name: string) => [...name].slice(0, maxNameLength).join('')

export function quote(token: string) {
  return `'${token.replace(/['\\]/g, '$&$&')}'`
}
