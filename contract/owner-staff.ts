import { z } from 'zod'
import { method } from './checkout.ts'
import { currency } from './currency.ts'
import { maxLeadMinutes } from './lead-time.ts'
import { date, id, instant, noInput, taxClass, text, time } from './shapes.ts'

/** What the owner decides until there is a back office, by the names of `staff-calls.ts`. Amounts in minor units. */

const amount = z.int().min(0).max(100_000_000)
const percent = z.number().min(0).max(100)
const pieces = z.int().min(1).max(1000)
const names = z.array(z.string().min(1).max(200)).min(1).max(200).optional()
const aText = z.strictObject({ en: z.string().trim().max(300), zh: z.string().trim().max(300) })
const note = z.string().trim().max(500).default('')

const reward = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('amount'), amount: amount.min(1) }),
  z.strictObject({ kind: z.literal('percent'), percent: percent.min(1), cap: amount.optional() }),
  z.strictObject({ kind: z.literal('free_delivery') }),
  z.strictObject({ kind: z.literal('gift'), sku: z.string().min(1).max(200), name: aText, quantity: pieces }),
  z.strictObject({ kind: z.literal('buy_x_get_y'), buy: pieces, get: pieces, percent: percent.min(1) }),
])
const conditions = z.strictObject({
  minimum: amount.optional(),
  products: names,
  categories: names,
  exceptProducts: names,
  locations: names,
  methods: z.array(method).min(1).optional(),
  firstOrder: z.boolean().optional(),
  membersOnly: z.boolean().optional(),
  weekdays: z.array(z.int().min(0).max(6)).min(1).optional(),
  hours: z.strictObject({ from: time, until: time }).optional(),
})
const code = z.string().trim().min(1).max(40)
const coupon = z.strictObject({
  name: aText,
  note: aText.default({ en: '', zh: '' }),
  reward,
  conditions: conditions.default({}),
  startsAt: instant.nullable().default(null),
  endsAt: instant.nullable().default(null),
  maxUses: z.int32().min(1).nullable().default(null),
  maxUsesEach: z.int32().min(1).nullable().default(null),
  /** Shown to everybody among the shop's coupons. */
  listed: z.boolean().default(false),
})
const couponState = z.object({
  code: z.string(),
  name: text,
  state: z.enum(['active', 'waiting', 'over', 'used_up', 'stopped']),
  used: z.int(),
  maxUses: z.int().nullable(),
  endsAt: instant.nullable(),
})
/** A coupon of the shop, as its owner sees it. */
export type CouponState = z.infer<typeof couponState>
const couponList = z.object({ coupons: z.array(couponState) })

const taxNames = ['GST', 'HST', 'PST', 'QST', 'RST', 'LCT'] as const
const taxRow = z.object({
  province: z.string(),
  tax: z.enum(taxNames),
  /** Its first day. */
  from: date,
  /** By class of goods; a class that is not named is free of it. */
  percent: z.partialRecord(taxClass, percent),
})
/** A tax that the owner wrote down beside the published ones. */
export type TaxRow = z.infer<typeof taxRow>
const taxList = z.object({ taxes: z.array(taxRow) })

const seller = z.object({
  /** The name of the business on receipts; '': the shop's own name. */
  name: z.string(),
  registrations: z.partialRecord(z.enum(taxNames), z.string()),
})
/** Who sells, as receipts show it. */
export type Seller = z.infer<typeof seller>

const point = z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)])
const zone = z.strictObject({
  location: id,
  position: z.int().min(0).max(1000).default(0),
  name: aText,
  area: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('postal'), prefixes: z.array(z.string().min(1).max(20)).min(1).max(500) }),
    z.strictObject({ kind: z.literal('radius'), km: z.number().positive().max(500) }),
    z.strictObject({ kind: z.literal('polygon'), corners: z.array(point).min(3).max(200) }),
  ]),
  /** The fee by what the goods come to. */
  fees: z.array(z.strictObject({ from: amount, fee: amount })).max(20),
  distanceFees: z
    .array(z.strictObject({ upToKm: z.number().positive().max(500), fee: amount }))
    .max(20)
    .default([]),
  minimum: amount.default(0),
  extraMinutes: z.int().min(0).max(600).default(0),
})
const zoneState = zone.extend({ zone: z.string(), isActive: z.boolean() })
/** Where a store delivers to, as its owner sees it. */
export type ZoneState = z.infer<typeof zoneState>
const zoneList = z.object({ zones: z.array(zoneState) })

