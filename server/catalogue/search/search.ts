import type { Word } from './terms.ts'
import { cutName, inKinds, inName, inNames, inTexts, isCode, pairs, quote, soundPairs } from './tokens.ts'
import { spell } from './words.ts'

/**
 * The maximum number of characters that the search reads of a run, which is a sequence of Chinese characters. The
 * search ignores the rest of the run.
 */
const longestRun = 16

/**
 * A condition as PostgreSQL `tsquery` texts: all texts of at least one of the lists must match. An index handles
 * several texts faster than one text that joins them.
 */
export type Condition = string[][]

/**
 * A search. `anywhere` is the condition for all results. A class is the condition for results that match equally well,
 * for example by their whole name.
 */
export interface SearchQuery {
  anywhere: Condition
  /**
   * The classes of results, best first:
   * - The name, a SKU or a barcode equals the term.
   * - A synonym equals the term.
   * - The name ends with the words.
   * - The product is in a group with this name.
   * - The name begins with the words or the typed text.
   * More classes with weaker matches follow. The last class is `anywhere`.
   */
  classes: Condition[]
  /**
   * Indexes into `classes`. If there are many results, the search skips these classes, because each class costs an
   * index look-up.
   */
  fine: number[]
  /**
   * The number of leading classes whose products are the searched thing. Even sold-out products of these classes come
   * before all products of later classes.
   */
  things: number
  /**
   * The number of leading classes whose products match strongly, including the first `things` classes. Even sold-out
   * products of these classes come before all products of later classes.
   */
  strong: number
  /**
   * The condition for products that surely match. All words, or at least the last one, are in their names, synonyms or
   * groups, and not only in descriptions.
   */
  sure: Condition
  /** The condition for products whose name, synonym or group is the term, or whose name has all words. */
  plain: Condition
}

/** The condition for a word as typed, in any text. */
export const written = (word: Word): Condition => [[any(wholeTokens(word, ...inTexts))]]

/** The condition for products whose name contains the sound of a word. Finds nothing if the word has no known sound. */
export const sounded = (word: Word): Condition => [[any(soundTokens({ ...word, bySound: true }, ''))]]

/** Like `SearchQuery.plain`, but searches these words by their sound. */
export const soundingNames = (words: Word[]): Condition =>
  searchQuery(words.map((word) => ({ ...word, bySound: true })))?.plain ?? []

/** The `tsquery` text that finds a word by its spelling, in the kinds of text that `marks` name. */
export const asWritten = (word: Word, marks: readonly string[]): string => any(wholeTokens(word, ...marks))

/** Query texts that match products with all of these characters, in any order, in the texts that `marks` name. */
export const charactersIn = (characters: string[], marks: readonly string[]): string[] =>
  characters.map((character) => any(marks.map((mark) => token(mark + character))))

/** Query text for products that match all of at least three texts, or all but one of them. */
export function allButOne([first = '', ...others]: string[]): string {
  return any(others.length === 1 ? [first, ...others] : [all(others), all([first, allButOne(others)])])
}

/**
 * The condition for products whose name is, begins with or ends with this word. Also matches the word as a whole
 * synonym or group name.
 */
export const namesOne = ({ text }: Word): Condition => [
  [
    any([
      ...['=', '!', ':', ';', '<', '>'].map((mark) => token(mark + text)),
      ...([...text].length === 2 ? [token(`^${text}`, true)] : []),
    ]),
  ],
]

