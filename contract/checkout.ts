import { z } from 'zod'
import { address, country } from './addresses.ts'
import { shopCall, specificationCall } from './call.ts'
import { campaignQuery, pickupPoint } from './campaigns.ts'
import { maxCommentLength, maxTip, maxTipPercent } from './constants.ts'
import { verifiedContact } from './contacts.ts'
import { deliveryConfigCall, deliveryQuote } from './delivery.ts'
import type { ErrorCode } from './errors.ts'
import { methods } from './fulfilment-methods.ts'
import { deviceWalletNames, paymentWalletNames } from './payment-methods.ts'
import { date, id, instant, money, orderToken, phone, queryBoolean, slotDay, text, time } from './shapes.ts'

export const method = z.enum(methods)
export type { Method } from './fulfilment-methods.ts'

/**
 * A date, or a date and time, in the store's local time. With `asap` (as soon as possible), the shop promises the order
 * at some time between `time` and `until`. Until the checkout holds the slot, both times move forward with the clock.
 */
export const slot = z
  .object({ date, time: time.nullable(), until: time.optional(), asap: z.boolean().optional() })
  .meta({ id: 'Slot' })
export type Slot = z.infer<typeof slot>

/**
 * An order's contact. `phone` is a Canadian, US or Chinese number, stored as +1… or +86…. Guests at a table may leave
 * phone and email empty; buyers of a membership may leave the phone empty.
 */
export const contact = z.object({ name: z.string(), phone: z.string(), email: z.string() }).meta({ id: 'Contact' })
export type Contact = z.infer<typeof contact>

/** An order's group-buy and its pickup point. The point's pickup window is the order's slot. */
export const campaignPickup = z
  .object({
    fissionCampaignId: z.string(),
    title: text,
    pickupPoint: pickupPoint.pick({ id: true, name: true, address: true, contact: true, note: true }).nullable(),
  })
  .meta({ id: 'CampaignPickup' })
export type CampaignPickup = z.infer<typeof campaignPickup>

/**
 * The cart's hold of stock and slot: the seconds until it ends, and whether `checkout.reserve` can extend it. Null if
 * the cart holds nothing.
 */
export const hold = z.object({ seconds: z.int(), canExtend: z.boolean() }).nullable()
export type Hold = z.infer<typeof hold>

/**
 * A signed amount on a bill, with its label. `credit` is deducted after the total; all other kinds are part of the
 * total.
 */
export const adjustment = z
  .object({
    kind: z.enum(['tax', 'deposit', 'fee', 'delivery', 'membership', 'discount', 'tip', 'credit']),
    label: text,
    amount: money,
    registration: z.string().optional().describe("For a tax: the shop's number with its authority, for the receipt."),
    code: z.string().optional().describe('For the discount of a coupon: its code.'),
    base: money.optional().describe('For a tax on a part of the sale: the amount that is taxed.'),
  })
  .meta({ id: 'Adjustment' })
export type Adjustment = z.infer<typeof adjustment>

/**
 * An amount before taxes, and the amount of each tax, in minor units. The taxes have the same order as the tax rows of
 * the adjustments.
 */
const taxedAmount = z.object({ amount: z.int(), taxes: z.array(z.int()) })

/** The final cost of one part of an order, in minor units. The parts add up to the order's totals. */
export const part = z
  .object({
    kind: z.enum(['line', 'fee', 'delivery', 'tip']),
    key: z.string().describe("The line's key, the fee's id, `delivery` or `tip`."),
    quantity: z.int().describe('Pieces of a line; 1 for all others.'),
    amount: z.int().describe('After membership and coupon, before deposit and taxes.'),
    discount: z.int().describe("The coupon's discount."),
    member: z.int().optional().describe("The membership's discount, besides the member price of a line."),
    deposit: z.int().describe('Bottle deposits.'),
    taxes: z.array(z.int()).describe('Share of each tax, in the order of the taxes among the adjustments.'),
    total: z.int().describe('`amount`, `deposit` and `taxes` together.'),
    lowered: z
      .object({
        pieces: z.int().describe('The pieces that the order had when its group-buy closed.'),
        later: taxedAmount.describe('The share that lowered what was still to pay; `amount` is without it.'),
        back: taxedAmount.describe('The share of the price reduction that is refunded; `amount` still contains it.'),
      })
      .optional()
      .describe('For a line: the reduction to the price that the group-buy reached.'),
  })
  .meta({ id: 'PaymentPart' })
export type Part = z.infer<typeof part>

/** The tip: a percentage of the price of the goods after the coupon and before taxes, or an amount in minor units. */
export const tipChoice = z.union([
  z.strictObject({ percent: z.int().min(1).max(maxTipPercent) }),
  z.strictObject({ amount: z.int().min(1).max(maxTip) }),
])
export type TipChoice = z.infer<typeof tipChoice>

