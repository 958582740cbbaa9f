import { pinyinOf } from './runs.ts'
import type { Word } from './terms.ts'
import { joinWords } from './terms.ts'
import { canBeCode, inKinds, inName, inNames, inTexts, soundPairs, truncateName } from './tokens.ts'
import { formsOf } from './word-forms.ts'
import type { Condition } from './word-queries.ts'
import {
  all,
  any,
  closeTokens,
  coverageQueries,
  headWordQuery,
  isUsablePrefix,
  lastWordQuery,
  nameEndQuery,
  prefixTokens,
  searchedCharacters,
  shopHeadWordQuery,
  token,
  tokenBeginning,
  wholeTokens,
} from './word-queries.ts'

/** A search. */
export interface SearchQuery {
  /** The condition for all results. */
  anywhere: Condition
  /** The classes of results, best first. */
  classes: ResultClass[]
}

/** The search for the products with all words of a term. Its last class is `anywhere`. */
export interface TermQuery extends SearchQuery {
  /**
   * The condition for products that surely match. All words, or at least the last one, are in their names, synonyms or
   * groups, and not only in descriptions.
   */
  sure: Condition
  /**
   * The condition for products that match the term as a whole, see `wholeTermClasses`. Also matches products with all
   * words in names or synonyms, if a name ends with the last word.
   */
  plain: Condition
}

/** Results that match equally well, for example by their whole name. */
export interface ResultClass {
  condition: Condition
  /**
   * How well the products match. Products of an `exact` class are the searched thing. Even sold-out products of `exact`
   * classes come before all products of other classes, and sold-out products of `strong` classes before all products of
   * `weak` classes. A list of classes begins with the exact classes, followed by the strong ones.
   */
  match: 'exact' | 'strong' | 'weak'
  /** Whether a search with many results skips this class, because each class costs an index look-up. */
  isSkippable: boolean
}

export const exactClass = (condition: Condition): ResultClass => ({ condition, match: 'exact', isSkippable: false })
export const strongClass = (condition: Condition): ResultClass => ({ condition, match: 'strong', isSkippable: false })
export const weakClass = (condition: Condition): ResultClass => ({ condition, match: 'weak', isSkippable: false })
const skippable = (resultClass: ResultClass): ResultClass => ({ ...resultClass, isSkippable: true })

/** The words of a search term, with facts about the term as a whole. */
interface Term {
  words: Word[]
  /** All words joined. */
  joinedText: string
  /** `joinedText`, and for Latin words also its singular and plural. */
  forms: string[]
  isChinese: boolean
  /** Whether the term is a single word that is not a Chinese compound. */
  isSimple: boolean
  /** Whether the term can match two adjacent words of a text: "bokchoy" and "bok choy" both match "Bok Choy". */
  canBePair: boolean
}

/** Builds the query for products with all of these words; null if there are no words. */
export function buildQuery(words: Word[]): TermQuery | null {
  if (words.length === 0) return null
  const term = readTerm(words)
  const wholeTerm = wholeTermClasses(term)
  const allNamed = allNamedClasses(term)
  const inGroups = groupClass(term)
  const described = describedClasses(term)
  const close = closeClasses(term)
  const anywhere = anywhereCondition(term)
  return {
    anywhere,
    classes: [...wholeTerm, ...allNamed, inGroups, ...described, ...close, weakClass(anywhere)],
    sure: joinConditions([...wholeTerm, ...allNamed, ...(term.isSimple ? [inGroups] : []), ...described, ...close]),
    plain: joinConditions([...wholeTerm, ...(term.isSimple ? [] : allNamed.slice(0, 1))]),
  }
}

/** The condition `TermQuery.plain` for these words, which are also searched by their sound. */
export const soundNamesCondition = (words: Word[]): Condition =>
  buildQuery(words.map((word) => ({ ...word, bySound: true })))?.plain ?? []

function readTerm(words: Word[]): Term {
  const joinedText = joinWords(words)
  const isChinese = words.every((word) => word.isChinese)
  return {
    words,
    joinedText,
    forms: isChinese ? [joinedText] : formsOf(joinedText),
    isChinese,
    isSimple: words.length === 1 && (!isChinese || joinedText.length < 3),
    canBePair: !isChinese && words.length <= 2 && joinedText.length >= 4,
  }
}

/** The condition for all results: all words are in any text, or the term as a whole matches. */
function anywhereCondition(term: Term): Condition {
  const { words, forms } = term
  const synonymOrGroup = forms.flatMap((form) => ['!', ':', ';'].map((mark) => token(mark + truncateName(form))))
  return [
    ...either(
      queryPerWord(words, closeTokens, inTexts),
      ...joinedPairTokens(term),
      edgeQuery(term),
      any(synonymOrGroup),
      ...codeTokens(term),
    ),
    // A run of three or more Chinese characters also matches in parts: 港式奶茶 finds 港式丝袜奶茶. Without a run of this length,
    // these conditions would add no results.
    ...(words.some((word) => searchedCharacters(word).length > 2)
      ? [coverageOf(words, inKinds), coverageOf(words, inTexts, 'none')]
      : []),
  ]
}

/** The name begins or ends with the term. */
function edgeQuery(term: Term): string {
  const { joinedText, forms } = term
  // The token for the beginning already matches names whose first words start with the term.
  const otherForms = forms.filter((form) => !matchesByPrefix(term) || !form.startsWith(joinedText))
  return any([beginningToken(term), ...formTokens(otherForms, '<'), ...endTokens(term)])
}

/**
 * The classes of products that match the term as a whole: as a name, a code, a synonym, a group, a need, or the start
 * or end of a name. One class has the products with all words in their names.
 */
