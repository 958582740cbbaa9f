import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { officeBase, officeXsrfCookie, xsrfHeader } from '#contract/constants.ts'
import type { ShopDetail } from '#contract/office/shop.ts'
import { putCategory } from '#server/catalogue/products.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openOwner } from '#tests/office.ts'
import { defaultSettings, putPage, putSettings } from './content.ts'

const shop = setUpShop()
let owner: Office
beforeEach(async () => {
  await shop.reset()
  owner = await openOwner(shop)
})

type Written = Parameters<Office['staff']['writeShop']>[0]
type Entry = NonNullable<NonNullable<Written['navigation']>['footerTabs']>[number]

/** Writes parts of the settings, based on the current version. */
async function write(change: (before: ShopDetail) => Omit<Written, 'version'>): Promise<ShopDetail> {
  const before = await owner.staff.shopSettings()
  return owner.staff.writeShop({ version: before.version, ...change(before) })
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof ApiError ? error.errors.map(({ code, field }) => [code, field]) : String(error)),
  )

const appContent = async () => (await shop.visitor().api.shell.appInfo()).appContent

async function upload(use: string, file: Buffer, type = 'image/png') {
  const body = new FormData()
  body.set('file', new File([new Uint8Array(file)], 'picture', { type }))
  const { visitor } = owner
  const headers = { [xsrfHeader]: visitor.cookies.get(officeXsrfCookie) ?? '' }
  const answer = await visitor.fetch(`${officeBase}/shop/pictures/${use}`, { method: 'POST', headers, body })
  return { status: answer.status, said: await answer.json() }
}

const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#c23f1680' } })
    .png()
    .toBuffer()

