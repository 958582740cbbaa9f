/**
 * Every kind of email of the shop, with the reason for sending it. `service` emails concern something that the
 * recipient did or has. `reminder` emails are for recipients who want reminders. Each new kind needs an example in
 * `demo/mails.ts`.
 */
export const mailKinds = {
  welcome: 'service',
  registration: 'service',
  known: 'service',
  code: 'service',
  reset: 'service',
  password: 'service',
  linked: 'service',
  merged: 'service',
  farewell: 'service',
  'order-receipt': 'service',
  'order-accepted': 'service',
  'order-delayed': 'service',
  'order-ready': 'service',
  'order-out': 'service',
  'order-near': 'service',
  'order-comment': 'service',
  'order-cancelled': 'service',
  'order-cancel_declined': 'service',
  'order-refunded': 'service',
  'order-late_refunding': 'service',
  'order-late_refunded': 'service',
  'order-failed': 'service',
  'order-transfer': 'service',
  'order-transfer_due': 'service',
  'campaign-reached': 'service',
  'campaign-succeeded': 'service',
  'campaign-ordered': 'service',
  'campaign-arrived': 'service',
  'campaign-extended': 'service',
  'campaign-lowered': 'service',
  'store-order': 'service',
  'store-comment': 'service',
  'store-cancel_asked': 'service',
  'store-cancelled': 'service',
  'store-payment': 'service',
  'store-audit': 'service',
  'staff-device': 'service',
  'staff-pin': 'service',
  'staff-access': 'service',
  'staff-passkey': 'service',
  form: 'service',
  'form-receipt': 'service',
  'membership-given': 'service',
  'membership-ending': 'reminder',
  'membership-coupon': 'reminder',
  'coupon-ending': 'reminder',
  'credit-given': 'service',
  'credit-ending': 'reminder',
  'referral-given': 'service',
  'referral-taken': 'service',
  'influencer-approve': 'service',
  'influencer-refuse': 'service',
  'influencer-pause': 'service',
  'influencer-resume': 'service',
  'contact-verify': 'service',
  'contact-refuse': 'service',
} as const

export type MailKind = keyof typeof mailKinds

export function isMailKind(name: string): name is MailKind {
  return Object.hasOwn(mailKinds, name)
}
