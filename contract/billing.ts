import { z } from 'zod'
import { code } from './account.ts'
import { address, country } from './addresses.ts'
import { specificationCall } from './call.ts'
import { inCampaign } from './campaigns.ts'
import { line } from './cart.ts'
import { adjustment, billCoupon, campaignPickup, contact, hold, method, slot, tipChoice } from './checkout.ts'
import { deliveryQuote } from './delivery.ts'
import { order } from './orders.ts'
import { heldReferral } from './referral.ts'
import { id, instant, money, queryBoolean, text } from './shapes.ts'

/** The priced checkout. Placing an order requires its current `hash`; the shop refuses any other. */
export const bill = z
  .object({
    id: z.string(),
    hash: z.string(),
    lines: z.array(line),
    subtotal: money,
    adjustments: z.array(adjustment),
    memberSaved: money.describe('What the membership makes it cheaper, member prices and all.'),
    isService: z
      .boolean()
      .describe('Nothing of it is made, fetched or brought: memberships alone, which need a contact and no time.'),
    asksSignIn: z
      .boolean()
      .describe('Among it is a membership, which guests cannot buy: they sign in first (`membership.sign_in`).'),
    total: money.describe('Goods, and all adjustments but `credit`.'),
    tip: tipChoice.nullable().describe('The tip that was chosen, and what it comes to among the adjustments.'),
    tipOffers: z
      .array(z.object({ percent: z.int(), amount: money }))
      .describe('Tips that are offered, and what each would come to; none is chosen beforehand.'),
    coupon: billCoupon.nullable(),
    credit: money.describe('Store credit that this bill uses.'),
    creditAvailable: money.nullable().describe('What the member could use; null for a guest.'),
    depositDue: money
      .nullable()
      .describe(
        'Where a part is paid when ordering and the rest later: that part, before credit. Null where all ' +
          'of it is paid now.',
      ),
    amountDue: money.describe('To be paid now, after credit.'),
    balance: money.describe('To be paid later: what `depositDue` leaves.'),
    method,
    slot: slot.nullable(),
    contact: contact.nullable(),
    address: address.nullable().describe('Where it is brought to, for DELIVERY.'),
    delivery: deliveryQuote
      .nullable()
      .describe('What bringing it costs; null for the other methods, and where this store does not deliver there.'),
    table: z.object({ number: z.string() }).nullable().describe('Where it is eaten, for EAT_IN.'),
    campaign: campaignPickup.nullable().describe('Of a group-buy: which, and where it is fetched.'),
    placeOfSupply: z
      .string()
      .describe('The province whose taxes apply: of the address for DELIVERY, else of the store.'),
    comment: z.string(),
    location: z.object({ id: z.string(), name: text, address: z.string() }),
    heldUntil: instant.nullable(),
    hold,
    payAtStore: z.boolean(),
    isEstimated: z
      .boolean()
      .describe(
        'The total may still change: no method is chosen yet where the store delivers, or the delivery ' +
          'fee is not known.',
      ),
    waiting: z
      .object({ orderID: z.string(), paymentOption: z.string(), amount: money, isSame: z.boolean() })
      .nullable()
      .describe(
        'The order of this cart whose payment was started and not finished, told by `billing.view` alone. ' +
          '`isSame`: of this very bill; otherwise paying now places another order, and this one is given ' +
          'up.',
      ),
  })
  .meta({ id: 'Bill' })
export type Bill = z.infer<typeof bill>

export const billing = {
  view: specificationCall('GET /shoppingManagement4/billing/', {
    access: 'shopper',
    description:
      "The bill of the visitor's cart; `cart.empty` without one. With `methodName` or a postal code, or its " +
      'beginning, it is the bill as it would be by them: nothing is saved, and it cannot be placed.',
    refusals: ['cart.empty'],
    input: z.object({
      pickUpAandPayAtStore: queryBoolean.optional(),
      methodName: method.optional(),
      country: country.optional(),
      postCode: z.string().max(12).optional(),
      ...inCampaign,
    }),
    output: bill,
  }),
  place: specificationCall('POST /shoppingManagement4/billing/:id', {
    access: 'shopper',
    description:
      'Places exactly one live order of the bill, however often it is sent; again with the same bill it answers ' +
      'the same order. Refuses a bill that changed (`billing.changed`), what `checkout.reserve` refuses, and a ' +
      'step that is missing: `checkout.contact_required`, `checkout.slot_required`, ' +
      '`checkout.verified_contact_required`, `membership.sign_in`, `checkout.pay_at_store_unavailable`. Unpaid ' +
      'orders are bound by email, phone, session and network: `orders.open_full`, `orders.network_full`. With ' +
      'one open, the next needs the mailed `code` of `checkout.sendCode` (`orders.code_required`, ' +
      "`account.wrong_code`), unless a member's proven address gets it. Orders at a table are not bound.",
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
      'checkout.contact_required',
      'checkout.slot_required',
      'checkout.verified_contact_required',
      'membership.sign_in',
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
    description: "Gives a tip on the bill of the visitor's cart, null for none; answers the bill.",
    alias: '/tips',
    input: z.strictObject({ tip: tipChoice.nullable(), ...inCampaign }),
    output: bill,
  }),
}
