/** What each sum on a bill is called; tips and coupons. */
export const moneyMessages = {
  'money.bottle_deposit': ['Bottle deposit', '瓶罐押金'],
  'money.delivery': ['Delivery', '配送费'],
  'money.tip': ['Tip', '小费'],
  'money.credit': ['Store credit', '储值余额'],
  'money.balance': ['To be paid later', '之后付'],
  'money.due_now': ['To pay now', '现在付'],
} as const
