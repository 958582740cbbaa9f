import type { Diet } from '#contract/constants.ts'
import { formsOf } from './search.ts'
import { remark } from './search-tokens.ts'
import { readRuns } from './words.ts'

/** What shoppers type for a diet. Each of these words finds every product with the diet. */
const dietWords: Record<Diet, string> = {
  vegetarian: 'vegetarian veggie meatless 素食',
  vegan: 'vegan plant-based 纯素 全素',
  halal: 'halal 清真',
  gluten_free: 'gluten-free 无麸质 gf 不含麸质 no gluten',
  spicy: 'spicy 香辣',
}

/** A product with one of these in any text is found by all of them. */
const sameClaims = [
  ['sugar free', 'no sugar', 'no added sugar', 'zero sugar', 'unsweetened', '无糖', '不加糖', '零糖'],
  ['dairy free', 'no dairy', 'non dairy', 'lactose free', '不含奶', '无乳糖'],
  ['decaf', 'decaffeinated', 'no caffeine', 'caffeine free', '无咖啡因', '不含咖啡因'],
  ['no msg', 'msg free', '无味精', '不加味精'],
]

/** A product with one of these in its names or synonyms is found by all of them. */
const sameThings = [
  ['scallion', 'spring onion', 'green onion', '香葱', '小葱', '青葱'],
  ['shrimp', 'prawn'],
  ['eggplant', 'aubergine'],
  ['cilantro', 'coriander', '香菜', '芫荽'],
  ['frozen', '速冻', '冷冻'],
  ['soda', 'pop', 'soft drink', '汽水', '气泡水', '苏打水'],
  ['cookie', 'biscuit', '饼干', '曲奇'],
  ['台式', '台湾'],
  ['港式', '香港'],
  ['日式', '日本'],
  ['韩式', '韩国'],
  ['咖喱', '咖哩'],
  ['番茄', '西红柿'],
  ['土豆', '马铃薯', '洋芋'],
  ['葡萄', '提子'],
  ['菠萝', '凤梨'],
  ['红薯', '地瓜', '番薯'],
  ['板栗', '栗子'],
  ['橘子', '桔子', '蜜桔'],
  ['猕猴桃', '奇异果'],
  ['芝士', '奶酪', '起司'],
  ['酸奶', '优格', 'yogurt'],
  ['三文鱼', '鲑鱼'],
  ['饺子', '水饺'],
  ['馄饨', '云吞', '抄手'],
  ['汤圆', '元宵'],
  ['雪糕', '冰淇淋', '冰激凌'],
  ['雪条', '冰棍', '冰棒'],
  ['蛋挞', '蛋塔'],
]

/** General words, and the words of the names and synonyms of the products that they cover. */
const kinds: [general: string, members: string[]][] = [
  [
    'seafood 海鲜 水产',
    [
      ...['shrimp', 'prawn', 'lobster', 'crab', 'fish', 'salmon', 'tuna', 'cod', 'squid', 'clam', 'scallop', 'oyster'],
      ...['虾', '蟹', '鱼', '鱿', '龙虾', '带子', '扇贝', '生蚝', '蛤'],
    ],
  ],
  [
    'dessert 甜点 甜品',
    [
      ...['cake', 'cupcake', 'shortcake', 'cheesecake', 'mooncake', 'tart', 'ice cream', 'pudding', 'doughnut'],
      ...['donut', 'mochi', 'dango', 'tangyuan', 'sago', 'crepe', 'brownie', 'macaron'],
      ...['蛋糕', '月饼', '冰淇淋', '布丁', '甜甜圈', '蛋挞', '汤圆', '西米露', '千层', '团子'],
    ],
  ],
  ['candy, sweets 糖果', ['candy', 'gummy', 'lollipop', 'toffee', '奶糖', '软糖', '硬糖', '棒棒糖']],
  [
    'breakfast 早餐 早点',
    [
      ...['bread', 'loaf', 'croissant', 'bagel', 'toast', 'congee', 'porridge', 'soy milk', 'oatmeal', 'cereal'],
      ...['面包', '吐司', '粥', '豆浆', '油条', '包子', '馒头', '麦片'],
    ],
  ],
  [
    'seasoning, condiment 调料 调味料',
    [
      ...['soy sauce', 'oyster sauce', 'fish sauce', 'vinegar', 'salt', 'chilli oil', 'chili oil', 'chilli crisp'],
      ...['酱油', '生抽', '老抽', '蚝油', '醋', '海盐', '辣酱', '豆瓣酱'],
    ],
  ],
  [
    'hot sauce, chilli sauce, chili sauce 辣椒酱',
    ['chilli crisp', 'chili crisp', 'chili oil', 'sriracha', '辣酱', '老干妈'],
  ],
  ['chips, crisps 薯片 膨化', ['cracker', 'popcorn', 'pretzel', 'potato chip', '米饼', '爆米花', '虾条']],
]

