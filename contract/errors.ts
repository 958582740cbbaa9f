/** Table 2: every expected failure and its HTTP status. Each code is also a key of the messages, in both languages. */
export const errors = {
  not_yet: 501,
  unexpected: 500,
  unavailable: 503,
  'input.invalid': 400,
  'input.json': 400,
  'input.characters': 400,
  'input.too_large': 413,
  'input.media_type': 415,
  'input.picture': 415,
  'request.host': 421,
  'request.forged': 403,
  'request.too_many': 429,
  'account.sign_in_required': 401,
  'account.wrong_credentials': 401,
  'account.email_taken': 409,
  'account.password_weak': 422,
  'account.wrong_password': 422,
  'account.wrong_code': 422,
  'account.link_invalid': 400,
  'account.recent_required': 403,
  'account.orders_open': 409,
  not_found: 404,
  'catalogue.product_gone': 404,
  'catalogue.product_archived': 410,
  'locations.not_selectable': 422,
  'locations.none_open': 503,
  'cart.out_of_stock': 409,
  'cart.unavailable': 409,
  'cart.modifiers': 422,
  'cart.limit': 422,
  'cart.too_many_lines': 422,
  'cart.currency': 409,
  'cart.empty': 409,
  'cart.changed': 409,
  'checkout.method_unavailable': 422,
  'checkout.slot_unavailable': 409,
  'checkout.slot_required': 409,
  'checkout.contact_required': 409,
  'checkout.contact_invalid': 422,
  'checkout.pay_at_store_unavailable': 422,
  'checkout.address_required': 409,
  'checkout.address_invalid': 422,
  'checkout.address_outside': 422,
  'checkout.below_minimum': 409,
  'checkout.table_required': 409,
  'checkout.closed': 409,
  'tables.unknown': 404,
  'tables.closed': 409,
  'coupons.unknown': 404,
  'coupons.ended': 409,
  'coupons.not_started': 409,
  'coupons.used_up': 409,
  'coupons.used': 409,
  'coupons.weekday': 409,
  'coupons.hours': 409,
  'coupons.location': 409,
  'coupons.method': 409,
  'coupons.members': 409,
  'coupons.first_order': 409,
  'coupons.gift': 409,
  'coupons.goods': 409,
  'coupons.minimum': 409,
  'coupons.pieces': 409,
  'billing.changed': 409,
  'credit.insufficient': 409,
  'credit.no_deposit': 422,
  'orders.closed': 409,
  'orders.paid': 409,
  'orders.accepted': 409,
  'orders.too_late': 409,
  'orders.ended': 409,
  'orders.step': 409,
  'orders.comments_full': 409,
  'payments.unavailable': 422,
  'payments.provider': 409,
  'payments.open_id': 422,
  'payments.down': 409,
  'staff.unknown': 404,
  'staff.ambiguous': 409,
  'staff.not_counted': 409,
  'payments.not_paid': 409,
  'payments.refund_too_much': 409,
  'payments.review': 409,
  'currency.unknown': 404,
} as const

export type ErrorCode = keyof typeof errors

export interface ErrorItem {
  code: ErrorCode
  /** In the visitor's language. */
  message: string
  /** Path of the input that is wrong, such as `contact.phone`. */
  field?: string
  details?: Record<string, unknown>
}

/** The body of every failed call (readings: "body.appContent, error.errors"). */
export interface ErrorBody {
  error: { errors: ErrorItem[] }
  requestId: string
}
