import type { Row } from '../languages.ts'

/** Texts of the back office's lists of orders, and the states of orders. */
export const orderStateMessages = {
  'order.state': ['State', '状态'],
  'order.state_NONE': ['Waits for the payment', '待付款'],
  'order.state_PLACED': ['New', '新订单'],
  'order.state_ACCEPTED': ['Accepted', '已接单'],
  'order.state_PREPARING': ['Being prepared', '准备中'],
  'order.state_READY': ['Ready', '已备好'],
  'order.state_OUT': ['On its way', '配送中'],
  'order.state_PICKED_UP': ['Picked up', '已取货'],
  'order.state_DELIVERED': ['Delivered', '已送达'],
  'order.state_SERVED': ['Served', '已上菜'],
  'order.state_NO_SHOW': ['Not picked up', '无人来取'],
  'order.state_CANCELLED': ['Cancelled', '已取消'],
  'order.accept': ['Accept', '接单'],
  'orders.order': ['Order', '订单'],
  'orders.due': ['Due', '时间'],
  'orders.customer': ['Customer', '顾客'],
  'orders.total': ['Total', '合计'],
  'order.at_table': ['Table {number}', '{number} 号桌'],
  'orders.finished': ['Finished orders', '已结束的订单'],
} as const satisfies Record<string, Row>
