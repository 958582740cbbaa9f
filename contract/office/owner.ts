import { z } from 'zod'
import { country } from '../addresses.ts'
import { staffCall } from '../call.ts'
import { method } from '../checkout.ts'
import { currency } from '../currency.ts'
import { noText } from '../languages.ts'
import { maxLeadMinutes } from '../lead-time.ts'
import { date, id, instant, noInput, taxClass, text, time, typedText } from '../shapes.ts'
import { exactRate } from './shop.ts'

/**
 * Calls of the staff API for coupons, prices, taxes, delivery and credit. The owner may make all of these calls, and
 * managers may make most of them. Amounts are in minor units.
 */

const amount = z.int().min(0).max(100_000_000)
const percent = z.number().min(0).max(100)
const pieces = z.int().min(1).max(1000)
const names = z.array(z.string().min(1).max(200)).min(1).max(200).optional()
const shortText = typedText(300)
const phrases = z.array(z.string().trim().min(1).max(60))
const synonymList = z.object({
  categories: z.array(z.object({ category: z.string(), words: z.array(z.string()) })),
  groups: z.array(z.array(z.string())),
})
/** The owner's synonyms for the search. */
export type SynonymList = z.infer<typeof synonymList>
const note = z.string().trim().max(500).default('')

const reward = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('amount'), amount: amount.min(1) }),
  z.strictObject({ kind: z.literal('percent'), percent: percent.min(1), cap: amount.optional() }),
  z.strictObject({ kind: z.literal('free_delivery') }),
  z.strictObject({ kind: z.literal('gift'), sku: z.string().min(1).max(200), name: shortText, quantity: pieces }),
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
  name: shortText,
  note: shortText.default(noText),
  reward,
  conditions: conditions.default({}),
  startsAt: instant.nullable().default(null),
  endsAt: instant.nullable().default(null),
  maxUses: z.int32().min(1).nullable().default(null),
  maxUsesEach: z.int32().min(1).nullable().default(null),
  listed: z.boolean().default(false).describe("Public: listed among the shop's coupons."),
})
const couponState = z.object({
  code: z.string(),
  name: text,
  state: z.enum(['active', 'waiting', 'over', 'used_up', 'stopped']),
  used: z.int(),
  maxUses: z.int().nullable(),
  endsAt: instant.nullable(),
})
/** A coupon, as the shop's owner sees it. */
export type CouponState = z.infer<typeof couponState>
const couponList = z.object({ coupons: z.array(couponState) })

const taxNames = ['GST', 'HST', 'PST', 'QST', 'RST', 'LCT'] as const
const taxRow = z.object({
  province: z.string(),
  tax: z.enum(taxNames),
  from: date.describe('First day of validity.'),
  percent: z.partialRecord(taxClass, percent).describe('Rate per class of goods; classes without one are exempt.'),
})
/** A tax of a province with its rates. It is a published tax, or one that the owner added. */
export type TaxRow = z.infer<typeof taxRow>
const taxList = z.object({
  taxes: z.array(taxRow),
  inForce: z.array(taxRow).describe("Today's taxes of every province, published or set by the owner."),
})
/** The taxes of the shop. */
export type TaxList = z.infer<typeof taxList>

const seller = z.object({
  name: z.string().describe("The name of the business on receipts; '': the shop's own name."),
  registrations: z.partialRecord(z.enum(taxNames), z.string()),
})
/** The seller on receipts. */
export type Seller = z.infer<typeof seller>

