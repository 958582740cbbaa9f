import { z } from 'zod'
import { bill } from './billing.ts'
import { shopCall, specificationCall } from './call.ts'
import { campaignQuery } from './campaigns.ts'
import { cartView } from './cart.ts'
import { noInput, text } from './shapes.ts'

/** A coupon code; case does not matter. */
const code = z.string().trim().min(1).max(40)

const couponTerms = z.object({
  code: z.string(),
  name: text,
  value: text.describe('What it gives, in a few characters, such as "$5".'),
  terms: z.array(text).describe('Benefit and conditions, one sentence each.'),
  isForFirstOrder: z.boolean().describe('Only a shopper without an earlier order can use it.'),
  besides: z.array(text).describe('The terms without what `value` already says, to show beside it.'),
})
export type CouponTerms = z.infer<typeof couponTerms>

export const coupons = {
  list: specificationCall('GET /common3/coupons/', {
    description: "The shop's public coupons that are valid these days.",
    input: noInput,
    output: z.object({ coupons: z.array(couponTerms) }),
  }),
  own: shopCall('GET /coupons/own', {
    access: 'member',
    description:
      "The member's own coupons that are valid these days, soonest ending first; `account.sign_in_required` for " +
      'a guest.',
    refusals: ['account.sign_in_required'],
    input: noInput,
    output: z.object({ coupons: z.array(couponTerms) }),
  }),
  terms: specificationCall('GET /common3/coupons/:code', {
    description: 'Benefit and conditions of a coupon; `coupons.unknown` for an unknown code.',
    refusals: ['coupons.unknown'],
    // Prevents guessing of codes.
    limit: { points: 10, seconds: 600, failures: ['coupons.unknown'], isShared: true },
    input: z.object({ code }),
    output: couponTerms,
  }),
  apply: specificationCall('GET /shoppingManagement4/couponVerification/:code', {
    access: 'shopper',
    description:
      "Applies a coupon to the bill of the visitor's cart, and answers the bill. Refuses with the exact reason: " +
      '`coupons.*`, `campaigns.no_coupons`.',
    refusals: [
      'coupons.unknown',
      'coupons.ended',
      'coupons.not_started',
      'coupons.used_up',
      'coupons.used',
      'coupons.waiting',
      'coupons.weekday',
      'coupons.hours',
      'coupons.location',
      'coupons.method',
      'coupons.members',
      'coupons.not_yours',
      'coupons.first_order',
      'coupons.gift',
      'coupons.goods',
      'coupons.minimum',
      'coupons.pieces',
      'campaigns.no_coupons',
    ],
    // Prevents guessing of codes.
    limit: { points: 10, seconds: 600, failures: ['coupons.unknown'], isShared: true },
    alias: '/couponVerification/:code',
    changesState: true,
    input: z.object({ code, ...campaignQuery }),
    output: bill,
  }),
  claim: shopCall('POST /coupons/claim', {
    access: 'shopper',
    description:
      "Keeps a listed or personal coupon with the visitor's cart, and answers the cart. While no code is typed, the " +
      'claimed coupon that takes the most off applies by itself. The order that uses it ends the claim. Refuses with ' +
      'the exact reason: `coupons.*`.',
    refusals: [
      'coupons.unknown',
      'coupons.ended',
      'coupons.not_started',
      'coupons.used_up',
      'coupons.used',
      'coupons.members',
      'coupons.first_order',
    ],
    input: z.strictObject({ code }),
    output: cartView,
  }),
  remove: shopCall('POST /coupons/remove?fissionCampaignId', {
    access: 'shopper',
    description:
      'Removes the coupon with this code, typed or claimed, without a code the typed one; answers the bill. Other ' +
      'claims stay, so the best of them then applies.',
    input: z.strictObject({ code: code.optional(), ...campaignQuery }),
    output: bill,
  }),
}
