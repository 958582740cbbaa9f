import { z } from 'zod'
import { address } from './addresses.ts'
import { inCampaign, pickupPoint } from './campaigns.ts'
import { commentLength, maxTip, maxTipPercent } from './constants.ts'
import { verifiedContact } from './contacts.ts'
import { deliveryConfigCall, deliveryQuote } from './delivery.ts'
import { date, id, instant, money, orderToken, phone, queryBoolean, slotDay, text, time } from './shapes.ts'

export const method = z.enum(['PICKUP', 'DELIVERY', 'EAT_IN'])
export type Method = z.infer<typeof method>

/**
 * A date, or a date and time, in the store's own wall-clock time. As soon as possible (`asap`): what is promised then,
 * ready between `time` and `until`; it moves on by itself while it is not held.
 */
export const slot = z.object({ date, time: time.nullable(), until: time.optional(), asap: z.boolean().optional() })
export type Slot = z.infer<typeof slot>

/** Who gets the order. `phone` is stored as +1…; Canadian, US and Chinese numbers are understood. Guests at a table may leave phone and e-mail empty. */
export const contact = z.object({ name: z.string(), phone: z.string(), email: z.string() })
export type Contact = z.infer<typeof contact>

/** A group-buy that an order belongs to, and the point where it is fetched; its window is the slot. */
export const campaignPickup = z.object({
  fissionCampaignId: z.string(),
  title: text,
  pickupPoint: pickupPoint.pick({ id: true, name: true, address: true, contact: true, note: true }).nullable(),
})
export type CampaignPickup = z.infer<typeof campaignPickup>

/** What is held: so many seconds from now, and whether `checkout.reserve` can make it longer. Null where nothing is held. */
export const hold = z.object({ seconds: z.int(), canExtend: z.boolean() }).nullable()
export type Hold = z.infer<typeof hold>

/** One line of money on a bill, signed, with its label. `credit` stands after the total, all others make it. */
export const adjustment = z.object({
  kind: z.enum(['tax', 'deposit', 'fee', 'delivery', 'membership', 'discount', 'tip', 'credit']),
  label: text,
  amount: money,
  /** Of a tax: the shop's number with its authority, for the receipt. */
  registration: z.string().optional(),
})
export type Adjustment = z.infer<typeof adjustment>

/** What one part of an order costs in the end, in minor units of its currency; the totals of all parts are the order's. */
export const part = z.object({
  kind: z.enum(['line', 'fee', 'delivery', 'tip']),
  /** The line's key, the fee's id, `delivery` or `tip`. */
  key: z.string(),
  /** Pieces of a line; 1 of all others. */
  quantity: z.int(),
  /** After membership and coupon, before deposit and taxes. */
  amount: z.int(),
  /** What the coupon took off. */
  discount: z.int(),
  /** What a membership took off, beside the member price of a line. */
  member: z.int().optional(),
  /** Bottle deposits. */
  deposit: z.int(),
  /** Its share of each tax, in the order of the taxes among the adjustments. */
  taxes: z.array(z.int()),
  /** `amount`, `deposit` and `taxes` together. */
  total: z.int(),
})
export type Part = z.infer<typeof part>

/** So many percent of the goods before taxes and after the coupon, or so much in minor units. */
export const tipChoice = z.union([
  z.strictObject({ percent: z.int().min(1).max(maxTipPercent) }),
  z.strictObject({ amount: z.int().min(1).max(maxTip) }),
])
export type TipChoice = z.infer<typeof tipChoice>

/** The coupon of a bill. `problem`: why it takes nothing off at this moment, in the visitor's language. */
export const billCoupon = z.object({ code: z.string(), label: text, problem: z.string().nullable() })
export type BillCoupon = z.infer<typeof billCoupon>

export type SlotDay = z.infer<typeof slotDay>