const point = z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)])
const zone = z.strictObject({
  location: id,
  position: z.int().min(0).max(1000).default(0),
  name: shortText,
  area: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('postal'), prefixes: z.array(z.string().min(1).max(20)).min(1).max(500) }),
    z.strictObject({ kind: z.literal('radius'), km: z.number().positive().max(500) }),
    z.strictObject({ kind: z.literal('polygon'), corners: z.array(point).min(3).max(200) }),
  ]),
  fees: z
    .array(z.strictObject({ from: amount, fee: amount }))
    .max(20)
    .describe('Fee by the price of the goods. The lowest row also applies below its price; without rows: free.'),
  distanceFees: z
    .array(z.strictObject({ upToKm: z.number().positive().max(500), fee: amount }))
    .max(20)
    .default([]),
  minimum: amount.default(0),
  extraMinutes: z.int().min(0).max(600).default(0),
})
const days = z.int().min(0).max(180)
const rate = z.strictObject({
  location: id,
  position: z.int().min(0).max(1000).default(0),
  name: shortText,
  countries: z.array(country).min(1),
  weightFees: z
    .array(z.strictObject({ upToGrams: z.int().min(1).max(1_000_000), fee: amount }))
    .min(1)
    .max(50)
    .describe('Fee by the weight of the order; beyond the last step the store does not ship.'),
  freeFrom: amount.nullable().default(null).describe('Price of the goods from which shipping is free.'),
  minimum: amount.default(0),
  days: z
    .strictObject({ from: days, to: days })
    .refine(({ from, to }) => from <= to)
    .describe('Days from the order until the goods arrive.'),
})
const rateState = rate.extend({ rate: z.string(), isActive: z.boolean() })
/** A shipping rate of a store, as the shop's owner sees it. */
export type ShippingRateState = z.infer<typeof rateState>
const rateList = z.object({ rates: z.array(rateState) })

const zoneAnswer = z.object({
  isPostCode: z.boolean().describe('False: the text is no postal code of the country of the store.'),
  zone: z.string().nullable().describe('Null: the store does not deliver there.'),
  fee: z.int(),
  minimum: z.int(),
  freeFrom: z.int().nullable(),
})
/** The price of delivery to a postal code. */
export type ZoneAnswer = z.infer<typeof zoneAnswer>

const zoneState = zone.extend({ zone: z.string(), isActive: z.boolean(), version: z.int() })
/** A delivery zone of a store, as the shop's owner sees it. */
export type ZoneState = z.infer<typeof zoneState>
const zoneList = z.object({
  zones: z.array(zoneState),
  positions: z
    .array(country)
    .describe(
      'Countries with known positions of postal codes. In other countries, only zones of postal codes cover an ' +
        'address.',
    ),
})
/** The delivery zones, and the countries in which the shop can measure distances. */
export type ZoneList = z.infer<typeof zoneList>