/**
 * The coupon of a bill. `problem` explains, in the visitor's language, why the coupon gives no discount. It is null if
 * the coupon gives a discount.
 */
export const billCoupon = z.object({
  code: z.string(),
  label: text,
  isClaimed: z.boolean().describe('Whether it applies by itself, as the best of the claimed coupons.'),
  problem: z.string().nullable(),
})
export type BillCoupon = z.infer<typeof billCoupon>

export type SlotDay = z.infer<typeof slotDay>

export const checkoutConfig = z.object({
  methods: z.array(
    z.object({
      method,
      earliest: slot.nullable(),
      asap: slot.nullable().describe('The promise for as soon as possible, today; null if not available.'),
      days: z
        .array(slotDay)
        .describe(
          'Days ahead with their slots, including full ones and the time that the cart holds; empty for eating in, ' +
            'which starts now.',
        ),
      apart: z
        .array(z.string())
        .describe(
          'Keys of lines without a common free time on these days. Removing one of them could give the others a ' +
            'time. Empty if a common time exists. For eating in, the lines that guests cannot order now.',
        ),
      tips: z
        .array(z.int())
        .describe('Tips that the bill will offer, in percent of the goods before taxes; none is preselected.'),
    }),
  ),
  timeZone: z.string(),
  delivery: deliveryQuote
    .nullable()
    .describe(
      'The price of delivery to the chosen address; null without one, or if this store does not deliver there.',
    ),
  countries: z
    .array(country)
    .describe('The countries to which the store brings this cart; empty if it brings nothing.'),
  savedAddresses: z.array(address).describe("The member's saved addresses, newest first."),
  location: z.object({ id: z.string(), name: text, address: z.string() }),
  verifiedContact: z
    .object({
      isMember: z.boolean(),
      isOn: z.boolean(),
      contacts: z.array(verifiedContact.pick({ id: true, name: true, idNumber: true, status: true })),
      chosenId: z.string().nullable(),
    })
    .nullable()
    .describe(
      "For carts with goods that need a verified contact: the member's contacts, masked, and the chosen one. " +
        'Null for other carts. Guests have no contacts and must sign in.',
    ),
  campaign: z
    .object({
      fissionCampaignId: z.string(),
      title: text,
      points: z.array(pickupPoint),
      isJoined: z.boolean(),
      isHidden: z.boolean(),
    })
    .nullable()
    .describe(
      "For a group-buy: pickup points with their windows, in place of the store's days and slots. A further " +
        'order keeps point and window of the first: `isJoined`. `isHidden`: the list of participants omits the ' +
        'name.',
    ),
  hold,
  chosen: z
    .object({
      method: method.nullable(),
      slot: slot.nullable(),
      contact: contact.nullable(),
      address: address.nullable().describe('The delivery address.'),
      table: z.object({ number: z.string() }).nullable().describe("The visitor's table, as the server knows it."),
      pickupPointId: z.string().nullable().describe('For a group-buy: the pickup point; `slot` has its window.'),
      comment: z.string(),
      heldUntil: instant.nullable().describe('End of the hold of stock and slot.'),
    })
    .describe('The choices so far.'),
})
export type CheckoutConfig = z.infer<typeof checkoutConfig>

/** A wallet that pays by scanning a code. */
export const scanWallet = z.enum(['wechat', 'alipay'])
export type ScanWallet = z.infer<typeof scanWallet>

export const paymentOption = z.object({
  id: z.string().describe('`snappay_wechat`, `snappay_alipay`, `snappay_unionpay`, `pay_at_store`.'),
  wallet: z.enum(paymentWalletNames).describe('What the shopper pays with.'),
  name: text.describe('The name of the wallet.'),
  provider: z.string().nullable().describe("The payment provider's company; null for payment at the store."),
  scannedBy: scanWallet
    .nullable()
    .describe('The phone wallet that scans a code to pay; null if the shopper pays on another page.'),
  isTest: z.boolean().describe('No money moves: the shop tries this method out.'),
  deviceWallet: z
    .enum(deviceWalletNames)
    .optional()
    .describe(
      "A wallet of the shopper's device that this option's page also accepts. Set if the browser usually has it and " +
        'the owner says that the shop accepts it. Pages show a row of its own, which starts this option.',
    ),
})
export type PaymentOption = z.infer<typeof paymentOption>

/** The seller's details. Fields that the owner has not entered are empty. */
const paymentSeller = z.object({
  name: z.string().describe('The legal name.'),
  taxNumber: z.string().describe("The shop's GST or HST number."),
  phone: z.string(),
  refundPolicy: z.string().nullable().describe('The path of the published page `refunds`; null without one.'),
})
export type PaymentSeller = z.infer<typeof paymentSeller>

