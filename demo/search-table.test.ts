import { beforeAll, describe, expect, it } from 'vitest'
import * as products from '#server/catalogue/products.ts'
import { setOnHandMany } from '#server/catalogue/stock.ts'
import * as locations from '#server/locations/locations.ts'
import { setUpShop } from '#tests/harness.ts'
import { demoBrands, demoCategories, demoTags } from './catalogue.ts'
import { unseenQueries } from './independent-queries.ts'
import { text } from './product.ts'
import { demoProducts, soldBefore, toInput, toStock } from './products.ts'
import { searchQueries } from './search-queries.ts'
import { demoStores } from './stores.ts'

const drawn = { src: '/media/x', widths: [400], width: 400, height: 400 }
const day = '2026-11-20'

/**
 * Search terms with the products that must rank first, in any order. The terms are grouped by the ability that they
 * test, so that a failed test names this ability.
 */
const table: Record<string, [term: string, ...first: string[]][]> = {
  'plain English': [
    ['pineapple bun', 'hk-pineapple-bun'],
    ['egg tart', 'egg-tarts'],
    ['soy sauce', 'first-draw-soy-sauce'],
    ['jasmine rice', 'jasmine-rice'],
    ['beef noodle soup', 'braised-beef-noodle-soup'],
    ['mooncake', 'lotus-yolk-mooncakes', 'five-nut-mooncakes', 'snow-skin-mooncakes', 'mooncake-gift-box'],
    ['croissant', 'butter-croissant'],
    ['bok choy', 'shanghai-bok-choy'],
    ['lobster', 'atlantic-lobster'],
    ['popcorn chicken', 'popcorn-chicken'],
    ['birthday cake', 'lantern-birthday-cake'],
    ['teapot', 'clay-teapot'],
    ['red bean', 'red-bean-bagel', 'adzuki-beans', 'mooncake-gift-box', 'red-bean-ice-bars'],
    [
      'milk tea',
      'classic-pearl-milk-tea',
      'jasmine-green-milk-tea',
      'osmanthus-oolong-milk-tea',
      'hong-kong-milk-tea',
      'yuanyang',
    ],
  ],
  'prefixes, plurals and parts of words': [
    ['mang', 'mango-pomelo-sago', 'mango-mille-crepe', 'ataulfo-mangoes'],
    ['choco', 'dark-chocolate-orange-peel'],
    ['dumplings', 'pork-chive-dumplings', 'three-fresh-vegetarian-dumplings', 'frozen-pork-cabbage-dumplings'],
    ['strawberry', 'strawberry-shortcake', 'strawberry-cheese-foam', 'ontario-strawberries'],
    ['cherry', 'sweet-cherries'],
    ['pears', 'crown-pear'],
    ['noodle', 'scallion-oil-noodles', 'dan-dan-noodles', 'tomato-egg-noodles', 'cold-sesame-noodles'],
    ['berries', 'ontario-strawberries', 'blueberries'],
    ['bokchoy', 'shanghai-bok-choy'],
    [
      'milktea',
      'classic-pearl-milk-tea',
      'jasmine-green-milk-tea',
      'osmanthus-oolong-milk-tea',
      'hong-kong-milk-tea',
      'yuanyang',
    ],
    ['cheese cake', 'basque-cheesecake'],
    ['pretz', 'sesame-pretzels'],
  ],
  'small typos': [
    ['avacado', 'avocados'],
    ['brocoli', 'broccoli-crowns'],
    ['croisant', 'butter-croissant'],
    ['dumplnigs', 'pork-chive-dumplings', 'three-fresh-vegetarian-dumplings', 'frozen-pork-cabbage-dumplings'],
    ['vineger', 'zhenjiang-vinegar'],
    ['strawbery', 'strawberry-shortcake', 'strawberry-cheese-foam', 'ontario-strawberries'],
    ['moon caek', 'lotus-yolk-mooncakes', 'five-nut-mooncakes', 'snow-skin-mooncakes'],
    ['lobstr', 'atlantic-lobster'],
    ['macha latte', 'matcha-oat-latte'],
    ['chrysanthamum', 'chrysanthemum-buds', 'chrysanthemum-puer'],
  ],
  'Chinese, simplified': [
    ['奶茶', 'classic-pearl-milk-tea', 'osmanthus-oolong-milk-tea', 'hong-kong-milk-tea'],
    ['月饼', 'lotus-yolk-mooncakes', 'five-nut-mooncakes', 'snow-skin-mooncakes', 'mooncake-gift-box'],
    ['牛肉面', 'braised-beef-noodle-soup'],
    ['小笼包', 'xiao-long-bao'],
    ['酱油', 'first-draw-soy-sauce'],
    ['草莓', 'ontario-strawberries', 'strawberry-shortcake', 'strawberry-cheese-foam'],
    ['鸡蛋', 'free-run-eggs', 'tomato-egg-noodles'],
    ['波霸', 'brown-sugar-boba-milk', 'classic-pearl-milk-tea'],
    ['生日蛋糕', 'lantern-birthday-cake'],
    ['醋', 'zhenjiang-vinegar'],
    ['龙虾', 'atlantic-lobster'],
    ['西红柿', 'vine-tomatoes', 'tomato-egg-noodles'],
    ['红包', 'red-envelopes'],
  ],
  'Chinese, traditional': [
    ['鳳梨酥', 'pineapple-cakes'],
    ['月餅禮盒', 'mooncake-gift-box'],
    ['龍井', 'longjing'],
    ['醬油', 'first-draw-soy-sauce'],
    ['豬肉韭菜水餃', 'pork-chive-dumplings'],
    ['老乾媽', 'chilli-crisp'],
    ['楊枝甘露', 'mango-pomelo-sago'],
    ['麵包', 'hokkaido-milk-loaf'],
  ],
  pinyin: [
    ['laoganma', 'chilli-crisp'],
    ['lao gan ma', 'chilli-crisp'],
    ['boluobao', 'hk-pineapple-bun'],
    ['xiaolongbao', 'xiao-long-bao'],
    ['yuebing', 'lotus-yolk-mooncakes', 'five-nut-mooncakes', 'snow-skin-mooncakes', 'mooncake-gift-box'],
    ['niuroumian', 'braised-beef-noodle-soup'],
    ['danta', 'egg-tarts'],
    ['hamigua', 'hami-melon'],
    ['lvcha', 'kiwi-basil-green-tea', 'longjing'],
    ['lucha', 'kiwi-basil-green-tea', 'longjing'],
    ['fengmi', 'linden-honey'],
    ['niuyouguo', 'avocados'],
  ],
  'initials of pinyin': [
    ['lgm', 'chilli-crisp'],
    ['xlb', 'xiao-long-bao'],
    ['yzgl', 'mango-pomelo-sago'],
    ['zznc', 'classic-pearl-milk-tea'],
    ['blb', 'hk-pineapple-bun'],
    ['fls', 'pineapple-cakes'],
    ['nrm', 'braised-beef-noodle-soup'],
    ['smt', 'plum-juice-boxes'],
  ],
  'other names': [
    ['bubble tea', 'brown-sugar-boba-milk', 'classic-pearl-milk-tea', 'jasmine-green-milk-tea', 'taro-milk'],
    ['shokupan', 'hokkaido-milk-loaf'],
    ['aubergine', 'chinese-eggplant'],
    ['prawn', 'wild-argentine-shrimp'],
    ['white rabbit', 'moon-rabbit-milk-candy'],
    ['jook', 'century-egg-congee'],
    ['车厘子', 'sweet-cherries'],
    ['地瓜', 'honey-sweet-potatoes'],
    ['pastel de nata', 'egg-tarts'],
  ],
  mixed: [
    ['lgm chili', 'chilli-crisp'],
    ['lao gan ma 辣酱', 'chilli-crisp'],
    ['matcha 蛋糕', 'matcha-roll-cake'],
    ['黑糖 boba', 'brown-sugar-boba-milk'],
    ['hk奶茶', 'hong-kong-milk-tea'],
    ['oolong 茶叶', 'alishan-tin'],
    ['冷冻 dumpling', 'frozen-pork-cabbage-dumplings'],
    ['豬肉dumpling', 'frozen-pork-cabbage-dumplings', 'pork-chive-dumplings'],
    ['jasmine 米', 'jasmine-rice'],
  ],
  'hard ones': [
    ['無糖', 'fresh-soy-milk', 'watermelon-coconut-slush', 'alishan-oolong'],
    ['500ml', 'matcha-ice-cream', 'first-draw-soy-sauce'],
    ['500 ML', 'matcha-ice-cream', 'first-draw-soy-sauce'],
    ['500毫升', 'matcha-ice-cream', 'first-draw-soy-sauce'],
    ['500g', 'linden-honey', 'kyoho-grapes'],
    ['gluten-free', 'roasted-chestnuts'],
    ['gluten free', 'roasted-chestnuts'],
    ['gf', 'roasted-chestnuts'],
    ['不含麸质', 'roasted-chestnuts'],
    ['no sugar', 'fresh-soy-milk', 'watermelon-coconut-slush', 'alishan-oolong'],
    ['sugar-free', 'fresh-soy-milk', 'watermelon-coconut-slush', 'alishan-oolong'],
    ['lao gan mah', 'chilli-crisp'],
    ['chese cake', 'basque-cheesecake'],
    ['halal', 'hainan-chicken-rice'],
    ['清真', 'hainan-chicken-rice'],
    ['素 dumpling', 'three-fresh-vegetarian-dumplings'],
    ['laoganma', 'chilli-crisp'],
    ['老干媽', 'chilli-crisp'],
    ['zhenzhu naicha', 'classic-pearl-milk-tea'],
    ['cong you ban mian', 'scallion-oil-noodles'],
    ['xiaolongbau', 'xiao-long-bao'],
    ['white rabit', 'moon-rabbit-milk-candy'],
    ['jasmin rice', 'jasmine-rice'],
    ['jumbo prawns', 'wild-argentine-shrimp'],
    ['jasmin milk te', 'jasmine-green-milk-tea'],
    ['breakfast drink', 'fresh-soy-milk'],
    ['解暑饮料', 'yuzu-soda', 'kumquat-fizz', 'plum-juice-boxes'],
    ['肉松蛋糕卷', 'scallion-pork-floss-roll'],
    ['dofu', 'mapo-tofu-rice', 'curry-laksa', 'fresh-soy-milk'],
    ['豉油', 'first-draw-soy-sauce'],
    ['🧋 珍珠奶茶', 'classic-pearl-milk-tea'],
    ['ｈａｒ　ｇｏｗ', 'har-gow'],
    ['soy '.repeat(49), 'first-draw-soy-sauce', 'fresh-soy-milk'],
  ],
}

