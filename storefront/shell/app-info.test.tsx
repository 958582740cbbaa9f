import { renderToString } from 'react-dom/server'
import { createRoutesStub, Outlet } from 'react-router'
import { expect, it } from 'vitest'
import { messages } from '#contract/messages.ts'
import type { AppContent, AppInfo, MenuItem } from '#contract/shell.ts'
import { useShop } from '#storefront/shop.ts'
import { HeadOfShop } from './head-of-shop.tsx'
import Shell from './shell.tsx'
import type { ShellData } from './shell-data.ts'

const store = (id: string, city: string) => ({
  id,
  display: true,
  virtual: false,
  localStoreName: { en: `Store in ${city}`, zh: `${city}店` },
  address: { streetNumberAndNameDetails: '1 Main Street', city, province: 'ON', postCode: 'L3R 2G9' },
  phone: '416-555-0100',
  timeZone: 'America/Toronto',
  hours: [],
  exceptions: [],
  methods: ['PICKUP' as const],
  mapUrl: 'https://map.example',
})

const link = (name: string, to?: string): MenuItem => ({ name, link: to, linkActionType: 'INTERNAL_LINK' })

/** A shop in which every part of the shell shows. */
const shop: AppInfo = {
  user: null,
  userID: null,
  lastLoginDate: null,
  myID: null,
  referrerUserGroup: null,
  membership: null,
  appContent: {
    storeName: 'Lantern Lane',
    storeLogo: '1',
    logo: { imageURL: '/media/logo.svg' },
    favicon: { imageURL: '/media/favicon.svg' },
    footerLogo: { imageURL: '/media/foot.svg' },
    appDetail: {
      isWmp: false,
      wmpBind: false,
      appDomain: 'https://lantern.example',
      cdnpath: 'https://cdn.example',
      caid: 'shop-1',
      isAac: false,
      isMobile: false,
      isDeskTop: true,
      locid: 'markham',
      locname: 'Store in Markham',
      version: '1.0.0',
      serverTime: '2026-11-20T15:00:00Z',
    },
    labels: {},
    css: {
      varFooter: { color: '#ffffff', background: '#222222' },
      varButton: { color: '#ffffff', background: '#a03010' },
      varSideMenu: { color: '#222222', background: '#ffffff' },
      varHeaderNavActive: { color: '#a03010', background: '#ffffff' },
    },
    navigation: {
      headerMenu: [link('Tea', 'products/tea')],
      sideMenu: [link('Everything', 'store')],
      footerMenu: [link('About', 'page/about')],
      footerTabs: [link('Basket', 'checkout/cart')],
    },
    headerControl: {
      notDisplayheaderInMP: false,
      notDisplayheaderInAli: false,
      notDisplayheaderInMobile: false,
      notDisplayheaderInDesktop: false,
    },
    system: {
      appMessage: { currentLocale: 'en', applicationMessage: { messages: messages.en } },
      social: {
        instagram: { userName: 'lantern' },
        facebook: { pageURL: 'https://facebook.example/a' },
        twitter: { pageURL: 'https://twitter.example/a' },
        youTube: { pageURL: 'https://youtube.example/a' },
        linkedin: { pageURL: 'https://linkedin.example/a' },
        pinterest: { pageURL: 'https://pinterest.example/a' },
      },
      payment: {
        supportVisa: true,
        supportMasterCard: true,
        supportAmex: true,
        supportPayPal: true,
        supportWeChatPay: true,
        supportAliPay: true,
        supportUnionPay: true,
        defaultCurrency: { currencyType: 'CAD', currencyCode: 'CAD' },
        exchangeCurrencies: [{ currencyCode: 'USD' }],
      },
      appConfig: {
        hidePowerBy: false,
        powerByName: 'Works',
        powerByFullUrl: 'https://works.example',
        showPowerByNameOnly: false,
        enableUserAccounts: true,
        enableCheckout: true,
        enableMultiLocationSelection: true,
        enableWeChatMiniProgramPromotion: true,
        supportedLanguages: ['en', 'zh'],
      },
      storeLocations: [store('markham', 'Markham'), store('toronto', 'Toronto')],
    },
  },
}

function Root() {
  const { app } = useShop()
  return (
    <>
      <HeadOfShop app={app} nonce={undefined} />
      <Outlet />
    </>
  )
}

function Component() {
  return <h1>Page</h1>
}

type Change = (app: AppContent, info: AppInfo) => void