describe('the name and look of the shop', () => {
  it('are written part by part, and shoppers see them', async () => {
    expect((await owner.staff.shopSettings()).isNamed).toBe(false)
    const after = await write(({ identity }) => ({
      identity: { ...identity, storeName: 'Lucky Bakery 好运饼家', storeLogo: '2' },
      headerControl: {
        notDisplayheaderInMP: true,
        notDisplayheaderInAli: false,
        notDisplayheaderInMobile: false,
        notDisplayheaderInDesktop: true,
      },
      poweredBy: { hidePowerBy: false, powerByName: 'Pan', powerByFullUrl: '', showPowerByNameOnly: true },
    }))
    expect(after).toMatchObject({ version: 1, isNamed: true, css: { varButton: { background: '#c23f16' } } })
    const shown = await appContent()
    expect(shown).toMatchObject({
      storeName: 'Lucky Bakery 好运饼家',
      storeLogo: '2',
      headerControl: { notDisplayheaderInMP: true, notDisplayheaderInDesktop: true, notDisplayheaderInMobile: false },
      css: defaultSettings.css,
    })
    expect(shown.system.appConfig).toMatchObject({ hidePowerBy: false, powerByName: 'Pan', showPowerByNameOnly: true })
    expect(shown.system.appConfig).not.toHaveProperty('powerByFullUrl')
  })

  it('refuse one of two changes at once', async () => {
    const { version, identity } = await owner.staff.shopSettings()
    const answers = await Promise.all(
      ['One', 'Two'].map((storeName) =>
        refusal(owner.staff.writeShop({ version, identity: { ...identity, storeName } })),
      ),
    )
    expect(answers.filter((answer) => answer === null)).toHaveLength(1)
    expect(answers.flat()).toContainEqual(['staff.stale', undefined])
  })

  it('refuse wrong fields by name', async () => {
    const { poweredBy } = await owner.staff.shopSettings()
    expect(await refusal(write(({ identity }) => ({ identity: { ...identity, storeName: ' ' } })))).toEqual([
      ['input.invalid', 'identity.storeName'],
    ])
    for (const powerByFullUrl of ['http://pan.example', 'javascript:alert(1)', 'https://']) {
      expect(await refusal(write(() => ({ poweredBy: { ...poweredBy, powerByFullUrl } })))).toEqual([
        ['input.invalid', 'poweredBy.powerByFullUrl'],
      ])
    }
    for (const logo of ['/media/../secret', 'http://other.example/logo.png', '/logo.svg']) {
      expect(await refusal(write(({ identity }) => ({ identity: { ...identity, logo } })))).toEqual([
        ['input.invalid', 'identity.logo'],
      ])
    }
  })

  it('refuse each new pair of colours that is hard to read, with its contrast', async () => {
    const unreadable = { color: '#ffffff', background: '#ffd400' }
    const work = write(({ css }) => ({ css: { ...css, varButton: unreadable, varFooter: unreadable } }))
    expect(await refusal(work)).toEqual([
      ['shop.contrast', 'css.varButton'],
      ['shop.contrast', 'css.varFooter'],
    ])
    await expect(work).rejects.toThrow('1.4:1')
    await write(({ css }) => ({ css: { ...css, varButton: { color: '#000000', background: '#ffd400' } } }))
    expect((await appContent()).css).toEqual({
      ...defaultSettings.css,
      varButton: { color: '#000000', background: '#ffd400' },
    })
  })

  it('can change beside a pair that was unreadable before', async () => {
    const settings = structuredClone(defaultSettings)
    settings.css.varButton = { color: '#ffffff', background: 'rgb(255, 212, 0)' }
    await putSettings(shop.ctx(), settings)
    const after = await write(({ css }) => ({
      css: { ...css, varFooter: { color: '#ffffff', background: '#000000' } },
    }))
    expect(after.css.varButton).toEqual({ color: '#ffffff', background: '#ffd400' })
    expect((await appContent()).css.varButton).toEqual(settings.css.varButton)
  })

  it('are in the log with the changed fields, before and after', async () => {
    await write(({ identity, css }) => ({
      identity: { ...identity, storeName: 'Lucky Bakery' },
      css: { ...css, varButton: { color: '#ffffff', background: '#1f6f5c' } },
    }))
    const { entries } = await owner.people.log({ limit: 1 })
    expect(entries[0]).toMatchObject({ call: 'staff.writeShop', subject: 'Lucky Bakery' })
    expect(entries[0]?.before).toEqual({
      storeName: 'My shop 我的店铺',
      varButton: { color: '#ffffff', background: '#c23f16' },
    })
    expect(entries[0]?.after).toEqual({
      storeName: 'Lucky Bakery',
      varButton: { color: '#ffffff', background: '#1f6f5c' },
    })
  })
})

