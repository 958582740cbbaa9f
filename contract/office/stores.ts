import { z } from 'zod'
import { staffCall } from '../call.ts'
import { method } from '../checkout.ts'
import { maxTipPercent } from '../constants.ts'
import { date, id, locale, noInput, text, time, typedName } from '../shapes.ts'

/** Staff calls of the owner about stores and categories. */

/** Opening by the store's clock. An end before the start is on the next day; midnight is `23:59`. */
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

const percents = z.array(z.int().min(1).max(maxTipPercent)).max(5)
const tips = z.object({ tips: z.record(method, z.array(z.int())) })
/** The tips that the store suggests, in percent, per fulfilment method. */
export type TipOffers = z.infer<typeof tips>['tips']

const categoryState = z.object({
  category: z.string(),
  name: text,
  parent: z.string().nullable(),
  isShown: z.boolean(),
  products: z.int().describe('Number of products in it, published or not.'),
})
/** A category, as its owner sees it. */
export type CategoryState = z.infer<typeof categoryState>
const categoryList = z.object({ categories: z.array(categoryState) })

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
    description:
      "Sets a store's order address, its language, or its switch; missing fields stay. An empty address removes " +
      'it. `staff.unknown`.',
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
    description: 'Sets the tips of one fulfilment method, in this order; empty: asks for no tip.',
    input: z.strictObject({ method, percents }),
    output: tips,
  }),
  categories: staffCall('GET /categories', {
    right: 'catalogue.see',
    place: 'shop',
    description: "Every category in the owner's order.",
    input: noInput,
    output: categoryList,
  }),
  writeCategory: staffCall('POST /categories/:category', {
    right: 'catalogue.write',
    place: 'shop',
    description: 'Renames, shows or hides a category; missing fields stay. `staff.unknown`.',
    refusals: ['staff.unknown'],
    input: z.strictObject({
      category: id,
      name: typedName(100).optional(),
      isShown: z.boolean().optional(),
    }),
    output: categoryList,
  }),
}
