import type { Row } from '../languages.ts'

// All texts that differ by fulfilment method. A new method thus needs new texts only in this file.

/** Texts of cart, checkout, bill and confirmation. */
export const methodMessages = {
  'cart.tax_estimate_DELIVERY': ['Total with taxes, delivered to your door.', '按送货上门计算，已含税。'],
  'cart.tax_estimate_EAT_IN': ['Total with taxes for eating in at this store.', '按到店堂食估算，已含税。'],
  'cart.tax_estimate_SHIPPING': ['Total with taxes, shipped to your address.', '按直邮到家计算，已含税。'],
  'checkout.method_PICKUP': ['Pick up at the store', '到店自取'],
  'checkout.method_DELIVERY': ['Delivery', '送货上门'],
  'checkout.method_EAT_IN': ['Dine in', '堂食'],
  'checkout.method_SHIPPING': ['Shipping to an address', '直邮到家'],
  'checkout.earliest_PICKUP': ['{when}, ready from {time}', '{when} {time} 起可取'],
  'checkout.earliest_DELIVERY': ['{when}, from {time}', '{when} {time} 起可送达'],
  'checkout.asap_PICKUP': ['Ready {span}', '{span} 备好'],
  'checkout.asap_DELIVERY': ['Arrives {span}', '{span} 送达'],
  'checkout.when_PICKUP': ['When would you like to pick it up?', '什么时候来取？'],
  'checkout.when_DELIVERY': ['When should we deliver it?', '什么时候送到？'],
  'confirmation.code_hint_PICKUP': ['Give this code at the counter.', '到柜台报这个码就行。'],
  'confirmation.code_hint_DELIVERY': ['The driver has it too.', '配送员那边也有这个号。'],
  'confirmation.code_hint_EAT_IN': ['We bring it to your table.', '做好就给您端上桌。'],
  'confirmation.code_hint_SHIPPING': ['Quote it when you ask about the parcel.', '查询包裹时报这个号。'],
  'money.balance_due_PICKUP': ['To pay at pickup', '取货时付'],
  'money.balance_due_DELIVERY': ['To pay on delivery', '送到时付'],
  'money.balance_due_EAT_IN': ['To pay at the store', '到店付'],
  'money.balance_due_SHIPPING': ['To pay on delivery', '送到时付'],
  'money.balance_paid_PICKUP': ['Paid at pickup', '取货时已付'],
  'money.balance_paid_DELIVERY': ['Paid on delivery', '送到时已付'],
  'money.balance_paid_EAT_IN': ['Paid at the store', '到店已付'],
  'money.balance_paid_SHIPPING': ['Paid on delivery', '送到时已付'],
  'coupons.by_PICKUP': ['pickup', '自取'],
  'coupons.by_DELIVERY': ['delivery', '配送'],
  'coupons.by_EAT_IN': ['eating in', '堂食'],
  'coupons.by_SHIPPING': ['shipping', '直邮'],
} as const satisfies Record<string, Row>

/** Texts of an order's page. */
export const orderMethodMessages = {
  'orders.now_READY_PICKUP': ['Ready for pickup: say {code} at the counter.', '可以来取了，到柜台报取货码 {code}。'],
  'orders.now_READY_DELIVERY': ['Packed and waiting for the driver.', '已打包好，等配送员来取。'],
  'orders.now_READY_EAT_IN': ['Ready and on its way to your table.', '已做好，马上为您上桌。'],
  'orders.now_READY_SHIPPING': ['Packed and waiting for the carrier.', '已打包好，等快递来取。'],
} as const satisfies Record<string, Row>

/** Texts of emails to shoppers and stores. */
export const methodMailMessages = {
  'mail.intro_free_PICKUP': [
    'We have your order, and there is nothing to pay. Come by at the time below.',
    '订单已收到，无需付款。请按下面的时间来取。',
  ],
  'mail.intro_free_DELIVERY': [
    'We have your order, and there is nothing to pay. We will deliver it at the time below.',
    '订单已收到，无需付款，会按下面的时间送到您门口。',
  ],
  'mail.intro_free_EAT_IN': [
    'We have your order, and there is nothing to pay. We will bring it to your table.',
    '订单已收到，无需付款，马上为您上桌。',
  ],
  'mail.intro_free_SHIPPING': [
    'We have your order, and there is nothing to pay. We will email you when the parcel ships.',
    '订单已收到，无需付款。包裹寄出后会发邮件通知您。',
  ],
  'mail.rest_PICKUP': ['Still to pay: {amount}, when you pick it up.', '还有 {amount} 没付，取货时付就好。'],
  'mail.rest_DELIVERY': ['Still to pay: {amount}, at the door.', '还有 {amount} 没付，送到时付就好。'],
  'mail.rest_EAT_IN': ['Still to pay: {amount}, before you leave.', '还有 {amount} 没付，离店前付就好。'],
  'mail.rest_SHIPPING': ['Still to pay: {amount}, when the parcel comes.', '还有 {amount} 没付，收到包裹时付就好。'],
  'mail.store_method_PICKUP': ['Pickup', '到店自取'],
  'mail.store_method_DELIVERY': ['Delivery', '配送'],
  'mail.store_method_EAT_IN': ['Table {number}', '{number} 号桌'],
  'mail.store_method_SHIPPING': ['Shipping', '跨境直邮'],
} as const satisfies Record<string, Row>
