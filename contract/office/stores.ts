import { z } from 'zod'
import { country } from '../addresses.ts'
import { staffCall } from '../call.ts'
import { method, slot } from '../checkout.ts'
import { maxTipPercent } from '../constants.ts'
import { timedMethods } from '../fulfilment-methods.ts'
import { maxLeadMinutes } from '../lead-time.ts'
import { isOnEarth } from '../map-point.ts'
import { date, id, locale, noInput, phone, slotDay, text, time, typedName } from '../shapes.ts'

/** Calls of the staff API for stores. The owner may make all of these calls, and managers may make most of them. */

/**
 * An opening in the store's local time. If `to` is before `from`, the opening ends on the next day. A `to` of `23:59`
 * means midnight.
 */
const opening = z.strictObject({ from: time, to: time }).refine(({ from, to }) => from !== to)
const openings = z.array(opening).max(6)
const dayHours = z.object({
  date,
  openings: z.array(z.object({ from: time, to: time })).describe('Empty: closed all day.'),
})
const storeHours = z.object({
  location: z.string(),
  name: text,
  week: z.array(z.object({ weekday: z.int(), from: time, to: time })).describe('0 = Sunday.'),
  days: z.array(dayHours).describe('Exceptional days from today on, in order.'),
})
/** A store's opening hours, as its owner sees them. */
export type StoreHours = z.infer<typeof storeHours>
const allHours = z.object({ stores: z.array(storeHours) })

const week = z.array(openings).length(7).describe('The openings of each weekday, Sunday first.')
const leadMinutes = z.int().min(0).max(maxLeadMinutes).describe('Preparation time before the first slot.')
const slotMinutes = z.int().min(5).max(240)
const slotCapacity = z.int().min(1).max(10_000).describe('The most orders in one slot.')
const daysAhead = z.int().min(0).max(60)

/** The settings of a store that its owner can write. */
const storeFields = {
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z][A-Z0-9]{0,5}$/)
    .describe("The prefix of the store's order numbers: MK in MK-1124-037. No other store has the same prefix."),
  isVirtual: z.boolean().describe('The store has stock of its own, and shoppers cannot choose it.'),
  point: z
    .strictObject({ latitude: z.number(), longitude: z.number() })
    .refine(isOnEarth)
    .nullable()
    .describe('Where the store is, in WGS-84 degrees, for distances and the link to a map.'),
  country,
  province: z.string().max(10),
  city: z.string().trim().max(80),
  street: z.string().trim().max(160),
  postCode: z.string().trim().max(12),
  timeZone: z.string().max(60).refine(isTimeZone),
  methods: z.array(method).max(8),
  leadMinutes,
  slotMinutes,
  slotCapacity,
  daysAhead,
  week,
  cancelMinutes: z
    .int()
    .min(0)
    .max(1440)
    .nullable()
    .describe('Shoppers can cancel until this many minutes before their slot; null: never.'),
}

/** Settings of one fulfilment method. If a field other than `lastOrder` is null, the store's setting applies. */
const methodFields = {
  week: week.nullable(),
  leadMinutes: leadMinutes.nullable(),
  slotMinutes: slotMinutes.nullable(),
  slotCapacity: slotCapacity.nullable(),
  daysAhead: daysAhead.nullable(),
  lastOrderMinutes: z
    .int()
    .min(0)
    .max(720)
    .describe('The store takes no orders for an opening in this many minutes before its end.'),
  lastOrder: z
    .strictObject({ daysBefore: z.int().min(0).max(14), time })
    .nullable()
    .describe('The last moment to order for a day; null: none.'),
}
/** A method whose times the store decides. Parcels are excluded, because they take days. */
const timedMethod = z.enum(timedMethods)
const methodRules = z.object({ ...methodFields, method: timedMethod })
/** A store's rules for one method. */
export type StoreMethodRules = z.infer<typeof methodRules>

const noTimes = ['off', 'hidden', 'no_zone', 'paused', 'closed', 'last_order', 'too_late', 'full'] as const
const methodTimes = z.object({
  now: z.object({ date, time }).describe("The store's clock."),
  asap: slot.nullable(),
  days: z.array(slotDay).describe('The first days with slots.'),
  reason: z.enum(noTimes).nullable().describe('Why shoppers can order nothing; null if they can.'),
  zone: z.string().nullable().describe('The delivery zone whose hours and travel time count.'),
})
/** The times for which shoppers can order from a store by one method. */
export type MethodTimes = z.infer<typeof methodTimes>
const storeDetail = z.object({
  ...storeFields,
  location: z.string(),
  version: z.int().describe('Send this version with a change. The server refuses an older one with `staff.stale`.'),
  name: text,
  isShown: z.boolean(),
  phone: z.string(),
  rules: z.array(methodRules).describe('The rules of each method whose times the store decides.'),
})
/** A store with its settings. */
export type StoreDetail = z.infer<typeof storeDetail>
const storeList = z.object({ stores: z.array(storeDetail) })

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

const percents = z.array(z.int().min(1).max(maxTipPercent)).max(5)
const tips = z.object({ tips: z.record(method, z.array(z.int())) })
/** The tips that the shop suggests, in percent, per fulfilment method. */
export type TipOffers = z.infer<typeof tips>['tips']