export const checkoutConfig = z.object({
  methods: z.array(
    z.object({
      method,
      earliest: slot.nullable(),
      /** What can be promised as soon as possible, today; null where nothing can. */
      asap: slot.nullable(),
      /** Days ahead with their slots, full ones included; none for eating in, which is now. */
      days: z.array(slotDay),
      /** Keys of the lines that have no free time in common in these days, each of which would have to go for a time for the others; none where all meet. */
      apart: z.array(z.string()),
      /** Tips that the bill will offer, in percent of the goods before taxes; none is chosen beforehand. */
      tips: z.array(z.int()),
    }),
  ),
  timeZone: z.string(),
  /** What delivery to the chosen address costs; null without one, or where this store does not deliver there. */
  delivery: deliveryQuote.nullable(),
  /** Addresses that the member kept, the newest first. */
  savedAddresses: z.array(address),
  location: z.object({ id: z.string(), name: text, address: z.string() }),
  /**
   * Where the cart has goods that need a verified contact: the member's contacts, masked, and the one that is chosen.
   * Null for all other carts; guests have none, and are asked to sign in.
   */
  verifiedContact: z
    .object({
      isMember: z.boolean(),
      isOn: z.boolean(),
      contacts: z.array(verifiedContact.pick({ id: true, name: true, idNumber: true, status: true })),
      chosenId: z.string().nullable(),
    })
    .nullable(),
  /**
   * Of a group-buy: the points to choose from with their windows, which stand in for the store's days and slots. Who adds to
   * an order has the point and window of the first one: `isJoined`. `isHidden`: they are not named in the list of who joined.
   */
  campaign: z
    .object({
      fissionCampaignId: z.string(),
      title: text,
      points: z.array(pickupPoint),
      isJoined: z.boolean(),
      isHidden: z.boolean(),
    })
    .nullable(),
  hold,
  /** What was chosen so far. */
  chosen: z.object({
    method: method.nullable(),
    slot: slot.nullable(),
    contact: contact.nullable(),
    /** Where to bring it. */
    address: address.nullable(),
    /** The table that the visitor sits at, as the server knows it. */
    table: z.object({ number: z.string() }).nullable(),
    /** Of a group-buy: the point where it is fetched, in the window of `slot`. */
    pickupPointId: z.string().nullable(),
    comment: z.string(),
    /** Stock and slot are held until then. */
    heldUntil: instant.nullable(),
  }),
})
export type CheckoutConfig = z.infer<typeof checkoutConfig>

/** A wallet that pays by scanning a code. */
export const scanWallet = z.enum(['wechat', 'alipay'])
export type ScanWallet = z.infer<typeof scanWallet>

export const paymentOption = z.object({
  /** `snappay_wechat`, `snappay_alipay`, `snappay_unionpay`, `pay_at_store`. */
  id: z.string(),
  name: text,
  icon: z.string(),
  /** The wallet on a phone that scans a code to pay this way; null where the shopper goes elsewhere to pay. */
  scannedBy: scanWallet.nullable(),
})
export type PaymentOption = z.infer<typeof paymentOption>

/** Each step answers what is chosen now; what became invalid through it is null again. */
const chosen = checkoutConfig.shape.chosen

/** A slot of the list, or as soon as possible. */
const whenInput = z.union([z.strictObject({ date, time }), z.strictObject({ asap: z.literal(true) })])
/** The same; of a group-buy the point and the beginning of one of its windows. */
const pickupInput = z.union([
  z.strictObject({ date, time, pickupPointId: id.optional(), ...inCampaign }),
  z.strictObject({ asap: z.literal(true), ...inCampaign }),
])

/** Until when stock and slot are held; null where they are not. */
const held = z.object({ heldUntil: instant.nullable() })

/** The steps that one call may take together, in the order in which they are taken. */
export const detailSteps = [
  'setMethod',
  'setDeliveryAddress',
  'setPickupSlot',
  'setDeliverySlot',
  'setContact',
  'setVerifiedContact',
  'setComment',
] as const

