import type { Text } from '#contract/languages.ts'
import { hasHan, hasLetters, localizedText, splitNames } from './menu-names.ts'

/** Words that the menu parser recognizes: sizes, toppings, sweetness and ice, in both languages. */

const sizeWords: [han: RegExp, latin: RegExp, name: string, own: string][] = [
  [/^(?:特大|超大|加大)[杯份碗盘號号]?$/, /^(?:xl|x-large|extra large|jumbo)$/i, 'Extra large', '特大'],
  [/^大[杯份碗盘盤號号]?$/, /^(?:l|lg|large|big)$/i, 'Large', '大'],
  [/^(?:中|常规|标准|標準|正常|普通)[杯份碗盘盤號号]?$/, /^(?:m|md|medium|reg|regular)$/i, 'Medium', '中'],
  [/^(?:小|细|細)[杯份碗盘盤號号]?$/, /^(?:s|sm|small)$/i, 'Small', '小'],
  [/^例牌?$/, /^(?!)/, 'Regular', '例'],
  [/^半[只隻份]$/, /^half$/i, 'Half', '半份'],
  [/^[一整全][只隻份]$/, /^whole$/i, 'Whole', '一份'],
  [/^半打$/, /^half dozen$/i, 'Half dozen', '半打'],
  [/^一?打$/, /^dozen$/i, 'Dozen', '一打'],
  [/^(?:热|熱|热饮|熱飲)$/, /^hot$/i, 'Hot', '热'],
  [/^(?:冰|冻|凍|冷|冷饮|冷飲|凍飲)$/, /^(?:iced?|cold)$/i, 'Iced', '冰'],
  [/^杯$/, /^cup$/i, 'Cup', '杯'],
  [/^[壶壺]$/, /^pot$/i, 'Pot', '壶'],
  [/^[单單][人份]?$/, /^single$/i, 'Single', '单份'],
  [/^[双雙][人份]?$/, /^double$/i, 'Double', '双份'],
  [/^瓶装?$/, /^bottle$/i, 'Bottle', '瓶'],
  [/^片$/, /^slice$/i, 'Slice', '片'],
]
/** A fraction of a unit, such as the 1/2 of "1/2 lb", as part of a regular expression. */
export const fraction = '(?:\\d{1,2}[\\s-])?(?:1/[2348]|1/16|2/3|3/[48]|[57]/8)'
const fractionSize = new RegExp(
  `^${fraction}[\\s-]?(?:[个個只隻粒件片块寸磅斤支串条盒包打]|oz|kg|lbs?|pcs?|inch|dozen|")$`,
  'i',
)
const countedSize = /^(\d{1,4})\s*([个個只隻粒件片块寸磅斤支串条盒包人位]|ml|oz|g|kg|lbs?|pcs?|pieces?|inch|")$/i

/** The name of a product's first size, used if only the other sizes have names. */
export const baseSize: Text = localizedText('标准', 'Regular')

/** The size that a word names, in both languages; null for other words. */
export function sizeOf(words: string): Text | null {
  const trimmed = words.replace(/^[\s(/:,-]+|[\s)/:,-]+$/g, '').replace(/^(?:升级?|升級|[换換改])成?(?=[大特超])/, '')
  if (!trimmed) return null
  if (countedSize.test(trimmed) || fractionSize.test(trimmed))
    return hasHan(trimmed) ? localizedText(trimmed, '') : localizedText('', trimmed)
  const size = singleSize(trimmed)
  if (size) return size
  // The words may name the size in both languages: "大杯 L".
  const [one, other, ...rest] = trimmed.split(/[\s/]+/)
  const [first, second] = [one && singleSize(one), other && singleSize(other)]
  if (!first || !second || rest.length > 0 || hasHan(one ?? '') === hasHan(other ?? '')) return null
  return hasHan(one ?? '') ? first : second
}

function singleSize(word: string): Text | null {
  const row = sizeWords.find(([han, latin]) => han.test(word) || latin.test(word))
  return row ? localizedText(hasHan(word) ? word : row[3], row[2]) : null
}

const hot = localizedText('热饮', 'Hot')
const iced = localizedText('冷饮', 'Iced')

/** If a size is a temperature, returns the opposite temperature, such as iced for hot. Null for other sizes. */
export function temperatureOf(size: Text): { opposite: Text } | null {
  const names = Object.values(size).flatMap((word) => Object.values(singleSize(word) ?? {}))
  const hasName = (one: Text) => Object.values(one).some((word) => hasLetters(word) && names.includes(word))
  if (hasName(hot)) return { opposite: iced }
  return hasName(iced) ? { opposite: hot } : null
}

/** The sizes in a text that consists of sizes only, such as "中杯/大杯 M/L"; null for other texts. */
export function sizesOf(words: string): Text[] | null {
  const parts = words.split(/[\s/|,、()·-]+/).filter(Boolean)
  const sizes = parts.map((part) => sizeOf(part))
  if (parts.length < 2 || sizes.some((size) => !size)) return null
  const knownSizes = sizes.flatMap((size) => size ?? [])
  const han = knownSizes.filter((_, index) => hasHan(parts[index] ?? ''))
  if (han.length > 0 && han.length < knownSizes.length) return han.length * 2 === knownSizes.length ? han : null
  return knownSizes
}

export type GroupKind = 'toppings' | 'sweetness' | 'ice'
const groupWords: [GroupKind, RegExp, RegExp, name: [string, string]][] = [
  [
    'toppings',
    /^(?:加料区?|配料|小料|加配|加购|加點|加点|另加)$/,
    /^(?:toppings?|add[- ]?ons?|extras?|add toppings?)$/i,
    ['加料', 'Toppings'],
  ],
  ['sweetness', /^(?:甜度|糖度|糖量|甜)$/, /^(?:sweetness|sugar)(?: levels?)?$/i, ['甜度', 'Sweetness']],
  ['ice', /^(?:冰量|冰度|冰块|冰塊|温度|溫度|冷热)$/, /^(?:ice|temperature|temp)(?: levels?)?$/i, ['冰量', 'Ice']],
]

/** The group of choices that a heading announces; null for other headings. */
export function groupOf(heading: string): { kind: GroupKind; name: Text } | null {
  const bare = heading
    .replace(/\((?:任选|可选|选择|optional|choose one|each)\)|\s*(?:任选|可选|选择|可加|each)\s*$/gi, '')
    .trim()
  const { han, latin } = splitNames(bare)
  for (const [kind, inHan, inLatin, [ownHan, ownLatin]] of groupWords) {
    const isHan = inHan.test(han)
    const isLatin = inLatin.test(latin)
    if ((han && !isHan) || (latin && !isLatin) || !(isHan || isLatin)) continue
    return { kind, name: localizedText(han || ownHan, latin || ownLatin) }
  }
  return null
}

const choiceTranslations: Record<string, string> = {
  ...{ 全糖: 'Full sugar', 正常糖: 'Full sugar', 标准糖: 'Full sugar', 多糖: 'Extra sugar', 少糖: 'Less sugar' },
  ...{ 七分: '70% sugar', 七分糖: '70% sugar', 半糖: 'Half sugar', 五分: '50% sugar', 五分糖: '50% sugar' },
  ...{ 三分: '30% sugar', 三分糖: '30% sugar', 微糖: 'A little sugar', 无糖: 'No sugar', 無糖: 'No sugar' },
  ...{ 不加糖: 'No sugar', 走糖: 'No sugar', 正常冰: 'Regular ice', 标准冰: 'Regular ice', 正常: 'Regular' },
  ...{ 多冰: 'Extra ice', 少冰: 'Less ice', 微冰: 'A little ice', 去冰: 'No ice', 走冰: 'No ice', 无冰: 'No ice' },
  ...{ 常温: 'Room temperature', 常溫: 'Room temperature', 温: 'Warm', 溫: 'Warm', 热: 'Hot', 熱: 'Hot' },
  ...{ 珍珠: 'Pearls', 波霸: 'Pearls', 黑糖珍珠: 'Brown sugar pearls', 椰果: 'Coconut jelly', 布丁: 'Pudding' },
  ...{
    仙草: 'Grass jelly',
    仙草冻: 'Grass jelly',
    仙草凍: 'Grass jelly',
    红豆: 'Red bean',
    紅豆: 'Red bean',
    芋圆: 'Taro balls',
    芋圓: 'Taro balls',
  },
  ...{
    西米: 'Sago',
    奶盖: 'Cheese foam',
    芝士奶盖: 'Cheese foam',
    爱玉: 'Aiyu jelly',
    芦荟: 'Aloe',
    脆啵啵: 'Crystal boba',
  },
  ...{ 芋泥: 'Taro paste', 燕麦: 'Oats', 奥利奥: 'Oreo', 煎蛋: 'Fried egg', 鸡蛋: 'Egg' },
}

/** The name of a choice. Adds the English name to common Chinese names. */
export function choiceName(words: string): Text {
  const { han, latin } = splitNames(words)
  return localizedText(han, latin || (choiceTranslations[han] ?? ''))
}

/** Whether the word names a usual topping, sweetness or amount of ice. */
export const isChoice = (words: string) => words in choiceTranslations

const englishChoices = new Set(Object.values(choiceTranslations).map((words) => words.toLowerCase()))

/** Whether a list consists of toppings: most names are usual toppings, and none of the other names is a drink. */
export function areToppings(names: string[]): boolean {
  const others = names.filter((name) => !isChoice(name.replace(/^加/, '')) && !englishChoices.has(name.toLowerCase()))
  return others.length * 2 < names.length && !others.some((name) => drinks.test(name))
}

const drinks = new RegExp(
  [
    '茶|奶|咖啡|拿铁|拿鐵|果汁|冰沙|沙冰|饮|飲|柠|檸|气泡|汽水|可乐|美式|摩卡|豆浆|甘露',
    'tea|latte|coffee|milk|juice|smoothie|slush|drink',
    'lemonade|mocha|americano|espresso|cappuccino|frappe|shake|boba|cocoa',
  ].join('|'),
  'i',
)
/** Whether one of these names contains a word for a drink. */
export const isDrink = (...names: Text[]) =>
  names.some((name) => Object.values(name).some((words) => drinks.test(words)))