function render(change: Change = () => {}, data: Partial<ShellData> = {}, path = '/home'): string {
  const info = structuredClone(shop)
  change(info.appContent, info)
  const Page = createRoutesStub([
    {
      id: 'root',
      Component: Root,
      children: [{ id: 'shell', Component: Shell, children: [{ path: '*', Component }] }],
    },
  ])
  const shell: ShellData = { cart: null, chosenCurrency: null, isWeChat: true, ...data }
  return renderToString(<Page initialEntries={[path]} hydrationData={{ loaderData: { root: info, shell } }} />)
}

const count = (html: string, text: string) => html.split(text).length - 1

it.each<[string, Change]>([
  ['storeName', (app) => (app.storeName = 'Another')],
  ['storeLogo', (app) => (app.storeLogo = '2')],
  ['favicon', (app) => (app.favicon.imageURL = '/media/other.svg')],
  ['footerLogo', (app) => (app.footerLogo.imageURL = undefined)],
  ['isWmp', (app) => (app.appDetail.isWmp = true)],
  ['isAac', (app) => (app.appDetail.isAac = true)],
  ['appDomain', (app) => (app.appDetail.appDomain = 'https://other.example')],
  ['cdnpath', (app) => (app.appDetail.cdnpath = 'https://cdn2.example')],
  ['caid', (app) => (app.appDetail.caid = 'shop-2')],
  ['locid', (app) => (app.appDetail.locid = 'toronto')],
  ['locname', (app) => (app.appDetail.locname = 'Elsewhere')],
  ['serverTime', (app) => (app.appDetail.serverTime = '2027-11-20T15:00:00Z')],
  ['varFooter.color', (app) => (app.css.varFooter.color = '#eeeeee')],
  ['varFooter.background', (app) => (app.css.varFooter.background = '#111111')],
  ['varButton.color', (app) => (app.css.varButton.color = '#fff8f0')],
  ['varButton.background', (app) => (app.css.varButton.background = '#104080')],
  ['varSideMenu.color', (app) => (app.css.varSideMenu.color = '#000000')],
  ['varSideMenu.background', (app) => (app.css.varSideMenu.background = '#fff8f0')],
  ['varHeaderNavActive.color', (app) => (app.css.varHeaderNavActive.color = '#104080')],
  ['varHeaderNavActive.background', (app) => (app.css.varHeaderNavActive.background = '#eeeeee')],
  ['headerMenu', (app) => (app.navigation.headerMenu = [link('Bread', 'products/bread')])],
  ['sideMenu', (app) => (app.navigation.sideMenu = [])],
  ['footerMenu', (app) => (app.navigation.footerMenu = [])],
  ['footerTabs', (app) => (app.navigation.footerTabs = [])],
  ['notDisplayheaderInDesktop', (app) => (app.headerControl.notDisplayheaderInDesktop = true)],
  ['currentLocale', (app) => (app.system.appMessage.currentLocale = 'zh')],
  ['messages', (app) => (app.system.appMessage.applicationMessage.messages = messages.zh)],
  ['instagram', (app) => (app.system.social.instagram = { pageURL: 'https://instagram.example' })],
  ['facebook', (app) => (app.system.social.facebook = {})],
  ['twitter', (app) => (app.system.social.twitter = {})],
  ['youTube', (app) => (app.system.social.youTube = {})],
  ['linkedin', (app) => (app.system.social.linkedin = {})],
  ['pinterest', (app) => (app.system.social.pinterest = {})],
  ['supportVisa', (app) => (app.system.payment.supportVisa = false)],
  ['supportMasterCard', (app) => (app.system.payment.supportMasterCard = false)],
  ['supportAmex', (app) => (app.system.payment.supportAmex = false)],
  ['supportPayPal', (app) => (app.system.payment.supportPayPal = false)],
  ['supportWeChatPay', (app) => (app.system.payment.supportWeChatPay = false)],
  ['supportAliPay', (app) => (app.system.payment.supportAliPay = false)],
  ['supportUnionPay', (app) => (app.system.payment.supportUnionPay = false)],
  ['currencyType', (app) => (app.system.payment.defaultCurrency.currencyType = 'dollar')],
  ['currencyCode', (app) => (app.system.payment.defaultCurrency.currencyCode = 'EUR')],
  ['exchangeCurrencies', (app) => (app.system.payment.exchangeCurrencies = [])],
  ['hidePowerBy', (app) => (app.system.appConfig.hidePowerBy = true)],
  ['powerByName', (app) => (app.system.appConfig.powerByName = 'Others')],
  ['powerByFullUrl', (app) => (app.system.appConfig.powerByFullUrl = undefined)],
  ['showPowerByNameOnly', (app) => (app.system.appConfig.showPowerByNameOnly = true)],
  ['enableUserAccounts', (app) => (app.system.appConfig.enableUserAccounts = false)],
  ['enableCheckout', (app) => (app.system.appConfig.enableCheckout = false)],
  ['enableMultiLocationSelection', (app) => (app.system.appConfig.enableMultiLocationSelection = false)],
  ['enableWeChatMiniProgramPromotion', (app) => (app.system.appConfig.enableWeChatMiniProgramPromotion = false)],
  ['supportedLanguages', (app) => (app.system.appConfig.supportedLanguages = ['en'])],
  ['storeLocations', (app) => app.system.storeLocations.pop()],
  [
    'user',
    (_, info) =>
      Object.assign(info, {
        user: { name: 'Li', email: 'li@shop.example', phone: null, locale: 'en', profileImage: null },
        userID: 'm1',
      }),
  ],
])('the page follows %s', (_, change) => {
  expect(render(change)).not.toBe(render())
})