describe('the options of the shop', () => {
  it('switch languages, accounts and checkout for shoppers', async () => {
    await write(({ options }) => ({
      options: { ...options, supportedLanguages: ['en'], enableUserAccounts: false, enableCheckout: false },
    }))
    const { appContent } = await shop.visitor({ 'accept-language': 'zh' }).api.shell.appInfo()
    expect(appContent.system.appConfig).toMatchObject({
      supportedLanguages: ['en'],
      enableUserAccounts: false,
      enableCheckout: false,
      enableMultiLocationSelection: false,
    })
    expect(appContent.system.appMessage.currentLocale).toBe('en')
  })

  it('refuse wrong ones by name', async () => {
    const options = (change: Partial<ShopDetail['options']>) =>
      refusal(write(({ options }) => ({ options: { ...options, ...change } })))
    expect(await options({ supportedLanguages: [] })).toEqual([['input.invalid', 'options.supportedLanguages']])
    expect(await options({ supportedLanguages: ['en', 'en'] })).toEqual([
      ['input.invalid', 'options.supportedLanguages'],
    ])
    for (const weChatMiniProgramPromotionURL of ['', 'http://wechat.example']) {
      expect(await options({ enableWeChatMiniProgramPromotion: true, weChatMiniProgramPromotionURL })).toEqual([
        ['input.invalid', 'options.weChatMiniProgramPromotionURL'],
      ])
    }
    const facebook = { pageURL: 'http://facebook.example/bakery' }
    expect(await refusal(write(({ social }) => ({ social: { ...social, facebook } })))).toEqual([
      ['input.invalid', 'social.facebook.pageURL'],
    ])
  })

  it('have the payment icons and social links of the footer; empty links are left out', async () => {
    await write(({ payment, social }) => ({
      payment: { ...payment, supportVisa: true },
      social: {
        ...social,
        instagram: { userName: '@bakery', pageURL: '' },
        youTube: { pageURL: 'https://www.youtube.com/@bakery' },
      },
    }))
    const { system } = await appContent()
    expect(system.payment).toMatchObject({ supportVisa: true, supportAmex: false })
    expect(system.social).toEqual({
      instagram: { userName: '@bakery' },
      youTube: { pageURL: 'https://www.youtube.com/@bakery' },
      facebook: {},
      twitter: {},
      linkedin: {},
      pinterest: {},
    })
  })

  it('add display currencies with their rates, and remove them', async () => {
    const [usd, cny] = [
      { currencyCode: 'USD', rate: '0.7312' },
      { currencyCode: 'CNY', rate: '5.2184' },
    ]
    expect((await write(() => ({ currencies: [cny, usd] }))).currencies).toEqual([cny, usd])
    expect((await appContent()).system.payment.exchangeCurrencies.map(({ currencyCode }) => currencyCode)).toEqual([
      'CNY',
      'USD',
    ])
    const { at } = await shop.visitor().api.currency.rate({ currency: 'USD' })
    shop.clock.advance(60_000)
    await write(() => ({ currencies: [usd] }))
    expect((await shop.visitor().api.currency.rates()).rates).toEqual([{ currencyCode: 'USD', rate: 0.7312, at }])
    const { entries } = await owner.people.log({ limit: 1 })
    expect(entries[0]).toMatchObject({ before: { currencies: [cny, usd] }, after: { currencies: [usd] } })
  })

  it('change the currency of charges with its rates, until a product has a price', async () => {
    const charge = (currencyCode: string, currencyType = currencyCode) => ({
      defaultCurrency: { currencyCode, currencyType },
    })
    await openStore(shop.ctx())
    await write(() => ({ currencies: [{ currencyCode: 'USD', rate: '0.7312' }] }))
    expect(await refusal(write(() => charge('QQQ')))).toEqual([['input.invalid', 'defaultCurrency.currencyCode']])
    // A change of the shop's currency drops all rates against the old currency.
    expect((await write(() => charge('EUR'))).currencies).toEqual([])
    expect((await appContent()).system.payment.exchangeCurrencies).toEqual([])
    const after = await write(() => ({
      ...charge('USD', 'US dollar'),
      currencies: [{ currencyCode: 'CAD', rate: '1.37' }],
    }))
    expect(after).toMatchObject({ ...charge('USD', 'US dollar'), hasPrices: false })
    expect((await appContent()).system.payment.defaultCurrency).toEqual(charge('USD', 'US dollar').defaultCurrency)
    expect(await shop.visitor().api.currency.rates()).toMatchObject({
      baseCurrency: 'USD',
      rates: [{ currencyCode: 'CAD', rate: 1.37 }],
    })
    await addProducts(shop.ctx(), { id: 'bun', price: 500 })
    expect((await owner.staff.products({})).products[0]?.price).toEqual({ amount: 500, currency: 'USD' })
    expect(await refusal(write(() => charge('CAD')))).toEqual([['shop.has_prices', 'defaultCurrency.currencyCode']])
    expect((await write(() => charge('USD', 'dollar'))).defaultCurrency.currencyType).toBe('dollar')
  })

  it('refuse the base currency, currencies that do not exist, the same twice and rates that are none', async () => {
    const currencies = (...rows: [string, string][]) =>
      refusal(write(() => ({ currencies: rows.map(([currencyCode, rate]) => ({ currencyCode, rate })) })))
    expect(await currencies(['USD', '1'], ['CAD', '1'])).toEqual([['input.invalid', 'currencies.1.currencyCode']])
    expect(await currencies(['QQQ', '1'])).toEqual([['input.invalid', 'currencies.0.currencyCode']])
    expect(await currencies(['USD', '1'], ['USD', '2'])).toEqual([['input.invalid', 'currencies']])
    for (const rate of ['0', '-1', '1e5', '0,7', '']) {
      expect(await currencies(['USD', rate])).toEqual([['input.invalid', 'currencies.0.rate']])
    }
  })
})

