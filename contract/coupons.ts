import { z } from 'zod'
import { bill } from './billing.ts'
import { inCampaign } from './campaigns.ts'
import { noInput, text } from './shapes.ts'

/** As people type it: capitals or not. */
const code = z.string().trim().min(1).max(40)

const couponTerms = z.object({
  code: z.string(),
  name: text,
  /** What it gives and what must be so, a sentence each. */
  terms: z.array(text),
})
export type CouponTerms = z.infer<typeof couponTerms>

export const coupons = {
  /** The coupons that the shop shows to everybody and that can be used these days. */
  list: { input: noInput, output: z.object({ coupons: z.array(couponTerms) }) },
  /** The coupons that are the member's own and can be used these days, those first that end first; `account.sign_in_required` for a guest. */
  own: { input: noInput, output: z.object({ coupons: z.array(couponTerms) }) },
  /** What a coupon gives and asks for; `coupons.unknown` for a code that nobody gave out. */
  terms: { input: z.object({ code }), output: couponTerms },
  /** Uses a coupon on the bill of the visitor's cart and answers the bill; otherwise the exact reason why not: `coupons.*`, `campaigns.no_coupons`. */
  apply: { input: z.object({ code, ...inCampaign }), output: bill },
  /** Uses none any more; answers the bill. */
  remove: { input: z.strictObject(inCampaign), output: bill },
}
