import { beforeEach, describe, expect, it } from 'vitest'
import { putBrand, putCategory, refreshIndex } from '#server/catalogue/products.ts'
import * as staff from '#server/catalogue/staff.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'

const shop = setUpShop()
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
})
const api = () => shop.visitor().api.catalogue
const idsOf = async (term: string) => (await api().search({ term, numberToLoad: 60 })).products.map(({ id }) => id)

describe('the results of a search', () => {
  it('follow changes of names, synonyms and brands at once', async () => {
    const ctx = shop.ctx()
    await putBrand(ctx, { id: 'maker', name: { en: 'Old Maker', zh: '老字号' } })
    await addProducts(ctx, { id: 'bun', name: { en: 'Bun', zh: '包' }, brandId: 'maker', synonyms: 'polo' })
    expect(await idsOf('polo')).toEqual(['bun'])
    await addProducts(ctx, { id: 'bun', name: { en: 'Roll', zh: '卷' }, brandId: 'maker', synonyms: 'boluo' })
    expect(await idsOf('polo')).toEqual([])
    expect(await idsOf('juan')).toEqual(['bun'])
    await putBrand(ctx, { id: 'maker', name: { en: 'New Maker', zh: '新字号' } })
    expect(await idsOf('laozihao')).toEqual([])
    expect(await idsOf('xinzihao')).toEqual(['bun'])
  })

  it('have marks in their names and the corrected term', async () => {
    await addProducts(shop.ctx(), { id: 'vinegar', name: { en: 'Black Vinegar', zh: '香醋' } })
    const right = await api().search({ term: 'xiangcu' })
    expect(right.marks).toEqual({ vinegar: { en: [], zh: [[0, 2]] } })
    expect(right.corrected).toBeNull()
    const slip = await api().search({ term: 'vineger' })
    expect(slip.products.map(({ id }) => id)).toEqual(['vinegar'])
    expect(slip.marks).toEqual({ vinegar: { en: [[6, 13]], zh: [] } })
    expect(slip.corrected).toBe('vinegar')
    expect(await api().searchCount({ term: 'vineger' })).toEqual({ count: 1 })
  })

  it('include Chinese names of the same sound if no name has the typed characters', async () => {
    await addProducts(shop.ctx(), { id: 'lgm', name: { en: 'Chili Crisp', zh: '老干妈' } })
    expect(await idsOf('老甘妈')).toEqual(['lgm'])
  })

  it('include names of the same sound for a part of a Chinese term', async () => {
    await addProducts(
      shop.ctx(),
      { id: 'longjing', name: { en: 'Dragon Well', zh: '明前龙井茶' } },
      { id: 'oolong', name: { en: 'Oolong', zh: '乌龙茶' } },
    )
    expect(await idsOf('龙景茶')).toEqual(['longjing'])
    expect(await api().searchCount({ term: '龙景茶' })).toEqual({ count: 1 })
    // The shop has 乌龙. So the search keeps 乌龙, and does not replace 龙匣 by a word of the same sound.
    expect(await idsOf('乌龙匣')).toEqual(['oolong'])
  })

  it('include no name in which the sound of the term ends within a syllable, or which is English', async () => {
    await addProducts(shop.ctx(), { id: 'noodles', name: { en: 'Dan Dan Noodles', zh: '担担面' } })
    expect(await idsOf('单单')).toEqual(['noodles'])
    expect(await idsOf('蛋达')).toEqual([])
    await addProducts(shop.ctx(), { id: 'roll', name: { en: 'Salmon Sushi', zh: '三文鱼卷' }, synonyms: 'sushi' })
    expect(await idsOf('素食')).toEqual([])
  })

  it('include names with one character of a similar sound, what the name is before its parts', async () => {
    await addProducts(
      shop.ctx(),
      { id: 'noodles', name: { en: 'Egg Noodles', zh: '鸡蛋打卤面' } },
      { id: 'tarts', name: { en: 'Egg Tarts', zh: '葡式蛋挞' } },
      { id: 'tower', name: { en: 'Plain Tower', zh: '淡塔' } },
    )
    expect(await idsOf('蛋达')).toEqual(['tarts', 'noodles'])
    expect(await api().searchCount({ term: '蛋达' })).toEqual({ count: 2 })
    // Both characters are wrong, so only names with exactly this sound match.
    expect(await idsOf('单达')).toEqual(['noodles'])
  })

  it('include names that sound like the term if only descriptions have its characters', async () => {
    await addProducts(
      shop.ctx(),
      { id: 'mug', name: { en: 'Mug', zh: '杯子' }, description: { en: '', zh: '配北国木盒' } },
      { id: 'bagel', name: { en: 'Bagel', zh: '贝果' } },
    )
    expect(await idsOf('北国')).toEqual(['mug', 'bagel'])
  })

  it('include names with the characters of a Chinese term in any order, after better matches', async () => {
    await addProducts(
      shop.ctx(),
      { id: 'green', name: { en: 'Green Milk Tea', zh: '茉香奶绿' }, synonyms: '茉莉奶茶' },
      { id: 'pearls', name: { en: 'Dragon Pearls', zh: '茉莉绿茶珠' } },
      { id: 'cake', name: { en: 'Milk Cake', zh: '绿豆糕' } },
    )
    expect(await idsOf('茉莉绿茶奶')).toEqual(['pearls', 'green'])
    expect(await idsOf('奶绿茉香')).toEqual(['green'])
    // The product has three of the four characters.
    expect(await idsOf('香绿甜奶')).toEqual(['green'])
    expect(await idsOf('甜绿酸奶')).toEqual([])
    expect(await api().searchCount({ term: '茉莉绿茶奶' })).toEqual({ count: 2 })
  })

  it('include no product whose diet only sounds like the term', async () => {
    await addProducts(
      shop.ctx(),
      { id: 'roll', name: { en: 'Sushi Roll', zh: '寿司卷' } },
      { id: 'salad', name: { en: 'Salad', zh: '沙拉' }, diet: ['vegetarian'] },
    )
    expect(await idsOf('sushi')).toEqual(['roll'])
    expect(await idsOf('素食')).toEqual(['salad'])
  })

  it('do not include names of the same sound if a name has the typed characters', async () => {
    await addProducts(
      shop.ctx(),
      { id: 'orange', name: { en: 'Oranges', zh: '橙子' } },
      { id: 'coconut', name: { en: 'Coconuts', zh: '椰子' } },
      { id: 'city', name: { en: 'Town coconut cake', zh: '城里椰子糕' } },
    )
    // No product has both words, so the search finds products with one of them. The product "city" has 城, which only
    // sounds like 橙.
    expect(await idsOf('椰子 橙')).toEqual(['coconut', 'city', 'orange'])
    expect(await idsOf('橙')).toEqual(['orange'])
  })

  it('include words that begin with the typed text, in names and descriptions', async () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    await addProducts(
      shop.ctx(),
      ...letters.map((letter) => ({ id: letter, name: { en: `Sho${letter}s`, zh: '货' } })),
      {
        id: 'crumbs',
        name: { en: 'Topping', zh: '料' },
        description: { en: 'Breadcrumbs, 2kg', zh: '' },
      },
    )
    expect(await idsOf('sho')).toHaveLength(letters.length)
    expect(await idsOf('shoq')).toEqual(['q'])
    expect(await idsOf('breadcr')).toEqual(['crumbs'])
    expect(await idsOf('2k topp')).toEqual(['crumbs'])
    await addProducts(shop.ctx(), {
      id: 'egg',
      name: { en: 'Tea egg', zh: '茶叶蛋' },
      description: { en: 'One egg.', zh: '' },
    })
    expect(await idsOf('tea eggs')).toEqual(['egg'])
    expect(await api().searchCount({ term: 'eggs' })).toEqual({ count: 1 })
  })

  it('have part of the words if no product has all; without results the search suggests another term', async () => {
    await addProducts(shop.ctx(), { id: 'tea', name: { en: 'Pearl Tea', zh: '珍珠茶' } })
    expect(await idsOf('pearl television')).toEqual(['tea'])
    expect(await idsOf('珍珠洗衣机')).toEqual(['tea'])
    expect(await api().search({ term: 'pearl television radio' })).toMatchObject({
      products: [],
      didYouMean: ['pearl'],
    })
    expect(await api().search({ term: 'television' })).toMatchObject({ products: [], didYouMean: [] })
  })

  it('can be paged through completely, each product once', async () => {
    const many = Array.from({ length: 330 }, (_, at) => ({
      id: `cup-${String(at).padStart(3, '0')}`,
      name: { en: at % 3 === 0 ? `Cup ${at}` : `Large cup no ${at}`, zh: '杯' },
      stock: at % 11 === 0 ? 0 : 3,
    }))
    await addProducts(shop.ctx(), ...many)
    const seen: string[] = []
    for (let at = 0; at < 400; at += 60) {
      const page = await api().search({ term: 'cup', numberToLoad: 60, startingPosition: at })
      seen.push(...page.products.map(({ id }) => id))
      expect(page.hasMore).toBe(seen.length < many.length)
    }
    expect(seen.toSorted()).toEqual(many.map(({ id }) => id))
    expect(await api().searchCount({ term: 'cup' })).toEqual({ count: many.length })
  })
})

