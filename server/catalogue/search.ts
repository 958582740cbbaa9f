import type { Run } from './words.ts'
import { readRuns, spell } from './words.ts'

/** What of a product is searched: its names, other names it goes by, what it belongs to, what is said about it. */
export interface SearchParts {
  names: string[]
  synonyms: string
  belongsTo: string[]
  words: string[]
}

/** The Latin words of a product: all of them, and those that somebody may misspell, or type the middle of. */
export interface Vocabulary {
  all: string[]
  spelled: string[]
}

/** A word of what was asked, with the words of the shop that it may stand for. */
export interface Word {
  text: string
  isChinese: boolean
  /** Words of the shop that it may grow into while it is typed; null where they are many or nobody looked. */
  growing: string[] | null
  /** Words of the shop that contain it. */
  containing: string[]
  /** Words of the shop that it may be a misspelling of; empty unless looked for. */
  meant: string[]
  /** Whether Chinese may also be found by its sound. */
  bySound: boolean
}

/**
 * Which products are meant, as PostgreSQL's `tsquery` texts: those that all of one of these lists fit. An index finds
 * what fits several texts sooner than what fits one in which they are joined.
 */
export type Condition = string[][]

/** A search: what is found, and the classes of it, best first. */
export interface SearchQuery {
  anywhere: Condition
  isOneWord: boolean
  /** The whole name; names that begin or end with the words; names that begin like this; …; the last is `anywhere`. */
  classes: Condition[]
}

/*
 * Every token has a mark before it that says what it is: none a word of the names, `*` of the synonyms, `-` of anything
 * else, `~` how a Chinese run sounds from some character on, `.` the initials of that, `+` two words as one, `=` a
 * whole name, `^` the same for what is still being typed, `<` its first words, `>` its last ones.
 */