const orderEmail = z.object({
  location: z.string(),
  name: text,
  email: z.string().describe('Empty if the store has none.'),
  locale,
  isOn: z.boolean(),
})
/** The address that receives a store's order emails. */
export type OrderEmail = z.infer<typeof orderEmail>
const orderEmailList = z.object({ stores: z.array(orderEmail) })

export const storeStaffCalls = {
  stores: staffCall('GET /stores', {
    right: 'store.write',
    place: 'mine',
    description: "The settings of the caller's stores.",
    input: noInput,
    output: storeList,
  }),
  writeStore: staffCall('POST /stores/:location', {
    right: 'store.write',
    place: 'location',
    record: 'store',
    description:
      'Writes the settings of a store. A store with an active shipping rate always offers SHIPPING, and no other ' +
      'store does. `staff.stale` if the settings have changed since `version`, `staff.store_code` if another store ' +
      'has the code, `checkout.address_invalid`, `staff.unknown`.',
    refusals: ['staff.stale', 'staff.store_code', 'checkout.address_invalid', 'staff.unknown'],
    input: z.strictObject({
      ...storeFields,
      location: id,
      version: z.int(),
      name: typedName(80),
      isShown: z.boolean(),
      phone: z.union([z.literal(''), phone]),
    }),
    output: storeList,
  }),
  addStore: staffCall('POST /stores', {
    right: 'shop.write',
    place: 'shop',
    record: 'store',
    description:
      'Adds a store after the others. Shoppers cannot choose it yet, and it has no stock of counted goods. It has the ' +
      'hours, methods, slots, time zone and city of the store `copyOf`, but none of its days off, zones or rates. The ' +
      'same submission adds one store. `staff.unknown` for an unknown `copyOf`.',
    refusals: ['staff.unknown'],
    input: z.strictObject({
      name: typedName(80),
      copyOf: id.optional(),
      submission: z.uuid().describe('A new one for each store.'),
    }),
    output: z.object({ location: z.string() }),
  }),
  writeMethodRules: staffCall('POST /stores/:location/methods/:method', {
    right: 'store.write',
    place: 'location',
    record: 'store',
    description:
      "Writes the own hours, last order and slots of one method of a store; null: the store's. The method's " +
      'exceptional days stay. `staff.stale` if the store has changed since `version`, `staff.unknown`.',
    refusals: ['staff.stale', 'staff.unknown'],
    input: z.strictObject({ ...methodFields, location: id, method: timedMethod, version: z.int() }),
    output: storeList,
  }),
  methodTimes: staffCall('GET /stores/:location/methods/:method/times', {
    right: 'store.write',
    place: 'location',
    description:
      'The times that the checkout of a store offers now for one method, or why it offers none. For DELIVERY, they ' +
      "are those of `zone`, else of the store's first zone.",
    input: z.strictObject({ location: id, method: timedMethod, zone: id.optional() }),
    output: methodTimes,
  }),
  orderEmails: staffCall('GET /order-emails', {
    right: 'store.write',
    place: 'mine',
    description:
      'The order address of each store. The shop emails it new orders, comments, cancel requests and payments ' +
      'that need a decision.',
    input: noInput,
    output: orderEmailList,
  }),
  writeOrderEmail: staffCall('POST /locations/:location/order-email', {
    right: 'store.write',
    place: 'location',
    isSensitive: true,
    description:
      "Sets a store's order address, the language of its emails, or whether they are on; missing fields stay. An " +
      'empty address removes it. `staff.unknown`.',
    refusals: ['staff.unknown'],
    input: z.strictObject({
      location: id,
      email: z.union([z.literal(''), z.email().max(254)]).optional(),
      locale: locale.optional(),
      isOn: z.boolean().optional(),
    }),
    output: orderEmailList,
  }),
  openingHours: staffCall('GET /hours', {
    right: 'store.write',
    place: 'mine',
    description: 'The opening hours of each store.',
    input: noInput,
    output: allHours,
  }),
  writeWeek: staffCall('POST /locations/:location/week', {
    right: 'store.write',
    place: 'location',
    record: 'store',
    description:
      'Sets the openings of some weekdays from now on; empty: closed. A fulfilment method with its own hours ' +
      'keeps them. `staff.unknown`.',
    refusals: ['staff.unknown'],
    input: z.strictObject({ location: id, weekdays: z.array(z.int().min(0).max(6)).min(1).max(7), openings }),
    output: allHours,
  }),
  writeDay: staffCall('POST /locations/:location/days/:date', {
    right: 'store.write',
    place: 'location',
    record: 'store',
    description:
      'Sets the openings of one day, for all fulfilment methods; empty: closed; null: as usual again. ' +
      '`staff.unknown`.',
    refusals: ['staff.unknown'],
    input: z.strictObject({ location: id, date, openings: openings.nullable() }),
    output: allHours,
  }),
  tips: staffCall('GET /tips', {
    right: 'shop.write',
    place: 'shop',
    description: 'The tips on offer.',
    input: noInput,
    output: tips,
  }),
  writeTips: staffCall('POST /tips/:method', {
    right: 'shop.write',
    place: 'shop',
    description: 'Sets the tips of one fulfilment method, in this order; empty: the bill asks for no tip.',
    input: z.strictObject({ method, percents }),
    output: tips,
  }),
}
