import type { MenuItem } from '#contract/shell.ts'
import type { ShopSettings } from '#server/content/content.ts'
import { demoScreenshots } from './screenshots.ts'

function link(name: string, zh: string, target: string, icon?: string): MenuItem {
  return { name, nameContent: { en: name, zh }, link: target, linkActionType: 'INTERNAL_LINK', ...(icon && { icon }) }
}

function outside(name: string, zh: string, target: string): MenuItem {
  return { name, nameContent: { en: name, zh }, link: target, linkActionType: 'EXTERNAL_LINK' }
}

function store(name: string, zh: string, storeLocationId: string): MenuItem {
  return {
    name,
    nameContent: { en: name, zh },
    linkActionType: 'SET_LOCATION',
    navLink: { storeLocationId, targetLink: 'store' },
  }
}

function menu(entry: MenuItem, subMenu: MenuItem[]): MenuItem {
  return { ...entry, subMenu }
}

const departments: MenuItem[] = [
  menu(link('Tea bar', '茶饮', 'products/tea-bar'), [
    link('Milk tea', '奶茶鲜奶', 'products/milk-tea'),
    link('Fruit tea', '果茶', 'products/fruit-tea'),
    link('Pure tea', '纯茶', 'products/pure-tea'),
    link('Coffee', '咖啡', 'products/coffee'),
  ]),
  menu(link('Bakery', '烘焙', 'products/bakery'), [
    link('Buns & bread', '面包', 'products/bread'),
    link('Cakes', '蛋糕', 'products/cakes'),
    link('Mooncakes & pastries', '月饼酥点', 'products/pastries'),
  ]),
  menu(link('Kitchen', '熟食', 'products/kitchen'), [
    link('Dumplings', '饺子点心', 'products/dumplings'),
    link('Noodles', '面食', 'products/noodles'),
    link('Rice & bento', '便当饭食', 'products/bento'),
    link('Small plates', '小食', 'products/sides'),
  ]),
  menu(link('Grocer', '杂货', 'products/grocer'), [
    link('Fruit', '水果', 'products/fruit'),
    link('Vegetables', '蔬菜', 'products/vegetables'),
    link('Pantry', '粮油酱料', 'products/pantry'),
    link('Snacks', '零食', 'products/snacks'),
    link('Drinks', '饮料', 'products/drinks'),
    link('Frozen', '冷冻', 'products/frozen'),
  ]),
  link('Gifts', '礼品', 'products/gifts'),
]

const stores: MenuItem[] = [
  store('Markham', '万锦店', 'markham'),
  store('Toronto', '多伦多店', 'downtown'),
  store('Richmond', '列治文店', 'richmond'),
]

