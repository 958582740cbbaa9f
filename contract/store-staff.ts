import { z } from 'zod'
import { method } from './checkout.ts'
import { maxTipPercent } from './constants.ts'
import { date, id, locale, noInput, text, time } from './shapes.ts'

/** What the owner says of stores and of how the shop is sorted, by the names of `staff-calls.ts`. */

/** From and to by the store's clock; an end before its beginning is on the next day, midnight is `23:59`. */
const opening = z.strictObject({ from: time, to: time }).refine(({ from, to }) => from !== to)
const openings = z.array(opening).max(6)
const dayHours = z.object({
  date,
  /** None: closed all day. */
  openings: z.array(z.object({ from: time, to: time })),
})
const storeHours = z.object({
  location: z.string(),
  name: text,
  /** 0 = Sunday. */
  week: z.array(z.object({ weekday: z.int(), from: time, to: time })),
  /** Days from today on that are otherwise, in their order. */
  days: z.array(dayHours),
})
/** When a store is open, as its owner sees it. */
export type StoreHours = z.infer<typeof storeHours>
const allHours = z.object({ stores: z.array(storeHours) })

const percents = z.array(z.int().min(1).max(maxTipPercent)).max(5)
const tips = z.object({ tips: z.record(method, z.array(z.int())) })
/** The tips that are offered, in percent, by way of getting an order. */
export type TipOffers = z.infer<typeof tips>['tips']

const aName = z.strictObject({ en: z.string().trim().max(100), zh: z.string().trim().max(100) })
const categoryState = z.object({
  category: z.string(),
  name: text,
  parent: z.string().nullable(),
  isShown: z.boolean(),
  /** Products that are in it, shown or not. */
  products: z.int(),
})
/** A category, as its owner sees it. */
export type CategoryState = z.infer<typeof categoryState>
const categoryList = z.object({ categories: z.array(categoryState) })

const orderEmail = z.object({
  location: z.string(),
  name: text,
  /** Empty where the store has none. */
  email: z.string(),
  locale,
  isOn: z.boolean(),
})
/** Where a store hears of its orders. */
export type OrderEmail = z.infer<typeof orderEmail>
const orderEmailList = z.object({ stores: z.array(orderEmail) })

export const storeStaffCalls = {
  /** The order address of each store. The shop emails it new orders, comments, cancel requests and payments that need a decision. */
  orderEmails: { input: noInput, output: orderEmailList },
  /** Sets a store's order address, its language, or its switch; keeps what is left out. An empty address removes it. `staff.unknown`. */
  writeOrderEmail: {
    input: z.strictObject({
      location: id,
      email: z.union([z.literal(''), z.email().max(254)]).optional(),
      locale: locale.optional(),
      isOn: z.boolean().optional(),
    }),
    output: orderEmailList,
  },
  /** When each store is open. */
  openingHours: { input: noInput, output: allHours },
  /** The openings of some weekdays from now on; none: closed on them. A way to get orders that has hours of its own keeps them. `staff.unknown`. */
  writeWeek: {
    input: z.strictObject({ location: id, weekdays: z.array(z.int().min(0).max(6)).min(1).max(7), openings }),
    output: allHours,
  },
  /** The openings of one day, for every way to get orders; none: closed; null: as usual again. `staff.unknown`. */
  writeDay: { input: z.strictObject({ location: id, date, openings: openings.nullable() }), output: allHours },
  /** The tips that are offered. */
  tips: { input: noInput, output: tips },
  /** Offers these, in this order, for one way to get an order; none: asks for no tip there. */
  writeTips: { input: z.strictObject({ method, percents }), output: tips },
  /** Every category in the owner's order. */
  categories: { input: noInput, output: categoryList },
  /** Another name, shown or hidden; what is left out stays. `staff.unknown`. */
  writeCategory: {
    input: z.strictObject({
      category: id,
      name: aName.refine(({ en, zh }) => en !== '' || zh !== '').optional(),
      isShown: z.boolean().optional(),
    }),
    output: categoryList,
  },
}
