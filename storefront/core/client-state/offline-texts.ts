import type { Row } from '#contract/languages.ts'
/**
 * Texts in every language for two cases: the browser is offline, or app info failed to load. App info has all other
 * texts.
 */
export const offlineTexts = {
  title: ['The shop cannot be reached right now', '暂时连不上店里'],
  text: ['Please try again in a moment. Your cart is safe.', '请稍后再试，购物车还在。'],
  retry: ['Try again', '再试一次'],
  offline: ['You are offline', '现在没有网络'],
  offlineText: [
    'This page has not been opened on this device yet. Pages that you have seen before can still be read.',
    '这一页还没在这台设备上打开过。看过的页面，没有网络也能看。',
  ],
  offlinePrivateText: [
    'Cart, orders and account need a network connection. Nothing in them is lost.',
    '购物车、订单和账户要联网才能打开，里面的内容都还在。',
  ],
  home: ['Back to the shop', '回到店里'],
  reference: ['Reference', '编号'],
} as const satisfies Record<string, Row>
