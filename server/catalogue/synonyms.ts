import type { Diet } from '#contract/constants.ts'
import { readRuns } from './words.ts'

/** What shoppers type for a diet. Each of these words finds every product with the diet. */
const dietWords: Record<Diet, string> = {
  vegetarian: 'vegetarian veggie meatless 素食',
  vegan: 'vegan plant-based 纯素 全素',
  halal: 'halal 清真',
  gluten_free: 'gluten-free 无麸质 gf 不含麸质 no gluten',
  spicy: 'spicy 香辣',
}

/** Synonyms: a product with one of them is found by all of them. */
const sameSayings = [
  ['sugar free', 'no sugar', 'no added sugar', 'zero sugar', 'unsweetened', '无糖', '不加糖', '零糖'],
  ['dairy free', 'no dairy', 'non dairy', 'lactose free', '不含奶', '无乳糖'],
  ['decaf', 'decaffeinated', 'no caffeine', 'caffeine free', '无咖啡因', '不含咖啡因'],
  ['no msg', 'msg free', '无味精', '不加味精'],
]

/** Search words for the diets of a product. */
export function wordsForDiets(diets: string[]): string[] {
  return diets.flatMap((diet) => (Object.hasOwn(dietWords, diet) ? [dietWords[diet as Diet]] : []))
}

/** Synonyms of the words in these texts. */
export function otherSynonyms(texts: string[]): string[] {
  const said = ` ${texts
    .flatMap(readRuns)
    .map(({ text }) => text)
    .join(' ')} `
  const says = (saying: string) => said.includes(/^[a-z]/.test(saying) ? ` ${saying} ` : saying)
  return sameSayings.filter((same) => same.some(says)).flat()
}