function wholeTermClasses(term: Term): ResultClass[] {
  const { words, joinedText, forms, isChinese, canBePair } = term
  const firstWords = formTokens(forms, '<')
  return [
    // A name, a SKU or a barcode equals the term.
    exactClass(oneOf([any(formTokens(forms, '=')), ...codeTokens(term)])),
    // A synonym equals the term.
    exactClass(oneOf([...formTokens(forms, '!'), ...pinyinQueries(term, '!')])),
    // The name ends with the words.
    exactClass(oneOf(endTokens(term))),
    // The product is in a group with this name.
    strongClass(oneOf(formTokens(forms, ':'))),
    // The name begins with the words.
    strongClass(oneOf(isChinese ? [...firstWords, beginningToken(term)] : firstWords)),
    // The name begins with the typed text, which can end within a word.
    skippable(strongClass(oneOf([beginningToken(term)]))),
    // The name has all words. A pair of words in a synonym counts as much as words in the name, but only if the two
    // words are adjacent. For "sugar-free", the synonyms "brown sugar" and "gluten-free" together are a worse match.
    strongClass(either(queryPerWord(words, wholeTokens, inName), ...(canBePair ? [token(`+${joinedText}`)] : []))),
    // The term is a synonym for one of the product's groups, or names a need that the product meets (`need-words.ts`).
    strongClass(oneOf(formTokens(forms, ';'))),
  ]
}

/**
 * The classes of products with all words in their names or synonyms. If the last word names the product, the other
 * words can also be in the names of groups.
 */
function allNamedClasses({ words, isSimple }: Term): ResultClass[] {
  if (isSimple) return [strongClass([queryPerWord(words, wholeTokens, inNames)])]
  const withHeadWord = (headWordQuery: (words: Word[]) => string, marks: readonly string[]) =>
    strongClass([[headWordQuery(words), ...coverageOf(words, marks)]])
  return [
    withHeadWord(lastWordQuery, inNames),
    skippable(withHeadWord(shopHeadWordQuery, inNames)),
    skippable(strongClass([coverageOf(words, inName)])),
    skippable(withHeadWord(lastWordQuery, inKinds)),
    skippable(withHeadWord(shopHeadWordQuery, inKinds)),
    strongClass([coverageOf(words, inNames)]),
  ]
}

/** The class of products with all words in names, synonyms or groups. The last word need not name the product. */
function groupClass({ words, isSimple }: Term): ResultClass {
  return weakClass([isSimple ? queryPerWord(words, wholeTokens, inKinds) : coverageOf(words, inKinds)])
}

/**
 * The classes of products that the last word names, see `headWordQuery`. The other words can be in any text, such as
 * the description.
 */
function describedClasses({ words, isSimple }: Term): ResultClass[] {
  if (isSimple) return []
  return [nameEndQuery, headWordQuery].map((lastWord) =>
    weakClass([[lastWord(words), ...coverageOf(words, inTexts, 'none')]]),
  )
}

/**
 * The classes of products with words in names or synonyms that begin with the typed words, contain them or sound like
 * them.
 */
function closeClasses(term: Term): ResultClass[] {
  return [
    skippable(weakClass([queryPerWord(term.words, prefixTokens, inNames)])),
    weakClass(either(queryPerWord(term.words, closeTokens, inNames), ...joinedPairTokens(term))),
  ]
}

const formTokens = (forms: string[], mark: string) => forms.map((form) => token(mark + truncateName(form)))

const endTokens = (term: Term) => [...formTokens(term.forms, '>'), ...pinyinQueries(term, '>')]

const matchesByPrefix = ({ isChinese, joinedText }: Term) => isChinese || isUsablePrefix(joinedText)

function beginningToken(term: Term): string {
  const { joinedText } = term
  return matchesByPrefix(term) ? tokenBeginning(`^${truncateName(joinedText)}`) : token(`^${joinedText}`)
}

const joinedPairTokens = ({ joinedText, canBePair }: Term) =>
  canBePair ? [tokenBeginning(`+${joinedText}`), token(`-+${joinedText}`)] : []

const codeTokens = ({ joinedText }: Term) => (canBeCode(joinedText) ? [token(`#${joinedText}`)] : [])

/**
 * Query texts for the pinyin of a Chinese term that is searched by its sound. The pairs of syllables distinguish a
 * Chinese word from an English word that is spelled like the pinyin of the Chinese word: 素食 (vegetarian) from "sushi".
 */
function pinyinQueries({ words, joinedText, isChinese }: Term, mark: string): string[] {
  const syllables = isChinese && words.some(({ bySound }) => bySound) ? (pinyinOf(joinedText) ?? []) : []
  if (syllables.length < 2) return []
  return [all([mark + syllables.join(''), ...soundPairs(syllables)].map((text) => token(text)))]
}

const queryPerWord = (
  words: Word[],
  tokensFor: (word: Word, ...marks: string[]) => string[],
  marks: readonly string[],
) => words.map((word) => any(tokensFor(word, ...marks)))

const coverageOf = (words: Word[], marks: readonly string[], alone?: 'none') =>
  words.flatMap((word) => coverageQueries(word, marks, alone))

/** Matches one of `texts`. */
const oneOf = (texts: string[]): Condition => [[any(texts)]]

/** Matches all of `texts`, or one of `others`. */
function either(texts: string[], ...others: string[]): Condition {
  if (texts.length === 1) return [[any([...texts, ...others])]]
  return others.length > 0 ? [texts, [any(others)]] : [texts]
}

/** Matches any of the classes. */
const joinConditions = (classes: ResultClass[]): Condition => classes.flatMap(({ condition }) => condition)
