import { asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { StoreDetail, storeStaffCalls } from '#contract/office/stores.ts'
import { both } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { isMine } from '#server/platform/http/office-access.ts'
import { catalogueChanged } from '#server/platform/publish.ts'
import { normaliseAddress } from './addresses.ts'
import type { LocationRow } from './rows.ts'
import { locations } from './tables.ts'

type Written = z.output<typeof storeStaffCalls.writeStore.input>

/** The caller's stores, in the owner's order, as forms for their settings show them. */
export async function stores(ctx: Context): Promise<{ stores: StoreDetail[] }> {
  const rows = await ctx.db.select().from(locations).orderBy(asc(locations.position), asc(locations.id))
  return { stores: rows.filter(({ id }) => isMine(ctx, 'store.write', id)).map(toDetail) }
}

function toDetail(row: LocationRow): StoreDetail {
  return {
    location: row.id,
    version: row.version,
    name: row.name,
    isShown: row.display,
    isVirtual: row.virtual,
    // The column has the countries of the contract.
    country: row.country as StoreDetail['country'],
    province: row.province,
    city: row.city,
    street: row.street,
    postCode: row.postCode,
    phone: row.phone,
    timeZone: row.timeZone,
    methods: row.methods,
    leadMinutes: row.leadMinutes,
    slotMinutes: row.slotMinutes,
    slotCapacity: row.slotCapacity,
    daysAhead: row.daysAhead,
    week: [0, 1, 2, 3, 4, 5, 6].map((weekday) =>
      row.hours.filter((opening) => opening.weekday === weekday).map(({ from, to }) => ({ from, to })),
    ),
  }
}

/**
 * Writes a store's settings. `staff.stale` if somebody changed them meanwhile, `checkout.address_invalid` with the
 * wrong fields, `staff.unknown` for an unknown store.
 */
export function writeStore(ctx: Context, { location, version, week, isShown, ...input }: Written) {
  const { country, province, city, street, postCode } = normaliseAddress({
    ...noAddress,
    country: input.country,
    province: input.province,
    city: input.city,
    street: input.street,
    postCode: input.postCode,
  })
  return transact(ctx, async (ctx) => {
    const [row] = await ctx.db.select().from(locations).where(eq(locations.id, location)).for('update')
    if (!row) fail('staff.unknown', { what: both('staff.a_store', { name: location }) })
    if (row.version !== version) fail('staff.stale')
    const values = {
      ...input,
      ...{ country, province, city, street, postCode },
      display: isShown,
      // The store offers parcels while it has a shipping rate.
      methods: [...input.methods.filter((method) => method !== 'SHIPPING'), ...row.methods.filter(isShipping)],
      hours: week.flatMap((openings, weekday) => openings.map((opening) => ({ weekday, ...opening }))),
      version: version + 1,
    }
    await ctx.db.update(locations).set(values).where(eq(locations.id, location))
    await catalogueChanged(ctx)
    const [before, after] = [toDetail(row), toDetail({ ...row, ...values })]
    ctx.staff?.note({ subject: location, location, ...changedFields(before, after) })
    return stores(ctx)
  })
}

const isShipping = (method: LocationRow['methods'][number]) => method === 'SHIPPING'
const noAddress = { district: '', unit: '', buzzer: '', note: '', leaveAtDoor: false }

/** The fields that differ, before and after. */
function changedFields(before: StoreDetail, after: StoreDetail) {
  const isChanged = ([name, value]: [string, unknown]) =>
    name !== 'version' && JSON.stringify(value) !== JSON.stringify((before as Record<string, unknown>)[name])
  const changed = Object.entries(after).filter(isChanged)
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, (before as Record<string, unknown>)[name]])),
    after: Object.fromEntries(changed),
  }
}