describe('a term in Chinese without spaces', () => {
  beforeEach(() =>
    addProducts(
      shop.ctx(),
      { id: 'silk', name: { en: 'Hong Kong Milk Tea', zh: '港式丝袜奶茶' } },
      { id: 'congee', name: { en: 'Century Egg Congee', zh: '皮蛋瘦肉粥' } },
      { id: 'green', name: { en: 'Green Tea', zh: '绿茶' }, description: { en: '', zh: '不是奶茶，也没有港式点心。' } },
    ),
  )

  it.each([
    ['港式奶茶', ['silk', 'green']],
    ['皮蛋粥', ['congee']],
    ['丝袜港式奶茶', ['silk']],
  ])('%s finds names that have its words apart', async (term, found) => {
    expect(await idsOf(term)).toEqual(found)
    expect(await api().searchCount({ term })).toEqual({ count: found.length })
  })

  it('has marks at each of its words in a name', async () => {
    const { marks } = await api().search({ term: '皮蛋粥' })
    expect(marks.congee?.zh).toEqual([
      [0, 2],
      [4, 5],
    ])
  })

  it.each([
    ['正宗皮蛋粥', ['congee']],
    ['热皮蛋瘦肉粥', ['congee']],
    ['港式奶茶杯', ['silk']],
    ['green tea latte', ['green']],
  ])('%s finds products with most of its words, as partial results', async (term, found) => {
    expect(await idsOf(term)).toEqual(found)
    expect(await api().searchCount({ term })).toEqual({ count: found.length })
    expect((await api().search({ term })).isPartial).toBe(true)
    expect((await api().search({ term: '皮蛋粥' })).isPartial).toBe(false)
  })

  it.each(['洗衣机', '茶蛋', '绿豆糕'])('%s does not find a product with only one of its characters', async (term) => {
    expect((await idsOf(term)).filter((id) => id === 'green')).toEqual([])
  })
})

