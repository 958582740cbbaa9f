import { globSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { rowText } from '#contract/languages.ts'
import { texts } from '#contract/messages.ts'
import { firstLocation, openFirst } from '#server/locations/locations.ts'
import { escapeXml } from '#server/platform/xml.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOwner } from '#tests/office.ts'
import { fillCart, placeOrder, sampleContact } from '#tests/purchases.ts'
import { defaultSettings, putSettings } from './content.ts'
import { changeableTexts } from './shop-texts.ts'

const shop = setUpShop()
let owner: Office
beforeEach(async () => {
  await shop.reset()
  owner = await openOwner(shop)
})

type Asked = Parameters<Office['staff']['wording']>[0]

const find = async (asked: Asked) => (await owner.staff.wording(asked)).texts

async function read(text: string, office = owner) {
  const { open } = await office.staff.wording({ text })
  if (!open) throw new Error(`there is no ${text}`)
  return open
}

/** Writes the shop's own wording of a text, based on the current version. */
async function write(text: string, en: string, zh: string) {
  const { version } = await read(text)
  return owner.staff.writeWording({ text, version, own: { en, zh } })
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) =>
      error instanceof ApiError ? error.errors.map(({ code, field, details }) => [code, field, details?.names]) : error,
  )

const shown = async (locale: 'en' | 'zh') => {
  const visitor = shop.visitor()
  const { applicationMessage } = await visitor.api.shell.changeLocale({ locale })
  return applicationMessage.messages
}

describe('the shop’s own words', () => {
  it('replace the built-in ones in each language that has them', async () => {
    const after = await write('store.add', 'Into the basket', '放进篮子')
    expect(after).toMatchObject({
      builtIn: rowText(texts['store.add']),
      own: { en: 'Into the basket', zh: '放进篮子' },
    })
    expect((await shown('en'))['store.add']).toBe('Into the basket')
    expect((await shown('zh'))['store.add']).toBe('放进篮子')

    await write('store.add', '', '放进篮子')
    expect((await shown('en'))['store.add']).toBe('Add to cart')
    expect((await shown('zh'))['store.add']).toBe('放进篮子')
  })

  it('are put back by empty or built-in words', async () => {
    await write('store.add', 'Into the basket', '')
    await write('shell.close', 'Shut', '')
    expect((await owner.staff.wording({})).changed).toBe(2)
    await write('store.add', '', '')
    await write('shell.close', ' Close ', '关闭')
    expect((await owner.staff.wording({})).changed).toBe(0)
    expect((await shop.visitor().api.shell.appInfo()).appContent.labels).toEqual({})
  })

  it('stay when somebody changes other settings of the shop at the same time', async () => {
    const { version, identity } = await owner.staff.shopSettings()
    const add = await read('store.add')
    const close = await read('shell.close')
    await Promise.all([
      owner.staff.writeShop({ version, identity: { ...identity, storeName: 'Lucky Bakery' } }),
      owner.staff.writeWording({ text: 'store.add', version: add.version, own: { en: 'Into the basket', zh: '' } }),
      owner.staff.writeWording({ text: 'shell.close', version: close.version, own: { en: 'Shut', zh: '' } }),
    ])
    const { appContent } = await shop.visitor().api.shell.appInfo()
    expect(appContent.storeName).toBe('Lucky Bakery')
    expect(Object.keys(appContent.labels).toSorted()).toEqual(['shell.close', 'store.add'])
  })

  it('keep labels that no page of this release has', async () => {
    const labels = { 'own.words': { en: 'Mine', zh: '' } }
    await putSettings(shop.ctx(), { ...defaultSettings, labels })
    await write('store.add', 'Into the basket', '')
    expect((await shop.visitor().api.shell.appInfo()).appContent.labels).toMatchObject(labels)
  })

  it('stand on one line', async () => {
    expect((await write('store.add', 'Into\nthe basket', '')).own.en).toBe('Into the basket')
  })

  it('are in the log with the built-in words, before and after', async () => {
    await write('store.add', 'Into the basket', '')
    await write('store.add', '', '放进篮子')
    const { entries } = await owner.people.log({ limit: 1 })
    expect(entries[0]).toMatchObject({
      call: 'staff.writeWording',
      subject: 'Add to cart / 加入购物车',
      before: { own: { en: 'Into the basket', zh: '' } },
      after: { own: { en: '', zh: '放进篮子' } },
    })
  })
})

