import { asc, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { ownerStaffCalls, ShippingRateState, ZoneState } from '#contract/office/owner.ts'
import { both } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { catalogueChanged } from '#server/platform/publish.ts'
import { putZone } from './delivery.ts'
import { find } from './locations.ts'
import { offerShipping, putShippingRate } from './shipping-rates.ts'
import { deliveryZones, shippingRates as rates } from './tables.ts'

/** Delivery zones and shipping rates of all stores. */

type Listed = Promise<{ zones: ZoneState[] }>
type Rates = Promise<{ rates: ShippingRateState[] }>

/** All zones by store and in the owner's order; stopped ones come last. */
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
    zones: rows.map(({ id, locationId, active, hours: _, taxClass: __, ...zone }) => ({
      ...zone,
      ...{ zone: id, location: locationId, isActive: active },
    })),
  }
}

/** Adds a zone or replaces the one with this id; its delivery hours stay. `staff.unknown` for an unknown store. */
export async function writeZone(
  ctx: Context,
  { zone, location, ...input }: z.output<typeof ownerStaffCalls.writeZone.input>,
): Listed {
  if (!(await find(ctx, location))) fail('staff.unknown', { what: both('staff.a_store', { name: location }) })
  await putZone(ctx, { ...input, id: zone, locationId: location, active: true })
  return zones(ctx)
}

/** Stops deliveries to a zone. `staff.unknown` for an unknown zone. */
export async function stopZone(ctx: Context, { zone }: { zone: string }): Listed {
  await transact(ctx, async (ctx) => {
    const [stopped] = await ctx.db
      .update(deliveryZones)
      .set({ active: false })
      .where(eq(deliveryZones.id, zone))
      .returning({ id: deliveryZones.id })
    if (!stopped) fail('staff.unknown', { what: both('staff.a_zone', { name: zone }) })
    await catalogueChanged(ctx)
  })
  return zones(ctx)
}

/** All shipping rates by store and in the owner's order; stopped ones come last. */
export async function shippingRates(ctx: Context): Rates {
  const rows = await ctx.db
    .select()
    .from(rates)
    .orderBy(desc(rates.active), asc(rates.locationId), asc(rates.position), asc(rates.id))
  return {
    rates: rows.map(({ id, locationId, active, taxClass: _, ...rate }) => ({
      ...rate,
      ...{ rate: id, location: locationId, isActive: active },
    })),
  }
}

/** Adds or replaces a shipping rate. Its store then offers SHIPPING. `staff.unknown` for an unknown store. */
export async function writeShippingRate(
  ctx: Context,
  { rate, location, ...input }: z.output<typeof ownerStaffCalls.writeShippingRate.input>,
): Rates {
  await putShippingRate(ctx, { ...input, id: rate, locationId: location, active: true })
  return shippingRates(ctx)
}

/** Stops a rate. A store without an active rate does not offer SHIPPING. `staff.unknown` for an unknown rate. */
export async function stopShippingRate(ctx: Context, { rate }: { rate: string }): Rates {
  await transact(ctx, async (ctx) => {
    const [stopped] = await ctx.db
      .update(rates)
      .set({ active: false })
      .where(eq(rates.id, rate))
      .returning({ locationId: rates.locationId })
    if (!stopped) fail('staff.unknown', { what: both('staff.a_rate', { name: rate }) })
    await offerShipping(ctx, stopped.locationId)
  })
  return shippingRates(ctx)
}
