import type { Row } from '../languages.ts'

/**
 * Texts that say what each check of the audit found wrong. `npm run shop -- audit` and the email to the store show
 * these texts.
 */
export const auditTexts = {
  order_unpaid: ['Paid orders without all of their money', '已付款的订单，收到的钱却不够数'],
  balance_unpaid: ['Orders whose balance was paid with another amount', '尾款与实收金额不符的订单'],
  money_of_unpaid_order: ['Orders that took money and do not count as paid', '收了钱却不算已付款的订单'],
  unreturned_money: ['Payments that count as refunded, but were not refunded in full', '标为已退、却没有退全的款项'],
  unreturned_of_cancelled: ['Cancelled orders whose money was not returned', '已取消、钱却没有退还的订单'],
  attempt_refunds: ['Payments whose refunds have another sum', '退款合计对不上的付款'],
  order_refunds: ['Orders whose refunds have another sum', '退款合计对不上的订单'],
  given_back: ['Orders with more money given back in person than was paid in person', '当面退还多于当面所收的订单'],
  refund_history: ['Refunds without a history', '没有经过记录的退款'],
  order_sum: ['Orders whose total is not the sum of their lines and fees', '总额不等于各项之和的订单'],
  line_sum: ['Orders with a line whose price times pieces is not its sum', '单价乘件数不等于小计的订单'],
  part_sum: ['Orders whose parts for refunds do not add up to the total', '退款分项之和不等于总额的订单'],
  credit_grant: ['Store credit that differs from its entries', '与流水不符的储值余额'],
  credit_of_order: ['Orders whose store credit is in another state', '所用储值状态不对的订单'],
  credit_without_order: ['Store credit that was used by no order', '没有对应订单的储值扣款'],
  credit_returned: ['Orders whose returned store credit has another sum', '退回储值合计对不上的订单'],
  stock_movements: ['Stock that differs from its movements', '与出入库流水不符的库存'],
  stock_holds: ['Stock that is held for nobody, or not held for somebody', '预留件数对不上的库存'],
  hold_without_cart: ['Held pieces whose cart holds nothing', '购物车已不占用、却仍被预留的商品'],
  sold_pieces: ['Orders that took more pieces out of stock than they have', '出库件数多于订购件数的订单'],
  two_orders_of_cart: ['Carts with two live orders', '同时有两个有效订单的购物车'],
  slot_places: ['Times whose places differ from their orders', '占用名额与订单不符的时段'],
  coupon_uses: ['Coupons whose count differs from their uses', '使用次数对不上的优惠券'],
  coupon_of_order: ['Orders whose coupon is in another state', '优惠券状态不对的订单'],
  campaign_counts: ['Group-buys whose counts differ from their orders', '统计与订单不符的团购'],
  campaign_holds: ['Items of group-buys whose held pieces have another sum', '预留件数对不上的团购商品'],
  campaign_places: ['Pickup times of group-buys with another number of people', '人数对不上的团购取货时段'],
  campaign_join: ['Orders of group-buys in another state than the group-buy says', '状态与团购记录不符的团购订单'],
  timeline: ['Orders whose history does not lead to their state', '经过与当前状态对不上的订单'],
  paid_time: ['Paid orders without a time of payment', '没有付款时间的已付款订单'],
  receipt: ['Paid orders whose receipt has waited for more than an hour', '付款一小时后仍未发出收据的订单'],
} as const satisfies Record<string, Row>

/** A check of the audit. */
export type AuditCheck = keyof typeof auditTexts

/**
 * What a check found. `count` says how many subjects are wrong, and `subjects` names the first 20 of these. A subject
 * is, for example, an order's id.
 */
export interface AuditFinding {
  check: AuditCheck
  count: number
  subjects: string[]
}
