import { describe, expect, it } from 'vitest'
import type { AppContent } from '#contract/shell.ts'
import { store } from '#tests/shell-page.tsx'
import {
  accountEntry,
  hasCompanyLines,
  hasCurrencies,
  hasHeader,
  hasLanguages,
  iconOf,
  logoOf,
  mayPrefetch,
  poweredBy,
  promotionUrl,
  shownPaymentLogos,
  socialLinks,
  storesByDistance,
  storesByProvince,
} from './shell-rules.ts'

type Place = 'miniProgram' | 'alipay' | 'phone' | 'desk'
const placesOf = (place: Place) =>
  ({
    isWmp: place === 'miniProgram',
    isAac: place === 'alipay',
    isMobile: place !== 'desk',
    isDeskTop: place === 'desk',
  }) as AppContent['appDetail']
const everywhere: Place[] = ['miniProgram', 'alipay', 'phone', 'desk']

describe('the header', () => {
  const shown = {
    notDisplayheaderInMP: false,
    notDisplayheaderInAli: false,
    notDisplayheaderInMobile: false,
    notDisplayheaderInDesktop: false,
  }
  it.each<[keyof AppContent['headerControl'], Place]>([
    ['notDisplayheaderInMP', 'miniProgram'],
    ['notDisplayheaderInAli', 'alipay'],
    ['notDisplayheaderInMobile', 'phone'],
    ['notDisplayheaderInDesktop', 'desk'],
  ])('is hidden by %s in %s only', (flag, place) => {
    const headerControl = { ...shown, [flag]: true }
    const without = everywhere.filter((other) => !hasHeader({ appDetail: placesOf(other), headerControl }))
    expect(without).toEqual([place])
  })

  it.each<['1' | '2', string | undefined, string | null]>([
    ['2', '/media/logo.svg', '/media/logo.svg'],
    ['2', undefined, null],
    ['2', '', null],
    ['1', '/media/logo.svg', null],
    ['1', undefined, null],
  ])('with the flag %s and the logo %s shows the logo %s', (storeLogo, imageURL, logo) => {
    expect(logoOf({ storeLogo, logo: { imageURL } })).toBe(logo)
  })

  it.each([
    ['/f.svg', '/l.svg', '/f.svg'],
    [undefined, '/l.svg', '/l.svg'],
    ['', '/l.svg', '/l.svg'],
    [undefined, undefined, '/icon-192.png'],
  ])('with the favicon %s and the logo %s the app has the icon %s', (favicon, logo, icon) => {
    expect(iconOf({ favicon: { imageURL: favicon }, logo: { imageURL: logo } })).toBe(icon)
  })

  const somebody = { name: 'Li', email: 'li@shop.example', phone: null, locale: 'en' as const, profileImage: null }
  it.each([
    ['a guest', true, null, null, '/account/login'],
    ['a member', true, somebody, 'm1', '/user/list'],
    ['a user without an id', true, somebody, null, '/account/login'],
    ['an id without a user', true, null, 'm1', '/account/login'],
    ['a guest where accounts are closed', false, null, null, undefined],
    ['a member where accounts are closed', false, somebody, 'm1', undefined],
  ])('links %s (accounts enabled: %s) to the right account page', (_, enableUserAccounts, user, userID, to) => {
    const appContent = { system: { appConfig: { enableUserAccounts } } } as AppContent
    expect(accountEntry({ appContent, user, userID })?.to).toBe(to)
  })
})

describe('language and currency', () => {
  const system = (supportedLanguages: string[], codes: string[]) =>
    ({
      system: {
        appConfig: { supportedLanguages },
        payment: { exchangeCurrencies: codes.map((currencyCode) => ({ currencyCode })) },
      },
    }) as AppContent
  it.each([
    [['en', 'zh'], ['USD'], true, true],
    [['en', 'zh'], [], true, false],
    [['en'], ['USD'], false, true],
    [['zh'], [], false, false],
  ])(
    'with the languages %j and the currencies %j a choice is offered: %s, %s',
    (languages, codes, canSpeak, canExchange) => {
      const app = system(languages, codes)
      expect([hasLanguages(app), hasCurrencies(app)]).toEqual([canSpeak, canExchange])
    },
  )
})