export const ownerStaffCalls = {
  coupons: staffCall('GET /coupons', {
    right: 'offers.write',
    place: 'shop',
    description: 'All coupons except those of single members, by code.',
    input: noInput,
    output: couponList,
  }),
  writeCoupon: staffCall('POST /coupons/:coupon', {
    right: 'offers.write',
    place: 'shop',
    description: 'Creates a coupon, or replaces the one of that code; keeps its use count.',
    input: coupon.extend({ coupon: code }),
    output: couponList,
  }),
  stopCoupon: staffCall('POST /coupons/:coupon/stop', {
    right: 'offers.write',
    place: 'shop',
    description: 'Stops a coupon for everybody; a repetition does nothing. `staff.unknown`.',
    refusals: ['staff.unknown'],
    input: z.strictObject({ coupon: code }),
    output: couponList,
  }),
  exchangeRates: staffCall('GET /rates', {
    right: 'catalogue.see',
    place: 'mine',
    description: "Display currencies besides the shop's own.",
    input: currency.rates.input,
    output: currency.rates.output,
  }),
  setExchangeRate: staffCall('POST /rates/:currency', {
    right: 'shop.write',
    place: 'shop',
    description: "Sets `rate` units of the currency for one of the shop's own, as exact text.",
    input: z.strictObject({
      currency: z.string().regex(/^[A-Za-z]{3}$/),
      rate: exactRate,
    }),
    output: currency.rates.output,
  }),
  taxes: staffCall('GET /taxes', {
    right: 'tax.write',
    place: 'shop',
    description: 'The taxes that the owner set, and all taxes that are in force today.',
    input: noInput,
    output: taxList,
  }),
  writeTax: staffCall('POST /taxes', {
    right: 'tax.write',
    place: 'shop',
    description:
      'Sets rates of a tax of a province from a day on, instead of the published ones. `staff.unknown` for an unknown ' +
      'province.',
    refusals: ['staff.unknown'],
    input: z.strictObject({
      ...taxRow.shape,
      percent: taxRow.shape.percent.describe('New rate per class of goods; other classes keep their rate.'),
    }),
    output: taxList,
  }),
  seller: staffCall('GET /seller', {
    right: 'shop.write',
    place: 'shop',
    description: 'The seller, with its tax registration numbers.',
    input: noInput,
    output: seller,
  }),
  writeSeller: staffCall('POST /seller', {
    right: 'shop.write',
    place: 'shop',
    description:
      'Changes the seller: a missing field stays, an empty number removes it. Placed orders keep the old data.',
    input: z.strictObject({
      name: z.string().trim().max(120).optional(),
      registrations: z.partialRecord(z.enum(taxNames), z.string().trim().max(40)).optional(),
    }),
    output: seller,
  }),
  zones: staffCall('GET /zones', {
    right: 'store.write',
    place: 'mine',
    description: "The zones of the caller's stores in order, stopped ones last.",
    input: noInput,
    output: zoneList,
  }),
  writeZone: staffCall('POST /zones/:zone', {
    right: 'store.write',
    place: 'location',
    record: 'zone',
    description:
      'Creates a zone of a store, or replaces the one of that id. A stopped zone stays stopped. ' +
      'Prefixes are beginnings of postal codes of the country of the store, or ranges such as `M5A-M5T`. ' +
      '`staff.unknown` for an unknown store or a zone of another store, `staff.stale` if the zone has changed since ' +
      '`version`.',
    refusals: ['staff.unknown', 'staff.stale'],
    input: zone.extend({
      zone: id,
      version: z
        .int()
        .optional()
        .describe('0 for a new zone. Without it, the call replaces the zone whatever its version.'),
    }),
    output: zoneList,
  }),
  zoneAt: staffCall('GET /locations/:location/zone-at', {
    right: 'store.write',
    place: 'location',
    description: 'The price of delivery to a postal code for goods of this value, as in the checkout.',
    input: z.strictObject({
      location: id,
      postCode: z.string().trim().min(1).max(12),
      subtotal: z.coerce.number().int().min(0).max(100_000_000),
    }),
    output: zoneAnswer,
  }),
  stopZone: staffCall('POST /zones/:zone/stop', {
    right: 'store.write',
    place: 'location',
    record: 'zone',
    description: 'Stops deliveries to a zone; a repetition does nothing. `staff.unknown`.',
    refusals: ['staff.unknown'],
    input: z.strictObject({ zone: id, location: id.optional() }),
    output: zoneList,
  }),
  startZone: staffCall('POST /zones/:zone/start', {
    right: 'store.write',
    place: 'location',
    record: 'zone',
    description: 'Starts deliveries to a stopped zone again; a repetition does nothing. `staff.unknown`.',
    refusals: ['staff.unknown'],
    input: z.strictObject({ zone: id, location: id.optional() }),
    output: zoneList,
  }),
  shippingRates: staffCall('GET /shipping-rates', {
    right: 'store.write',
    place: 'shop',
    description: 'The shipping rates of every store in order, stopped ones last.',
    input: noInput,
    output: rateList,
  }),
  writeShippingRate: staffCall('POST /shipping-rates/:rate', {
    right: 'store.write',
    place: 'shop',
    description:
      'Creates a shipping rate, or replaces the one of that id. The store then ships goods that cross a border. ' +
      '`staff.unknown` for an unknown store.',
    refusals: ['staff.unknown'],
    input: rate.extend({ rate: id }),
    output: rateList,
  }),
  stopShippingRate: staffCall('POST /shipping-rates/:rate/stop', {
    right: 'store.write',
    place: 'shop',
    description:
      'Stops a shipping rate; a repetition does nothing. A store without a rate does not ship. `staff.unknown`.',
    refusals: ['staff.unknown'],
    input: z.strictObject({ rate: id }),
    output: rateList,
  }),
  setPrice: staffCall('POST /prices', {
    right: 'catalogue.price',
    place: 'shop',
    record: 'product',
    description: 'Sets the price of a variant. `staff.unknown`.',
    refusals: ['staff.unknown'],
    input: z.strictObject({ sku: z.string().trim().min(1).max(200), price: amount }),
    output: z.object({ sku: z.string(), price: z.int(), currency: z.string() }),
  }),
  showProduct: staffCall('POST /products/:product/show', {
    right: 'catalogue.write',
    place: 'shop',
    record: 'product',
    description: 'Publishes or hides a product. `staff.unknown`.',
    refusals: ['staff.unknown'],
    input: z.strictObject({
      product: id,
      isShown: z.boolean(),
      keepsSchedule: z
        .boolean()
        .default(false)
        .describe('A product that is scheduled for later appears only then, not at once.'),
    }),
    output: z.object({ product: z.string(), isShown: z.boolean() }),
  }),
  synonyms: staffCall('GET /synonyms', {
    right: 'catalogue.see',
    place: 'shop',
    description: "Lists the owner's synonyms for the search: words per category, and groups of words with one meaning.",
    refusals: [],
    input: noInput,
    output: synonymList,
  }),
  writeSynonyms: staffCall('POST /synonyms', {
    right: 'catalogue.write',
    place: 'shop',
    description:
      'Sets the words by which shoppers also find the products of a `category` (empty: none), or adds a group of ' +
      '`words` with one meaning; `remove` deletes the groups with this word. The search knows them within a minute ' +
      'or, in large shops, some minutes. `staff.unknown` for an unknown category.',
    refusals: ['staff.unknown'],
    input: z.strictObject({
      category: z.strictObject({ id, words: phrases.max(50) }).optional(),
      words: phrases.min(2).max(50).optional(),
      remove: z.string().trim().min(1).max(60).optional(),
    }),
    output: synonymList,
  }),
  setQuantities: staffCall('POST /products/:product/quantities', {
    right: 'catalogue.write',
    place: 'shop',
    record: 'product',
    description:
      "Sets the minimum, the step and the most per order (null: no limit) of a product's quantity; missing " +
      'fields stay. `staff.unknown`, `staff.no_quantity` if no quantity would be valid.',
    refusals: ['staff.unknown', 'staff.no_quantity'],
    input: z.strictObject({
      product: id,
      min: pieces.optional(),
      step: pieces.optional(),
      max: pieces.nullable().optional(),
    }),
    output: z.object({ product: z.string(), min: z.int(), step: z.int(), max: z.int().nullable() }),
  }),
  setTerms: staffCall('POST /products/:product/terms', {
    right: 'catalogue.write',
    place: 'shop',
    record: 'product',
    description:
      "Sets a product's conditions: lead time in minutes (0: only the store's own), verified contact at " +
      'checkout, shipping across a border; missing fields stay. `staff.unknown`.',
    refusals: ['staff.unknown'],
    input: z.strictObject({
      product: id,
      leadMinutes: z.int().min(0).max(maxLeadMinutes).optional(),
      contactRequired: z.boolean().optional(),
      crossBorder: z.boolean().optional(),
    }),
    output: z.object({
      product: z.string(),
      leadMinutes: z.int(),
      contactRequired: z.boolean(),
      crossBorder: z.boolean(),
    }),
  }),
  setTaxClass: staffCall('POST /variants/tax-class', {
    right: 'tax.write',
    place: 'shop',
    description: 'Sets the tax class of a variant; null: that of its product. `staff.unknown`.',
    refusals: ['staff.unknown'],
    input: z.strictObject({ sku: z.string().trim().min(1).max(200), taxClass: taxClass.nullable() }),
    output: z.object({ sku: z.string(), taxClass, isOwn: z.boolean() }),
  }),
  giveCredit: staffCall('POST /credit', {
    right: 'credit.give',
    place: 'shop',
    description: 'Gives a member store credit. Returns the available credit. `staff.unknown`.',
    refusals: ['staff.unknown'],
    input: z.strictObject({ email: z.email().max(254), amount: amount.min(1), note }),
    output: z.object({ email: z.string(), available: z.int(), currency: z.string() }),
  }),
}