/** Builds the query for products with all of these words; null if there are no words. */
export function searchQuery(words: Word[]): SearchQuery | null {
  if (words.length === 0) return null
  const joined = words.map(({ text, meant: [first] }) => first ?? text).join('')
  const isChinese = words.every((word) => word.isChinese)
  // True for a single word that is not a Chinese compound.
  const isSimple = words.length === 1 && (!isChinese || joined.length < 3)
  const forms = isChinese ? [joined] : formsOf(joined)
  const syllables = isChinese && words.some(({ bySound }) => bySound) ? (spell(joined) ?? []) : []
  // The pairs of syllables distinguish a Chinese word from an English word that is spelled like the pinyin of the
  // Chinese word: 素食 (vegetarian) from "sushi".
  const heard = (mark: string) =>
    syllables.length > 1 ? [all([mark + syllables.join(''), ...soundPairs(syllables)].map((one) => token(one)))] : []
  const exact = any(forms.map((form) => token(`=${cutName(form)}`)))
  const firstWords = (form: string) => token(`<${cutName(form)}`)
  const ends = [...forms.map((form) => token(`>${cutName(form)}`)), ...heard('>')]
  const starts = forms.map(firstWords)
  const growsOn = isChinese || isLong(joined)
  const begun = growsOn ? token(`^${cutName(joined)}`, true) : token(`^${joined}`)
  // `begun` already matches names whose first words start with the term.
  const atEdges = any([begun, ...forms.filter((form) => !growsOn || !form.startsWith(joined)).map(firstWords), ...ends])
  const isPair = !isChinese && words.length <= 2 && joined.length >= 4
  const asOne = isPair ? [token(`+${joined}`, true), token(`-+${joined}`)] : []
  const every = (tokensFor: (word: Word, ...marks: string[]) => string[], marks: readonly string[]) =>
    words.map((word) => any(tokensFor(word, ...marks)))
  const covered = (marks: readonly string[], alone?: 'none') => words.flatMap((word) => covering(word, marks, alone))
  const wholly = any(forms.flatMap((form) => ['!', ':', ';'].map((mark) => token(mark + cutName(form)))))
  const code = isCode(joined) ? [token(`#${joined}`)] : []
  const anywhere: Condition = [
    ...either(every(closeTokens, inTexts), ...asOne, atEdges, wholly, ...code),
    // A run of three or more Chinese characters also matches in parts: 港式奶茶 finds 港式丝袜奶茶. Without a run of this length,
    // these conditions would add no results.
    ...(words.some((word) => runOf(word).length > 2) ? [covered(inKinds), covered(inTexts, 'none')] : []),
  ]
  const named = [
    [[any([exact, ...code])]],
    [[any([...forms.map((form) => token(`!${cutName(form)}`)), ...heard('!')])]],
    [[any(ends)]],
    [[any(forms.map((form) => token(`:${cutName(form)}`)))]],
    [[any(isChinese ? [...starts, begun] : starts)]],
    [[begun]],
    // A pair of words in a synonym counts as much as words in the name, but only if the two words are adjacent. For
    // "sugar-free", the synonyms "brown sugar" and "gluten-free" together are a worse match.
    either(every(wholeTokens, inName), ...(isPair ? [token(`+${joined}`)] : [])),
    [[any(forms.map((form) => token(`;${cutName(form)}`)))]],
  ]
  const withThing = (marks: readonly string[]) => [lastWord, ownThing].map((what) => [[what(words), ...covered(marks)]])
  const mixed = isSimple
    ? [[every(wholeTokens, inNames)]]
    : [...withThing(inNames), [covered(inName)], ...withThing(inKinds), [covered(inNames)]]
  // The last word ends the name, or is a synonym or the name of a group. The other words can be in any text, such as
  // the description.
  const told = isSimple ? [] : [nameEnd, thing].map((what) => [[what(words), ...covered(inTexts, 'none')]])
  const grouped = isSimple ? [[every(wholeTokens, inKinds)]] : [[covered(inKinds)]]
  const close = [[every(begunTokens, inNames)], either(every(closeTokens, inNames), ...asOne)]
  const first = named.length + mixed.length
  return {
    anywhere,
    classes: [...named, ...mixed, ...grouped, ...told, ...close, anywhere],
    sure: [...named, ...mixed, ...(isSimple ? grouped : []), ...told, ...close].flat(),
    plain: [...named, ...mixed.slice(0, isSimple ? 0 : 1)].flat(),
    // If there are many results, the search skips these classes: names that begin with the typed text; all classes of
    // `mixed` except the first and the last; and the first class of `close`, whose products have words that only begin
    // with the typed words.
    fine: [5, ...mixed.slice(2).map((_, at) => named.length + 1 + at), first + grouped.length + told.length],
    things: 3,
    strong: first,
  }
}