describe('the footer', () => {
  it.each<[Place, boolean, boolean]>([
    ['desk', false, true],
    ['desk', true, true],
    ['phone', true, true],
    ['alipay', true, true],
    ['miniProgram', false, true],
    ['miniProgram', true, false],
  ])('on %s with hidePowerBy %s has the company lines: %s', (place, hidePowerBy, has) => {
    const system = { appConfig: { hidePowerBy } } as AppContent['system']
    expect(hasCompanyLines({ appDetail: placesOf(place), system })).toBe(has)
  })

  const payment = (isOn: boolean) => ({
    supportVisa: isOn,
    supportMasterCard: isOn,
    supportAmex: isOn,
    supportPayPal: isOn,
    supportWeChatPay: isOn,
    supportAliPay: isOn,
    supportUnionPay: isOn,
    supportInterac: isOn,
    supportApplePay: isOn,
    supportGooglePay: isOn,
  })
  const brandsOf = (place: Place, flags: object) =>
    shownPaymentLogos({ appDetail: placesOf(place), system: { payment: flags } as AppContent['system'] }).map(
      ([, brand]) => brand,
    )
  const wallets = ['PayPal', 'WeChat Pay', 'Alipay', 'UnionPay']
  const all = ['Visa', 'Mastercard', 'Amex', 'Interac', 'Apple Pay', 'Google Pay', ...wallets]
  it.each<[Place, object, string[]]>([
    ['desk', payment(true), all],
    ['phone', payment(true), all],
    ['miniProgram', payment(true), all],
    ['alipay', payment(true), ['Alipay']],
    ['alipay', { ...payment(true), supportAliPay: false }, []],
    ['desk', payment(false), []],
    ['desk', { ...payment(true), supportVisa: false }, all.slice(1)],
    ['desk', { ...payment(false), supportAmex: true }, ['Amex']],
  ])('on %s with %j has the payment marks %j', (place, flags, brands) => {
    expect(brandsOf(place, flags)).toEqual(brands)
  })

  const works = { hidePowerBy: false, powerByName: 'Works', showPowerByNameOnly: false }
  const partner = { name: 'Works', href: null }
  it.each<[Parameters<typeof poweredBy>[0], ReturnType<typeof poweredBy>]>([
    [works, { hasProvider: true, isJoined: true, partner }],
    [
      { ...works, showPowerByNameOnly: true },
      { hasProvider: false, isJoined: false, partner },
    ],
    [
      { ...works, powerByName: undefined },
      { hasProvider: true, isJoined: false, partner: null },
    ],
    [
      { ...works, powerByFullUrl: 'works.example' },
      { hasProvider: true, isJoined: true, partner: { name: 'Works', href: 'https://works.example' } },
    ],
    [
      { ...works, powerByFullUrl: 'javascript:alert(1)' },
      { hasProvider: true, isJoined: true, partner },
    ],
    [{ ...works, hidePowerBy: true }, null],
    [{ ...works, powerByName: undefined, showPowerByNameOnly: true }, null],
    [{ ...works, powerByName: '  ', showPowerByNameOnly: true }, null],
  ])('with %j shows powered by %j', (config, shown) => {
    expect(poweredBy(config)).toEqual(shown)
  })
})

describe('the WeChat promotion', () => {
  it.each([
    [true, 'https://wxaurl.cn/promotion', 'https://wxaurl.cn/promotion'],
    [true, 'weixin://dl/business/?t=abc', 'weixin://dl/business/?t=abc'],
    [true, undefined, null],
    [true, '', null],
    [true, 'javascript:alert(1)', null],
    [false, 'https://wxaurl.cn/promotion', null],
  ])('with enabled %s and the address %s opens %s', (isOn, address, opened) => {
    const appConfig = { enableWeChatMiniProgramPromotion: isOn, weChatMiniProgramPromotionURL: address }
    expect(promotionUrl({ appConfig } as AppContent['system'])).toBe(opened)
  })
})

