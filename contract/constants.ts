/** Every constant of the specification (section 9 unless said otherwise), shared by server and pages. */
export const productPageSize = 12
export const orderPageSize = 10
/** Nobody may ask for more products than this at once. */
export const maxPageSize = 60
/** The tag whose products are offered as add-ons. */
export const addonTag = 'add-on'
export const pollIntervalMs = 2000
/** After this long a pending payment says that the page may be closed. */
export const pendingPatienceMs = 60_000
export const installIconDelayMs = 3000
export const copiedMs = 2000
export const mobileBreakpointPx = 768
export const desktopBreakpointPx = 1024
export const footerMaxWidthPx = 1600
export const sideMenuLabelLength = 20
export const submenuLabelLength = 24
export const locationNames = {
  small: { whole: 15, cut: 13 },
  large: { whole: 20, cut: 18 },
} as const
export const sharePopup = { width: 800, height: 500 } as const
export const openIdParameter = 'wmpoid'
/** What any page's address may bring along, beside the open id: hints of who sent it, from where, for which store. */
export const addressParameters = {
  openId: openIdParameter,
  referId: 'referId',
  referGroup: 'referGroup',
  tableNumber: 'tableNumber',
  location: 'loc',
} as const
/** `/store/groupCampaign/` is 21 characters long; what follows is the campaign's id. */
export const campaignPathLength = 21
/** In an address: the campaign whose cart a page is about. */
export const campaignParameter = 'FissionSale'

export const xsrfCookie = 'XSRF-TOKEN'
export const xsrfHeader = 'X-XSRF-TOKEN'
export const localeCookie = 'locale'
/** In an address: the language of that page, for search engines and shared links. */
export const languageParameter = 'lang'
export const locationCookie = 'location'
export const currencyCookie = 'currency'
/** Which environment the browser itself said it is; see `environment.ts`. */
export const environmentCookie = 'environment'
/** How many minutes the visitor's clock is ahead of UTC. */
export const utcOffsetCookie = 'utc_offset'

/** Asks for a page as it is for everybody, and says that one is. */
export const forAnyoneHeader = 'X-For-Anyone'
/** Put by the service worker on an answer that it had kept. */
export const keptHeader = 'X-Kept'

export const linkActions = ['INTERNAL_LINK', 'EXTERNAL_LINK', 'SET_LOCATION'] as const
export const allCategories = 'all'
/** Where a list's products must be counted one by one, its page says no more than this: "1000+ products". */
export const countedOnPages = 1000
/** Of what a search finds: a common word finds more, the larger the shop. */
export const foundOnPages = 100
/** Nor do the calls that count say more than this. */
export const mostCounted = 100_000
export const maxQuantity = 999
export const maxCartLines = 200
export const noteLength = 140
export const commentLength = 300
/** A tip is at most this: more is a slip of the finger. Minor units. */
export const maxTip = 100_000
export const maxTipPercent = 100

/** What people look for in food, in the order in which it is shown. */
export const diets = ['vegetarian', 'vegan', 'halal', 'gluten_free', 'spicy'] as const
export type Diet = (typeof diets)[number]

/** A picture that a member sends: as large as this, and no more pixels than that. */
export const uploadBytes = 8 * 1024 * 1024
export const uploadPixels = 24_000_000
/** The pages whose forms bring files, and how many at once. */
export const pictureForms: Readonly<Record<string, number>> = {
  '/user/profile': 1,
  '/user/influencer': 1,
  '/user/contacts': 2,
}
/** How many days a verified contact is kept after it was used last. */
export const contactDays = 180
/** How many pictures an influencer shows, */
export const maxProfilePictures = 10
/** and how many products and campaigns each. */
export const maxProfilePicks = 12
/** Links of a profile to other sites. */
export const maxSocialLinks = 8

/** Why somebody lets an order go. */
export const cancelReasons = ['changed_mind', 'wrong_time', 'wrong_items', 'other'] as const
/** The tabs of the own orders: waiting for payment, being made, ready to be had, over, cancelled. */
export const orderGroups = ['to_pay', 'in_progress', 'ready', 'done', 'cancelled'] as const

/** The `status` with which PayPal sends a shopper back who cancelled there: ours, in its cancel address. */
export const cancelledStatus = 'cancelled'

/** The longest text that our QR code holds, in bytes: version 10 with correction level M (ISO/IEC 18004). */
export const longestQrText = 213

/** What the calls of the specification lie below, and those that the shop adds. */
export const specificationBase = '/api/istore/client'
export const moreBase = '/api/istore/more'