export const checkout = {
  /** What this cart can use at the chosen location: methods, each with its days, slots and tips, and what was chosen so far. */
  config: { input: z.object(inCampaign), output: checkoutConfig },
  /**
   * The ways to pay that work for this cart in this environment; with `orderID`, and a mailed link's `token` where need be,
   * for the rest of that order's deposit: none where it cannot be paid.
   */
  paymentConfig: {
    input: z.object({ orderID: id.optional(), token: orderToken.optional(), ...inCampaign }),
    output: z.object({ options: z.array(paymentOption) }),
  },
  /** `checkout.method_unavailable` where the location does not offer it. */
  setMethod: { input: z.strictObject({ method, ...inCampaign }), output: chosen },
  /** `checkout.slot_unavailable` for a time that is past, closed or full; of a group-buy's point `campaigns.point_full`. */
  setPickupSlot: { input: pickupInput, output: chosen },
  /** Chooses only the day; the time is still asked for. `checkout.slot_unavailable` for one without times. */
  setPickupDate: { input: z.strictObject({ date, ...inCampaign }), output: chosen },
  /** As `checkout.setPickupSlot`, for delivery; an address decides which times there are. */
  setDeliverySlot: { input: whenInput, output: chosen },
  /** Zones, fees and minimums of the chosen store, and what they mean for the chosen address. */
  deliveryConfig: deliveryConfigCall,
  /**
   * Keeps the address with the cart, and with `saveToMyProfile` among a member's own. `checkout.address_invalid` names the
   * field; `checkout.address_outside` where this store does not deliver there: it is kept all the same.
   * `localStoreName`, as of `checkout.setContact`.
   */
  setDeliveryAddress: {
    input: z.strictObject({
      ...address.shape,
      localStoreName: z.string().max(200).optional(),
      saveToMyProfile: queryBoolean.optional(),
      ...inCampaign,
    }),
    output: chosen,
  },
  /**
   * For EAT_IN phone and e-mail may be missing, and the table must be the visitor's own: `checkout.table_required`.
   * `localStoreName` names the store that the page shows, in either language: `checkout.other_store` where the visitor
   * orders from another by now, and nothing is kept.
   */
  setContact: {
    input: z.strictObject({
      name: z.string().trim().min(1).max(80),
      phone: phone.optional(),
      email: z.email().max(254).optional(),
      localStoreName: z.string().max(200).optional(),
      methodName: method.optional(),
      tableNumber: z.string().max(20).optional(),
      ...inCampaign,
    }),
    output: chosen,
  },
  /**
   * Chooses the verified contact of the order. Not the member's own: `not_found`; not verified yet, or nobody:
   * `checkout.verified_contact_required`; guests: `checkout.cross_border_sign_in`.
   */
  setVerifiedContact: { input: z.strictObject({ id: id.optional(), ...inCampaign }), output: chosen },
  /** What the shopper wants the store to know; an empty one takes it away. */
  setComment: { input: z.strictObject({ comment: z.string().max(commentLength), ...inCampaign }), output: chosen },
  /**
   * Holds stock and slot for some minutes, all or nothing; repeating extends, to an hour in all: then `heldUntil` is null, and
   * for five minutes others have their turn. It is also null where session or network hold too much. `cart.out_of_stock` names the lines that fail.
   * Nothing is held for what cannot be had as it stands: `cart.empty`, `cart.unavailable`, `checkout.method_unavailable`,
   * `checkout.slot_unavailable`, `checkout.address_required`, `checkout.address_outside`, `checkout.below_minimum`,
   * `checkout.table_required`, `checkout.closed`, `checkout.off`, `campaigns.ended`, `campaigns.full`.
   */
  reserve: { input: z.strictObject(inCampaign), output: held },
  /**
   * Mails a code to the email address of the cart, ten minutes long; `billing.place` takes it where it answers
   * `orders.code_required`. `checkout.contact_required` without an address; `orders.codes_full` past three an hour for one address.
   */
  sendCode: {
    input: z.strictObject(inCampaign),
    output: z.object({ sent: z.literal(true), email: z.string() }),
  },
  /**
   * Several of these steps and `checkout.reserve` at once, each with the input of its own call: `checkout.setMethod`,
   * `checkout.setDeliveryAddress`, `checkout.setPickupSlot`, `checkout.setDeliverySlot`, `checkout.setContact`,
   * `checkout.setVerifiedContact`, `checkout.setComment`. Whatever is wrong with any of them is refused together, a failure that
   * names no field of its own under its step's name; what is right is kept.
   */
  fillIn: {
    input: z.strictObject({
      steps: z.partialRecord(z.enum(detailSteps), z.record(z.string(), z.unknown())),
      ...inCampaign,
    }),
    output: held,
  },
}