const mostTokens = { names: 600, belongsTo: 300, words: 2000, sounds: 160 } as const
const longestSound = 8
const longestName = 30
const edgeWords = 3
const edgeCharacters = 6
const mostWordsAsked = 12
/** Where the name ends and its measure, package or remark begins: "Honey, 500 g", "蜂蜜 500 克", "苹果（每磅）". */
const remark = /[,，(（;；[【]|\s\d/u

/** The `tsvector` text of a product, for both languages at once. */
export function searchVector({ names, synonyms, belongsTo, words }: SearchParts): string {
  const named = names.map(readRuns)
  const called = readRuns(synonyms)
  const grouped = belongsTo.flatMap(readRuns)
  const tokens = new Set<string>()
  const add = (mark: string, some: string[], known: string[] = []) => {
    for (const one of some) if (!known.some((before) => tokens.has(before + one))) tokens.add(mark + one)
  }
  add('', named.flat().flatMap(tokensOf).slice(0, mostTokens.names))
  add('*', called.flatMap(tokensOf).slice(0, mostTokens.names), [''])
  add('-', grouped.flatMap(tokensOf).slice(0, mostTokens.belongsTo), ['', '*'])
  add('-', words.flatMap(readRuns).flatMap(tokensOf).slice(0, mostTokens.words), ['', '*'])
  add('', [...named.flat(), ...called].flatMap(soundsOf).slice(0, mostTokens.sounds))
  add('-', grouped.flatMap(soundsOf).slice(0, mostTokens.sounds), [''])
  add('+', [...named, called].flatMap(pairedWords))
  add('', names.flatMap(edges))
  return [...tokens].map(quote).join(' ')
}

/** The Latin words of a product. */
export function vocabularyOf({ names, synonyms, belongsTo, words }: SearchParts): Vocabulary {
  const latin = (texts: string[]) => texts.flatMap(readRuns).flatMap(({ text, isChinese }) => (isChinese ? [] : [text]))
  const called = latin([...names, synonyms, ...belongsTo])
  return {
    all: [...new Set([...called, ...latin(words)])],
    spelled: [...new Set(called)].filter((text) => /^[a-z]{4,24}$/.test(text)),
  }
}

/** What somebody typed, in words; those that come twice once. */
export function readWords(term: string): Word[] {
  const words = readRuns(term).map(({ text, isChinese }) => ({
    text,
    isChinese,
    growing: null,
    containing: [],
    meant: [],
    bySound: false,
  }))
  return [...new Map(words.map((word) => [word.text, word])).values()].slice(0, mostWordsAsked)
}

/** The query of one word as it is written, wherever it stands. */
export const written = (word: Word): Condition => [[any(wholeTokens(word, '', '*', '-'))]]

/** The query of these words, all of which must be there; null if there are none. */
export function searchQuery(words: Word[]): SearchQuery | null {
  if (words.length === 0) return null
  const joined = words.map(({ text, meant: [first] }) => first ?? text).join('')
  const isChinese = words.every((word) => word.isChinese)
  const forms = isChinese ? [joined] : formsOf(joined)
  const exact = any(forms.map((form) => token(`=${cutName(form)}`)))
  const firstWords = (form: string) => token(`<${cutName(form)}`)
  const lastWords = (form: string) => token(`>${cutName(form)}`)
  const bounded = any(forms.flatMap((form) => [firstWords(form), lastWords(form)]))
  const growsOn = isChinese || isLong(joined)
  const begun = growsOn ? token(`^${cutName(joined)}`, true) : token(`^${joined}`)
  // The first words of what begins so are no news.
  const atEdges = any([
    begun,
    ...forms.filter((form) => !growsOn || !form.startsWith(joined)).map(firstWords),
    ...forms.map(lastWords),
  ])
  const asOne = !isChinese && words.length <= 2 && joined.length >= 4 ? [token(`+${joined}`, true)] : []
  const every = (tokensFor: (word: Word, ...marks: string[]) => string[], ...marks: string[]) =>
    words.map((word) => any(tokensFor(word, ...marks)))
  const anywhere = either(every(closeTokens, '', '-', '*'), ...asOne, atEdges)
  return {
    anywhere,
    isOneWord: words.length === 1,
    classes: [
      [[exact]],
      [[isChinese ? any([bounded, begun]) : bounded]],
      [[begun]],
      // Side by side, words say more than apart: sugar-free is not what has sugar and is free of gluten.
      either(every(wholeTokens, ''), ...asOne.map(() => token(`+${joined}`))),
      [every(wholeTokens, '', '*')],
      [every(begunTokens, '', '*')],
      either(every(closeTokens, '', '*'), ...asOne),
      anywhere,
    ],
  }
}

/** What fits all of these texts, or one of the others. */
function either(texts: string[], ...others: string[]): Condition {
  if (texts.length === 1) return [[any([...texts, ...others])]]
  return others.length > 0 ? [texts, [any(others)]] : [texts]
}

/** A Latin word with its singular or plural: "cherry" and "cherries", "box" and "boxes". */
export function formsOf(word: string): string[] {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return [word]
  return [...new Set([word, ...singulars(word), ...plurals(word)])]
}

/** Pinyin that a Chinese run may be typed as, from each of its characters on: the sounds whole, and their initials. */
export function soundsFrom(syllables: string[], at: number): { whole: string; initials: string } {
  const some = syllables.slice(at, at + longestSound)
  return { whole: some.join(''), initials: some.map((syllable) => syllable[0]).join('') }
}

/** Whether Latin letters can be the initials of syllables. */
export const isInitials = (word: string) => /^[a-hj-tw-z]{2,8}$/.test(word)

/**
 * Whether Latin letters can be the beginning of syllables: of English words few can, and the others need not be looked
 * for.
 */
export const isSound = (word: string) =>
  /^[a-z]{2,48}$/.test(word) && word.split(/[aeiouv]+/).every((between) => betweenVowels.test(between))

/** What ends a syllable, one that has no vowel, what begins the next. */
const betweenVowels = /^(?:ng?|r)?(?:hng?|m|ng?)?(?:[zcs]h|[b-df-hj-np-tw-z])?$/

function singulars(word: string): string[] {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return []
  if (word.endsWith('ies') && word.length > 4) return [`${word.slice(0, -3)}y`]
  return /(?:ch|sh|x|s|z|o)es$/.test(word) ? [word.slice(0, -2), word.slice(0, -1)] : [word.slice(0, -1)]
}

function plurals(word: string): string[] {
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`]
  if (word.endsWith('s')) return []
  return /(?:ch|sh|x|z|o)$/.test(word) ? [`${word}es`, `${word}s`] : [`${word}s`]
}

/** What stands for a word under some marks: itself, singular and plural. */
function wholeTokens(word: Word, ...marks: string[]): string[] {
  // Of a run each pair may stand elsewhere: one in the name, the next in what it belongs to.
  if (word.isChinese) return [all(chineseTokens(word.text).map((pair) => any(marks.map((mark) => token(mark + pair)))))]
  const forms = new Set([...formsInShop(word), ...word.meant.flatMap(formsOf)])
  return marks.flatMap((mark) => [...forms].map((form) => token(mark + form)))
}

/** A word's forms but those that were looked for and that the shop has not: an index meets fewer texts sooner. */
function formsInShop({ text, growing }: Word): string[] {
  const stems = stemsOf(text)
  const isLacking = (form: string) => growing && !growing.includes(form) && stems.some((stem) => form.startsWith(stem))
  const forms = formsOf(text).filter((form) => !isLacking(form))
  return forms.length > 0 ? forms : [text]
}

/** The same, and what the word may grow into while it is typed. */
function begunTokens(word: Word, ...marks: string[]): string[] {
  if (word.isChinese) return wholeTokens(word, ...marks)
  return marks.flatMap((mark) => [
    ...(isLong(word.text) ? begins(mark, word) : [token(mark + word.text)]),
    ...word.meant.flatMap(formsOf).map((form) => token(mark + form)),
  ])
}

/** The same, and what sounds like it or contains it. */
function closeTokens(word: Word, ...marks: string[]): string[] {
  const written = word.isChinese
    ? wholeTokens(word, ...marks)
    : marks.flatMap((mark) => [...begunTokens(word, mark), ...word.containing.map((one) => token(mark + one))])
  return [...written, ...marks.filter((mark) => mark !== '*').flatMap((mark) => soundTokens(word, mark))]
}

function soundTokens({ text, isChinese, bySound }: Word, mark: string): string[] {
  if (isChinese) {
    const syllables = bySound ? spell(text) : null
    return syllables ? [token(`${mark}~${soundsFrom(syllables, 0).whole}`, true)] : []
  }
  return [
    ...(isSound(text) ? [token(`${mark}~${text}`, true)] : []),
    ...(isInitials(text) ? [token(`${mark}.${text}`, true)] : []),
  ]
}

/** What a word grows from: itself, and its singular where that does not begin with it. */
export const stemsOf = (text: string) => besides(text).filter((form) => isStem(form, text))

/** A short singular begins too much. */
const isStem = (form: string, text: string) => form === text || form.length >= 4

/** A word, and those of its forms that it does not grow into. */
const besides = (text: string) => formsOf(text).filter((form) => form === text || !form.startsWith(text))

/**
 * A word and what it may grow into. An index collects all that begins with a word before the first of it is read, and
 * looks up words that it knows as far as they are needed.
 */
function begins(mark: string, word: Word): string[] {
  const { text, growing } = word
  if (!growing) return besides(text).map((form) => token(mark + form, isStem(form, text)))
  return [...new Set([...formsInShop(word), ...growing])].map((one) => token(mark + one))
}

/** One letter alone begins half of all words. */
const isLong = (text: string) => text.length > 1

function tokensOf({ text, isChinese }: Run): string[] {
  if (!isChinese) return [text]
  const characters = [...text]
  return [...characters, ...pairs(characters)]
}

function chineseTokens(text: string): string[] {
  const characters = [...text]
  return characters.length === 1 ? characters : [...new Set(pairs(characters))]
}

function pairs(characters: string[]) {
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

function soundsOf({ text, isChinese }: Run): string[] {
  const syllables = isChinese ? spell(text) : null
  if (!syllables) return []
  return syllables.flatMap((_, at) => {
    const { whole, initials } = soundsFrom(syllables, at)
    const sounds = whole.includes('v') ? [whole, whole.replaceAll('v', 'u')] : [whole]
    return [...sounds.map((sound) => `~${sound}`), ...(initials.length > 1 ? [`.${initials}`] : [])]
  })
}

/** "bokchoy" for "bok choy". */
function pairedWords(runs: Run[]): string[] {
  return runs.slice(1).flatMap((run, index) => {
    const before = runs[index]
    return before && !before.isChinese && !run.isChinese ? [before.text + run.text] : []
  })
}

function edges(name: string): string[] {
  const head = name.split(remark, 1)[0] ?? ''
  const runs = readRuns(head)
  const whole = readRuns(name)
    .map(({ text }) => text)
    .join('')
  const headText = runs.map(({ text }) => text).join('')
  if (!whole) return []
  const last = runs.at(-1)
  const ends = last?.isChinese ? endsOfRun(last.text) : endsOfWords(runs)
  return [
    `^${cutName(whole)}`,
    `=${cutName(whole)}`,
    ...(headText ? [`=${cutName(headText)}`] : []),
    ...runs.slice(0, edgeWords).map((_, at) => `<${cutName(joinRuns(runs.slice(0, at + 1)))}`),
    ...ends.map((end) => `>${cutName(end)}`),
  ]
}

function endsOfRun(text: string): string[] {
  const characters = [...text].slice(-edgeCharacters)
  return characters.map((_, at) => characters.slice(at).join(''))
}

function endsOfWords(runs: Run[]): string[] {
  const last = runs.slice(-edgeWords)
  return last.map((_, at) => joinRuns(last.slice(at)))
}

const joinRuns = (runs: Run[]) => runs.map(({ text }) => text).join('')
const cutName = (name: string) => [...name].slice(0, longestName).join('')

const token = (text: string, isBeginning = false) => quote(text) + (isBeginning ? ':*' : '')

/**
 * Any of these, the likeliest first: an index that meets what fits two conditions asks each of them about every product
 * on its way, and of texts that stand one within the other it reads no more than the first that fits.
 */
function any([first = '', ...others]: string[]): string {
  return others.length === 0 ? first : `(${first} | ${any(others)})`
}

const all = (queries: string[]) => (queries.length === 1 ? (queries[0] ?? '') : `(${queries.join(' & ')})`)

function quote(token: string) {
  return `'${token.replace(/['\\]/g, '$&$&')}'`
}