it('a search finds a whole barcode, and a SKU with or without its hyphens', async () => {
  await addProducts(
    shop.ctx(),
    {
      id: 'jam',
      name: { en: 'Jam', zh: '果酱' },
      variants: [{ sku: 'JAM-250-R', price: 500, barcode: '0628011234567' }],
    },
    { id: 'rival', name: { en: 'Jam 250 rival', zh: '果酱' } },
  )
  expect(await idsOf('0628011234567')).toEqual(['jam'])
  expect((await idsOf('JAM-250-R'))[0]).toBe('jam')
  expect((await idsOf('jam250r'))[0]).toBe('jam')
  expect(await idsOf('062801123456')).toEqual([])
})

it('the owner’s synonyms find products after the job has run, until they are removed', async () => {
  const ctx = shop.ctx()
  await putCategory(ctx, { id: 'hotpot', name: { en: 'Hot pot', zh: '火锅' } })
  await addProducts(ctx, { id: 'base', name: { en: 'Soup base', zh: '底料' }, categories: ['hotpot'] })
  expect(await idsOf('winter')).toEqual([])
  await staff.writeSynonyms(ctx, { category: { id: 'hotpot', words: ['winter', '涮锅'] } })
  await staff.writeSynonyms(ctx, { words: ['底料', 'stock cube'] })
  await staff.writeSynonyms(ctx, { words: ['Soup Base', '火鍋湯'] })
  await refreshIndex(ctx)
  for (const term of ['winter', '涮锅', 'stock cube', '火锅汤']) expect(await idsOf(term), term).toEqual(['base'])
  expect(await staff.synonyms(ctx)).toEqual({
    categories: [{ category: 'hotpot', words: ['winter', '涮锅'] }],
    groups: [
      ['底料', 'stock cube'],
      ['Soup Base', '火鍋湯'],
    ],
  })
  await staff.writeSynonyms(ctx, { category: { id: 'hotpot', words: [] } })
  await staff.writeSynonyms(ctx, { remove: 'stock cube' })
  await staff.writeSynonyms(ctx, { remove: 'Soup Base' })
  await refreshIndex(ctx)
  for (const term of ['winter', '涮锅', 'stock cube']) expect(await idsOf(term), term).toEqual([])
  await expect(staff.writeSynonyms(ctx, { category: { id: 'none', words: ['x'] } })).rejects.toMatchObject({
    items: [{ code: 'staff.unknown' }],
  })
})