/** The shopper's choices after a step of the checkout. A choice that the step made invalid is null. */
const checkoutChoices = checkoutConfig.shape.chosen.meta({ id: 'CheckoutChoices' })

/** A listed slot, or as soon as possible. */
const whenInput = z.union([z.strictObject({ date, time }), z.strictObject({ asap: z.literal(true) })])
/**
 * A slot as in `whenInput`. For a group-buy, `pickupPointId` is required, and `date` and `time` are the start of one of
 * that point's windows.
 */
const pickupInput = z.union([
  z.strictObject({ date, time, pickupPointId: id.optional(), ...campaignQuery }),
  z.strictObject({ asap: z.literal(true), ...campaignQuery }),
])

/** When the hold of stock and slot ends. Null if nothing is held. */
const holdResult = z.object({ heldUntil: instant.nullable() })

/** Steps that one call of `checkout.fillIn` may combine, in order of execution. */
export const detailSteps = [
  'setMethod',
  'setDeliveryAddress',
  'setPickupSlot',
  'setDeliverySlot',
  'setContact',
  'setVerifiedContact',
  'setComment',
] as const

const setPickupSlotRefusals: ErrorCode[] = ['checkout.slot_unavailable', 'campaigns.point_full']
const reserveRefusals: ErrorCode[] = [
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
]

