import type { Row } from '../languages.ts'

/** Texts of the back office's pages about requests to cancel and payments that need a decision. */
export const casePageMessages = {
  'requests.title': ['Requests to cancel', '取消申请'],
  'requests.none': ['Nobody asks to cancel', '没有取消申请'],
  'requests.none_help': ['A request appears here as soon as a shopper asks.', '顾客一申请就会显示在这里。'],
  'cases.title': ['Payments that need a decision', '需要处理的付款'],
  'cases.none': ['No payment needs a decision', '没有需要处理的付款'],
  'cases.none_help': [
    'The shop settles payments by itself and asks only when it cannot.',
    '付款平时会自动处理，处理不了时才会出现在这里。',
  ],
  'cases.order': ['Open the order', '查看订单'],
  'cases.reference': ['Number', '编号'],
  'cases.since': ['Since', '时间'],
  'cases.answer': ['The provider says', '支付方的答复'],
  'cases.no_amount': ['Amount not known', '金额不详'],
  'cases.only_managers': ['Managers and owners decide.', '由经理或店主处理。'],
  'case.late_paid': ['Paid after the order had failed or was cancelled', '订单关闭后才到账'],
  'case.mismatch': ['Paid with another amount or to another account', '金额或收款账户与约定不符'],
  'case.unanswered': ['The provider does not say whether the shopper paid', '支付方一直没有答复付款结果'],
  'case.discrepancy': ['Differs from the provider’s books', '与支付方的账目不一致'],
  'case.refund_refused': ['The provider refused the refund', '支付方拒绝退款'],
  'case.refund_unanswered': ['The provider does not say whether the refund went out', '支付方一直没有答复退款结果'],
  'case.unmatched': ['The shop has no record of this payment', '店里没有这笔付款的记录'],
  'case.disputed': [
    'The customer disputes the payment with their bank. Send your evidence in the provider’s dashboard before the date below',
    '顾客向银行提出争议，请在下面的日期前到支付平台后台提交凭证',
  ],
  'case.dispute_won': ['The dispute is over, you keep the money', '争议已结束，款项归你'],
  'case.dispute_lost': ['The dispute is over, the bank took the money back', '争议已结束，款项被银行退回'],
  'decision.refund': ['Give the money back', '退回这笔钱'],
  'decision.again': ['Send the refund again', '再退一次'],
  'decision.honour': ['Keep the money and make the order', '收下这笔钱，照单制作'],
  'decision.dismiss': ['Nothing to do', '不用处理'],
} as const satisfies Record<string, Row>