const shop = setUpShop()
beforeAll(async () => {
  const ctx = shop.ctx()
  for (const store of demoStores(day)) await locations.put(ctx, store)
  for (const { name, picture: _, description: __, ...category } of demoCategories) {
    await products.putCategory(ctx, { ...category, name: text(name) })
  }
  for (const { id, name } of demoBrands) await products.putBrand(ctx, { id, name: text(name) })
  for (const { name, ...tag } of demoTags) await products.putTag(ctx, { ...tag, name: text(name) })
  const inputs = demoProducts.map((product, at) => ({
    ...toInput(product, at, { pictures: () => drawn, today: day }),
    modifierGroups: [],
    sold: soldBefore(product),
  }))
  await products.putProducts(ctx, inputs)
  await setOnHandMany(ctx, demoProducts.flatMap(toStock))
})

describe.each(Object.entries(table))('the search, %s', (_, rows) => {
  it.each(rows)('%s', async (term, ...first) => {
    const { api } = shop.visitor()
    const found = await api.catalogue.search({ term, numberToLoad: 60 })
    const ids = found.products.map(({ id }) => id)
    expect(ids.slice(0, first.length).toSorted()).toEqual(first.toSorted())
    expect(await api.catalogue.searchCount({ term })).toEqual({ count: ids.length })
  })
})

