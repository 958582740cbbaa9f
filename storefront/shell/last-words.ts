/** What can be said when app info, and with it every text, could not be loaded: both languages at once. */
export const lastWords = {
  title: ['The shop cannot be reached right now', '暂时连不上店里'],
  text: ['Please try again in a moment. Your cart is safe.', '请稍后再试，购物车还在。'],
  retry: ['Try again', '再试一次'],
  reference: ['Reference', '编号'],
} as const
