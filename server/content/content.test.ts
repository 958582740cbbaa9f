import { beforeEach, describe, expect, test } from 'vitest'
import { messages } from '#contract/messages.ts'
import * as locations from '#server/locations/locations.ts'
import * as members from '#server/members/members.ts'
import { setUpShop } from '#tests/harness.ts'
import { openOwner } from '#tests/office.ts'
import type { ShopSettings } from './content.ts'
import * as content from './content.ts'
import * as staff from './staff.ts'

const shop = setUpShop()
beforeEach(() => shop.reset())

const put = (id: string, own: Partial<locations.LocationInput> = {}) =>
  locations.put(shop.ctx(), {
    id,
    name: { en: `Store ${id}`, zh: `${id} 店` },
    street: '1 Main St',
    city: 'Toronto',
    province: 'ON',
    postCode: 'M5V 1A1',
    timeZone: 'America/Toronto',
    hours: [],
    methods: ['PICKUP'],
    ...own,
  })
const settingsWith = (own: Partial<ShopSettings>): ShopSettings => ({ ...content.defaultSettings, ...own })
const pair = (en: string, zh: string) => ({ en, zh })

/** Settings in which every field differs from its default. */
const everything: ShopSettings = {
  storeName: 'Lantern Lane',
  storeLogo: '2',
  logo: { imageURL: 'logo.svg' },
  favicon: { imageURL: 'https://cdn.example/favicon.png' },
  footerLogo: { imageURL: 'footer.svg' },
  appDetail: { appDomain: 'https://lantern-lane.example', cdnpath: 'https://cdn.example/', caid: '2021000000' },
  labels: { 'shop.greeting': pair('Come in', '请进') },
  css: {
    varFooter: { color: '#111111', background: '#eeeeee' },
    varButton: { color: '#222222', background: '#dddddd' },
    varSideMenu: { color: '#333333', background: '#cccccc' },
    varHeaderNavActive: { color: '#444444', background: '#bbbbbb' },
  },
  navigation: {
    headerMenu: [
      {
        name: 'Tea',
        nameContent: { en: 'Tea', zh: '茶' },
        link: 'products/tea',
        linkActionType: 'INTERNAL_LINK',
        icon: 'tea',
      },
      { name: 'More', subMenu: [{ name: 'Blog', link: 'https://blog.example', linkActionType: 'EXTERNAL_LINK' }] },
    ],
    sideMenu: [
      { name: 'West', linkActionType: 'SET_LOCATION', navLink: { storeLocationId: 'west', targetLink: 'store' } },
    ],
    footerMenu: [{ name: 'About', link: 'page/about' }],
    footerTabs: [{ name: 'Home', link: 'home', icon: 'home' }],
  },
  headerControl: {
    notDisplayheaderInMP: true,
    notDisplayheaderInAli: true,
    notDisplayheaderInMobile: true,
    notDisplayheaderInDesktop: true,
  },
  system: {
    social: {
      instagram: { userName: 'lantern', pageURL: 'https://instagram.com/lantern' },
      facebook: { pageURL: 'https://facebook.com/lantern' },
      twitter: { pageURL: 'https://twitter.com/lantern' },
      youTube: { pageURL: 'https://youtube.com/lantern' },
      linkedin: { pageURL: 'https://linkedin.com/lantern' },
      pinterest: { pageURL: 'https://pinterest.com/lantern' },
    },
    payment: {
      supportVisa: true,
      supportMasterCard: true,
      supportAmex: true,
      supportPayPal: true,
      supportWeChatPay: true,
      supportAliPay: true,
      supportUnionPay: true,
      defaultCurrency: { currencyType: 'USD', currencyCode: 'USD' },
      exchangeCurrencies: [{ currencyCode: 'CNY' }],
    },
    appConfig: {
      hidePowerBy: false,
      powerByName: 'Somebody',
      powerByFullUrl: 'https://somebody.example',
      showPowerByNameOnly: true,
      enableUserAccounts: false,
      enableCheckout: false,
      enableMultiLocationSelection: true,
      enableWeChatMiniProgramPromotion: true,
      supportedLanguages: ['zh', 'en'],
    },
  },
}

