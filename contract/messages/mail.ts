/** What the shop writes to people. */
export const mailMessages = {
  'mail.subject_paid': ['Your receipt · pickup code {code}', '付款成功 · 取货码 {code}'],
  'mail.subject_pay_at_store': ['Your order · pickup code {code}', '下单成功 · 取货码 {code}'],
  'mail.thanks': ['Thank you, {name}!', '{name}，谢谢惠顾！'],
  'mail.intro_paid': [
    'Your order is paid, and we are on it. Come by at the time below.',
    '货款已收到，我们这就准备。请按下面的时间来取。',
  ],
  'mail.intro_pay_at_store': [
    'Your order is in. Nothing is paid yet: please pay {total} when you pick it up.',
    '订单已收到，还没有付款。来取的时候付 {total} 就好。',
  ],
  'mail.fact': ['{label}: {value}', '{label}：{value}'],
  'mail.code': ['Pickup code', '取货码'],
  'mail.code_hint': ['Just say it at the counter.', '到柜台报这个码就行。'],
  'mail.when': ['When', '时间'],
  'mail.where': ['Where', '地点'],
  'mail.who': ['Who', '取货人'],
  'mail.map': ['Show on the map', '在地图上看'],
  'mail.note': ['Your note', '备注'],
  'mail.subtotal': ['Subtotal', '小计'],
  'mail.total_paid': ['Paid', '已付'],
  'mail.total_due': ['To pay at pickup', '取货时付'],
  'mail.open_order': ['See your order', '查看订单'],
  'mail.open_hint': [
    'Whoever has this link can see your order. It works for 90 days.',
    '拿到这个链接的人都能看到订单，90 天内有效。',
  ],
  'mail.order_number': ['Order {id}', '订单号 {id}'],
} as const
