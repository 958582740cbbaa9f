import { locationCookie } from '#contract/constants.ts'
import { toLocal } from '#contract/hours.ts'
import type { ListedLocation, Location } from '#contract/locations.ts'
import type { Text } from '#contract/shapes.ts'
import { bilingualText, dateText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { emit } from '#server/platform/queue.ts'
import type { LocationRow } from './rows.ts'
import { all, find, isSelectable } from './rows.ts'
import { locations } from './tables.ts'

export { isOpen, openingsOf, toInstant, toLocal } from '#contract/hours.ts'
export { addressOf, countries, normaliseAddress, provinces, provincesOf, toPostCode } from './addresses.ts'
export type { Place, Quote, Zone } from './delivery.ts'
export { countriesTo, distanceTo, feeRange, freeFrom, placeOf, quoteFor, zonesOf } from './delivery.ts'
export type { TableSession } from './dining.ts'
export * as dining from './dining.ts'
export { closeEarly } from './early-close.ts'
export { fillOrderEmails } from './order-email-settings.ts'
export * as pauses from './pauses.ts'
export { cityOf } from './postal-cities.ts'
export type { LocationRow } from './rows.ts'
export { all, find, isSelectable } from './rows.ts'
export type { ShippingRate } from './shipping-rates.ts'
export { ratesOf, shippingFrom } from './shipping-rates.ts'
export * as slots from './slots.ts'
export { storeCode } from './store-codes.ts'
export * as tableList from './table-list.ts'

export type LocationInput = typeof locations.$inferInsert

/** All selectable locations (displayed and not virtual), in the sequence that the owner chose. */
export async function pickup(ctx: Context): Promise<{ locations: Location[] }> {
  return { locations: (await all(ctx)).filter(isSelectable).map(toLocation) }
}

/**
 * Selects the visitor's store and returns the path of its landing page. Fails with `locations.not_selectable` if the
 * store is hidden, virtual or unknown.
 */
export async function select(ctx: Context, { locationId }: { locationId: string }) {
  const chosen = await find(ctx, locationId)
  if (!chosen || !isSelectable(chosen)) fail('locations.not_selectable')
  ctx.locationHint = chosen.id
  ctx.setCookie(locationCookie, chosen.id)
  const [landingPage] = await emit(ctx, 'location.selected', { locationId: chosen.id })
  return { locationId: chosen.id, landingPageUrl: typeof landingPage === 'string' ? landingPage : '/home' }
}

/**
 * The visitor's store: the chosen one while it is selectable, else the first. Fails with `locations.none_open` if the
 * shop has no selectable store.
 */
export async function current(ctx: Context): Promise<LocationRow> {
  return (await currentOrNone(ctx)) ?? fail('locations.none_open')
}

/** Like `current`, but null in a shop without a selectable store. */
export async function currentOrNone(ctx: Context): Promise<LocationRow | null> {
  const selectable = (await all(ctx)).filter(isSelectable)
  return selectable.find(({ id }) => id === ctx.locationHint) ?? selectable[0] ?? null
}

/** The shop's time zone, which is the time zone of its first location. */
export async function shopTimeZone(ctx: Context): Promise<string> {
  return (await all(ctx))[0]?.timeZone ?? 'UTC'
}

/** The date of an instant as text, in the shop's time zone. */
export async function dayText(ctx: Context, instant: Date): Promise<Text> {
  const timeZone = await shopTimeZone(ctx)
  return dateText(toLocal(instant, timeZone).date, toLocal(ctx.app.now(), timeZone).date)
}

/** Whether the store gets order emails: it has an address for them, and they are switched on. */
export function wantsOrderEmail({ orderEmail, isOrderEmailOn }: LocationRow): boolean {
  return orderEmail !== '' && isOrderEmailOn
}

/**
 * Adds a location, or changes the one with this id. Omitted fields of an existing location stay unchanged. Throws a
 * `RangeError` for an unknown time zone.
 */
export function put(ctx: Context, input: LocationInput): Promise<void> {
  toLocal(ctx.app.now(), input.timeZone)
  return transact(ctx, async (ctx) => {
    const { id: _, ...values } = input
    await ctx.db.insert(locations).values(input).onConflictDoUpdate({ target: locations.id, set: values })
    await publishCatalogueChange(ctx)
  })
}

/** Adds a location if the shop has none. The owner can rename the location later. */
export function openFirst(ctx: Context): Promise<void> {
  return transact(ctx, async (ctx) => {
    const [existing] = await ctx.db.select({ id: locations.id }).from(locations).limit(1)
    if (existing) return
    await ctx.db.insert(locations).values(firstLocation).onConflictDoNothing()
    await publishCatalogueChange(ctx)
  })
}

/** The location that `openFirst` adds: pickup from 9:00 to 20:00 every day, without a street. */
export const firstLocation: LocationInput = {
  id: 'main',
  name: bilingualText('staff.first_store'),
  street: '',
  city: 'Toronto',
  province: 'ON',
  postCode: '',
  timeZone: 'America/Toronto',
  hours: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '09:00', to: '20:00' })),
  methods: ['PICKUP'],
}

/**
 * A location as the response of `appInfo` lists it. Leaves out address, phone and name if shoppers cannot choose the
 * location.
 */
export function toListed(row: LocationRow): ListedLocation {
  const { id, display, virtual } = row
  return isSelectable(row) ? toLocation(row) : { id, display, virtual }
}

/** A location with all facts that shoppers need for their choice. */
export function toLocation(row: LocationRow): Location {
  return {
    id: row.id,
    display: row.display,
    virtual: row.virtual,
    localStoreName: row.name,
    address: {
      streetNumberAndNameDetails: row.street,
      city: row.city,
      province: row.province,
      postCode: row.postCode,
      country: row.country,
    },
    phone: row.phone,
    timeZone: row.timeZone,
    hours: row.hours,
    exceptions: row.exceptions,
    methods: row.methods,
    mapUrl: row.mapUrl,
    ...(row.latitude !== null &&
      row.longitude !== null && { point: { latitude: row.latitude, longitude: row.longitude } }),
  }
}
