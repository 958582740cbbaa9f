import { asc, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Country } from '#contract/addresses.ts'
import type { ownerStaffCalls, ShippingRateState, ZoneAnswer, ZoneList, ZoneState } from '#contract/office/owner.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { canAccessStore } from '#server/platform/http/office-access.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { isPostalArea } from './addresses.ts'
import type { Zone } from './delivery.ts'
import { countriesWithPoints, placeOf, putZone, zonesOf } from './delivery.ts'
import { find } from './locations.ts'
import { offerShipping, putShippingRate } from './shipping-rates.ts'
import { deliveryZones, shippingRates as rates } from './tables.ts'
import { quote } from './zones.ts'

/** This module has the staff calls about the delivery zones and shipping rates of stores. */

type Listed = Promise<ZoneList>
type Rates = Promise<{ rates: ShippingRateState[] }>

/** The zones of the caller's stores in the sequence that the owner chose; stopped zones come last. */
export async function zones(ctx: Context): Listed {
  const rows = await ctx.db
    .select()
    .from(deliveryZones)
    .orderBy(
      desc(deliveryZones.active),
      asc(deliveryZones.locationId),
      asc(deliveryZones.position),
      asc(deliveryZones.id),
    )
  return {
    zones: rows.filter(({ locationId }) => canAccessStore(ctx, 'store.write', locationId)).map(toState),
    positions: await countriesWithPoints(ctx),
  }
}

function toState({ id, locationId, active, hours: _, taxClass: __, ...zone }: Zone): ZoneState {
  return { ...zone, zone: id, location: locationId, isActive: active }
}

/**
 * Adds a zone, or replaces the zone with this id. Keeps the delivery hours of a replaced zone. A stopped zone stays
 * stopped. Fails with `staff.unknown` if there is no such store, or if the zone belongs to another store. Fails with
 * `input.invalid` if an entry is not a postal area of the store's country. Fails with `staff.stale` if the zone has
 * changed since `version`.
 */
export async function writeZone(
  ctx: Context,
  { zone: id, location, version, ...input }: z.output<typeof ownerStaffCalls.writeZone.input>,
): Listed {
  const store =
    (await find(ctx, location)) ?? fail('staff.unknown', { what: bilingualText('staff.a_store', { name: location }) })
  const area = normaliseArea(input.area, store.country)
  return transact(ctx, async (ctx) => {
    const before = await lockZone(ctx, id)
    if (before && before.locationId !== location)
      fail('staff.unknown', { what: bilingualText('staff.a_zone', { name: id }) })
    if (version !== undefined && version !== (before?.version ?? 0)) fail('staff.stale')
    const next = { ...input, id, locationId: location, active: before?.active ?? true, area }
    await putZone(ctx, { ...next, version: (before?.version ?? 0) + 1 })
    ctx.staff?.note({ subject: id, location, before: before && pickLogged(before), after: pickLogged(next) })
    return zones(ctx)
  })
}

type LoggedZone = Pick<Zone, 'name' | 'area' | 'fees' | 'distanceFees' | 'minimum' | 'extraMinutes' | 'position'>
const pickLogged = ({ name, area, fees, distanceFees, minimum, extraMinutes, position }: LoggedZone): LoggedZone => ({
  name,
  area,
  fees,
  distanceFees,
  minimum,
  extraMinutes,
  position,
})

/**
 * Converts the postal codes of an area to upper case without spaces, because the shop compares them in this form. Fails
 * with `input.invalid` if an entry is not a postal area of the country.
 */
function normaliseArea(area: Zone['area'], country: Country): Zone['area'] {
  if (area.kind !== 'postal') return area
  const prefixes = [...new Set(area.prefixes.map((prefix) => prefix.replace(/\s+/g, '').toUpperCase()))]
  const wrong = prefixes.find((prefix) => !isPostalArea(country, prefix))
  const field = 'area.prefixes'
  if (wrong !== undefined) fail('input.invalid', { field, message: 'field.postal_area', text: wrong }, field)
  return { ...area, prefixes }
}