describe('social icons', () => {
  const nobody = { instagram: {}, facebook: {}, twitter: {}, youTube: {}, linkedin: {}, pinterest: {} }
  const page = (name: string) => ({ pageURL: `https://${name}.example/a` })
  const everybody = {
    instagram: { userName: 'lantern', ...page('instagram') },
    facebook: page('facebook'),
    twitter: page('twitter'),
    youTube: page('youtube'),
    linkedin: page('linkedin'),
    pinterest: page('pinterest'),
  }
  const five = ['instagram', 'facebook', 'twitter', 'youtube', 'linkedin']
  it.each<[Parameters<typeof socialLinks>[0]['social'], string[]]>([
    [nobody, []],
    [everybody, [...five, 'pinterest']],
    [{ ...nobody, instagram: page('instagram') }, []],
    [{ ...nobody, instagram: { userName: '  ', ...page('instagram') } }, []],
    [{ ...nobody, instagram: { userName: '@lantern' } }, ['instagram']],
    [{ ...nobody, facebook: { pageURL: '' } }, []],
    [{ ...nobody, twitter: page('twitter') }, ['twitter']],
    [{ ...nobody, youTube: page('youtube') }, ['youtube']],
    [{ ...nobody, linkedin: page('linkedin') }, ['linkedin']],
    [{ ...nobody, pinterest: page('pinterest') }, ['pinterest']],
    [{ ...nobody, facebook: { pageURL: 'javascript:alert(1)' } }, []],
  ])('of %j in the footer are %j', (social, icons) => {
    expect(socialLinks({ social }, 'footer').map(({ icon }) => icon)).toEqual(icons)
  })

  it('of the side menu exclude Pinterest', () => {
    expect(socialLinks({ social: everybody }, 'side-menu').map(({ icon }) => icon)).toEqual(five)
  })

  it('link to the Instagram page, else to the profile of the user', () => {
    const href = (instagram: object) => socialLinks({ social: { ...nobody, instagram } }, 'footer')[0]?.href
    expect(href({ userName: 'lantern', pageURL: 'https://a.example' })).toBe('https://a.example')
    expect(href({ userName: '@lantern' })).toBe('https://www.instagram.com/lantern')
  })
})

it('stores are grouped by province', () => {
  const away = { ...store('burnaby', 'Burnaby'), address: { ...store('', 'Burnaby').address, province: 'BC' } }
  const found = storesByProvince([store('markham', 'Markham'), away, store('toronto', 'Toronto')])
  expect([...found].map(([province, stores]) => [province, stores.map(({ id }) => id)])).toEqual([
    ['ON', ['markham', 'toronto']],
    ['BC', ['burnaby']],
  ])
})

it('stores are sorted by distance, those without coordinates last in their order', () => {
  const at = (id: string, latitude: number) => ({ ...store(id, id), point: { latitude, longitude: -79 } })
  const stores = [store('unknown', 'A'), at('far', 45), store('other', 'B'), at('near', 43.1)]
  const found = storesByDistance(stores, { latitude: 43, longitude: -79 })
  expect(found.map(({ store, km }) => [store.id, km && Math.round(km)])).toEqual([
    ['near', 11],
    ['far', 222],
    ['unknown', null],
    ['other', null],
  ])
})

it.each([
  [undefined, true],
  [{}, true],
  [{ effectiveType: '4g', saveData: false }, true],
  [{ effectiveType: '3g' }, true],
  [{ effectiveType: '2g' }, false],
  [{ effectiveType: 'slow-2g' }, false],
  [{ effectiveType: '4g', saveData: true }, false],
])('on a connection of %j prefetching is allowed: %s', (connection, may) => {
  expect(mayPrefetch(connection)).toBe(may)
})