describe('the menus of the shop', () => {
  beforeEach(() => openStore(shop.ctx()))

  const entry = (name: string, more: Partial<Entry> = {}): Entry => ({
    name,
    nameContent: { en: name, zh: '' },
    ...more,
  })
  const inner = (name: string, link: string) => entry(name, { link, linkActionType: 'INTERNAL_LINK' })

  it('are written one by one and whole, and shoppers see them', async () => {
    await addProducts(shop.ctx(), { id: 'tart' })
    await putCategory(shop.ctx(), { id: 'bread', name: { en: 'Bread', zh: '面包' } })
    await putPage(shop.ctx(), { name: 'about', title: { en: 'About us', zh: '关于我们' }, blocks: [] })
    const sideMenu = [
      {
        ...inner('Bread', 'products/bread'),
        subMenu: [inner('Egg tart', 'product/tart'), inner('About us', 'page/about')],
      },
      inner('Orders', 'user/orders'),
      entry('Map', { link: 'https://maps.example/bakery', linkActionType: 'EXTERNAL_LINK' }),
      entry('Main store', {
        linkActionType: 'SET_LOCATION',
        navLink: { storeLocationId: 'markham', targetLink: 'about' },
      }),
      entry('Since 1998'),
    ]
    await write(() => ({ navigation: { sideMenu } }))
    const { navigation } = await appContent()
    expect(navigation).toEqual({ ...defaultSettings.navigation, sideMenu })
  })

  it('refuse links to things that do not exist, by name', async () => {
    const sideMenu = [
      inner('Home', 'home'),
      { ...inner('Bread', 'productlist?cat=bread'), subMenu: [inner('Tart', '/store/product/tart')] },
      entry('Old store', { linkActionType: 'SET_LOCATION', navLink: { storeLocationId: 'old' } }),
      entry('There', {
        linkActionType: 'SET_LOCATION',
        navLink: { storeLocationId: 'markham', targetLink: 'page/gone' },
      }),
    ]
    const work = write(() => ({ navigation: { sideMenu, footerMenu: [inner('Story', 'story')] } }))
    expect(await refusal(work)).toEqual([
      ['shop.link_missing', 'navigation.sideMenu.1.link'],
      ['shop.link_missing', 'navigation.sideMenu.1.subMenu.0.link'],
      ['shop.link_missing', 'navigation.sideMenu.2.link'],
      ['shop.link_missing', 'navigation.sideMenu.3.link'],
      ['shop.link_missing', 'navigation.footerMenu.0.link'],
    ])
    await expect(work).rejects.toThrow('“Bread” leads to something that does not exist: productlist?cat=bread')
    expect((await appContent()).navigation).toEqual(defaultSettings.navigation)
  })

  it.each<[string, Partial<Entry>]>([
    ['navigation.headerMenu.0.name', { name: ' ' }],
    ['navigation.headerMenu.0.link', { link: 'http://other.example', linkActionType: 'EXTERNAL_LINK' }],
    ['navigation.headerMenu.0.link', { link: 'javascript:alert(1)', linkActionType: 'EXTERNAL_LINK' }],
    ['navigation.headerMenu.0.link', { link: 'javascript:alert(1)', linkActionType: 'INTERNAL_LINK' }],
    ['navigation.headerMenu.0.link', { linkActionType: 'INTERNAL_LINK' }],
    ['navigation.headerMenu.0.link', { linkActionType: 'SET_LOCATION' }],
  ])('refuse at %s the entry %j', async (field, more) => {
    const headerMenu = [entry('x', more)]
    expect(await refusal(write(() => ({ navigation: { headerMenu } })))).toEqual([['input.invalid', field]])
  })

  it('refuse the same name twice, and a third level', async () => {
    const twice = [inner('Home', 'home'), inner('Home', 'store')]
    expect(await refusal(write(() => ({ navigation: { headerMenu: twice } })))).toEqual([
      ['input.invalid', 'navigation.headerMenu.1.name'],
    ])
    const deep = [{ ...entry('a'), subMenu: [{ ...entry('b'), subMenu: [entry('c')] }] }]
    expect(await refusal(write(() => ({ navigation: { headerMenu: deep } })))).toEqual([
      ['input.invalid', 'navigation.headerMenu.0.subMenu.0'],
    ])
  })

  it('are in the log in words', async () => {
    await write(() => ({ navigation: { headerMenu: [{ ...inner('Home', 'home'), subMenu: [entry('Text')] }] } }))
    const { entries } = await owner.people.log({ limit: 1 })
    expect(entries[0]?.before).toEqual({
      headerMenu: ['Shop → productlist?cat=all', 'Clearance → clearance', 'Search → search'],
    })
    expect(entries[0]?.after).toEqual({ headerMenu: ['Home → home', 'Home / Text'] })
  })

  it('can lead to what the shop has; products are found by a part of their name', async () => {
    await addProducts(shop.ctx(), { id: 'tart', name: { en: 'Egg tart', zh: '蛋挞' } })
    await addProducts(shop.ctx(), { id: 'bun', name: { en: 'Bun', zh: '包子' } })
    await putPage(shop.ctx(), { name: 'about', title: { en: 'About us', zh: '关于我们' }, blocks: [] })
    const all = await owner.staff.linkTargets({})
    expect(all.content).toEqual([{ id: 'about', name: { en: 'About us', zh: '关于我们' } }])
    expect(all.store.map(({ id }) => id)).toEqual(['markham'])
    expect(all.product.map(({ id }) => id).sort()).toEqual(['bun', 'tart'])
    const found = await owner.staff.linkTargets({ name: '蛋', products: 'bun,gone' })
    expect(found.product.map(({ id }) => id)).toEqual(['bun', 'tart'])
  })
})