describe('a change is refused', () => {
  it('if somebody changed the same text meanwhile, with that person’s name', async () => {
    const { version } = await read('store.add')
    await write('store.add', 'Into the basket', '')
    await write('shell.close', 'Shut', '')
    const late = owner.staff.writeWording({ text: 'store.add', version, own: { en: 'Take it', zh: '' } })
    await expect(late).rejects.toMatchObject({ code: 'staff.stale', errors: [{ details: { by: 'Mei' } }] })
    expect((await shown('en'))['store.add']).toBe('Into the basket')
  })

  it('with a placeholder that the shop cannot fill in, or without one that it has', async () => {
    expect(await refusal(write('shell.open_until', 'Open until {hour}', '营业至 {time}{几点}'))).toEqual([
      ['shop.text_unknown', 'own.en', '{hour}'],
      ['shop.text_missing', 'own.en', '{time}'],
      ['shop.text_unknown', 'own.zh', '{几点}'],
    ])
    expect(await refusal(write('shell.opens_on', '', '{day} 开门'))).toEqual([
      ['shop.text_missing', 'own.zh', '{time}'],
    ])
    expect(await refusal(write('store.add', 'Add {name}', ''))).toEqual([['shop.text_unknown', 'own.en', '{name}']])
    await expect(write('shell.open_until', 'Open', '')).rejects.toThrow('{time} is missing')
    await write('shell.open_until', '{time}: we close', '')
  })

  it('for texts of emails, errors, receipts, the back office and those that do not exist', async () => {
    for (const text of ['mail.comma', 'not_found', 'receipt.number', 'money.tax_HST', 'office.save', 'store.nothing']) {
      expect((await owner.staff.wording({ text })).open).toBeNull()
      const work = owner.staff.writeWording({ text, version: '', own: { en: 'x', zh: '' } })
      await expect(work).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  it('by people whose role does not include it, also of one store', async () => {
    await openFirst(shop.ctx())
    const cashier = await openColleague(shop, owner, 'ana@shop.test', [{ role: 'cashier', location: null }])
    const local = await openColleague(shop, owner, 'bo@shop.test', [{ role: 'manager', location: firstLocation.id }])
    const writer = await openColleague(shop, owner, 'cy@shop.test', [{ role: 'content', location: null }])
    const { version } = await read('store.add', writer)
    const change = { text: 'store.add', version, own: { en: 'Into the basket', zh: '' } }
    for (const office of [cashier, local]) {
      await expect(office.staff.wording({})).rejects.toMatchObject({ code: 'staff.no_right' })
      await expect(office.staff.writeWording(change)).rejects.toMatchObject({ code: 'staff.no_right' })
    }
    await writer.staff.writeWording(change)
  })
})

describe('a text for one thing', () => {
  it('may leave out the number, and has no Chinese words', async () => {
    expect(await read('orders.pieces.one')).toMatchObject({
      number: 'one',
      languages: ['en'],
      placeholders: ['{count}'],
    })
    expect(await read('orders.pieces.other')).toMatchObject({ number: 'other', languages: ['en', 'zh'] })
    const { own } = await write('orders.pieces.one', 'A single item', '一样东西')
    expect(own).toEqual({ en: 'A single item', zh: '' })
    expect(await refusal(write('orders.pieces.other', 'Some items', ''))).toEqual([
      ['shop.text_missing', 'own.en', '{count}'],
    ])
  })
})

describe('the search', () => {
  const names = async (asked: Asked) => (await find(asked)).map(({ text }) => text)

  it('finds texts by their words in both languages, whole matches first', async () => {
    expect((await names({ words: 'close' }))[0]).toBe('shell.close')
    expect((await names({ words: 'all rights reserved' })).slice(0, 2)).toEqual(['shell.rights', 'shell.all_of'])
    expect(await names({ words: '  CART add ' })).toContain('store.add')
    expect(await names({ words: '加入购物车' })).toContain('store.add')
    expect(await names({ words: 'nothing says this' })).toEqual([])
  })

  it('finds a text as shoppers read it, with names and numbers filled in', async () => {
    expect(await names({ words: 'Cart, 3 items' })).toContain('shell.cart_items.other')
    expect(await names({ words: '营业至 21:30' })).toEqual(['shell.open_until'])
    expect((await names({ words: 'About Lucky Bakery' }))[0]).toBe('shell.footer_folded')
  })

  it('finds own words, and only them with the filter', async () => {
    await write('store.add', 'Into the basket', '放进篮子')
    expect(await names({ words: 'into basket' })).toEqual(['store.add'])
    expect(await names({ isChanged: true })).toEqual(['store.add'])
    expect(await names({ isChanged: true, area: 'orders' })).toEqual([])
  })

  it('answers 50 texts at a time, each once', async () => {
    const first = await owner.staff.wording({ area: 'checkout' })
    expect(first.texts).toHaveLength(50)
    const all = await Promise.all(
      Array.from({ length: first.pages }, (_, at) => names({ area: 'checkout', page: at + 1 })),
    )
    expect(new Set(all.flat()).size).toBe(first.found)
    expect(first.areas.find(({ area }) => area === 'checkout')?.texts).toBe(first.found)
  })
})

it('each text that can be changed is said by a page', () => {
  const sources = globSync(['storefront/**/*.{ts,tsx}', 'ui/*.tsx', 'contract/*.ts'])
    .filter((path) => !/\.test\.|contract\/errors\.ts$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const literals = new Set(sources.match(/(?<=')[a-z_]+\.\w+(\.\w+)?(?=')/g))
  const patterns = [...sources.matchAll(/`([a-z_]+\.[^`\n]*\$\{[^`\n]*)`/g)].map(
    ([, text = '']) => new RegExp(`^${text.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '\\w*')}$`),
  )
  const isSaid = (key: string) => literals.has(key) || patterns.some((pattern) => pattern.test(key))
  // Texts that no page uses.
  const silent = changeableTexts
    .map(({ key }) => key)
    .filter((key) => !isSaid(key) && !isSaid(key.replace(/\.(one|other)$/, '')))
  expect(changeableTexts.length).toBeGreaterThan(1000)
  expect(silent).toEqual([])
})

describe('what leaves the shop', () => {
  it('the emails about an order say the own words in the language of the order', async () => {
    await openStore(shop.ctx())
    await addProducts(shop.ctx(), { id: 'bun', price: 1000, stock: 5 })
    await write('money.none', 'You owe us nothing.', '您不用付钱。')
    const cancelled = async () => {
      const shopper = shop.visitor()
      await fillCart(shopper, 'bun')
      const { orderID: order } = await placeOrder(shopper, { payAtStore: true })
      await owner.staff.cancel({ order })
      const mails = await mailsTo(shop, sampleContact.email)
      return mails
        .filter(({ messageId }) => messageId?.includes(order))
        .map(({ text }) => text)
        .join('\n')
    }
    expect(await cancelled()).toContain('You owe us nothing.')
    await write('money.none', '', '')
    expect(await cancelled()).toContain(rowText(texts['money.none']).en)
  })

  it('the feed of the blog has the own title', async () => {
    const titles = async () =>
      Promise.all(
        (['en', 'zh'] as const).map(async (locale) => {
          const feed = await (await shop.visitor().fetch(`/blog/feed.xml?lang=${locale}`)).text()
          return /<title>(.*?) · /.exec(feed)?.[1]
        }),
      )
    const builtIn = rowText(texts['blog.title'])
    expect(await titles()).toEqual([escapeXml(builtIn.en), builtIn.zh])
    await write('blog.title', 'Tea notes', '')
    expect(await titles()).toEqual(['Tea notes', builtIn.zh])
  })
})