/** The demonstration's settings, in the form in which an owner would save them. */
export const demoSettings: ShopSettings = {
  storeName: 'Lantern Lane 灯里',
  storeLogo: '1',
  logo: {},
  favicon: {},
  footerLogo: {},
  appDetail: { appDomain: '', cdnpath: '', caid: '' },
  labels: {
    'shell.rights': { en: 'All rights reserved · Pictures are renderings', zh: '版权所有 · 图片为效果图，以实物为准' },
    'store.search_hint': { en: 'Boba, dumplings, 月饼…', zh: '奶茶、饺子、月饼…' },
    'store.note_hint': { en: '“Less sweet”, “sauce on the side”…', zh: '少放糖、酱料分开……' },
    'cart.empty_text': {
      en: 'The kettle is on and the buns are warm. Have a look around.',
      zh: '茶刚泡上，包子还热着，先逛逛吧。',
    },
    'cart.empty_action': { en: 'See what’s fresh', zh: '看看有什么好吃的' },
    'error.not_found_title': { en: 'This page has been eaten', zh: '这一页被吃掉了' },
    'error.broken_title': { en: 'Something boiled over', zh: '锅里的汤溢出来了' },
    'blog.title': { en: 'Stories & recipes', zh: '灯下闲话' },
    'blog.description': {
      en: 'What we cook, where things come from, and how to make them at home.',
      zh: '店里做了什么、东西从哪来、在家怎么做，都写在这里。',
    },
    'store.popular_terms': {
      en: 'milk tea, dumplings, mooncakes, boba, egg tarts, jasmine rice, lao gan ma, strawberries',
      zh: '奶茶、饺子、月饼、波霸、蛋挞、大米、老干妈、草莓',
    },
  },
  css: {
    varFooter: { color: '#F4EDE1', background: '#211C17' },
    varButton: { color: '#FFFFFF', background: '#CC4116' },
    varSideMenu: { color: '#211C17', background: '#FBF7F0' },
    varHeaderNavActive: { color: '#C53F15', background: '#FBF7F0' },
  },
  navigation: {
    headerMenu: [...departments, link('Group-buys', '团购接龙', 'store/groupCampaigns')],
    sideMenu: [
      link('Home', '首页', 'home'),
      ...departments,
      link('Favourites', '街坊最爱', 'tag/best-seller'),
      link('New this month', '本月新到', 'productlist?cat=all&sort=newest'),
      link('Group-buys', '团购接龙', 'store/groupCampaigns'),
      link('Clearance', '清仓特价', 'clearance'),
      link('Stories & recipes', '灯下闲话', 'blog'),
      menu(link('Stores', '门店', 'page/pickup'), stores),
      menu(link('About us', '关于我们', 'page/about'), [
        link('Our story', '我们的故事', 'page/about'),
        link('Pickup & payment', '自取与付款', 'page/pickup'),
        link('Contact', '联系我们', 'page/contact'),
      ]),
    ],
    footerMenu: [
      menu({ name: 'Shop', nameContent: { en: 'Shop', zh: '逛店' } }, [
        link('Group-buys', '团购接龙', 'store/groupCampaigns'),
        link('All products', '全部商品', 'products/all'),
        link('Tea bar', '茶饮', 'products/tea-bar'),
        link('Bakery', '烘焙', 'products/bakery'),
        link('Brands', '品牌', 'brand'),
        link('Clearance', '清仓特价', 'clearance'),
      ]),
      menu({ name: 'Stores', nameContent: { en: 'Stores', zh: '门店' } }, stores),
      menu({ name: 'Help', nameContent: { en: 'Help', zh: '帮助' } }, [
        link('Pickup & payment', '自取与付款', 'page/pickup'),
        link('Delivery', '配送', 'page/delivery'),
        link('Refunds', '退款', 'page/refunds'),
        link('Contact', '联系我们', 'page/contact'),
        outside('Find us on the map', '地图上找我们', 'https://www.openstreetmap.org/#map=17/43.8655/-79.3108'),
      ]),
      menu({ name: 'Lantern Lane', nameContent: { en: 'Lantern Lane', zh: '灯里' } }, [
        link('Our story', '我们的故事', 'page/about'),
        link('Stories & recipes', '灯下闲话', 'blog'),
        link('Friends of the shop', '灯里达人', 'influencers'),
        link('Privacy', '隐私', 'page/privacy'),
        link('Terms', '条款', 'page/terms'),
        link('Accessibility', '无障碍', 'page/accessibility'),
        link('Catering', '团餐', 'page/catering'),
        link('Lead a group-buy', '当团长', 'page/organisers'),
      ]),
    ],
    footerTabs: [
      link('Home', '首页', 'home', 'home'),
      link('Shop', '商店', 'store', 'shop'),
      link('Cart', '购物车', 'checkout', 'cart'),
      { name: 'Support', nameContent: { en: 'Support', zh: '客服' }, icon: 'support' },
      link('Account', '我的', 'user/list', 'account'),
    ],
  },
  headerControl: {
    notDisplayheaderInMP: false,
    notDisplayheaderInAli: false,
    notDisplayheaderInMobile: false,
    notDisplayheaderInDesktop: false,
  },
  system: {
    social: {
      instagram: { userName: 'lanternlane', pageURL: 'https://www.instagram.com/lanternlane' },
      facebook: { pageURL: 'https://www.facebook.com/lanternlane' },
      twitter: {},
      youTube: { pageURL: 'https://www.youtube.com/@lanternlane' },
      linkedin: {},
      pinterest: {},
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
      exchangeCurrencies: [{ currencyCode: 'USD' }, { currencyCode: 'CNY' }],
    },
    appConfig: {
      hidePowerBy: true,
      showPowerByNameOnly: false,
      enableUserAccounts: true,
      enableCheckout: true,
      enableMultiLocationSelection: true,
      showSoldCounts: true,
      enableWeChatMiniProgramPromotion: false,
      supportedLanguages: ['en', 'zh'],
    },
  },
  screenshots: demoScreenshots,
}

/** Exchange rates, for display. */
export const demoRates = [
  { currency: 'USD', rate: '0.7312' },
  { currency: 'CNY', rate: '5.2184' },
]
