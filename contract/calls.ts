/**
 * Table 1: every call of the specification (section 7), as data.
 *
 * A row reads `[who] METHOD /path[?query names]`, below `/api/istore/client`. Who may: `anyone` (left out), `shopper`
 * (a visitor; gets a session when there is something to remember), `member` (signed in), `referrer` (a member who joined a referral group),
 * `staff` (`staff-calls.ts`).
 * Names after `?` travel in the query string of a call that has a body. Spellings are the wire's.
 */
export const calls = {
  shell: {
    appInfo: 'GET /common3/appInfoInit',
    changeLocale: 'GET /common3/changeLocale/:locale',
    timeZone: 'POST /common3/timeZoneInfo/GMT',
  },
  content: {
    page: 'GET /common3/pageContent',
    sections: 'GET /common3/sectionTemplateByType/:type',
    submitForm: 'POST /message/submitForm',
  },
  account: {
    signIn: 'POST /common3/signon',
    register: 'POST /common3/clientRegistration',
    signOut: 'GET /common3/logout',
    forgotPassword: 'GET /common3/forgotPassword',
    resetForgotten: 'POST /common3/resetPasswordExternal',
    changePassword: 'member POST /admin/userManagement/resetPassword',
    update: 'member PUT /admin/userManagement/userInfo',
    addresses: 'member GET /admin/userManagement/getAddresses/:id/type/:type',
    updateAddresses: 'member POST /admin/userManagement/updateAddresses/:id/:type',
    uploadPicture: 'member POST /admin/userManagement/image/upload',
    picture: 'member GET /image/user/:id',
  },
  locations: {
    countries: 'GET /common3/supportedCountries',
    provinces: 'GET /common3/provinces/:country',
    pickup: 'GET /common3/pickupLocations',
    select: 'POST /common3/setSelectedStoreLocation',
    delivery: 'POST /common3/deliveryLocations?fissionCampaignId',
  },
  referral: {
    overview: 'referrer GET /admin/trackingManagement/referrer/userTracking/GeneralInfo/',
    members: 'referrer GET /admin/trackingManagement/referrer/userTracking/usersIntroduced',
    orders: 'referrer GET /admin/trackingManagement/referrer/userTracking/orderIntroduced',
    memberSummary: 'referrer GET /admin/trackingManagement/referrer/summary/user',
    orderSummary: 'referrer GET /admin/trackingManagement/referrer/summary/order',
    groups: 'member GET /admin/userManagement/affiliatedReferralGoups',
    joinGroup: 'member GET /admin/userManagement/joinAffiliatedReferralGoup/:id',
  },
  wechat: {
    settings: 'GET /wechat/enabled',
    signIn: 'POST /wechat/login',
    register: 'POST /wechat/register',
    signInMiniProgram: 'POST /wechat/weChatlogin',
    link: 'member POST /wechat/link',
    linked: 'member GET /wechat/bind',
    liveRooms: 'POST /wechat/weChatLivestreaminfo',
  },
  alipay: {
    signIn: 'POST /alipay/login',
    register: 'POST /alipay/register',
    link: 'member POST /alipay/link',
    settings: 'GET /common3/apaId',
  },
  coupons: {
    list: 'GET /common3/coupons/',
    terms: 'GET /common3/coupons/:code',
    apply: 'shopper GET /shoppingManagement4/couponVerification/:code',
  },
  membership: {
    products: 'member GET /admin/userManagement/membershipProducts',
    own: 'member GET /admin/userManagement/membershipDetail',
  },
  influencers: {
    status: 'member GET /admin/userManagement/influencer/status',
    own: 'member GET /admin/userManagement/influencerProfile',
    apply: 'member POST /admin/userManagement/influencerProfile',
    update: 'member PUT /admin/userManagement/influencerProfile',
    uploadPicture: 'member POST /image/influencer/upload',
    removePicture: 'member DELETE /image/influencer/delete/:id',
    list: 'GET /common3/influencerProfile/list',
    detail: 'GET /common3/influencerProfile/detail/:id',
    like: 'member GET /admin/userManagement/user/like/:id/true',
  },
  verifiedContacts: {
    uploadPhoto: 'member POST /image/verifiedContact/upload',
    create: 'member POST /admin/userManagement/verifiedContact',
    update: 'member PUT /admin/userManagement/verifiedContact',
    idNumber: 'member GET /admin/userManagement/verifiedContact/idNumber',
  },
  currency: {
    rates: 'GET /common3/exchangeRates/',
    rate: 'GET /common3/exchangeRates/:currency',
  },
  campaigns: {
    list: 'GET /common3/campaign/fissionList',
    detail: 'GET /common3/campaign/fission/:id',
    items: 'GET /productManagement2/campaignProductItem/list/all',
    item: 'GET /productManagement2/campaignProductItem/:id',
    joined: 'GET /common3/orders/list',
  },
  catalogue: {
    list: 'GET /productManagement2/products',
    count: 'GET /productManagement2/products/listCount',
    product: 'GET /productManagement/product/:id',
    detail: 'GET /productDetailManagement/productDetail/:id',
    category: 'GET /productManagement2/category/:id',
    categories: 'GET /productManagement/categories/:id',
    brands: 'GET /productManagement/brands',
    tag: 'GET /productManagement2/tag/:id',
    related: 'GET /productManagement2/products/relatedProducts/:id',
    search: 'GET /productManagement2/products/search/:term',
    searchCount: 'GET /productManagement2/products/searchCount/:term',
    addons: 'GET /productManagement2/products/addon',
    inventory: 'GET /inventoryManagement/inventoryByProductAndOptions/:id',
  },
  cart: {
    view: 'shopper GET /shoppingManagement4/myCart',
    add: 'shopper POST /shoppingManagement4/myCart',
    change: 'shopper PUT /shoppingManagement4/myCart',
    remove: 'shopper POST /shoppingManagement4/myCart/delete',
    addAddon: 'shopper POST /shoppingManagement4/iCart',
  },
  campaignCart: {
    view: 'shopper GET /shoppingManagement4/myCart/fc/:id',
    add: 'shopper POST /shoppingManagement4/myCart/fc/:id',
    change: 'shopper PUT /shoppingManagement4/myCart/fc/:id',
  },
  checkout: {
    config: 'shopper GET /shoppingManagement4/checkoutConfig',
    paymentConfig: 'shopper GET /shoppingManagement4/paymentConfig',
    deliveryConfig: 'shopper GET /shoppingManagement4/localDeliveryConfig',
    setMethod: 'shopper POST /shoppingManagement4/updateOrderMethod?fissionCampaignId',
    setPickupSlot: 'shopper POST /shoppingManagement4/orderPickupDateTime?fissionCampaignId',
    setPickupDate: 'shopper POST /shoppingManagement4/orderPickupDate?fissionCampaignId',
    setDeliverySlot: 'shopper POST /shoppingManagement4/orderDeliveryDateTime',
    setContact:
      'shopper POST /shoppingManagement4/orderContactInfo?localStoreName&methodName&tableNumber&fissionCampaignId',
    setDeliveryAddress:
      'shopper POST /shoppingManagement4/orderDeliverInfo?localStoreName&saveToMyProfile&fissionCampaignId',
    setComment: 'shopper POST /shoppingManagement4/updateCustomerComment?fissionCampaignId',
    setTip: 'shopper POST /shoppingManagement4/tips?fissionCampaignId',
    reserve: 'shopper POST /shoppingManagement4/reserve?fissionCampaignId',
  },
  billing: {
    view: 'shopper GET /shoppingManagement4/billing/',
    place: 'shopper POST /shoppingManagement4/billing/:id',
  },
  storeCredit: {
    balance: 'member GET /admin/storeCreditManagement/storeCredit',
    history: 'member GET /admin/storeCreditManagement/storeCreditHistory',
    apply: 'member POST /shoppingManagement4/applyStoreCredit?fissionCampaignId',
    applyToDeposit: 'member POST /shoppingManagement4/applyStoreCreditDeposit?fissionCampaignId',
    pay: 'member POST /shoppingManagement4/storeCreditPayment',
  },
  payments: {
    startOtt: 'shopper POST /shoppingManagement4/requestOTTH5Payment',
    checkOtt: 'shopper POST /shoppingManagement4/checkOttPaymentStatus',
    startCitcon: 'shopper POST /shoppingManagement4/requestCitconH5Payment',
    checkCitcon: 'shopper POST /shoppingManagement4/checkCitconPaymentStatus',
    startIotPay: 'shopper POST /shoppingManagement4/requestIOTPayH5Payment',
    checkIotPay: 'shopper POST /shoppingManagement4/checkIOTPayPaymentStatus',
    startOPay: 'shopper POST /shoppingManagement4/requestOPayH5Payment',
    checkOPay: 'shopper POST /shoppingManagement4/checkOPayPaymentStatus',
    startSnapPayWeChat: 'shopper GET /shoppingManagement4/requestSnapPayPrePayment/h5pay/WECHATPAY',
    startSnapPayAlipay: 'shopper GET /shoppingManagement4/requestSnapPayPrePayment/webpay/ALIPAY',
    startSnapPayUnionPay: 'shopper GET /shoppingManagement4/requestSnapPayPrePayment/webpay/UNIONPAY',
    checkSnapPay: 'shopper POST /shoppingManagement4/checkSnapPayPaymentStatus',
    payPal: 'shopper GET /shoppingManagement4/paymentoption/PayPal',
    startMiniProgram: 'shopper POST /shoppingManagement4/requestWeChatMiniProgramPayment',
    miniProgramPaid: 'shopper POST /shoppingManagement4/processWeChatMiniProgramPayment/success',
    miniProgramFailed: 'shopper POST /shoppingManagement4/processWeChatMiniProgramPayment/error',
  },
  orders: {
    ofCustomer: 'member GET /admin/orderManagement/customer/:id/orders',
    detail: 'shopper GET /admin/orderManagement/order/:id',
    list: 'member GET /admin/orderManagement/orders/list',
    count: 'member GET /admin/orderManagement/orders/count',
    cancel: 'member PUT /admin/orderManagement/cancelOrder/:id',
    comment: 'member PUT /admin/orderManagement/addComment/:id',
  },
} as const