export const ownerStaffCalls = {
  /** Every coupon but those of one member alone, by code. */
  coupons: { input: noInput, output: couponList },
  /** A new coupon, or in place of the one of that code; how often it was used stays. */
  writeCoupon: { input: coupon.extend({ coupon: code }), output: couponList },
  /** Takes a coupon out of use, whoever has it; again does nothing. `staff.unknown`. */
  stopCoupon: { input: z.strictObject({ coupon: code }), output: couponList },
  /** What prices are shown in beside the shop's own currency. */
  exchangeRates: currency.rates,
  /** `rate` units of the currency for one of the shop's own, as exact text. */
  setExchangeRate: {
    input: z.strictObject({
      currency: z.string().regex(/^[A-Za-z]{3}$/),
      rate: z.string().regex(/^(?=.*[1-9])\d{1,9}(\.\d{1,12})?$/),
    }),
    output: currency.rates.output,
  },
  /** The taxes that the owner wrote down, beside the published ones. */
  taxes: { input: noInput, output: taxList },
  /** A tax of a province from a day on; it counts before the published one. `staff.unknown` for a place that is no province. */
  writeTax: { input: z.strictObject(taxRow.shape), output: taxList },
  /** Who sells, and its numbers with the tax authorities. */
  seller: { input: noInput, output: seller },
  /** Writes who sells; what is left out stays, an empty number is taken away. Orders keep what stood there when they were placed. */
  writeSeller: {
    input: z.strictObject({
      name: z.string().trim().max(120).optional(),
      registrations: z.partialRecord(z.enum(taxNames), z.string().trim().max(40)).optional(),
    }),
    output: seller,
  },
  /** The zones of every store in their order, those that are stopped last. */
  zones: { input: noInput, output: zoneList },
  /** A new zone, or in place of the one of that id. `staff.unknown` for a store that is not there. */
  writeZone: { input: zone.extend({ zone: id }), output: zoneList },
  /** Nobody is delivered to by it any more; again does nothing. `staff.unknown`. */
  stopZone: { input: z.strictObject({ zone: id }), output: zoneList },
  /** What a variant costs from now on. `staff.unknown`. */
  setPrice: {
    input: z.strictObject({ sku: z.string().trim().min(1).max(200), price: amount }),
    output: z.object({ sku: z.string(), price: z.int(), currency: z.string() }),
  },
  /** Puts a product into the shop or takes it out. `staff.unknown`. */
  showProduct: {
    input: z.strictObject({ product: id, isShown: z.boolean() }),
    output: z.object({ product: z.string(), isShown: z.boolean() }),
  },
  /**
   * In which numbers a product is bought: so many at least, in steps, at most so many in an order (null: no limit); what
   * is left out stays. `staff.unknown`, `staff.no_quantity` where no number is left.
   */
  setQuantities: {
    input: z.strictObject({
      product: id,
      min: pieces.optional(),
      step: pieces.optional(),
      max: pieces.nullable().optional(),
    }),
    output: z.object({ product: z.string(), min: z.int(), step: z.int(), max: z.int().nullable() }),
  },
  /**
   * What a product asks before it is sold: a lead time in minutes (0: the store's own alone), a verified contact at
   * checkout; what is left out stays. `staff.unknown`.
   */
  setTerms: {
    input: z.strictObject({
      product: id,
      leadMinutes: z.int().min(0).max(maxLeadMinutes).optional(),
      contactRequired: z.boolean().optional(),
    }),
    output: z.object({ product: z.string(), leadMinutes: z.int(), contactRequired: z.boolean() }),
  },
  /** How a variant is taxed from now on; null: as its product. `staff.unknown`. */
  setTaxClass: {
    input: z.strictObject({ sku: z.string().trim().min(1).max(200), taxClass: taxClass.nullable() }),
    output: z.object({ sku: z.string(), taxClass, isOwn: z.boolean() }),
  },
  /** Gives a member store credit; answers what they can spend then. `staff.unknown`. */
  giveCredit: {
    input: z.strictObject({ email: z.email().max(254), amount: amount.min(1), note }),
    output: z.object({ email: z.string(), available: z.int(), currency: z.string() }),
  },
}