async function lockZone(ctx: Context, id: string): Promise<Zone | null> {
  const [row] = await ctx.db.select().from(deliveryZones).where(eq(deliveryZones.id, id)).for('update')
  return row ?? null
}

/**
 * Stops deliveries to a zone. Fails with `staff.unknown` if there is no such zone, or if it is not a zone of
 * `location`.
 */
export const stopZone = (ctx: Context, input: ZoneInput): Listed => activateZone(ctx, input, { isActive: false })

/**
 * Starts deliveries to a stopped zone again. Fails with `staff.unknown` if there is no such zone, or if it is not a
 * zone of `location`.
 */
export const startZone = (ctx: Context, input: ZoneInput): Listed => activateZone(ctx, input, { isActive: true })

type ZoneInput = { zone: string; location?: string | undefined }

async function activateZone(ctx: Context, { zone, location }: ZoneInput, { isActive }: { isActive: boolean }): Listed {
  return transact(ctx, async (ctx) => {
    const before = await lockZone(ctx, zone)
    if (!before || (location !== undefined && before.locationId !== location)) {
      fail('staff.unknown', { what: bilingualText('staff.a_zone', { name: zone }) })
    }
    if (before.active === isActive) return zones(ctx)
    await ctx.db
      .update(deliveryZones)
      .set({ active: isActive, version: before.version + 1 })
      .where(eq(deliveryZones.id, zone))
    await publishCatalogueChange(ctx)
    ctx.staff?.note({
      subject: zone,
      location: before.locationId,
      before: { isActive: before.active },
      after: { isActive },
    })
    return zones(ctx)
  })
}

/** The price of delivery from a store to a postal code, as in the checkout. */
export async function zoneAt(
  ctx: Context,
  { location, postCode, subtotal }: { location: string; postCode: string; subtotal: number },
): Promise<ZoneAnswer> {
  const store = (await find(ctx, location)) ?? fail('not_found')
  const place = await placeOf(ctx, store.country, postCode)
  const found = place && quote(store, await zonesOf(ctx, location), { place, subtotal })
  return {
    isPostCode: place !== null,
    zone: found?.zone.id ?? null,
    fee: found?.fee ?? 0,
    minimum: found?.minimum ?? 0,
    freeFrom: found?.freeFrom ?? null,
  }
}

/**
 * The shipping rates of all stores, each store's rates in the sequence that the owner chose; stopped rates come last.
 */
export async function shippingRates(ctx: Context): Rates {
  const rows = await ctx.db
    .select()
    .from(rates)
    .orderBy(desc(rates.active), asc(rates.locationId), asc(rates.position), asc(rates.id))
  return {
    rates: rows.map(({ id, locationId, active, taxClass: _, ...rate }) => ({
      ...rate,
      rate: id,
      location: locationId,
      isActive: active,
    })),
  }
}

/**
 * Adds or replaces a shipping rate, and activates it, so the store of the rate then offers SHIPPING. Fails with
 * `staff.unknown` if there is no such store.
 */
export async function writeShippingRate(
  ctx: Context,
  { rate, location, ...input }: z.output<typeof ownerStaffCalls.writeShippingRate.input>,
): Rates {
  await putShippingRate(ctx, { ...input, id: rate, locationId: location, active: true })
  return shippingRates(ctx)
}

/**
 * Stops a rate. A store without an active rate does not offer SHIPPING. Fails with `staff.unknown` if there is no such
 * rate.
 */
export async function stopShippingRate(ctx: Context, { rate }: { rate: string }): Rates {
  await transact(ctx, async (ctx) => {
    const [stopped] = await ctx.db
      .update(rates)
      .set({ active: false })
      .where(eq(rates.id, rate))
      .returning({ locationId: rates.locationId })
    if (!stopped) fail('staff.unknown', { what: bilingualText('staff.a_rate', { name: rate }) })
    await offerShipping(ctx, stopped.locationId)
  })
  return shippingRates(ctx)
}