/** Matches all of `texts`, or one of `others`. */
function either(texts: string[], ...others: string[]): Condition {
  if (texts.length === 1) return [[any([...texts, ...others])]]
  return others.length > 0 ? [texts, [any(others)]] : [texts]
}

/** An English word with its singular or plural: "cherry" and "cherries", "box" and "boxes". */
export function formsOf(word: string): string[] {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return [word]
  return [...new Set([word, ...singulars(word), ...plurals(word)])]
}

/** Whether Latin letters can be the initials of pinyin syllables. */
export const isInitials = (word: string) => /^[a-hj-tw-z]{2,8}$/.test(word)

/** Whether Latin letters can be the beginning of pinyin. Most English words cannot, so they need no search by sound. */
export const isSound = (word: string) =>
  /^[a-z]{2,48}$/.test(word) && word.split(/[aeiouv]+/).every((between) => betweenVowels.test(between))

const syllables =
  /^(?:(?:[zcs]h|[b-df-hj-np-tw-z])?(?:[aeiouv]|[aeiou]{2}|i?ao|uai|iou|[iu]?an|[iu]?ang|[eiu]n|[ei]ng|i?ong|er))+$/

/**
 * Tokens for pinyin that is similar to the typed pinyin. Some tokens replace a sound by another sound with which people
 * often confuse it. Others split the pinyin into two parts that need not be adjacent.
 */
function similarSounds(text: string): string[] {
  if (text.length < shortestSound || !isSound(text)) return []
  const others = [...text.matchAll(confused)].map(({ 0: sound, index }) => {
    const other = /[hg]$/.test(sound) ? sound.slice(0, -1) : `${sound}${sound === 'n' ? 'g' : 'h'}`
    return text.slice(0, index) + other + text.slice(index + sound.length)
  })
  const halves = Array.from({ length: text.length - 3 }, (_, at) => [text.slice(0, at + 2), text.slice(at + 2)])
  return [
    ...others.map((other) => token(`~${other}`, true)),
    ...halves
      .filter((half) => half.every((part) => syllables.test(part)))
      .map((half) => all(half.map((part) => token(`~${part}`, true)))),
  ]
}

/**
 * Conditions for products that have a word like this Chinese word of two characters, but with another character of a
 * similar sound: 蛋挞 for 蛋达. For `end`, the word must end a name or be a synonym. For `within`, it can be anywhere in a
 * name or synonym. Null for words of another length.
 */
export function nearSoundsOf(word: Word): Record<'end' | 'within', Condition> | null {
  const characters = runOf(word)
  const [one, other] = spell(word.text) ?? []
  if (characters.length !== 2 || !one || !other) return null
  const pairs = [
    ...similarSyllables(other).map((similar) => ({ right: characters[0], syllables: [one, similar] })),
    ...similarSyllables(one).map((similar) => ({ right: characters[1], syllables: [similar, other] })),
  ]
  const marked = (marks: string[]): Condition => {
    const sounds = (syllables: string[]) =>
      marks.length > 0 ? marks.map((mark) => mark + syllables.join('')) : soundPairs(syllables)
    return [
      [
        any(
          pairs.map(({ right, syllables }) =>
            all([...charactersIn([right ?? ''], inNames), any(sounds(syllables).map((one) => token(one)))]),
          ),
        ),
      ],
    ]
  }
  return pairs.length > 0 ? { end: marked(['>', '!']), within: marked([]) } : null
}