it.each<[string, Change]>([
  ['notDisplayheaderInMP', (app) => Object.assign(app.appDetail, { isWmp: true, isMobile: true, isDeskTop: false })],
  ['notDisplayheaderInAli', (app) => Object.assign(app.appDetail, { isAac: true, isMobile: true, isDeskTop: false })],
  ['notDisplayheaderInMobile', (app) => Object.assign(app.appDetail, { isMobile: true, isDeskTop: false })],
  ['notDisplayheaderInDesktop', () => {}],
])('%s hides the header in its own environment only', (name, enter) => {
  const hide = (app: AppContent) => Object.assign(app.headerControl, { [name]: true })
  const hidden = render((app, info) => {
    enter(app, info)
    hide(app)
  })
  expect(hidden).toContain('floating-header')
  expect(render(enter)).not.toContain('floating-header')
  const elsewhere: Change = (app) => {
    app.appDetail.isMobile = name === 'notDisplayheaderInDesktop'
    app.appDetail.isDeskTop = !app.appDetail.isMobile
    hide(app)
  }
  expect(render(elsewhere)).not.toContain('floating-header')
})

it('takes pictures from the content-delivery path unless they are https', () => {
  expect(render((app) => (app.storeLogo = '2'))).toContain('src="https://cdn.example/media/logo.svg"')
  const own = render((app) => {
    app.storeLogo = '2'
    app.logo.imageURL = 'https://own.example/logo.svg'
  })
  expect(own).toContain('src="https://own.example/logo.svg"')
  const nameless = render((app) => {
    app.storeLogo = '2'
    app.logo = {}
  })
  expect(nameless).toMatch(/class="brand"[^>]*>Lantern Lane</)
})

it('shows only Alipay inside the payment app', () => {
  const html = render((app) => {
    app.appDetail.isAac = true
  })
  expect(count(html, 'data-mark=')).toBe(1)
  expect(html).toContain('data-mark="Alipay"')
})

it('keeps the room of the mini-program’s own foot and offers its contact page', () => {
  const html = render((app) => Object.assign(app.appDetail, { isWmp: true, wmpBind: true }))
  expect(html).toContain('footer-spacer')
  expect(html).toContain('Contact us')
  expect(html).not.toContain('<footer')
})

const cartOf = (itemCount: number) => ({ itemCount }) as ShellData['cart']

it('counts the lines of the cart in its badge, up to 99', () => {
  expect(render()).not.toContain('class="badge"')
  expect(render(undefined, { cart: cartOf(0) })).not.toContain('class="badge"')
  expect(render(undefined, { cart: cartOf(1) })).toContain('aria-label="Cart, 1 item"')
  expect(render(undefined, { cart: cartOf(3) })).toContain('aria-label="Cart, 3 items"')
  expect(render(undefined, { cart: cartOf(120) })).toContain('>99+<')
})

it('hides the menu on campaign pages, and the cart on their list', () => {
  expect(render()).toContain('class="header-menu"')
  expect(render(undefined, {}, '/store/groupCampaign/m1')).not.toContain('class="header-menu"')
  expect(render(undefined, {}, '/store/groupCampaign/m1')).toContain('cart-link')
  expect(render(undefined, {}, '/store/groupCampaigns')).not.toContain('cart-link')
})

it('never offers a hidden or virtual store', () => {
  const html = render((app) => {
    const [, second] = app.system.storeLocations
    app.system.storeLocations.push({ ...store('hidden', 'Nowhere'), display: false })
    if (second) second.virtual = true
  })
  expect(html).toContain('value="markham"')
  expect(html).not.toContain('value="hidden"')
  expect(html).not.toContain('value="toronto"')
})

it('promises nothing of WeChat outside WeChat', () => {
  expect(render(undefined, { isWeChat: false })).not.toContain('class="promotion"')
})
