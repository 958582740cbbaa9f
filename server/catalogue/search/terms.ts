import { readRuns } from './runs.ts'
import { prepositions } from './tokens.ts'

/**
 * The maximum number of Chinese characters of a term that the search reads. A Latin word counts as `latinCost`
 * characters.
 */
const maxCharactersRead = 32
const latinCost = 4

/** A searched word, with the words of the shop's vocabulary that it can stand for. */
export interface Word {
  text: string
  isChinese: boolean
  /** Words of the shop that begin with this word; null if there are too many, or if they were not looked up. */
  completions: string[] | null
  /** Words of the shop that contain this word. */
  containing: string[]
  /** Words of the shop of which this word may be a misspelling. Empty if they were not looked up. */
  corrections: string[]
  /** Whether to search a Chinese word also by its sound, and pinyin also by similar sounds. */
  bySound: boolean
  /**
   * Whether the characters of a Chinese word are searched separately, so that they need not be adjacent in a product's
   * texts.
   */
  isApart?: boolean
  /** Whether no product contains the word or a word that it can stand for. */
  isUnknown?: boolean
}

/** The word as the shop most likely spells it. */
export const likelyText = ({ text, corrections: [first] }: Word): string => first ?? text

/** All words, as the shop most likely spells them, without spaces. */
export const joinWords = (words: Word[]): string => words.map(likelyText).join('')

/**
 * Splits a typed term into words, without repetitions. Ignores the rest of a long term, because each word costs index
 * look-ups.
 */
export function readWords(term: string): Word[] {
  let remaining = maxCharactersRead
  return uniqueWords(readRuns(term).map(wordFrom)).flatMap((word) => {
    const characters = word.isChinese ? [...word.text].slice(0, Math.max(0, remaining)) : [word.text]
    if (remaining <= 0) return []
    remaining -= word.isChinese ? characters.length : latinCost
    return [{ ...word, text: characters.join('') }]
  })
}

/**
 * Simplifies the words. Drops fillers, questions, 的 and 味, and turns Chinese measures into numbers: 想买八寸蛋糕 becomes "8",
 * 寸 and 蛋糕.
 */
export function simplifyWords(words: Word[]): Word[] {
  const simplified = moveHeadWordLast(words)
    .filter(({ text, isChinese }) => isChinese || !fillers.has(text))
    .flatMap((word) => (word.isChinese ? partsOfRun(word) : [word]))
  const meaningful = simplified.filter(({ text, isChinese }) => isChinese || /^(?:\d|[^a-z]|.{2,})$/.test(text))
  return meaningful.length > 0 ? uniqueWords(meaningful) : words
}

/**
 * Moves the words that name the product to the end, because the search takes the last word as the product's name. Words
 * before a preposition of `prepositions` move to the end: "mooncake with egg yolk" becomes "egg yolk mooncake". A
 * package or portion at the end moves to the start: "chocolate bar" becomes "bar chocolate".
 */
function moveHeadWordLast(words: Word[]): Word[] {
  const prepositionIndex = words.findIndex(({ text }, index) => index > 0 && prepositions.has(text))
  const reordered =
    prepositionIndex < 0 ? words : [...words.slice(prepositionIndex + 1), ...words.slice(0, prepositionIndex)]
  const headIndex = reordered.findLastIndex(({ text }) => !packages.has(text))
  return headIndex < 0 ? reordered : [...reordered.slice(headIndex + 1), ...reordered.slice(0, headIndex + 1)]
}

const packages = new Set(
  [
    'bag bags bar bars bottle bottles box boxes bulb bulbs bunch bunches can cans carton cartons case chunk chunks cup cups',
    'dozen fillet fillets glass half jar jars jug large litre liter lb lbs medium net pack packet packets packs pair pairs',
    'piece pieces pint plate portion pound pounds pouch punnet sachet serving slab slice sliced slices small tin tins tray',
    'tub tube',
  ].flatMap((line) => line.split(' ')),
)

/**
 * English words that say nothing about a product: joining words, the words of questions and wishes, and praise. The
 * search first looks for all typed words. It drops these words only to find more products.
 */
const fillers = new Set(
  [
    'a about also am an and any anything are at be buy by can could craving deliver did do does eat fancy feel',
    'feeling find for from get give got has have help her him his how i id im in is it its just kind lets like',
    'looking lot lots made make may me my need of on one or order our please pls purchase recommend sell',
    'selling shall should show some something stuff suggest tell thanks that the their them there thing things',
    'amazing best delicious good great nice tasty yummy',
    'this to try us use used wanna want we what whats when where wheres which who will with would you your',
  ].flatMap((line) => line.split(' ')),
)
const digits = '一二三四五六七八九'
const numberPattern = `(?<tens>[${digits}]?)(?<ten>十?)(?<ones>[${digits}两]?)`
const unitPattern = '(?<unit>毫升|公斤|寸|磅|斤|克|升|个|只|粒|串|张|支|罐|盒|双|枚)(?:装)?'
/**
 * Matches Chinese quantities, such as 三杯. They say how many portions or packages to buy, not which product, so they are
 * dropped.
 */