/**
 * Returns the syllables that people easily mistake for a syllable. Either their initials are formed at the same place
 * in the mouth, as is common among characters with the same phonetic part. Or speakers of some dialects do not
 * distinguish the two syllables.
 */
function similarSyllables(syllable: string): string[] {
  const initial = /^(?:[zcs]h|[b-df-hj-np-tw-z])/.exec(syllable)?.[0] ?? ''
  const rest = syllable.slice(initial.length)
  const initials = alikeInitials.find((some) => some.includes(initial)) ?? []
  const endings = /[aei]ng?$/.test(rest) ? [rest.endsWith('g') ? rest.slice(0, -1) : `${rest}g`] : []
  const others = [...initials.map((one) => one + rest), ...endings.map((ending) => initial + ending)]
  return [...new Set(others)].filter((one) => one !== syllable)
}

const alikeInitials = ['b p', 'd t', 'g k', 'j q x', 'z c s zh ch sh', 'l n r', 'f h'].map((some) => some.split(' '))

const shortestSound = 6
/** Sounds that speakers of some dialects do not distinguish. */
const confused = /[zcs]h?|ng?(?![aeiouv])/g

/**
 * The consonants between two vowels of pinyin: the end of a syllable, a syllable without a vowel, and the start of the
 * next syllable, each optional.
 */
const betweenVowels = /^(?:ng?|r)?(?:hng?|m|ng?)?(?:[zcs]h|[b-df-hj-np-tw-z])?$/

const endsInIe = /^(?:beanie|brownie|cookie|freezie|hoodie|movie|slushie|smoothie|veggie)s$/

function singulars(word: string): string[] {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return []
  if (word.endsWith('ies') && word.length > 4)
    return [endsInIe.test(word) ? word.slice(0, -1) : `${word.slice(0, -3)}y`]
  return /(?:ch|sh|x|s|z|o)es$/.test(word) ? [word.slice(0, -2), word.slice(0, -1)] : [word.slice(0, -1)]
}