/** The specification's literal spellings where the full path is our reading of it: they answer as the same call. */
export const aliases: Record<string, string> = {
  'coupons.apply': '/couponVerification/:code',
  'verifiedContacts.idNumber': '/verifiedContact/idNumber',
  'catalogue.count': '/products/listCount',
  'catalogue.related': '/products/relatedProducts/:id',
  'catalogue.search': '/products/search/:term',
  'catalogue.searchCount': '/products/searchCount/:term',
  'catalogue.addons': '/products/addon',
  'cart.remove': '/myCart/delete',
  'cart.addAddon': '/iCart',
  'checkout.setMethod': '/updateOrderMethod',
  'checkout.setPickupSlot': '/orderPickupDateTime',
  'checkout.setPickupDate': '/orderPickupDate',
  'checkout.setDeliverySlot': '/orderDeliveryDateTime',
  'checkout.setContact': '/orderContactInfo',
  'checkout.setDeliveryAddress': '/orderDeliverInfo',
  'checkout.setComment': '/updateCustomerComment',
  'checkout.setTip': '/tips',
  'checkout.reserve': '/reserve',
  'billing.place': '/billing/:id',
  'storeCredit.apply': '/applyStoreCredit',
  'storeCredit.applyToDeposit': '/applyStoreCreditDeposit',
  'storeCredit.pay': '/storeCreditPayment',
  'payments.startOtt': '/requestOTTH5Payment',
  'payments.checkOtt': '/checkOttPaymentStatus',
  'payments.startCitcon': '/requestCitconH5Payment',
  'payments.checkCitcon': '/checkCitconPaymentStatus',
  'payments.startIotPay': '/requestIOTPayH5Payment',
  'payments.checkIotPay': '/checkIOTPayPaymentStatus',
  'payments.startOPay': '/requestOPayH5Payment',
  'payments.checkOPay': '/checkOPayPaymentStatus',
  'payments.startSnapPayWeChat': '/requestSnapPayPrePayment/h5pay/WECHATPAY',
  'payments.startSnapPayAlipay': '/requestSnapPayPrePayment/webpay/ALIPAY',
  'payments.startSnapPayUnionPay': '/requestSnapPayPrePayment/webpay/UNIONPAY',
  'payments.checkSnapPay': '/checkSnapPayPaymentStatus',
  'payments.payPal': '/paymentoption/PayPal',
  'payments.startMiniProgram': '/requestWeChatMiniProgramPayment',
  'payments.miniProgramPaid': '/processWeChatMiniProgramPayment/success',
  'payments.miniProgramFailed': '/processWeChatMiniProgramPayment/error',
}