describe('pictures of the shop', () => {
  const stored = (path: string) => join(shop.app.config.DATA_DIR, path)

  it('are stored, shown to shoppers and removed again', async () => {
    const { said } = await upload('logo', await drawing(960, 240))
    expect(said.imageURL).toMatch(/^\/media\/[\da-f]{32}\/480\.webp$/)
    expect(await sharp(stored(said.imageURL)).metadata()).toMatchObject({ width: 480, height: 120, hasAlpha: true })
    await write(({ identity }) => ({ identity: { ...identity, logo: said.imageURL } }))
    expect((await appContent()).logo).toEqual({ imageURL: said.imageURL })
    await write(({ identity }) => ({ identity: { ...identity, logo: '' } }))
    expect((await appContent()).logo).toEqual({})
  })

  it('become a square icon of two sizes, which the manifest names', async () => {
    const { said } = await upload('favicon', await drawing(300, 100))
    expect(said.imageURL).toMatch(/\/512\.png$/)
    await write(({ identity }) => ({ identity: { ...identity, favicon: said.imageURL } }))
    const manifest = await (await shop.visitor().fetch('/manifest.webmanifest')).json()
    expect(manifest.icons.map(({ sizes, type }: Record<string, string>) => [sizes, type])).toEqual([
      ['192x192', 'image/png'],
      ['512x512', 'image/png'],
    ])
    for (const { src, sizes } of manifest.icons) {
      const { width, height, format } = await sharp(stored(src)).metadata()
      expect([`${width}x${height}`, format]).toEqual([sizes, 'png'])
    }
  })

  it('are refused unless they are JPEG, PNG or WebP', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    )
    for (const [file, type] of [
      [svg, 'image/svg+xml'],
      [svg, 'image/png'],
      [
        await sharp(await drawing(20, 20))
          .gif()
          .toBuffer(),
        'image/gif',
      ],
      [Buffer.from('no picture'), 'image/png'],
    ] as const) {
      const { status, said } = await upload('logo', file, type)
      expect([status, said.error.errors[0].code]).toEqual([415, 'input.picture'])
    }
  })
})