function plurals(word: string): string[] {
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`]
  if (word.endsWith('s')) return []
  return /(?:ch|sh|x|z|o)$/.test(word) ? [`${word}es`, `${word}s`] : [`${word}s`]
}

/**
 * The tokens that find a word, in singular and plural, each with all of these marks. `tokens.ts` explains the marks.
 */
function wholeTokens(word: Word, ...marks: string[]): string[] {
  if (word.isChinese) return [all(chineseTokens(word.text).map((pair) => any(marks.map((mark) => token(mark + pair)))))]
  const forms = new Set([...formsInShop(word), ...word.meant.flatMap(formsOf)])
  return marks.flatMap((mark) => [...forms].map((form) => token(mark + form)))
}

/**
 * Query texts that must all match, so that a product contains every character of a Chinese run: 港式奶茶 matches 港式丝袜奶茶.
 * Each character must match together with its left or right neighbour. `alone` says which characters can also match
 * alone in names and synonyms, but never two in a row. A Latin word gives one text.
 */
export function covering(word: Word, marks: readonly string[], alone: 'any' | 'last' | 'none' = 'any'): string[] {
  if (!word.isChinese) return [any([...begunTokens(word, ...marks), ...(word.bySound ? soundTokens(word, '') : [])])]
  const characters = runOf(word)
  if (word.isApart) {
    // The order of the characters matters: 茶奶 is not 奶茶.
    const last = characters.slice(-1).flatMap((one) => ['>', '!'].map((mark) => token(mark + one)))
    return [...characters.slice(0, -1).map((one) => any(marks.map((mark) => token(mark + one)))), any(last)]
  }
  if (characters.length < 3) {
    const where = characters.length === 1 ? inNames : marks
    return [any(wholeTokens({ ...word, text: characters.join('') }, ...where))]
  }
  const pairAt = (at: number) => {
    const pair = characters.slice(Math.max(0, at), at + 2).join('')
    return at >= 0 && at + 1 < characters.length ? marks.map((mark) => token(mark + pair)) : []
  }
  const mayBeAlone = (at: number) => alone === 'any' || (alone === 'last' && at === characters.length - 1)
  const each = characters.map((character, at) =>
    any([...pairAt(at), ...pairAt(at - 1), ...(mayBeAlone(at) ? inNames.map((mark) => token(mark + character)) : [])]),
  )
  const adjacent = characters.slice(1).map((_, at) => any([...pairAt(at), ...pairAt(at - 1), ...pairAt(at + 1)]))
  return [...each, ...adjacent]
}

/** Query text for products whose name ends with the last word, or that have all words together as a synonym. */
export function lastWord(words: Word[]): string {
  const whole = words.map(({ text, meant: [first] }) => first ?? text).join('')
  return any([...lastWords(words, '>'), token(`!${cutName(whole)}`)])
}

/** Query text for products that have all words together as a whole name or synonym. */
export function called(words: Word[], marks = ['=', '!']): string {
  const whole = words.map(({ text, meant: [first] }) => first ?? text).join('')
  return any(formsOf(whole).flatMap((form) => marks.map((mark) => token(mark + cutName(form)))))
}

/** Combines `lastWord` and `thing`. Also matches two Latin words that are adjacent in a name or synonym. */
export function namedByAll(words: Word[]): string {
  const isPair = words.length === 2 && words.every(({ isChinese }) => !isChinese)
  const whole = words.map(({ text, meant: [first] }) => first ?? text).join('')
  return any([lastWord(words), thing(words), ...(isPair ? formsOf(whole).map((form) => token(`+${form}`)) : [])])
}

/** Matches the last word at the end of a name. */
export const nameEnd = (words: Word[]): string => any(lastWords(words, '>'))

/** Matches the last word at the end of a name, as a synonym, or as the name of a group of the shop. */
const ownThing = (words: Word[]): string => any(['>', '!', ':'].flatMap((mark) => lastWords(words, mark)))

/** Like `ownThing`. Also matches the last word as another word for a group, or as a need. */
export const thing = (words: Word[]): string => any(['>', '!', ':', ';'].flatMap((mark) => lastWords(words, mark)))

/** Like `thing`. If the last word is one Chinese character, it can also be anywhere in a name or synonym. */
export const wholeThing = (words: Word[]): string =>
  any([
    thing(words),
    ...words
      .slice(-1)
      .filter((word) => runOf(word).length === 1)
      .map((word) => asWritten(word, inNames)),
  ])

/**
 * The tokens for the last word, each with this mark before it. Chinese text has no spaces between words, so for a run
 * of Chinese characters, the tokens contain only its last characters.
 */
function lastWords(words: Word[], mark: string): string[] {
  const word = words.at(-1)
  if (!word) return []
  const forms = word.isChinese ? lastCharacters(word, mark) : [...formsOf(word.text), ...word.meant]
  return forms.map((form) => token(mark + cutName(form)))
}

function lastCharacters(word: Word, mark: string): string[] {
  const characters = runOf(word)
  if (word.isApart || characters.length === 1) return characters.slice(-1)
  // A name that ends with three or four of these characters also ends with the last two.
  const lengths = mark === '>' ? [2] : [2, 3, 4].filter((length) => length <= characters.length)
  return lengths.map((length) => characters.slice(-length).join(''))
}

/** The characters of a Chinese run that the search reads; empty for a Latin word. */
export const runOf = ({ text, isChinese }: Word) => (isChinese ? [...text].slice(0, longestRun) : [])

/**
 * The forms of a word, except those that a look-up has shown to be missing in the shop. Fewer tokens make the search
 * faster.
 */
function formsInShop({ text, growing }: Word): string[] {
  const stems = stemsOf(text)
  const isLacking = (form: string) => growing && !growing.includes(form) && stems.some((stem) => form.startsWith(stem))
  const forms = formsOf(text).filter((form) => !isLacking(form))
  return forms.length > 0 ? forms : [text]
}

/** Like `wholeTokens`, but also matches words that begin with the typed text. */
function begunTokens(word: Word, ...marks: string[]): string[] {
  if (word.isChinese) return wholeTokens(word, ...marks)
  return marks.flatMap((mark) => [
    ...(isLong(word.text) ? begins(mark, word) : [token(mark + word.text)]),
    ...word.meant.flatMap(formsOf).map((form) => token(mark + form)),
  ])
}

/** Like `begunTokens`, but also matches words that contain the typed word or sound like it. */
function closeTokens(word: Word, ...marks: string[]): string[] {
  const written = word.isChinese
    ? wholeTokens(word, ...marks)
    : marks.flatMap((mark) => [...begunTokens(word, mark), ...word.containing.map((one) => token(mark + one))])
  // If the shop has the typed word, its sound is not searched in groups. Otherwise "sushi" would also find the large
  // group 素食 (vegetarian), whose pinyin sounds like "sushi".
  const heard = word.growing?.includes(word.text) ? [''] : ['', '@']
  return [...written, ...marks.filter((mark) => heard.includes(mark)).flatMap((mark) => soundTokens(word, mark))]
}

function soundTokens({ text, isChinese, bySound }: Word, mark: string): string[] {
  if (isChinese) {
    const syllables = bySound ? (spell(text) ?? []) : []
    return syllables.length > 1 ? [all(soundPairs(syllables).map((pair) => token(mark + pair)))] : []
  }
  return [
    ...(isSound(text) ? [token(`${mark}~${text}`, true)] : []),
    ...(bySound && mark === '' ? similarSounds(text) : []),
    ...(isInitials(text) ? [token(`${mark}.${text}`, true)] : []),
  ]
}

/**
 * The prefixes to look up for a word: the word itself, and its singular and plural if they do not begin with the word.
 * Omits a singular or plural of fewer than four letters.
 */
export const stemsOf = (text: string) => besides(text).filter((form) => isStem(form, text))

/**
 * Whether the search also looks for words that begin with this form. It does so for the word itself, and for a singular
 * or plural of at least four letters. Too many words begin with a shorter form.
 */
const isStem = (form: string, text: string) => form === text || form.length >= 4

/**
 * The word and its other forms. Omits forms that begin with the word, because a search for words with this beginning
 * finds them.
 */
const besides = (text: string) => formsOf(text).filter((form) => form === text || !form.startsWith(text))

/**
 * Tokens for the word and for the words that begin with it. A prefix token is slow, because the index collects all its
 * matches before it returns the first one. So if a look-up has shown which of the shop's words begin with the word, the
 * tokens are these words instead of a prefix.
 */
function begins(mark: string, word: Word): string[] {
  const { text, growing } = word
  if (!growing) return besides(text).map((form) => token(mark + form, isStem(form, text)))
  return [...new Set([...formsInShop(word), ...growing])].map((one) => token(mark + one))
}

/** Whether a text is usable as a prefix. Too many words begin with a single letter. */
const isLong = (text: string) => text.length > 1

function chineseTokens(text: string): string[] {
  const characters = [...text]
  return characters.length === 1 ? characters : [...new Set(pairs(characters))]
}

const token = (text: string, isBeginning = false) => quote(text) + (isBeginning ? ':*' : '')

/**
 * Joins alternatives in nested pairs, the likeliest first. PostgreSQL then stops at the first alternative that matches.
 * In a flat list, it checks every alternative for each product if an index combines two conditions.
 */
function any([first = '', ...others]: string[]): string {
  return others.length === 0 ? first : `(${first} | ${any(others)})`
}

const all = (queries: string[]) => (queries.length === 1 ? (queries[0] ?? '') : `(${queries.join(' & ')})`)
