import type { Row } from '../languages.ts'

/** Texts of the back office's page for an order. */
export const orderPageMessages = {
  'order.title': ['Order {code}', '订单 {code}'],
  'order.when': ['When', '时间'],
  'order.placed': ['Placed', '下单时间'],
  'order.customer': ['Customer', '顾客'],
  'order.address': ['Address', '地址'],
  'order.buzzer': ['Buzzer {buzzer}', '门禁 {buzzer}'],
  'order.leave_at_door': ['Leave it at the door', '放门口就好'],
  'order.note': ['Note', '备注'],
  'order.goods': ['Goods', '商品'],
  'order.total': ['Total', '合计'],
  'order.due': ['Still to pay', '还需付款'],
  'order.is_paid': ['Paid', '已付款'],
  'order.accept': ['Accept', '接单'],
  'order.ready': ['Ready', '备好了'],
  'order.handOver': ['Handed over', '已交付'],
  'order.hand_over_due': ['Paid {amount} and handed over', '已收 {amount} 并交付'],
  'order.deliver': ['Handed over', '已送达'],
  'order.sendOut': ['Sent out', '已发出'],
  'order.cancel': ['Cancel the order', '取消订单'],
  'order.cancel_help': ['The whole order is cancelled, and what was paid goes back.', '整单取消，已付的钱会退回。'],
  'order.waits': ['The shopper has not paid yet.', '顾客还没付款。'],
  'order.over': ['Nothing is left to do.', '这个订单已经处理完。'],
  'order.back': ['All open orders', '全部进行中的订单'],
} as const satisfies Record<string, Row>
