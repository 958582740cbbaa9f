import { desc, eq, gt } from 'drizzle-orm'
import type { Counter, CounterDevice } from '#contract/office/devices.ts'
import type { Me } from '#contract/office/people.ts'
import type { DeviceScreen } from '#contract/rights.ts'
import { rights, rolesOnDevice, storesWith } from '#contract/rights.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { canAccessStore } from '#server/platform/http/office-access.ts'
import { hashToken, newToken } from '#server/platform/http/sessions.ts'
import { isUuid } from '#server/platform/uuid.ts'
import type { DeviceRow } from './device-rows.ts'
import { enrolDevice, renew, thisDevice } from './device-rows.ts'
import { publishStaffChange } from './live.ts'
import { writeLogEntry } from './log.ts'
import { findStaffMember, staffWithRoles, toMe } from './people.ts'
import { end as endSession, openSession } from './sessions.ts'
import { staffDevices, staffSessions } from './tables.ts'

const linkLifetimeMs = 15 * 60_000

/** Counter devices of the caller's stores. */
export async function list(ctx: Context): Promise<{ devices: CounterDevice[] }> {
  const rows = await ctx.db
    .select()
    .from(staffDevices)
    .where(gt(staffDevices.expiresAt, ctx.app.now()))
    .orderBy(desc(staffDevices.createdAt))
  return { devices: rows.filter(({ locationId }) => canAccessStore(ctx, 'staff.see', locationId)).map(toDevice) }
}

const toDevice = ({ id, name, locationId, screens, isEnrolled, expiresAt, lastSeenAt, madeBy }: DeviceRow) => ({
  id,
  name,
  location: locationId,
  screens,
  isEnrolled,
  until: expiresAt.toISOString(),
  lastSeen: lastSeenAt?.toISOString() ?? null,
  by: madeBy,
})

/**
 * Adds a counter device. Returns the code of the link that the tablet must open. Fails with `not_found` if there is no
 * such store.
 */
export function add(ctx: Context, input: { location: string; name: string; screens: DeviceScreen[] }) {
  return transact(ctx, async (ctx) => {
    if (!(await locations.find(ctx, input.location))) fail('not_found')
    const code = newToken()
    const now = ctx.app.now()
    const until = new Date(now.getTime() + linkLifetimeMs)
    const [row] = await ctx.db
      .insert(staffDevices)
      .values({
        name: input.name,
        locationId: input.location,
        screens: [...new Set(input.screens)],
        tokenHash: hashToken(code),
        madeBy: ctx.staff?.name ?? '',
        createdAt: now,
        expiresAt: until,
      })
      .returning()
    ctx.staff?.note({ subject: row?.id ?? '', after: { name: input.name, screens: input.screens } })
    return { code, until: until.toISOString(), ...(await list(ctx)) }
  })
}

/** Removes a device and ends the sessions on it at once. */
export function end(ctx: Context, { device }: { device: string }): Promise<{ devices: CounterDevice[] }> {
  return transact(ctx, async (ctx) => {
    const row = isUuid(device) && (await ctx.db.select().from(staffDevices).where(eq(staffDevices.id, device)))[0]
    if (!row || !canAccessStore(ctx, 'staff.write', row.locationId)) fail('not_found')
    const endedSessions = await ctx.db.delete(staffSessions).where(eq(staffSessions.deviceId, row.id)).returning()
    await ctx.db.delete(staffDevices).where(eq(staffDevices.id, row.id))
    for (const { personId } of endedSessions) publishStaffChange(ctx, personId)
    ctx.staff?.note({ subject: row.id, location: row.locationId, before: { name: row.name }, after: null })
    return list(ctx)
  })
}

/**
 * Enrols this browser as the counter device for which the link with this code was created. Also ends the browser's
 * session. Fails with `staff.link_invalid` if the link is unknown, used or expired.
 */
export function enrol(ctx: Context, { code }: { code: string }): Promise<Counter> {
  return transact(ctx, async (ctx) => {
    const row = (await enrolDevice(ctx, code)) ?? fail('staff.link_invalid')
    const { id, name, locationId, screens } = row
    // The staff member who opened the link in this browser may have more rights than the device. So their session ends.
    await endSession(ctx)
    await writeLogEntry(ctx, 'devices.enrol', {
      subject: id,
      location: locationId,
      before: null,
      after: { name, screens },
      by: { personId: null, name, device: ctx.device() },
    })
    return toCounter(ctx, row)
  })
}

/**
 * The counter device that this browser is enrolled as, with the staff members who can sign in on it. `device` is null
 * if the browser is not enrolled.
 */
export async function counter(ctx: Context): Promise<Counter> {
  const row = await thisDevice(ctx)
  return row ? toCounter(ctx, row) : { device: null, people: [] }
}

async function toCounter(ctx: Context, { name, locationId, screens }: DeviceRow): Promise<Counter> {
  const [store, people] = await Promise.all([locations.find(ctx, locationId), staffWithRoles(ctx)])
  if (!store) return { device: null, people: [] }
  return {
    device: { name, store: store.name },
    people: people
      .filter(
        ({ staffMember: person, roles: given }) =>
          !person.stoppedAt && rightsOf(rolesOnDevice(given, locationId, screens)).length > 0,
      )
      .map(({ staffMember: person }) => ({ id: person.id, name: person.name })),
  }
}

const rightsOf = (roles: ReturnType<typeof rolesOnDevice>) =>
  rights.filter((right) => storesWith(roles, right).length > 0)

/**
 * Opens a session of a staff member on this device. The session is unconfirmed, so steps that move money ask for the
 * PIN.
 */
export function choose(ctx: Context, { person: id }: { person: string }): Promise<{ me: Me }> {
  return transact(ctx, async (ctx) => {
    const device = (await thisDevice(ctx)) ?? fail('staff.no_device')
    const { people } = await toCounter(ctx, device)
    const staffMember = people.some((one) => one.id === id) ? await findStaffMember(ctx, id) : null
    if (!staffMember) fail('not_found')
    await openSession(ctx, staffMember.id, { isPending: false, counter: device })
    await renew(ctx, device)
    return { me: await toMe(ctx, staffMember, device) }
  })
}
