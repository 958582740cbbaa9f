import type { Row } from '../languages.ts'

/** Emails to store staff, in the language set with the store's order address. */
export const storeMailMessages = {
  'mail.store_order_subject': ['New order {number} · {when} · {amount}', '新订单 {number} · {when} · {amount}'],
  'mail.store_order_title': ['New order {number}', '新订单 {number}'],
  'mail.store_method_service': ['Membership', '会员'],
  'mail.store_method_group': ['Group-buy: {title}', '团购：{title}'],
  'mail.store_paid': ['Paid online: {amount}', '在线已付：{amount}'],
  'mail.store_credit': ['Paid with store credit: {amount}', '储值余额已付：{amount}'],
  'mail.store_to_take': ['To collect at hand-over: {amount}', '交货时收款：{amount}'],
  'mail.store_free': ['Nothing to pay', '无需付款'],
  'mail.store_customer': ['Customer', '顾客'],
  'mail.store_address': ['Address', '地址'],
  'mail.store_note': ['Note', '备注'],
  'mail.store_money': ['Payment', '付款'],
  'mail.store_comment_subject': ['Order {number}: message from {name}', '订单 {number}：{name} 的留言'],
  'mail.store_comment_title': ['{name} wrote about order {number}', '{name} 就订单 {number} 给你留言'],
  'mail.store_comment_next': [
    'Answer with: npm run shop -- reply {number} "…". The customer gets your answer by email.',
    '回复：npm run shop -- reply {number} "…"，顾客会收到邮件。',
  ],
  'mail.store_cancel_asked_subject': ['Order {number}: {name} asks to cancel', '订单 {number}：{name} 申请取消'],
  'mail.store_cancel_asked_title': ['{name} asks to cancel order {number}', '{name} 申请取消订单 {number}'],
  'mail.store_cancel_asked_next': [
    'Decide with: npm run shop -- cancel-request grant {number}, or decline {number}.',
    '处理：npm run shop -- cancel-request grant {number}（同意），或 decline {number}（不同意）。',
  ],
  'mail.store_cancelled_subject': ['Order {number} is cancelled', '订单 {number} 已取消'],
  'mail.store_cancelled_title': ['{name} cancelled order {number}', '{name} 取消了订单 {number}'],
  'mail.store_cancelled_next': [
    'Please do not prepare it. Its items are back in stock, and any payment goes back to the customer.',
    '请不要再准备。商品已放回库存，已付的钱会退给顾客。',
  ],
  'mail.store_payment_subject': ['A payment needs your decision', '有一笔付款等你处理'],
  'mail.store_payment_subject_order': [
    'A payment needs your decision · order {number}',
    '有一笔付款等你处理 · 订单 {number}',
  ],
  'mail.store_payment_title': ['A payment needs your decision', '有一笔付款等你处理'],
  'mail.store_payment_facts': [
    '{provider}, {amount}, reference {reference}',
    '{provider}，{amount}，流水号 {reference}',
  ],
  'mail.store_payment_facts_unknown': ['{provider}, reference {reference}', '{provider}，流水号 {reference}'],
  'mail.store_payment_why': ['What happened: {why}.', '原因：{why}。'],
  'mail.store_payment_order': ['It belongs to order {number}.', '对应订单 {number}。'],
  'mail.store_payment_next': ['See all of them with: npm run shop -- stuck', '查看全部：npm run shop -- stuck'],
  'mail.store_audit_subject': ['The books of {store} do not agree', '“{store}”的账目对不上'],
  'mail.store_audit_title': ['The books do not agree', '账目对不上'],
  'mail.store_audit_why': [
    'Each night the shop compares its payments, refunds, store credit, stock and orders with each other. It found:',
    '店铺每晚会核对付款、退款、储值、库存和订单。昨晚发现：',
  ],
  'mail.store_audit_finding': ['{what}: {count} ({names})', '{what}：{count}（{names}）'],
  'mail.store_audit_next': [
    'Nothing was changed. Please send this email to whoever runs the shop’s software. To check again: npm run shop -- audit',
    '系统没有改动任何数据。请把这封邮件转给负责店铺系统的人。重新核对：npm run shop -- audit',
  ],
  'mail.store_footnote': [
    'You get this email because {email} is the order address of {store}. Change it with: npm run shop -- order-email',
    '{email} 是“{store}”的接单邮箱，所以你收到这封邮件。更改：npm run shop -- order-email',
  ],
} as const satisfies Record<string, Row>
