export const checkoutMessages = {
  'payments.snappay_wechat': ['WeChat Pay', '微信支付'],
  'payments.snappay_alipay': ['Alipay', '支付宝'],
  'payments.snappay_unionpay': ['UnionPay', '银联'],
  'payments.pay_at_store': ['Pay at the store', '到店付款'],
} as const