/** The number of products on the first screen of results. */
const firstScreen = 12

describe('the queries of shoppers', () => {
  const queries = Object.values(searchQueries).flat()
  const compounds = searchQueries['Chinese compounds that no text contains'] ?? []

  it('number at least 300, half of them Chinese compounds', () => {
    expect(queries.length).toBeGreaterThanOrEqual(300)
    expect(compounds.length).toBeGreaterThanOrEqual(queries.length / 2)
    const texts = demoProducts.flatMap(({ name, summary, description, synonyms = '' }) => [
      ...[name[1], summary[1], description[1]],
      synonyms,
    ])
    const names = [...demoCategories, ...demoTags, ...demoBrands].map(({ name }) => name[1])
    const written = [...texts, ...names].join('\n')
    expect(compounds.filter(([term]) => written.includes(term))).toEqual([])
    expect(new Set(queries.map(([term]) => term)).size).toBe(queries.length)
    const known = new Set(demoProducts.map(({ id }) => id))
    expect(queries.flatMap(([, ...expected]) => expected).filter((id) => !known.has(id))).toEqual([])
  })

  it.each([
    ['known', searchQueries],
    ['unseen', unseenQueries],
  ])('find an expected product first in 95 % of cases, and on the first screen in 99 %: %s', async (_, table) => {
    const { api } = shop.visitor()
    const queries = Object.values(table).flat()
    const missed: string[] = []
    const late: string[] = []
    for (const [term, ...expected] of queries) {
      const { products } = await api.catalogue.search({ term, numberToLoad: 60 })
      expect(await api.catalogue.searchCount({ term }), term).toEqual({ count: products.length })
      const at = products.findIndex(({ id }) => expected.includes(id))
      if (at < 0 || at >= firstScreen) missed.push(`${term}: ${products[0]?.id ?? 'nothing'}`)
      else if (at > 0) late.push(`${term}: ${products[0]?.id}`)
    }
    const share = (count: number) => count / queries.length
    expect(share(missed.length), missed.join('\n')).toBeLessThanOrEqual(0.01)
    expect(share(missed.length + late.length), [...missed, ...late].join('\n')).toBeLessThanOrEqual(0.05)
  })
})