export const checkout = {
  config: specificationCall('GET /shoppingManagement4/checkoutConfig', {
    access: 'shopper',
    description:
      'What this cart can use at the chosen location: methods with their days, slots and tips, and the choices ' +
      'so far.',
    input: z.object(campaignQuery),
    output: checkoutConfig,
  }),
  paymentConfig: specificationCall('GET /shoppingManagement4/paymentConfig', {
    access: 'shopper',
    description:
      "The payment options for this cart in this environment. With `orderID`, and for guests an emailed link's " +
      '`token`, those for that unpaid order or for the balance of its deposit; empty if it is not payable.',
    input: z.object({ orderID: id.optional(), token: orderToken.optional(), ...campaignQuery }),
    output: z.object({
      options: z
        .array(paymentOption)
        .describe(
          'The wallet of the environment comes first, then the one that the visitor used last, then those usual in ' +
            "the language. Options of one wallet have the owner's order; pages show the first of each.",
        ),
      suggested: z.string().nullable().describe('The option to preselect; null if none fits the visitor for certain.'),
      seller: paymentSeller
        .nullable()
        .describe('The business that receives the payment; null if the store is unknown.'),
    }),
  }),
  setMethod: specificationCall('POST /shoppingManagement4/updateOrderMethod?fissionCampaignId', {
    access: 'shopper',
    description: 'Chooses the fulfilment method. `checkout.method_unavailable` if the location does not offer it.',
    refusals: ['checkout.method_unavailable'],
    alias: '/updateOrderMethod',
    input: z.strictObject({ method, ...campaignQuery }),
    output: checkoutChoices,
  }),
  setPickupSlot: specificationCall('POST /shoppingManagement4/orderPickupDateTime?fissionCampaignId', {
    access: 'shopper',
    description:
      'Chooses the pickup slot. `checkout.slot_unavailable` for a time that is past, closed or full; ' +
      "`campaigns.point_full` for a group-buy's point.",
    refusals: setPickupSlotRefusals,
    alias: '/orderPickupDateTime',
    input: pickupInput,
    output: checkoutChoices,
  }),
  setPickupDate: specificationCall('POST /shoppingManagement4/orderPickupDate?fissionCampaignId', {
    access: 'shopper',
    description:
      'Chooses only the day; the time is still required. `checkout.slot_unavailable` for a day without times.',
    refusals: ['checkout.slot_unavailable'],
    alias: '/orderPickupDate',
    input: z.strictObject({ date, ...campaignQuery }),
    output: checkoutChoices,
  }),
  setDeliverySlot: specificationCall('POST /shoppingManagement4/orderDeliveryDateTime', {
    access: 'shopper',
    description: 'Like `checkout.setPickupSlot`, for delivery; the times depend on the address.',
    refusals: setPickupSlotRefusals,
    alias: '/orderDeliveryDateTime',
    input: whenInput,
    output: checkoutChoices,
  }),
  deliveryConfig: specificationCall('GET /shoppingManagement4/localDeliveryConfig', {
    access: 'shopper',
    description: 'Zones, fees and minimums of the chosen store, and their result for the chosen address.',
    ...deliveryConfigCall,
  }),
  setDeliveryAddress: specificationCall(
    'POST /shoppingManagement4/orderDeliverInfo?localStoreName&saveToMyProfile&fissionCampaignId',
    {
      access: 'shopper',
      description:
        "Saves the address in the cart, and with `saveToMyProfile` in the member's address book. " +
        '`checkout.address_invalid` names the field. `checkout.address_outside` if this store does not deliver ' +
        'there; the cart still saves it. `localStoreName` as for `checkout.setContact`.',
      refusals: ['checkout.address_invalid', 'checkout.address_outside', 'checkout.other_store'],
      alias: '/orderDeliverInfo',
      input: z.strictObject({
        ...address.shape,
        localStoreName: z.string().max(200).optional(),
        saveToMyProfile: queryBoolean.optional(),
        ...campaignQuery,
      }),
      output: checkoutChoices,
    },
  ),
  setContact: specificationCall(
    'POST /shoppingManagement4/orderContactInfo?localStoreName&methodName&tableNumber&fissionCampaignId',
    {
      access: 'shopper',
      description:
        "Sets the contact. EAT_IN requires the visitor's own table (`checkout.table_required`) instead of phone and " +
        "email. `localStoreName` is the name of the page's store, in either language. If the visitor now orders from " +
        'another store, the call saves nothing: `checkout.other_store`. A cart with only memberships requires no ' +
        'phone.',
      refusals: ['checkout.table_required', 'checkout.other_store'],
      alias: '/orderContactInfo',
      input: z.strictObject({
        name: z.string().trim().min(1).max(80),
        phone: phone.optional(),
        email: z.email().max(254).optional(),
        localStoreName: z.string().max(200).optional(),
        methodName: method.optional(),
        tableNumber: z.string().max(20).optional(),
        ...campaignQuery,
      }),
      output: checkoutChoices,
    },
  ),
  setVerifiedContact: shopCall('POST /checkout/verified-contact', {
    access: 'shopper',
    description:
      "Chooses the order's verified contact. `not_found` if it is not the member's own; " +
      '`checkout.verified_contact_required` if it is not verified, or missing; `checkout.cross_border_sign_in` ' +
      'for guests.',
    refusals: ['not_found', 'checkout.verified_contact_required', 'checkout.cross_border_sign_in'],
    input: z.strictObject({ id: id.optional(), ...campaignQuery }),
    output: checkoutChoices,
  }),
  setComment: specificationCall('POST /shoppingManagement4/updateCustomerComment?fissionCampaignId', {
    access: 'shopper',
    description: "Sets the shopper's note to the store; an empty one removes it.",
    alias: '/updateCustomerComment',
    input: z.strictObject({ comment: z.string().max(maxCommentLength), ...campaignQuery }),
    output: checkoutChoices,
  }),
  reserve: specificationCall('POST /shoppingManagement4/reserve?fissionCampaignId', {
    access: 'shopper',
    description:
      'Holds stock and slot for some minutes, all or nothing. A repetition extends the hold, to an hour at most. ' +
      'After that `heldUntil` is null, and other shoppers have priority for five minutes. It is also null if the ' +
      'session or the network holds too much. `cart.out_of_stock` names the lines that fail. Refuses carts that ' +
      'cannot be ordered: `cart.empty`, `cart.unavailable`, `checkout.method_unavailable`, ' +
      '`checkout.slot_unavailable`, `checkout.address_required`, `checkout.address_outside`, ' +
      '`checkout.below_minimum`, `checkout.table_required`, `checkout.closed`, `checkout.off`, `campaigns.ended`, ' +
      '`campaigns.full`.',
    refusals: reserveRefusals,
    alias: '/reserve',
    input: z.strictObject(campaignQuery),
    output: holdResult,
  }),
  sendCode: shopCall('POST /checkout/code', {
    access: 'shopper',
    description:
      "Emails a code to the cart's address, valid for ten minutes. `billing.place` takes it if an order needs " +
      'one. `checkout.contact_required` without an address; `orders.codes_full` after three codes to one ' +
      'address within an hour.',
    refusals: ['checkout.contact_required', 'orders.codes_full'],
    limit: { points: 20, seconds: 600 },
    input: z.strictObject(campaignQuery),
    output: z.object({ sent: z.literal(true), email: z.string() }),
  }),
  fillIn: shopCall('POST /checkout/details', {
    access: 'shopper',
    description:
      'Runs several steps and `checkout.reserve` in one call, each with the input of its own call: ' +
      '`checkout.setMethod`, `checkout.setDeliveryAddress`, `checkout.setPickupSlot`, `checkout.setDeliverySlot`, ' +
      '`checkout.setContact`, `checkout.setVerifiedContact`, `checkout.setComment`. Saves the valid steps and returns ' +
      "all errors together. An error without a field has its step's name as field.",
    refusals: [
      ...reserveRefusals,
      'checkout.address_invalid',
      'checkout.other_store',
      'campaigns.point_full',
      'not_found',
      'checkout.verified_contact_required',
      'checkout.cross_border_sign_in',
    ],
    input: z.strictObject({
      steps: z.partialRecord(z.enum(detailSteps), z.record(z.string(), z.unknown())),
      ...campaignQuery,
    }),
    output: holdResult,
  }),
}
