import { asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { TimedMethod } from '#contract/fulfilment-methods.ts'
import { carriesGoods, timedMethods } from '#contract/fulfilment-methods.ts'
import { mapAddress } from '#contract/map-point.ts'
import type { StoreDetail, StoreMethodRules, storeStaffCalls } from '#contract/office/stores.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { lockNames } from '#server/platform/database/locks.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { canAccessStore } from '#server/platform/http/office-access.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { emit } from '#server/platform/queue.ts'
import { normaliseAddress } from './addresses.ts'
import { firstLocation } from './locations.ts'
import type { LocationRow } from './rows.ts'
import { codesOf } from './store-codes.ts'
import { locations } from './tables.ts'

type StoreInput = z.output<typeof storeStaffCalls.writeStore.input>
type NewStore = z.output<typeof storeStaffCalls.addStore.input>
type MethodRulesInput = z.output<typeof storeStaffCalls.writeMethodRules.input>

/** The lock that lets only one request choose the code of a store at a time. */
const codesLock = 'store codes'

/** The caller's stores with the settings that their forms show, in the sequence that the owner chose. */
export async function stores(ctx: Context): Promise<{ stores: StoreDetail[] }> {
  const rows = await readAll(ctx)
  const codes = codesOf(rows)
  const ownStores = rows.filter(({ id }) => canAccessStore(ctx, 'store.write', id))
  return { stores: ownStores.map((row) => toDetail(row, codes)) }
}

const readAll = (ctx: Context): Promise<LocationRow[]> =>
  ctx.db.select().from(locations).orderBy(asc(locations.position), asc(locations.id))

function toDetail(row: LocationRow, codes: Map<string, string>): StoreDetail {
  return {
    location: row.id,
    code: codes.get(row.id) ?? '',
    version: row.version,
    name: row.name,
    isShown: row.display,
    isVirtual: row.virtual,
    country: row.country,
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
    cancelMinutes: row.cancelMinutes,
    week: toWeek(row.hours),
    point: pointOf(row),
    rules: timedMethods.map((method) => toRules(row, method)),
  }
}

/**
 * Writes a store's settings. Fails with `staff.stale` if they have changed since `version`, `staff.store_code` if
 * another store has the code, `checkout.address_invalid` for each wrong field, and `staff.unknown` if there is no such
 * store.
 */
export function writeStore(ctx: Context, { location, version, week, isShown, isVirtual, point, ...input }: StoreInput) {
  const { country, province, city, street, postCode } = normaliseAddress({
    ...emptyAddress,
    country: input.country,
    province: input.province,
    city: input.city,
    street: input.street,
    postCode: input.postCode,
  })
  return transact(ctx, async (ctx) => {
    const row = await lockVersion(ctx, { location, version })
    const codes = await refuseCode(ctx, { location, code: input.code })
    const values = {
      ...input,
      ...positionColumns(row, point),
      virtual: isVirtual,
      country,
      province,
      city,
      street,
      postCode,
      display: isShown,
      // Keeps SHIPPING as it is stored and ignores it in the input, because only shipping rates decide whether the
      // store offers parcels.
      methods: [...input.methods.filter((method) => method !== 'SHIPPING'), ...row.methods.filter(isShipping)],
      hours: toHours(week),
      version: version + 1,
    }
    await ctx.db.update(locations).set(values).where(eq(locations.id, location))
    await publishCatalogueChange(ctx)
    const [before, after] = [toDetail(row, codes), toDetail({ ...row, ...values }, new Map([[location, input.code]]))]
    ctx.staff?.note({ subject: location, location, ...changedFields(before, after) })
    return stores(ctx)
  })
}

/**
 * Adds a store after the others, hidden from shoppers until staff show it. The new store gets the times, methods and
 * city of the store `copyOf`, but not the exceptional days and shipping rates of `copyOf`. The order emails of the new
 * store go to the caller. A repeated submission only returns the store. Fails with `staff.unknown` if there is no store
 * `copyOf`.
 */
export function addStore(ctx: Context, { name, copyOf, submission }: NewStore): Promise<{ location: string }> {
  const location = `store-${submission.slice(0, 8)}`
  return transact(ctx, async (ctx) => {
    await lockNames(ctx, [codesLock])
    const rows = await readAll(ctx)
    const source = rows.find(({ id }) => id === copyOf)
    if (copyOf !== undefined && !source) {
      fail('staff.unknown', { what: bilingualText('staff.a_store', { name: copyOf }) })
    }
    const isRepeated = rows.some(({ id }) => id === location)
    const added = { name, ...(source && { copyOf: source.name }) }
    ctx.staff?.note({ subject: location, location, before: null, after: isRepeated ? {} : added })
    if (isRepeated) return { location }
    await ctx.db.insert(locations).values({
      ...firstLocation,
      ...(source && copiedColumns(source)),
      id: location,
      name,
      code: codesOf([...rows, { id: location, code: null, name }]).get(location),
      display: false,
      position: (rows.at(-1)?.position ?? -1) + 1,
    })
    await emit(ctx, 'location.added', { locationId: location })
    await publishCatalogueChange(ctx)
    return { location }
  })
}

/** The columns that a new store copies. Leaves out SHIPPING, because the new store has no shipping rates. */
const copiedColumns = (row: LocationRow) => ({
  country: row.country,
  province: row.province,
  city: row.city,
  timeZone: row.timeZone,
  hours: row.hours,
  methods: row.methods.filter((method) => !isShipping(method)),
  methodRules: Object.fromEntries(
    Object.entries(row.methodRules).map(([method, { exceptions: _, ...rules }]) => [method, rules]),
  ),
  leadMinutes: row.leadMinutes,
  slotMinutes: row.slotMinutes,
  slotCapacity: row.slotCapacity,
  daysAhead: row.daysAhead,
  cancelMinutes: row.cancelMinutes,
})

/**
 * Writes a store's rules for one method; for a null rule, the store's rule applies. The method's exceptional days stay
 * unchanged. Fails with `staff.stale` if the store has changed since `version`, and with `staff.unknown` if there is no
 * such store.
 */
export function writeMethodRules(ctx: Context, { location, method, version, week, ...ruleInput }: MethodRulesInput) {
  return transact(ctx, async (ctx) => {
    const row = await lockVersion(ctx, { location, version })
    const before = row.methodRules[method] ?? {}
    const rules = {
      ...(before.exceptions && { exceptions: before.exceptions }),
      ...(week && { hours: toHours(week) }),
      // Does not store null rules, because the store's rule applies if the method has no rule of its own.
      ...Object.fromEntries(Object.entries(ruleInput).filter(([, value]) => value !== null)),
    }
    const next = { methodRules: { ...row.methodRules, [method]: rules }, version: version + 1 }
    await ctx.db.update(locations).set(next).where(eq(locations.id, location))
    await publishCatalogueChange(ctx)
    const changed = changedFields(toRules(row, method), toRules({ ...row, ...next }, method))
    const prefixed = (fields: object) =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${method} ${name}`, value]))
    ctx.staff?.note({ subject: location, location, before: prefixed(changed.before), after: prefixed(changed.after) })
    return stores(ctx)
  })
}

/**
 * Fails with `staff.store_code` if another store has the code, either chosen by the owner or derived from that store's
 * name. Otherwise returns the codes of all stores.
 */
async function refuseCode(ctx: Context, { location, code }: { location: string; code: string }) {
  await lockNames(ctx, [codesLock])
  const rows = await readAll(ctx)
  const codes = codesOf(rows)
  const other = rows.find(({ id }) => id !== location && codes.get(id) === code)
  if (other) fail('staff.store_code', { name: other.name, code }, 'code')
  return codes
}

const isShipping = (method: LocationRow['methods'][number]) => carriesGoods(method, 'cross_border')
const emptyAddress = { district: '', unit: '', buzzer: '', note: '', leaveAtDoor: false }

function toRules(row: LocationRow, method: TimedMethod): StoreMethodRules {
  const { hours, lastOrder, lastOrderMinutes, ...ownRules } = row.methodRules[method] ?? {}
  return {
    method,
    week: hours ? toWeek(hours) : null,
    leadMinutes: ownRules.leadMinutes ?? null,
    slotMinutes: ownRules.slotMinutes ?? null,
    slotCapacity: ownRules.slotCapacity ?? null,
    daysAhead: ownRules.daysAhead ?? null,
    lastOrderMinutes: lastOrderMinutes ?? 0,
    lastOrder: lastOrder ?? null,
  }
}

const toWeek = (hours: LocationRow['hours']): StoreDetail['week'] =>
  [0, 1, 2, 3, 4, 5, 6].map((weekday) =>
    hours.filter((opening) => opening.weekday === weekday).map(({ from, to }) => ({ from, to })),
  )
const toHours = (week: StoreDetail['week']): LocationRow['hours'] =>
  week.flatMap((openings, weekday) => openings.map((opening) => ({ weekday, ...opening })))

const pointOf = ({ latitude, longitude }: LocationRow): StoreDetail['point'] =>
  latitude === null || longitude === null ? null : { latitude, longitude }

/**
 * The columns of the store's position on the map. An unchanged position keeps its map link, which the owner may have
 * set.
 */
function positionColumns(row: LocationRow, point: StoreDetail['point']) {
  const { latitude, longitude } = point ?? { latitude: null, longitude: null }
  if (row.latitude === latitude && row.longitude === longitude) return { latitude, longitude, mapUrl: row.mapUrl }
  return { latitude, longitude, mapUrl: point ? mapAddress(point) : '' }
}

async function lockVersion(ctx: Context, { location, version }: { location: string; version: number }) {
  const [row] = await ctx.db.select().from(locations).where(eq(locations.id, location)).for('update')
  if (!row) fail('staff.unknown', { what: bilingualText('staff.a_store', { name: location }) })
  if (row.version !== version) fail('staff.stale')
  return row
}

/** The changed fields with their values before and after the change. Leaves out `version`. */
function changedFields<Fields extends object>(before: Fields, after: Fields) {
  const stored = new Map(Object.entries(before))
  const isChanged = ([name, value]: [string, unknown]) =>
    name !== 'version' && JSON.stringify(value) !== JSON.stringify(stored.get(name))
  const changed = Object.entries(after).filter(isChanged)
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, stored.get(name)])),
    after: Object.fromEntries(changed),
  }
}
