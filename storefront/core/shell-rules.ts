import type { Location } from '#contract/locations.ts'
import type { MapPoint } from '#contract/map-point.ts'
import { distanceKm } from '#contract/map-point.ts'
import type { AppContent, AppInfo } from '#contract/shell.ts'
import { externalAddress } from './links.ts'

/** Whether the header is shown in the current environment. */
export function hasHeader({ appDetail, headerControl }: Pick<AppContent, 'appDetail' | 'headerControl'>): boolean {
  if (appDetail.isWmp) return !headerControl.notDisplayheaderInMP
  if (appDetail.isAac) return !headerControl.notDisplayheaderInAli
  if (appDetail.isMobile) return !headerControl.notDisplayheaderInMobile
  return !(appDetail.isDeskTop && headerControl.notDisplayheaderInDesktop)
}

/**
 * The URL of the logo, if the owner chose a logo (`'2'`) and it exists. Null if the shop's name is shown instead.
 */
export function logoOf({ storeLogo, logo }: Pick<AppContent, 'storeLogo' | 'logo'>): string | null {
  return (storeLogo === '2' && logo.imageURL) || null
}

/** The app icon of the shop: the favicon, else the logo, else a default. */
export function iconOf({ favicon, logo }: Pick<AppContent, 'favicon' | 'logo'>): string {
  return favicon.imageURL || logo.imageURL || '/icon-192.png'
}

/** The link to the account if the visitor is signed in, else to the sign-in. Null if the shop has no accounts. */
export function accountEntry({ appContent, user, userID }: Pick<AppInfo, 'appContent' | 'user' | 'userID'>) {
  if (!appContent.system.appConfig.enableUserAccounts) return null
  return user && userID
    ? ({ to: '/user/list', label: 'shell.my_account' } as const)
    : ({ to: '/account/login', label: 'shell.sign_in' } as const)
}

type System = Pick<AppContent, 'system'>

export const hasLanguages = ({ system }: System) => system.appConfig.supportedLanguages.length > 1
export const hasCurrencies = ({ system }: System) => system.payment.exchangeCurrencies.length > 0

/** Whether the footer shows the lines about the company. In the mini-program the owner can hide them. */
export function hasCompanyLines({ appDetail, system }: Pick<AppContent, 'appDetail' | 'system'>): boolean {
  return !appDetail.isWmp || !system.appConfig.hidePowerBy
}

const paymentLogos = [
  ['supportVisa', 'Visa'],
  ['supportMasterCard', 'Mastercard'],
  ['supportAmex', 'Amex'],
  ['supportInterac', 'Interac'],
  ['supportApplePay', 'Apple Pay'],
  ['supportGooglePay', 'Google Pay'],
  ['supportPayPal', 'PayPal'],
  ['supportWeChatPay', 'WeChat Pay', 'payments.snappay_wechat'],
  ['supportAliPay', 'Alipay', 'payments.snappay_alipay'],
  ['supportUnionPay', 'UnionPay', 'payments.snappay_unionpay'],
] as const

/**
 * The payment methods whose logos the shop shows, each with its setting, its brand and an optional text key. In
 * Alipay's browser, the shop shows only Alipay.
 */
export function shownPaymentLogos({ appDetail, system }: Pick<AppContent, 'appDetail' | 'system'>) {
  return paymentLogos.filter(([flag]) => system.payment[flag] && (!appDetail.isAac || flag === 'supportAliPay'))
}

type PowerBy = Pick<
  AppContent['system']['appConfig'],
  'hidePowerBy' | 'powerByName' | 'powerByFullUrl' | 'showPowerByNameOnly'
>
/**
 * The "powered by" line: the software provider, the owner's partner, or both. Null if the owner hides it, or wants only
 * the partner but gave no name.
 */
export function poweredBy({ hidePowerBy, powerByName, powerByFullUrl, showPowerByNameOnly }: PowerBy) {
  const name = powerByName?.trim()
  if (hidePowerBy || (showPowerByNameOnly && !name)) return null
  const href = powerByFullUrl ? externalAddress(powerByFullUrl) : null
  return {
    hasProvider: !showPowerByNameOnly,
    isJoined: !showPowerByNameOnly && Boolean(name),
    partner: name ? { name, href } : null,
  }
}

/**
 * The URL of the mini-program's promotion page. Null if the owner switched the promotion off or set no URL, or if
 * WeChat cannot open the URL.
 */
export function promotionUrl({ appConfig }: Pick<AppContent['system'], 'appConfig'>): string | null {
  const { enableWeChatMiniProgramPromotion, weChatMiniProgramPromotionURL: address = '' } = appConfig
  return enableWeChatMiniProgramPromotion && /^(https|weixin):\/\//i.test(address) ? address : null
}

/**
 * The shop's social links, without unsafe URLs. Instagram needs the owner's user name, and its URL is optional. Each
 * other network needs a URL. Only the footer shows Pinterest.
 */
export function socialLinks({ social }: Pick<AppContent['system'], 'social'>, place: 'footer' | 'side-menu') {
  const { instagram, facebook, twitter, youTube, linkedin, pinterest } = social
  const account = instagram.userName?.trim().replace(/^@/, '')
  const candidates = [
    ['instagram', 'Instagram', account && (instagram.pageURL || `https://www.instagram.com/${account}`)],
    ['facebook', 'Facebook', facebook.pageURL],
    ['twitter', 'Twitter', twitter.pageURL],
    ['youtube', 'YouTube', youTube.pageURL],
    ['linkedin', 'LinkedIn', linkedin.pageURL],
    ['pinterest', 'Pinterest', place === 'footer' ? pinterest.pageURL : undefined],
  ] as const
  return candidates.flatMap(([icon, name, address]) => {
    const href = address ? externalAddress(address) : null
    return href ? [{ icon, name, href }] : []
  })
}

/** The selectable stores by province, in the sequence that the owner chose. */
export function storesByProvince(stores: Location[]): Map<string, Location[]> {
  return Map.groupBy(stores, ({ address }) => address.province)
}

export interface StoreAtDistance {
  store: Location
  /** The distance in kilometres. Null if the store has no coordinates. */
  km: number | null
}

/** Adds to each store its distance from `point`. The nearest store comes first, and stores without coordinates last. */
export function storesByDistance(stores: Location[], point: MapPoint): StoreAtDistance[] {
  return stores
    .map((store) => ({ store, km: store.point ? distanceKm(store.point, point) : null }))
    .sort((a, b) => (a.km ?? Number.MAX_VALUE) - (b.km ?? Number.MAX_VALUE))
}

interface Connection {
  saveData?: boolean
  effectiveType?: string
}
/**
 * Whether prefetching is allowed. It is forbidden on 2g connections and with data saving. If the browser does not
 * report its connection, prefetching is allowed.
 */
export function mayPrefetch(connection: Connection | undefined): boolean {
  return !connection?.saveData && !/2g$/.test(connection?.effectiveType ?? '')
}
