import type { Location } from '#contract/locations.ts'
import type { AppContent, AppInfo } from '#contract/shell.ts'
import { externalAddress } from './links.ts'

/** Whether the environment that the shop is shown in has the header at all. */
export function hasHeader({ appDetail, headerControl }: Pick<AppContent, 'appDetail' | 'headerControl'>): boolean {
  if (appDetail.isWmp) return !headerControl.notDisplayheaderInMP
  if (appDetail.isAac) return !headerControl.notDisplayheaderInAli
  if (appDetail.isMobile) return !headerControl.notDisplayheaderInMobile
  return !(appDetail.isDeskTop && headerControl.notDisplayheaderInDesktop)
}

/**
 * The address of the logo where the owner chose one (`'2'`) and there is one; null where the shop's name stands for it.
 */
export function logoOf({ storeLogo, logo }: Pick<AppContent, 'storeLogo' | 'logo'>): string | null {
  return (storeLogo === '2' && logo.imageURL) || null
}

/** The mark of the shop as an app: the favicon, else the logo, else a plain one. */
export function iconOf({ favicon, logo }: Pick<AppContent, 'favicon' | 'logo'>): string {
  return favicon.imageURL || logo.imageURL || '/icon-192.png'
}

/** The way to sign in, or to the own account where user and user id are known; null where the shop has no accounts. */
export function accountEntry({ appContent, user, userID }: Pick<AppInfo, 'appContent' | 'user' | 'userID'>) {
  if (!appContent.system.appConfig.enableUserAccounts) return null
  return user && userID
    ? ({ to: '/user/list', label: 'shell.my_account' } as const)
    : ({ to: '/account/login', label: 'shell.sign_in' } as const)
}

type System = Pick<AppContent, 'system'>

export const hasLanguages = ({ system }: System) => system.appConfig.supportedLanguages.length > 1
export const hasCurrencies = ({ system }: System) => system.payment.exchangeCurrencies.length > 0

/** Whether the footer has the company's lines: the mini-program leaves them out where the owner hides them. */
export function hasCompanyLines({ appDetail, system }: Pick<AppContent, 'appDetail' | 'system'>): boolean {
  return !appDetail.isWmp || !system.appConfig.hidePowerBy
}

const marks = [
  ['supportVisa', 'Visa'],
  ['supportMasterCard', 'Mastercard'],
  ['supportAmex', 'Amex'],
  ['supportPayPal', 'PayPal'],
  ['supportWeChatPay', 'WeChat Pay', 'payments.snappay_wechat'],
  ['supportAliPay', 'Alipay', 'payments.snappay_alipay'],
  ['supportUnionPay', 'UnionPay', 'payments.snappay_unionpay'],
] as const

/**
 * The ways to pay that the shop shows: flag, brand and, where it has one, the text; in the payment app's browser only
 * its own.
 */
export function paymentMarks({ appDetail, system }: Pick<AppContent, 'appDetail' | 'system'>) {
  return marks.filter(([flag]) => system.payment[flag] && (!appDetail.isAac || flag === 'supportAliPay'))
}

type PowerBy = Pick<
  AppContent['system']['appConfig'],
  'hidePowerBy' | 'powerByName' | 'powerByFullUrl' | 'showPowerByNameOnly'
>
/**
 * Who runs the shop's software: the provider, unless only the owner's partner shall show; null where there is nobody to
 * name.
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
 * The mini-program's promotion page as WeChat opens it; null where the owner named none, or WeChat would not open it.
 */
export function promotionAddress({ appConfig }: Pick<AppContent['system'], 'appConfig'>): string | null {
  const { enableWeChatMiniProgramPromotion, weChatMiniProgramPromotionURL: address = '' } = appConfig
  return enableWeChatMiniProgramPromotion && /^(https|weixin):\/\//i.test(address) ? address : null
}

/**
 * Where the shop can be followed: Instagram by its user name, the others by their page's address. Pinterest is the
 * footer's alone.
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

/** The stores that can be chosen, by province, in the owner's order. */
export function storesByProvince(stores: Location[]): Map<string, Location[]> {
  return Map.groupBy(stores, ({ address }) => address.province)
}

interface Connection {
  saveData?: boolean
  effectiveType?: string
}
/**
 * Whether what may be wanted next may be fetched: not on 2g, nor for who saves data. A browser that does not say may.
 */
export function mayPrefetch(connection: Connection | undefined): boolean {
  return !connection?.saveData && !/2g$/.test(connection?.effectiveType ?? '')
}