/** Other words for what products with these names are: "prawn" and "seafood" for "Wild Shrimp, 2 lb". */
export function kindsByEnd(names: string[]): string[] {
  const ends = names.map((name) => readRuns(name.split(remark, 1)[0] ?? ''))
  const latin = ends.map((runs) => ` ${runs.map(({ text }) => text).join(' ')} `)
  const isSaid = (word: string) =>
    isLatin(word)
      ? formsOfLast(word).some((form) => latin.some((name) => name.endsWith(` ${form} `)))
      : ends.some((runs) => runs.at(-1)?.text.endsWith(word))
  return [...kindsWith(isSaid), ...sameThings.filter((same) => same.some(isSaid)).flat()]
}

const kindsWith = (isSaid: (word: string) => boolean) =>
  kinds.flatMap(([general, members]) => (members.some(isSaid) ? [general] : []))

function saidIn(texts: string[]): (word: string) => boolean {
  const runs = texts.flatMap(readRuns)
  const latin = ` ${runs.map(({ text, isChinese }) => (isChinese ? '|' : text)).join(' ')} `
  const chinese = runs.map(({ text, isChinese }) => (isChinese ? text : '|')).join('|')
  return (word) =>
    isLatin(word)
      ? formsOfLast(word).some((form) => latin.includes(` ${form} `))
      : word !== '' && chinese.includes(word)
}

const isLatin = (word: string) => /^[\p{Script=Latin}\d]/u.test(word)
const knownForms = new Map<string, string[]>()

/** A phrase with its last word in singular and plural: "ice cream", "ice creams". */
function formsOfLast(phrase: string): string[] {
  const known = knownForms.get(phrase)
  if (known) return known
  const words = phrase.split(' ')
  const last = words.pop() ?? ''
  const forms = formsOf(last).map((form) => [...words, form].join(' '))
  knownForms.set(phrase, forms)
  return forms
}

/** Search words for the diets of a product. */
export function wordsForDiets(diets: string[]): string[] {
  return diets.flatMap((diet) => (Object.hasOwn(dietWords, diet) ? [dietWords[diet as Diet]] : []))
}

/**
 * Words related to a product: synonyms of the words in its names, the owner's `own` among them, general words such as
 * "seafood" for a soup with shrimp, and synonyms of the claims in all its texts.
 */
export function relatedWords(names: string[], { others, own }: { others: string[]; own: string[][] }): string[] {
  const isNamed = saidIn(names)
  const isClaimed = saidIn([...names, ...others])
  // As the texts are compared: in lower case, without accents, in simplified characters.
  const isOwn = (word: string) =>
    isNamed(
      readRuns(word)
        .map(({ text }) => text)
        .join(' '),
    )
  return [
    ...kindsWith(isNamed),
    ...sameClaims.filter((same) => same.some(isClaimed)).flat(),
    ...sameThings.filter((same) => same.some(isNamed)).flat(),
    ...own.filter((same) => same.some(isOwn)).flat(),
  ]
}
