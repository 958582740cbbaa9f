import { locales } from '#contract/languages.ts'
import type { MenuItem } from '#contract/shell.ts'
import type { ShopSettings } from './tables.ts'

const item = (name: string, zh: string, link?: string, icon?: string): MenuItem => ({
  name,
  nameContent: { en: name, zh },
  ...(link && { link, linkActionType: 'INTERNAL_LINK' }),
  ...(icon && { icon }),
})

/** The complete settings of a new shop. */
export const defaultSettings: ShopSettings = {
  storeName: 'My shop 我的店铺',
  storeLogo: '1',
  logo: {},
  favicon: {},
  footerLogo: {},
  appDetail: { appDomain: '', cdnpath: '', caid: '' },
  labels: {},
  css: {
    varFooter: { color: '#f4ede1', background: '#211c17' },
    varButton: { color: '#ffffff', background: '#c23f16' },
    varSideMenu: { color: '#211c17', background: '#fbf7f0' },
    varHeaderNavActive: { color: '#c23f16' },
  },
  navigation: {
    headerMenu: [
      item('Shop', '全部商品', 'productlist?cat=all'),
      item('Clearance', '清仓特价', 'clearance'),
      item('Search', '搜索', 'search'),
    ],
    sideMenu: [
      item('Home', '首页', 'home'),
      item('Shop', '全部商品', 'store'),
      item('Clearance', '清仓特价', 'clearance'),
      item('Search', '搜索', 'search'),
      item('Orders', '我的订单', 'user/orders'),
    ],
    footerMenu: [
      item('Shop', '全部商品', 'store'),
      item('Cart', '购物车', 'checkout/cart'),
      item('My account', '我的账户', 'user/list'),
    ],
    footerTabs: [
      item('Home', '首页', 'home', 'home'),
      item('Shop', '商店', 'store', 'shop'),
      item('Cart', '购物车', 'checkout', 'cart'),
      item('Support', '客服', undefined, 'support'),
      item('Account', '我的', 'user/list', 'account'),
    ],
  },
  headerControl: {
    notDisplayheaderInMP: false,
    notDisplayheaderInAli: false,
    notDisplayheaderInMobile: false,
    notDisplayheaderInDesktop: false,
  },
  system: {
    social: { instagram: {}, facebook: {}, twitter: {}, youTube: {}, linkedin: {}, pinterest: {} },
    payment: {
      supportVisa: false,
      supportMasterCard: false,
      supportAmex: false,
      supportPayPal: false,
      supportWeChatPay: false,
      supportAliPay: false,
      supportUnionPay: false,
      supportInterac: false,
      supportApplePay: false,
      supportGooglePay: false,
      defaultCurrency: { currencyType: 'CAD', currencyCode: 'CAD' },
      exchangeCurrencies: [],
    },
    appConfig: {
      hidePowerBy: true,
      showPowerByNameOnly: false,
      enableUserAccounts: true,
      enableCheckout: true,
      enableMultiLocationSelection: false,
      showSoldCounts: true,
      enableWeChatMiniProgramPromotion: false,
      supportedLanguages: locales,
    },
  },
}
