/** Constants that server and pages share. Section 9 of the specification defines some of them. */
export const productPageSize = 12
export const orderPageSize = 10
/** The maximum number of products in one response, except in a list of memberships. */
export const maxPageSize = 60
/** Products with this tag are offered as add-ons. */
export const addonTag = 'add-on'
/** Products with this tag are marked as the shop's signature products. */
export const signatureTag = 'signature'
export const pollIntervalMs = 2000
/** The poll interval while the shop waits for an e-transfer. */
export const slowPollIntervalMs = 30_000
/** After this time, a page with a pending payment tells the shopper that they may close the page. */
export const pendingTimeoutMs = 60_000
export const installIconDelayMs = 3000
export const copiedNoticeMs = 2000
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
/** Query parameters that any page accepts: the open id, and hints about referrer, table and store. */
export const addressParameters = {
  openId: openIdParameter,
  referId: 'referId',
  referGroup: 'referGroup',
  tableNumber: 'tableNumber',
  location: 'loc',
} as const
/** The number of characters in `/store/groupCampaign/`, which precedes the campaign's id in a path. */
export const campaignPathLength = 21
/** Query parameter for the campaign whose cart the page shows. */
export const campaignParameter = 'FissionSale'

/** Idle time after which a counter device shows its list of staff members again. */
export const counterIdleMs = 15 * 60_000

export const xsrfCookie = 'XSRF-TOKEN'
export const xsrfHeader = 'X-XSRF-TOKEN'
export const localeCookie = 'locale'
/** Query parameter for the page's language, for search engines and shared links. */
export const languageParameter = 'lang'
export const locationCookie = 'location'
export const currencyCookie = 'currency'
/** The environment that the browser itself detected; see `environment.ts`. */
export const environmentCookie = 'environment'
/** Minutes that the visitor's clock is ahead of UTC. */
export const utcOffsetCookie = 'utc_offset'

/** In a request, asks for the page without personal data. In a response, marks the page as free of personal data. */
export const forAnyoneHeader = 'X-For-Anyone'
/** The service worker sets this header on responses from its cache. */
export const cachedHeader = 'X-Kept'

export const linkActions = ['INTERNAL_LINK', 'EXTERNAL_LINK', 'SET_LOCATION'] as const
export const allCategories = 'all'
/**
 * If the server must check each product to count a filtered list, it stops counting at this number. Pages then show
 * "1000+ products".
 */
export const pageCountLimit = 1000
/**
 * Like `pageCountLimit`, but for searches. This limit is lower, because a common word finds so many products in a large
 * shop that counting them takes long.
 */
export const searchCountLimit = 100
/** The highest count of products that a call returns. If there are more products, the call also returns `hasMore`. */
export const maxCount = 100_000
export const maxQuantity = 999
export const maxCartLines = 200
export const maxNoteLength = 140
export const maxCommentLength = 300
/** The highest tip in minor units. The server rejects a larger one, because it is probably a typing error. */
export const maxTip = 100_000
/** The maximum number of claimed coupons in a cart. A further claim replaces the oldest one. */
export const maxClaims = 20
export const maxTipPercent = 100

/** Dietary needs, in display order. */
export const dietaryNeeds = ['vegetarian', 'vegan', 'halal', 'gluten_free'] as const
/** The dietary labels of products: the dietary needs, and "spicy", which is a matter of taste. */
export const diets = [...dietaryNeeds, 'spicy'] as const
export type Diet = (typeof diets)[number]
/** Canada's priority allergens and added sulphites. */
export const allergens = [
  'egg',
  'milk',
  'mustard',
  'peanut',
  'crustaceans',
  'molluscs',
  'fish',
  'sesame',
  'soy',
  'sulphites',
  'tree_nuts',
  'wheat',
] as const