/** GET calls that change state: refused from other sites, never kept by a cache. */
export const changingGets: ReadonlySet<string> = new Set([
  'shell.changeLocale',
  'account.signOut',
  'referral.joinGroup',
  'influencers.like',
  'coupons.apply',
  'payments.startSnapPayWeChat',
  'payments.startSnapPayAlipay',
  'payments.startSnapPayUnionPay',
  'payments.payPal',
])

/** Calls whose body is a file, as the part `file` of a form in parts; and calls that answer one. */
export const fileCalls: ReadonlySet<string> = new Set([
  'account.uploadPicture',
  'influencers.uploadPicture',
  'verifiedContacts.uploadPhoto',
])
export const fileAnswers: ReadonlySet<string> = new Set(['account.picture'])

/** Where the calls of this table live. */
export const clientBase = '/api/istore/client'

export type Access = 'anyone' | 'shopper' | 'member' | 'referrer' | 'staff'

export interface Call {
  /** `area.operation`, the one name of a call everywhere. */
  name: string
  access: Access
  method: string
  /** With `:name` for parameters. */
  path: string
  /** What the path lies below. */
  base: string
  /** Names that travel in the query string although the call has a body. */
  query: string[]
}

/** Reads one row of the table. */
export function parseCall(name: string, row: string, base: string = clientBase): Call {
  const words = row.split(' ')
  const [method = '', target = ''] = words.slice(-2)
  const [path = '', query] = target.split('?')
  return {
    name,
    access: words.length === 3 ? (words[0] as Access) : 'anyone',
    method,
    path,
    base,
    query: query?.split('&') ?? [],
  }
}

/** All rows of a table of calls, read. */
export function listCalls(table: Record<string, Record<string, string>> = calls, base: string = clientBase): Call[] {
  return Object.entries(table).flatMap(([area, rows]) =>
    Object.entries(rows).map(([operation, row]) => parseCall(`${area}.${operation}`, row, base)),
  )
}