describe('the table of searches', () => {
  it('has at least 60 terms', () => {
    expect(Object.values(table).flat().length).toBeGreaterThanOrEqual(60)
  })

  it('ranks sold-out products after equally relevant products and before less relevant ones', async () => {
    const { api } = shop.visitor()
    for (const [term, soldOut, before, after] of [
      ['red bean', 'red-bean-ice-bars', 'red-bean-bagel', 'mooncake-gift-box'],
      ['peaches', 'peaches-and-cream-corn', 'white-peach-oolong', undefined],
      ['corn', 'peaches-and-cream-corn', undefined, 'popcorn-chicken'],
      ['corn', 'peaches-and-cream-corn', undefined, 'salted-egg-popcorn'],
    ] as const) {
      const { products } = await api.catalogue.search({ term })
      const ids = products.map(({ id }) => id)
      expect(products[ids.indexOf(soldOut)]?.availability, term).toBe('out')
      if (before) expect(ids.indexOf(before), term).toBeLessThan(ids.indexOf(soldOut))
      if (after) expect(ids.indexOf(soldOut), term).toBeLessThan(ids.indexOf(after))
      for (const id of [before, after]) if (id) expect(ids, term).toContain(id)
    }
  })

  it('adds products that the last word names to a few that match only in part', async () => {
    const { api } = shop.visitor()
    const { products, isPartial } = await api.catalogue.search({ term: 'vegan dumplings' })
    const ids = products.map(({ id }) => id)
    expect(isPartial).toBe(false)
    expect(ids[0]).toBe('tri-colour-dango')
    expect(ids.slice(1)).toContain('three-fresh-vegetarian-dumplings')
    expect(await api.catalogue.searchCount({ term: 'vegan dumplings' })).toEqual({ count: ids.length })
  })

  it('finds nothing for terms that no product matches', async () => {
    const { api } = shop.visitor()
    for (const term of [
      'television',
      'qqqq',
      '洗衣机',
      'zzzznope',
      'winter tyres',
      '%',
      '🥟',
      "'; drop table products; --",
    ]) {
      const { products } = await api.catalogue.search({ term })
      expect(
        products.map(({ id }) => id),
        term,
      ).toEqual([])
    }
  })
})