/** The units in which the content of a piece is measured, to show the price per unit. */
export const measureUnits = ['g', 'ml', 'piece'] as const
/** The maximum numbers of options, pictures and variants of a product. An import may store more pictures. */
export const maxOptions = 3
export const maxPictures = 20
export const maxVariants = 200
/** The maximum number of choices in a modifier group. */
export const maxGroupModifiers = 50
/** The most products that staff can add at once from a pasted menu; more would not fit into one request. */
export const maxPastedProducts = 120
/** The maximum number of products in the table in which staff edit many products at once. */
export const maxTableProducts = 300
/** The maximum number of table cells that one call may change. */
export const maxCellsPerRequest = 400
/**
 * Columns of the table in which staff edit many products. `amountColumns` contain the amounts of a variant, and
 * `factColumns` contain its other values. The table also has columns for names.
 */
export const amountColumns = ['price', 'compareAtPrice', 'memberPrice', 'deposit'] as const
export const factColumns = ['barcode', 'grams'] as const

/** The amounts of a sale in the bookkeeping report, besides its taxes. `total` includes the taxes. */
export const saleKeys = ['goods', 'discount', 'fee', 'delivery', 'deposit', 'tip', 'total'] as const
/**
 * The kinds of sums in the bookkeeping report. `sale`: the amounts in `saleKeys`. `tax`: the taxes of sales.
 * `tax_back`: the taxes in refunds. `paid` and `refunded`: money and store credit, by payment method.
 */
export const bookKinds = ['sale', 'tax', 'tax_back', 'paid', 'refunded'] as const

/** The maximum bytes and pixels of an uploaded picture. Pictures of the media library may have more pixels. */
export const maxUploadBytes = 8 * 1024 * 1024
export const maxUploadPixels = 24_000_000
/** Pages whose forms upload files, and the most files per form. */
export const pictureForms: Readonly<Record<string, number>> = {
  '/user/profile': 1,
  '/user/influencer': 1,
  '/user/contacts': 2,
}
/** Days that the shop keeps a verified contact after its last use. */
export const contactDays = 180
/** The maximum number of pictures in an influencer's profile. */
export const maxProfilePictures = 10
/** The maximum number of products in an influencer's profile, and the maximum number of campaigns in it. */
export const maxProfilePicks = 12
/** The maximum number of links from a profile to other sites. */
export const maxSocialLinks = 8

/** A shopper's reasons to cancel an order. */
export const cancelReasons = ['changed_mind', 'wrong_time', 'wrong_items', 'other'] as const
/** The tabs of a member's orders: to pay, in progress, ready, finished, cancelled. */
export const orderGroups = ['to_pay', 'in_progress', 'ready', 'done', 'cancelled'] as const

/** The value of the query parameter `status` in the URL to which a provider returns shoppers who cancel a payment. */
export const cancelledStatus = 'cancelled'

/** The most bytes of text in the shop's QR codes: version 10, correction level M (ISO/IEC 18004). */
export const maxQrTextLength = 213

/** Base paths of the specification's calls, and of the calls that the shop adds. */
export const specificationBase = '/api/istore/client'
export const moreBase = '/api/istore/more'
/** The base path of calls from the back office and the staff commands. */
export const officeBase = '/api/office'
/** The cookie with the back office's token against cross-site request forgery. */
export const officeXsrfCookie = 'office-xsrf'

/** What staff can mark as sold out at a store. */
export const soldOutKinds = ['variant', 'modifier', 'product'] as const
export type SoldOutKind = (typeof soldOutKinds)[number]

/**
 * When a product, variant or modifier that staff marked as sold out is for sale again. `closing`: when the store closes
 * today. `day`: 24 hours after the mark. `manual`: when staff remove the mark.
 */
export const soldOutEnds = ['closing', 'day', 'manual'] as const
export type SoldOutEnd = (typeof soldOutEnds)[number]

/** How staff change the stock of a store. `correct` adds or removes pieces. `undo` reverses an earlier change. */
export const stockChangeKinds = ['receive', 'count', 'correct', 'waste', 'move', 'undo'] as const
export type StockChangeKind = (typeof stockChangeKinds)[number]

/** Why pieces are thrown away or given away. */
export const wasteReasons = ['expired', 'damaged', 'sample', 'wasted'] as const
export type WasteReason = (typeof wasteReasons)[number]

/** Why the stock of a variant changed. */
export const movementReasons = ['received', 'sold', 'returned', 'counted', ...wasteReasons, 'moved', 'undone'] as const
export type MovementReason = (typeof movementReasons)[number]
