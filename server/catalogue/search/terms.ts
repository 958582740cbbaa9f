import { joining } from './tokens.ts'
import { readRuns } from './words.ts'

/**
 * The maximum number of Chinese characters of a term that the search reads. A Latin word counts as `latinCost`
 * characters.
 */
const mostRead = 32
const latinCost = 4

/** A searched word, with the words of the shop's vocabulary that it can stand for. */
export interface Word {
  text: string
  isChinese: boolean
  /** Words of the shop that begin with this word; null if there are too many, or if they were not looked up. */
  growing: string[] | null
  /** Words of the shop that contain this word. */
  containing: string[]
  /** Words of the shop of which this word may be a misspelling. Empty if they were not looked up. */
  meant: string[]
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

/**
 * Splits a typed term into words, without repetitions. Ignores the rest of a long term, because each word costs index
 * look-ups.
 */
export function readWords(term: string): Word[] {
  let left = mostRead
  return once(readRuns(term).map(({ text, isChinese }) => wordFrom(text, isChinese))).flatMap((word) => {
    const kept = word.isChinese ? [...word.text].slice(0, Math.max(0, left)) : [word.text]
    if (left <= 0) return []
    left -= word.isChinese ? kept.length : latinCost
    return [{ ...word, text: kept.join('') }]
  })
}

/**
 * Simplifies the words. Drops fillers, questions, 的 and 味, and turns Chinese measures into numbers: 想买八寸蛋糕 becomes "8",
 * 寸 and 蛋糕.
 */
export function rereadWords(words: Word[]): Word[] {
  const reread = thingLast(words).flatMap((word) =>
    word.isChinese ? partsOfRun(word) : fillers.has(word.text) ? [] : [word],
  )
  const said = reread.filter(({ text, isChinese }) => isChinese || /^(?:\d|[^a-z]|.{2,})$/.test(text))
  return said.length > 0 ? once(said) : words
}

/**
 * Moves the words before a preposition of `joining` to the end: "mooncake with egg yolk" becomes "egg yolk mooncake".
 * Moves a package or portion from the end to the start, because it does not name the thing: "chocolate bar" becomes
 * "bar chocolate".
 */
function thingLast(words: Word[]): Word[] {
  const at = words.findIndex(({ text }, index) => index > 0 && joining.has(text))
  const moved = at < 0 ? words : [...words.slice(at + 1), ...words.slice(0, at)]
  const thing = moved.findLastIndex(({ text }) => !packages.has(text))
  return thing < 0 ? moved : [...moved.slice(thing + 1), ...moved.slice(0, thing + 1)]
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
 * English words that say nothing about a product: joining words, the words of questions and wishes, and praise. They
 * are dropped only if no product has all words.
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
const number = `(?<tens>[${digits}]?)(?<ten>十?)(?<ones>[${digits}两]?)`
const sizes = '(?<unit>毫升|公斤|寸|磅|斤|克|升|个|只|粒|串|张|支|罐|盒|双|枚)(?:装)?'
/**
 * Matches Chinese quantities, such as 三杯. They say how many portions or packages to buy, not which product, so they are
 * dropped.
 */
const helpings = `[${digits}十两半几](?:杯|碗|袋|包|瓶|份|块|片|箱|打|桶|朵|把|件|盘|碟|笼|条|根|颗)`
const counted = new RegExp(`${number}${sizes}|${helpings}|的|(?<=..)味(?=..)`, 'gu')
/** Chinese questions, wishes and praise before a product's name, such as 请问有没有, 我想买点 and 哪里有卖. */
const asked = new RegExp(
  `^(?:${[
    '请问|你好|老板|你们|您家|你家|咱们?|我们?|这里|这边|店里|家里|附近|今天|今晚|明天|现在|晚上想|早上想',
    '有没有|有冇|有无|还有|哪里有|哪里能买|哪里可以买|哪里买|哪里卖|哪儿有|哪儿买|哪家有|在哪买|在哪里买|怎么买|去哪买|边度有|边度买',
    '想要|想吃|想喝|想买|想食|想饮|想送|想|需要|要买|要吃|要喝|要送|求推荐|推荐|给我|帮我|帮忙|可以|能不能|来(?=[点些份个杯碗盒一两]|$)',
    '好吃|好喝|美味|优质',
    '购买|采购|买(?![一二]送|赠)|卖|找|吃|喝|什么|有什么|有啥|一?点(?!心)儿?|一?些',
  ].join('|')})+`,
)
/** Chinese questions after a product's name, such as 有卖吗, 哪里买, 多少钱 and 吃什么. */
const questions = new RegExp(
  `(?:${[
    '(?:有卖|有没有|有|卖)?(?:吗|么|嘛|呢|吧|啊|呀)|有没有|有冇|有无|哪里有卖?|哪里卖|哪里买|在哪里?买?|边度有|边度买',
    '怎么卖|怎么买|怎么样|多少钱|几多钱|几钱|什么价|价格|价钱|推荐|好不好|哪个好|哪种好|哪款好|什么好',
    '[吃喝买送带食饮][点些]?(?:什么|咩|啥)(?:好|菜|呢)?|(?:可以|能|爱|喜欢|适合|方便)(?:吃|喝|食|饮|用)|(?<!小)吃|喝|用',
  ].join('|')})+$`,
)

/**
 * Chinese words for packages at the end of a run, such as 礼盒 and 袋装. `partsOfRun` moves them before the product's name.
 */
const packed = /(?<=..)(?:大?礼[盒包]|套装|[盒袋瓶罐箱桶包散]装)$/

function partsOfRun(word: Word): Word[] {
  if ([...word.text].length < 3) return [word]
  const parts: Word[] = []
  let from = 0
  const { text } = word
  for (const { 0: found, index, groups } of text.matchAll(counted)) {
    const value = groups?.unit ? numberOf(groups) : ''
    if (value === null) continue
    // Keeps the unit 寸 (inch), because the number alone could also be a number of pieces. Drops all other units.
    const unit = groups?.unit === '寸' ? '寸' : ''
    parts.push(...[withoutQuestion(text.slice(from, index)), value, unit].map((part) => wordFrom(part, part !== value)))
    from = index + found.length
  }
  const asked = withoutQuestion(text.slice(from))
  const last = asked.replace(packed, '')
  if (from === 0 && last === text) return [word]
  return [wordFrom(asked.slice(last.length), true), ...parts, wordFrom(last, true)].filter(({ text }) => text !== '')
}

const withoutQuestion = (text: string) => text.replace(questions, '').replace(asked, '')

function numberOf({ tens = '', ten = '', ones = '' }: Record<string, string> = {}): string | null {
  const digit = (one: string) => (one === '两' ? 2 : digits.indexOf(one) + 1)
  if (!ten) return tens && ones ? null : tens || ones ? String(digit(tens || ones)) : null
  return String((tens ? digit(tens) : 1) * 10 + (ones ? digit(ones) : 0))
}

const wordFrom = (text: string, isChinese: boolean): Word => ({
  text,
  isChinese,
  growing: null,
  containing: [],
  meant: [],
  bySound: false,
})

const once = (words: Word[]) => [...new Map(words.map((word) => [word.text, word])).values()]
