import { renderToString } from 'react-dom/server'
import { createRoutesStub, Outlet } from 'react-router'
import { messages } from '#contract/messages.ts'
import type { AppContent, AppInfo, MenuItem } from '#contract/shell.ts'
import type { ShellData } from '#storefront/core/shell-data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { ShopUi } from '#storefront/core/shop-ui.tsx'
import Shell from '#storefront/shell/shell.tsx'
import { HeadOfShop } from '#storefront/shell/shop-head.tsx'

/** A selectable store. */
export const store = (id: string, city: string) => ({
  id,
  display: true,
  virtual: false,
  localStoreName: { en: `Store in ${city}`, zh: `${city}店` },
  address: {
    streetNumberAndNameDetails: '1 Main Street',
    city,
    province: 'ON',
    postCode: 'L3R 2G9',
    country: 'CA' as const,
  },
  phone: '416-555-0100',
  timeZone: 'America/Toronto',
  hours: [],
  exceptions: [],
  methods: ['PICKUP' as const],
  mapUrl: 'https://map.example',
})

/** A menu entry. */
export const link = (name: string, to?: string): MenuItem => ({ name, link: to, linkActionType: 'INTERNAL_LINK' })

/** A shop that shows every part of the shell. */
export const renderedShop: AppInfo = {
  user: null,
  userID: null,
  lastLoginDate: null,
  myID: null,
  referrerUserGroup: null,
  membership: null,
  memberPrices: false,
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
      utcOffset: null,
      providerURL: 'https://maker.example',
      analytics: 'none',
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
        supportInterac: true,
        supportApplePay: true,
        supportGooglePay: true,
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
        weChatMiniProgramPromotionURL: 'https://wxaurl.cn/given',
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
      <ShopUi>
        <Outlet />
      </ShopUi>
    </>
  )
}

function Component() {
  return <h1>Page</h1>
}

/** A change to the rendered shop. */
export type Change = (app: AppContent, info: AppInfo) => void

/** The HTML of a page of `renderedShop` with one change. */
export function renderShell(change: Change = () => {}, data: Partial<ShellData> = {}, path = '/home'): string {
  const info = structuredClone(renderedShop)
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

export const count = (html: string, text: string) => html.split(text).length - 1

// The first rendering starts lazy imports, so that they are loaded for later renderings.
renderShell()
await import('#storefront/shell/dialogs/dialogs.tsx')
await new Promise(setImmediate)