describe('a term that no name answers as typed', () => {
  beforeEach(() =>
    addProducts(
      shop.ctx(),
      {
        id: 'orange-coffee',
        name: { en: 'Orange Americano', zh: '橙C美式' },
        description: { en: 'Juice and a double espresso.', zh: '' },
      },
      { id: 'corn', name: { en: 'Corn, 4 ears', zh: '玉米' }, description: { en: 'The sweet one.', zh: '' } },
      { id: 'tins', name: { en: 'Lychees in Syrup', zh: '糖水荔枝' }, description: { en: 'From the can.', zh: '' } },
      { id: 'pancake', name: { en: 'Scallion Pancake', zh: '葱油饼' } },
      {
        id: 'vinegar',
        name: { en: 'Black Vinegar', zh: '香醋' },
        description: { en: 'Dumplings expect it.', zh: '' },
      },
      {
        id: 'dumplings',
        name: { en: 'Pork Dumplings', zh: '猪肉水饺' },
        description: { en: 'With black vinegar.', zh: '' },
        sold: 90,
      },
      { id: 'pear', name: { en: 'Crown Pear', zh: '皇冠梨' }, description: { en: 'For a cough.', zh: '' } },
      { id: 'cake', name: { en: 'Cake, 8 inch', zh: '蛋糕 8 寸' } },
      { id: 'lantern', name: { en: 'Paper Lantern', zh: '灯笼' } },
      { id: 'eggplant', name: { en: 'Chinese Eggplant', zh: '长茄子' }, sold: 90 },
      { id: 'latte', name: { en: 'Hojicha', zh: '焙茶' }, description: { en: '', zh: '奶茶，加冰奶。' } },
      { id: 'milk-tea', name: { en: 'Milk Tea', zh: '港式奶茶' } },
      { id: 'croissant', name: { en: 'Croissant', zh: '可颂' } },
      { id: 'oyster', name: { en: 'Oyster', zh: '生蚝' }, description: { en: 'A day with a lantern.', zh: '' } },
    ),
  )

  it.each([
    ['expresso', 'orange-coffee', 'a misspelt word of a description'],
    ['sweetcorn', 'corn', 'two words written as one'],
    ['canned lychee', 'tins', 'a form of a verb'],
    ['葱花饼', 'pancake', 'a compound with another character in the middle'],
    ['dumpling vinegar', 'vinegar', 'what the last word says'],
    ['cough remedy', 'pear', 'a word of a description without the unknown one'],
    ['八寸蛋糕', 'cake', 'a number in characters'],
    ['corn on the cob', 'corn', 'words that only join others'],
    ['chinese lantern', 'lantern', 'what the last word says, not the rarer word'],
    ['lychee of your choosing', 'tins', 'the thing before a phrase'],
    ['冰奶茶', 'milk-tea', 'what a compound ends with, before a description'],
    ['cresant', 'croissant', 'a word that sounds alike'],
    ['烤梨', 'pear', 'what the last character says'],
    ['mothers day lantern', 'lantern', 'what the last word says, not a description with more words'],
    ['gangsinaicha', 'milk-tea', 'pinyin with sounds that many confuse'],
    ['shuijiaozhurou', 'dumplings', 'pinyin in another order'],
    ['水果玉米', 'corn', 'a name at the end of a compound, before its other characters'],
    ['corn box', 'corn', 'the thing before a package'],
    ['gyoza', 'dumplings', 'a word for the same kind of thing'],
    ['pancake with scallion', 'pancake', 'the thing before "with"'],
  ])('%s finds %s first: %s', async (term, first) => {
    const found = await idsOf(term)
    expect(found[0]).toBe(first)
    expect(await api().searchCount({ term })).toEqual({ count: found.length })
  })
})

it('a search corrects a letter at the wrong position', async () => {
  await addProducts(shop.ctx(), { id: 'matcha', name: { en: 'Matcha', zh: '抹茶' } })
  const { products, corrected } = await api().search({ term: 'machta' })
  expect([products.map(({ id }) => id), corrected]).toEqual([['matcha'], 'matcha'])
})

it('a search does not correct the first letter of a short word beside other words', async () => {
  await addProducts(
    shop.ctx(),
    { id: 'fish', name: { en: 'Fish side', zh: '鱼' } },
    { id: 'salad', name: { en: 'Side', zh: '小菜' } },
  )
  expect((await api().search({ term: 'side dish' })).corrected).toBeNull()
  expect((await api().search({ term: 'dish' })).corrected).toBe('fish')
  expect((await api().search({ term: 'side fihs' })).corrected).toBe('side fish')
})

it('refreshIndex indexes products of an older index version again, only once', async () => {
  const ctx = shop.ctx()
  await putCategory(ctx, { id: 'sauces', name: { en: 'Sauces', zh: '酱料' } })
  await addProducts(
    ctx,
    ...Array.from({ length: 450 }, (_, at) => ({ id: `jar-${at}`, name: { en: `Jar ${at}`, zh: '罐' } })),
  )
  await shop.query("update products set search = '', search_version = 0")
  await shop.query('delete from search_words')
  expect(await idsOf('guan')).toEqual([])
  await refreshIndex(ctx)
  expect(await api().searchCount({ term: 'guan' })).toEqual({ count: 450 })
  await shop.query("update products set search = '', search_version = 0 where id = 'jar-1'")
  await refreshIndex(ctx)
  expect(await shop.query("select search_version from products where id = 'jar-1'")).toEqual([{ search_version: 0 }])
})
