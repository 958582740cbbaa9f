import { z } from 'zod'
import { code } from './account.ts'
import { address, country } from './addresses.ts'
import { specificationCall } from './call.ts'
import { campaignQuery } from './campaigns.ts'
import { line } from './cart.ts'
import { adjustment, billCoupon, campaignPickup, contact, hold, method, slot, tipChoice } from './checkout.ts'
import { deliveryQuote } from './delivery.ts'
import { order } from './orders.ts'
import { heldReferral } from './referral.ts'
import { id, instant, money, queryBoolean, text } from './shapes.ts'

/**
 * The priced checkout. To place an order, the client sends the bill's current `hash`. The shop refuses any other hash.
 */
export const bill = z
  .object({
    id: z.string(),
    hash: z.string(),
    lines: z.array(line),
    subtotal: money,
    adjustments: z.array(adjustment),
    memberSaved: money.describe('What the membership saves on this bill, including member prices.'),
    isService: z.boolean().describe('The bill has only memberships, which need a contact but no slot.'),
    asksSignIn: z
      .boolean()
      .describe('The bill includes a membership. Guests must sign in first (`membership.sign_in`).'),
    total: money.describe('The goods and all adjustments except `credit`.'),
    tip: tipChoice
      .nullable()
      .describe('The chosen tip; its amount is among the adjustments. Null if `tipOffers` is empty.'),
    tipOffers: z
      .array(z.object({ percent: z.int(), amount: money }))
      .describe('Offered tips with their amounts; none is preselected.'),
    coupon: billCoupon.nullable(),
    credit: money.describe('Store credit that this bill uses.'),
    creditAvailable: money.nullable().describe('Store credit that the member could use; null for a guest.'),
    depositDue: money
      .nullable()
      .describe('The part due with the order, before credit, if the rest is due later. Null if everything is due now.'),
    amountDue: money.describe('Due now, after credit.'),
    balance: money.describe('Due later: the rest after `depositDue`.'),
    method,
    slot: slot.nullable(),
    contact: contact.nullable(),
    address: address.nullable().describe('The delivery address, for DELIVERY.'),
    delivery: deliveryQuote
      .extend({
        toFree: money
          .nullable()
          .describe('Amount that the goods lack for free delivery; null if it is free already, or never free.'),
      })
      .nullable()
      .describe('The price of delivery; null for other methods, and if this store does not deliver there.'),
    table: z.object({ number: z.string() }).nullable().describe('The table, for EAT_IN.'),
    campaign: campaignPickup.nullable().describe('The group-buy and its pickup point.'),
    placeOfSupply: z
      .string()
      .describe('The province whose taxes apply: that of the address for DELIVERY, else that of the store.'),
    comment: z.string(),
    location: z.object({ id: z.string(), name: text, address: z.string() }),
    heldUntil: instant.nullable(),
    hold,
    payAtStore: z.boolean(),
    isEstimated: z
      .boolean()
      .describe(
        'The total may change: the shopper has not chosen a method at a store that delivers, or the delivery fee ' +
          'is unknown.',
      ),
    waiting: z
      .object({ orderID: z.string(), paymentOption: z.string(), amount: money, isSame: z.boolean() })
      .nullable()
      .describe(
        'An order of this cart with a started, unfinished payment; only `billing.view` returns it. `isSame`: its bill ' +
          'equals this one. If not, paying now places another order and cancels this one.',
      ),
  })
  .meta({ id: 'Bill' })
export type Bill = z.infer<typeof bill>

export const billing = {
  view: specificationCall('GET /shoppingManagement4/billing/', {
    access: 'shopper',
    description:
      "The bill of the visitor's cart; `cart.empty` without one. With `methodName`, a postal code or its beginning, " +
      'the call returns a preview: it saves nothing, and shoppers cannot place it.',
    refusals: ['cart.empty'],
    input: z.object({
      pickUpAandPayAtStore: queryBoolean.optional(),
      methodName: method.optional(),
      country: country.optional(),
      postCode: z.string().max(12).optional(),
      ...campaignQuery,
    }),
    output: bill,
  }),
  place: specificationCall('POST /shoppingManagement4/billing/:id', {
    access: 'shopper',
    description:
      'Places exactly one open order of the bill. A repetition with the same bill returns the same order until its ' +
      'deadline. Refuses a changed bill (`billing.changed`), and whatever `checkout.reserve` refuses. Refuses missing ' +
      'steps: `checkout.contact_required`, `checkout.slot_required`, `checkout.verified_contact_required`, ' +
      '`membership.sign_in`, `checkout.pay_at_store_unavailable`. Refuses a coupon that another order has used ' +
      'meanwhile: `coupons.used_up`, `coupons.used`, `coupons.first_order`. Limits unpaid orders per email, phone, ' +
      'session and network: `orders.open_full`, `orders.network_full`. With one unpaid order, the next needs the ' +
      'emailed `code` of `checkout.sendCode` (`orders.code_required`, `account.wrong_code`), unless the order has a ' +
      "member's proven address. Orders at a table have no such limit.",
    refusals: [
      'billing.changed',
      'cart.out_of_stock',
      'cart.empty',
      'cart.unavailable',
      'checkout.method_unavailable',
      'checkout.slot_unavailable',
      'checkout.address_required',
      'checkout.address_outside',
      'checkout.below_minimum',
      'checkout.table_required',
      'checkout.closed',
      'checkout.off',
      'campaigns.ended',
      'campaigns.full',
      'campaigns.point_closed',
      'checkout.contact_required',
      'checkout.slot_required',
      'checkout.verified_contact_required',
      'membership.sign_in',
      'coupons.used_up',
      'coupons.used',
      'coupons.first_order',
      'checkout.pay_at_store_unavailable',
      'orders.open_full',
      'orders.network_full',
      'orders.code_required',
      'orders.codes_full',
      'account.wrong_code',
    ],
    limit: { points: 60, seconds: 60 },
    alias: '/billing/:id',
    input: z.strictObject({
      id,
      hash: z.string().max(100),
      pickUpAandPayAtStore: z.boolean().default(false),
      code: code.optional(),
      ...heldReferral,
    }),
    output: order,
  }),
}

export const tipCalls = {
  setTip: specificationCall('POST /shoppingManagement4/tips?fissionCampaignId', {
    access: 'shopper',
    description:
      "Sets the tip on the bill of the visitor's cart, null for none. Returns the bill. Refuses a tip if `tipOffers` " +
      'of the bill is empty (`checkout.tip_unavailable`).',
    refusals: ['cart.empty', 'checkout.tip_unavailable'],
    alias: '/tips',
    input: z.strictObject({ tip: tipChoice.nullable(), ...campaignQuery }),
    output: bill,
  }),
}