describe('app info', () => {
  test('of an empty shop is complete', async () => {
    const info = await shop.visitor().api.shell.appInfo({})
    expect(info).toMatchObject({
      user: null,
      userID: null,
      lastLoginDate: null,
      myID: null,
      referrerUserGroup: null,
      membership: null,
    })
    const { appContent } = info
    expect(appContent.storeName).toBe('My shop 我的店铺')
    expect(appContent.navigation.footerTabs.map(({ name, link }) => [name, link])).toEqual([
      ['Home', 'home'],
      ['Shop', 'store'],
      ['Cart', 'checkout'],
      ['Support', undefined],
      ['Account', 'user/list'],
    ])
    expect(appContent.appDetail).toMatchObject({
      locid: '',
      locname: '',
      appDomain: 'http://localhost',
      wmpBind: false,
    })
    expect(appContent.system.storeLocations).toEqual([])
    expect(appContent.system.appConfig.supportedLanguages).toEqual(['en', 'zh'])
  })

  test('every menu entry of a new shop has both languages', () => {
    for (const entry of Object.values(content.defaultSettings.navigation).flat()) {
      expect(entry.nameContent?.en).toBe(entry.name)
      expect(entry.nameContent?.zh).toMatch(/\p{Script=Han}/u)
    }
  })

  test('returns every field that the owner set', async () => {
    await content.putSettings(shop.ctx(), everything)
    const { appContent } = await shop.visitor().api.shell.appInfo({})
    const { appDetail, system, ...rest } = appContent
    const { appMessage: _, storeLocations: __, ...ownSystem } = system
    const { appDomain, cdnpath, caid } = appDetail
    expect({ ...rest, appDetail: { appDomain, cdnpath, caid }, system: ownSystem }).toEqual(everything)
  })

  test('shows a change by the owner at once', async () => {
    await shop.visitor().api.shell.appInfo({})
    await content.putSettings(shop.ctx(), settingsWith({ storeName: 'One' }))
    expect((await shop.visitor().api.shell.appInfo({})).appContent.storeName).toBe('One')
    await content.putSettings(shop.ctx(), settingsWith({ storeName: 'Two' }))
    expect((await shop.visitor().api.shell.appInfo({})).appContent.storeName).toBe('Two')
    expect(await shop.query('select id from shop')).toEqual([{ id: 1 }])
  })

  test('has the running version and the time of the server', async () => {
    shop.clock.set('2026-11-20T12:00:00Z')
    const { appDetail } = (await shop.visitor().api.shell.appInfo({})).appContent
    expect(appDetail.version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(appDetail.serverTime).toMatch(/^2026-11-20T12:00:/)
  })

  test.each([
    ['a desktop', 'Mozilla/5.0 (X11; Linux x86_64)', [false, false, false, true]],
    ['a phone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)', [false, false, true, false]],
    ['the mini-program', 'Mozilla/5.0 (iPhone) MicroMessenger/8.0 miniProgram', [true, false, true, false]],
    ['the payment app', 'Mozilla/5.0 (Linux; Android 16) AlipayClient/10.5', [false, true, true, false]],
  ])('recognises %s', async (_, userAgent, expected) => {
    const { appDetail } = (await shop.visitor({ 'user-agent': userAgent }).api.shell.appInfo({})).appContent
    expect([appDetail.isWmp, appDetail.isAac, appDetail.isMobile, appDetail.isDeskTop]).toEqual(expected)
  })

  test.each([
    ['is the mini-program if its address has an open id', {}, '?wmpoid=oX1', true],
    ['is the mini-program if its cookie says so', { cookie: 'environment=mini_program' }, '', true],
    ['is a browser if its cookie says so, even with an open id', { cookie: 'environment=browser' }, '?wmpoid=o', false],
    ['is a browser without either', {}, '', false],
  ])('a user agent that does not name the mini-program %s', async (_, headers, query, isWmp) => {
    const userAgent = 'Mozilla/5.0 (Linux; Android 6) MicroMessenger/6.7'
    const path = `/api/istore/client/common3/appInfoInit${query}`
    const answer = await shop.visitor({ 'user-agent': userAgent, ...headers }).fetch(path)
    expect((await answer.json()).appContent.appDetail).toMatchObject({ isWmp, isMobile: true })
    for (const other of ['Mozilla/5.0 (X11)', 'Mozilla/5.0 (Linux; Android 16) MicroMessenger/8.0.50']) {
      const elsewhere = await shop.visitor({ 'user-agent': other, ...headers }).fetch(path)
      expect((await elsewhere.json()).appContent.appDetail.isWmp).toBe(isWmp)
    }
    const alipay = await shop.visitor({ 'user-agent': 'Mozilla/5.0 AlipayClient/10.5', ...headers }).fetch(path)
    expect((await alipay.json()).appContent.appDetail).toMatchObject({ isWmp: false, isAac: true })
  })

  test('an open id or a table number in the address does not sign a visitor in', async () => {
    const mei = await members.create(shop.ctx(), { name: 'Mei', email: 'mei@example.com', password: 'three dumplings' })
    const names = ['', 'wx0000000miniprogram'].map((app) => ({ app, subject: 'oX1' }))
    await members.linkIdentity(shop.ctx(), mei, { provider: 'wechat', names, nickname: 'Mei' })
    const visitor = shop.visitor({ cookie: 'openId=oX1; tableNumber=7' })
    const ask = (path: string) => visitor.fetch(`/api/istore/client/${path}?wmpoid=oX1&tableNumber=7`)
    expect(await (await ask('common3/appInfoInit')).json()).toMatchObject({
      user: null,
      userID: null,
      appContent: { appDetail: { wmpBind: false } },
    })
    for (const path of ['list', 'count'])
      expect((await ask(`admin/orderManagement/orders/${path}`)).status, path).toBe(401)
    expect(await shop.query('select id from sessions')).toEqual([])
  })

  test('has the visitor’s UTC offset once the browser has reported it, without a session', async () => {
    const visitor = shop.visitor()
    const offsetOf = async () => (await visitor.api.shell.appInfo({})).appContent.appDetail.utcOffset
    expect(await offsetOf()).toBeNull()
    expect(await visitor.api.shell.timeZone({ offsetMinutes: -300 })).toEqual({ offsetMinutes: -300 })
    expect(await offsetOf()).toBe(-300)
    expect(await shop.query('select id from sessions')).toEqual([])
    await expect(visitor.api.shell.timeZone({ offsetMinutes: 5000 })).rejects.toMatchObject({ status: 400 })
  })

  test('has the member while signed in, and null for all other visitors', async () => {
    await members.create(shop.ctx(), { name: 'Mei', email: 'mei@example.com', password: 'three dumplings at noon' })
    const visitor = shop.visitor()
    const { userID, lastLoginDate, user } = await visitor.api.account.signIn({
      email: 'mei@example.com',
      password: 'three dumplings at noon',
    })
    expect(await visitor.api.shell.appInfo({})).toMatchObject({ user, userID, lastLoginDate })
    expect(await shop.visitor().api.shell.appInfo({})).toMatchObject({ user: null, userID: null, lastLoginDate: null })
    await visitor.api.account.signOut({})
    expect(await visitor.api.shell.appInfo({})).toMatchObject({ user: null, userID: null, lastLoginDate: null })
  })
})

describe('the store in app info', () => {
  beforeEach(async () => {
    await put('east', { position: 1 })
    await put('west', { position: 2 })
    await put('hidden', { position: 3, display: false })
    await put('virtual', { position: 4, virtual: true })
  })
  const detailOf = async (visitor = shop.visitor(), loc?: string) =>
    (await visitor.api.shell.appInfo(loc ? { loc } : {})).appContent.appDetail

  test('is the first that can be chosen, with its name in the visitor’s language', async () => {
    expect(await detailOf()).toMatchObject({ locid: 'east', locname: 'Store east' })
    expect(await detailOf(shop.visitor({ 'accept-language': 'zh' }))).toMatchObject({ locname: 'east 店' })
  })

  test('all stores are listed with the fields `display` and `virtual`', async () => {
    const { system } = (await shop.visitor().api.shell.appInfo({})).appContent
    expect(system.storeLocations.map(({ id, display, virtual }) => [id, display, virtual])).toEqual([
      ['east', true, false],
      ['west', true, false],
      ['hidden', false, false],
      ['virtual', true, true],
    ])
  })

  test('stores that cannot be chosen have no address, phone or name in app info', async () => {
    const visitor = shop.visitor()
    const { system } = (await visitor.api.shell.appInfo({})).appContent
    expect(system.storeLocations.slice(2)).toEqual([
      { id: 'hidden', display: false, virtual: false },
      { id: 'virtual', display: true, virtual: true },
    ])
    expect(system.storeLocations[0]).toMatchObject({ address: expect.anything(), phone: expect.any(String) })
    const answer = await (await visitor.fetch('/api/istore/client/common3/appInfoInit')).text()
    expect(answer).not.toMatch(/Store (hidden|virtual)/)
  })

  test('has the published page with its id as landing page, or else the home page', async () => {
    const landingOf = async (locationId: string) =>
      (await shop.visitor().api.locations.select({ locationId })).landingPageUrl
    await content.putPage(shop.ctx(), { name: 'west', title: { en: 'West', zh: '西' }, blocks: [] })
    await content.putPage(shop.ctx(), { name: 'east', title: { en: 'East', zh: '东' }, blocks: [], published: false })
    expect(await landingOf('west')).toBe('/west')
    expect(await landingOf('east')).toBe('/home')
  })

  test('is taken from the address and remembered for this visitor only', async () => {
    const visitor = shop.visitor()
    expect(await detailOf(visitor, 'west')).toMatchObject({ locid: 'west' })
    expect(await detailOf(visitor)).toMatchObject({ locid: 'west' })
    expect(await detailOf()).toMatchObject({ locid: 'east' })
  })

  test.each(['hidden', 'virtual', 'nowhere', '<script>'])(
    'is not taken from the address if that names %s',
    async (loc) => {
      const visitor = shop.visitor()
      await visitor.api.locations.select({ locationId: 'west' })
      expect(await detailOf(visitor, loc)).toMatchObject({ locid: 'west' })
    },
  )
})

describe('languages', () => {
  const messageOf = async (visitor = shop.visitor()) =>
    (await visitor.api.shell.appInfo({})).appContent.system.appMessage

  test('app info has all texts in the language of the browser', async () => {
    expect(await messageOf()).toEqual({ currentLocale: 'en', applicationMessage: { messages: messages.en } })
    expect(await messageOf(shop.visitor({ 'accept-language': 'zh-TW,en;q=0.5' }))).toEqual({
      currentLocale: 'zh',
      applicationMessage: { messages: messages.zh },
    })
  })

  test('a change returns all texts in the new language and is remembered for this visitor only', async () => {
    const visitor = shop.visitor()
    expect(await visitor.api.shell.changeLocale({ locale: 'zh' })).toEqual({
      currentLocale: 'zh',
      applicationMessage: { messages: messages.zh },
    })
    expect((await messageOf(visitor)).currentLocale).toBe('zh')
    expect((await messageOf()).currentLocale).toBe('en')
  })

  test('a member’s change of language is stored in the account', async () => {
    const account = { email: 'mei@example.com', password: 'three dumplings at noon' }
    const id = await members.create(shop.ctx(), { name: 'Mei', ...account })
    const other = await members.create(shop.ctx(), { name: 'Li', ...account, email: 'li@example.com' })
    const visitor = shop.visitor()
    await visitor.api.account.signIn(account)
    await visitor.api.shell.changeLocale({ locale: 'zh' })
    expect((await members.find(shop.ctx(), id))?.locale).toBe('zh')
    expect((await members.find(shop.ctx(), other))?.locale).toBe('en')
  })

  test('an unknown language is refused', async () => {
    await expect(shop.visitor().api.shell.changeLocale({ locale: 'fr' as 'en' })).rejects.toMatchObject({ status: 400 })
  })

  test('a shop with one language always uses it', async () => {
    const { system } = content.defaultSettings
    const appConfig = { ...system.appConfig, supportedLanguages: ['zh' as const] }
    await content.putSettings(shop.ctx(), settingsWith({ system: { ...system, appConfig } }))
    const visitor = shop.visitor()
    expect((await messageOf(visitor)).currentLocale).toBe('zh')
    expect((await visitor.api.shell.changeLocale({ locale: 'en' })).currentLocale).toBe('zh')
    expect((await messageOf(visitor)).currentLocale).toBe('zh')
  })

  test('a shop with one language refuses, registers and writes in it', async () => {
    const { system } = content.defaultSettings
    const appConfig = { ...system.appConfig, supportedLanguages: ['en' as const] }
    await content.putSettings(shop.ctx(), settingsWith({ system: { ...system, appConfig } }))
    const visitor = shop.visitor({ 'accept-language': 'zh-CN' })
    const refusal = visitor.api.account.signIn({ email: 'nobody@example.com', password: 'three dumplings' })
    await expect(refusal).rejects.toMatchObject({ message: messages.en['account.wrong_credentials'] })
    const account = { email: 'mei@example.com', password: 'three dumplings at noon' }
    await visitor.api.account.register({ name: 'Mei', ...account })
    expect(await shop.query('select locale from registrations')).toEqual([{ locale: 'en' }])
  })

  test('the owner’s labels replace the default texts, and fall back to them, else to the other language', async () => {
    const labels = {
      not_found: pair('Gone fishing.', '钓鱼去了。'),
      unavailable: pair('Back in a minute.', ''),
      'own.words': pair('Only English', ''),
    }
    await content.putSettings(shop.ctx(), settingsWith({ labels }))
    const visitor = shop.visitor()
    expect((await messageOf(visitor)).applicationMessage.messages).toEqual({
      ...messages.en,
      not_found: 'Gone fishing.',
      unavailable: 'Back in a minute.',
      'own.words': 'Only English',
    })
    const changed = await visitor.api.shell.changeLocale({ locale: 'zh' })
    expect(changed.applicationMessage.messages).toEqual({
      ...messages.zh,
      not_found: '钓鱼去了。',
      'own.words': 'Only English',
    })
  })
})

describe('content pages', () => {
  const about = {
    name: 'about',
    title: pair('About us', '关于我们'),
    blocks: [
      { kind: 'heading' as const, text: pair('Who we are', '我们是谁') },
      { kind: 'paragraph' as const, text: pair('<b>Plain</b>', '纯文字') },
      { kind: 'list' as const, items: [pair('Tea', '茶')] },
    ],
  }

  test('are returned in both languages', async () => {
    await content.putPage(shop.ctx(), about)
    expect(await shop.visitor().api.content.page({ pageName: 'about' })).toEqual({
      ...about,
      updatedAt: expect.stringMatching(/Z$/),
    })
    await content.putPage(shop.ctx(), { ...about, title: pair('About', '关于') })
    expect((await shop.visitor().api.content.page({ pageName: 'about' })).title).toEqual(pair('About', '关于'))
  })

  test('that do not exist or are not published are not found', async () => {
    await content.putPage(shop.ctx(), { ...about, published: false })
    for (const pageName of ['about', 'nothing']) {
      await expect(shop.visitor().api.content.page({ pageName })).rejects.toMatchObject({
        status: 404,
        errors: [{ code: 'not_found' }],
      })
    }
  })
})

describe('sections', () => {
  const banner = (title: string) => ({
    kind: 'banner' as const,
    title: pair(title, title),
    text: pair('', ''),
    link: '/store',
    linkText: pair('Shop', '逛逛'),
    image: null,
  })
  const section = (id: string, own: Partial<Parameters<typeof content.putSection>[1]> = {}) =>
    content.putSection(shop.ctx(), { id, type: 'home', position: 0, block: banner(id), ...own })

  test('are written by staff, and replaced under the same id', async () => {
    const write = (position: number) =>
      staff.writeSection(shop.ctx(), { section: 'a', type: 'home', position, block: banner('a'), published: true })
    expect(await write(1)).toEqual({ stored: 'a' })
    await section('b', { position: 2 })
    await write(3)
    const { sections } = await shop.visitor().api.content.sections({ type: 'home' })
    expect(sections.map(({ id }) => id)).toEqual(['b', 'a'])
  })

  test('are returned by position, and only if published', async () => {
    await section('b', { position: 2 })
    await section('a', { position: 1 })
    await section('draft', { published: false })
    await section('elsewhere', { type: 'notice' })
    const { sections } = await shop.visitor().api.content.sections({ type: 'home' })
    expect(sections.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(sections[0]).toEqual({ id: 'a', ...banner('a') })
    await section('a', { position: 3 })
    const moved = await shop.visitor().api.content.sections({ type: 'home' })
    expect(moved.sections.map(({ id }) => id)).toEqual(['b', 'a'])
  })

  test('of a type without sections are an empty list', async () => {
    expect(await shop.visitor().api.content.sections({ type: 'anything' })).toEqual({ sections: [] })
  })
})

test('the owner writes a page, which shoppers read while it is published', async () => {
  const owner = await openOwner(shop)
  const banner = {
    kind: 'banner' as const,
    title: pair('Tea', '茶'),
    text: pair('', ''),
    image: null,
    link: '/store',
    linkText: pair('Shop', '逛逛'),
  }
  const page = { page: 'story', title: pair('Our story', '我们的故事'), blocks: [banner] }
  expect(await owner.staff.writePage(page)).toEqual({ stored: 'story' })
  const read = () => shop.visitor().api.content.page({ pageName: 'story' })
  expect(await read()).toMatchObject({ title: page.title, blocks: [banner] })
  await owner.staff.writePage({ ...page, published: false })
  await expect(read()).rejects.toMatchObject({ status: 404 })
})