const portionPattern = `[${digits}十两半几](?:杯|碗|袋|包|瓶|份|块|片|箱|打|桶|朵|把|件|盘|碟|笼|条|根|颗)`
const quantities = new RegExp(`${numberPattern}${unitPattern}|${portionPattern}|的|(?<=..)味(?=..)`, 'gu')
/** Chinese questions, wishes and praise before a product's name, such as 请问有没有, 我想买点 and 哪里有卖. */
const leadingQuestion = new RegExp(
  `^(?:${[
    '请问|你好|老板|你们|您家|你家|咱们?|我们?|这里|这边|店里|家里|附近|今天|今晚|明天|现在|晚上想|早上想',
    '有没有|有冇|有无|还有|哪里有|哪里能买|哪里可以买|哪里买|哪里卖|哪儿有|哪儿买|哪家有|在哪买|在哪里买|怎么买|去哪买|边度有|边度买',
    '想要|想吃|想喝|想买|想食|想饮|想送|想|需要|要买|要吃|要喝|要送|求推荐|推荐|给我|帮我|帮忙|可以|能不能|来(?=[点些份个杯碗盒一两]|$)',
    '好吃|好喝|美味|优质',
    '购买|采购|买(?![一二]送|赠)|卖|找|吃|喝|什么|有什么|有啥|一?点(?!心)儿?|一?些',
  ].join('|')})+`,
)
/** Chinese questions after a product's name, such as 有卖吗, 哪里买, 多少钱 and 吃什么. */
const trailingQuestion = new RegExp(
  `(?:${[
    '(?:有卖|有没有|有|卖)?(?:吗|么|嘛|呢|吧|啊|呀)|有没有|有冇|有无|哪里有卖?|哪里卖|哪里买|在哪里?买?|边度有|边度买',
    '怎么卖|怎么买|怎么样|多少钱|几多钱|几钱|什么价|价格|价钱|推荐|好不好|哪个好|哪种好|哪款好|什么好',
    '[吃喝买送带食饮][点些]?(?:什么|咩|啥)(?:好|菜|呢)?|(?:可以|能|爱|喜欢|适合|方便)(?:吃|喝|食|饮|用)|(?<!小)吃|喝|用',
  ].join('|')})+$`,
)

/**
 * Chinese words for packages at the end of a run, such as 礼盒 and 袋装. `partsOfRun` moves them before the product's name.
 */
const packageSuffix = /(?<=..)(?:大?礼[盒包]|套装|[盒袋瓶罐箱桶包散]装)$/

function partsOfRun(word: Word): Word[] {
  if ([...word.text].length < 3) return [word]
  const parts: Word[] = []
  let from = 0
  const { text } = word
  for (const { 0: found, index, groups } of text.matchAll(quantities)) {
    const value = groups?.unit ? numberOf(groups) : ''
    if (value === null) continue
    // Keeps the unit 寸 (inch), because the number alone could also be a number of pieces. Drops all other units.
    const unit = groups?.unit === '寸' ? '寸' : ''
    parts.push(
      ...[withoutQuestion(text.slice(from, index)), value, unit].map((part) =>
        wordFrom({ text: part, isChinese: part !== value }),
      ),
    )
    from = index + found.length
  }
  const rest = withoutQuestion(text.slice(from))
  const last = rest.replace(packageSuffix, '')
  if (from === 0 && last === text) return [word]
  const movedPackage = wordFrom({ text: rest.slice(last.length), isChinese: true })
  return [movedPackage, ...parts, wordFrom({ text: last, isChinese: true })].filter(({ text }) => text !== '')
}

const withoutQuestion = (text: string) => text.replace(trailingQuestion, '').replace(leadingQuestion, '')

function numberOf({ tens = '', ten = '', ones = '' }: Record<string, string> = {}): string | null {
  const digit = (one: string) => (one === '两' ? 2 : digits.indexOf(one) + 1)
  if (ten) return String((tens ? digit(tens) : 1) * 10 + (ones ? digit(ones) : 0))
  // Two digits without 十 are no number.
  if (tens && ones) return null
  return tens || ones ? String(digit(tens || ones)) : null
}

const wordFrom = ({ text, isChinese }: Pick<Word, 'text' | 'isChinese'>): Word => ({
  text,
  isChinese,
  completions: null,
  containing: [],
  corrections: [],
  bySound: false,
})

const uniqueWords = (words: Word[]) => [...new Map(words.map((word) => [word.text, word])).values()]
