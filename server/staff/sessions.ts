import { and, desc, eq, lt, ne } from 'drizzle-orm'
import { counterIdleMs, officeXsrfCookie } from '#contract/constants.ts'
import { dayMs, hourMs } from '#contract/durations.ts'
import type { StaffSession } from '#contract/office/people.ts'
import { rolesOnDevice } from '#contract/rights.ts'
import type { App, Context, Staff } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { officeCookie } from '#server/platform/http/office-access.ts'
import { hashToken, isToken, newToken } from '#server/platform/http/sessions.ts'
import { createXsrf } from '#server/platform/http/xsrf.ts'
import type { DeviceRow } from './device-rows.ts'
import { findDevice, thisDevice } from './device-rows.ts'
import { publishStaffChange } from './live.ts'
import { mustSetUpSecondStep } from './second-step.ts'
import { staffChallenges, staffDevices, staffInvitations, staffPeople, staffRoles, staffSessions } from './tables.ts'

/** How long staff members stay signed in without activity, on their own devices. */
const idleMs = 12 * hourMs
const maxSessionMs = 14 * dayMs
/** The longest time between the password and the second step. */
const secondStepTimeoutMs = 10 * 60_000
/** The minimum time between two updates of a session's time of last use. */
const minUpdateIntervalMs = 60_000

type SessionRow = typeof staffSessions.$inferSelect

/**
 * Finds the staff member of a complete session and extends the session. A session ends after 12 hours without activity
 * (15 minutes in the browser of a counter device), and after 14 days in any case.
 */
export async function find(app: App, token: string): Promise<Omit<Staff, 'note'> | null> {
  const { db } = app.database
  const now = app.now()
  const session = await findActive(app, token)
  if (!session || session.isPending) return null
  const device = session.deviceId === null ? null : await findDevice(app, session.deviceId)
  if (session.deviceId && !device) return null
  const [staffMember] = await db.select().from(staffPeople).where(eq(staffPeople.id, session.personId))
  if (!staffMember || staffMember.stoppedAt) return null
  const roles = await db
    .select({ role: staffRoles.role, location: staffRoles.locationId })
    .from(staffRoles)
    .where(eq(staffRoles.personId, staffMember.id))
  if (now.getTime() - session.lastSeenAt.getTime() > minUpdateIntervalMs) {
    const expiresAt = new Date(Math.min(now.getTime() + idleOf(session), session.createdAt.getTime() + maxSessionMs))
    await db.update(staffSessions).set({ lastSeenAt: now, expiresAt }).where(eq(staffSessions.id, session.id))
    await db.update(staffPeople).set({ lastSeenAt: now }).where(eq(staffPeople.id, staffMember.id))
  }
  return {
    personId: staffMember.id,
    name: staffMember.name,
    locale: staffMember.locale,
    roles: device ? rolesOnDevice(roles, device.locationId, device.screens) : roles,
    sessionId: session.id,
    deviceId: session.deviceId,
    // A counter device and a PIN already are two steps, so a session on a counter device needs no other second step.
    isHeldBack: !device && mustSetUpSecondStep(app, staffMember, roles) && staffMember.secondStepDue <= now,
    confirmedAt: session.confirmedAt,
    device: session.device,
  }
}

/**
 * How long a session lasts without activity. A session that was opened in the browser of a counter device always has
 * the short limit.
 */
const idleOf = ({ expiresAt, lastSeenAt }: SessionRow) =>
  expiresAt.getTime() - lastSeenAt.getTime() <= counterIdleMs ? counterIdleMs : idleMs

async function findActive(app: App, token: string): Promise<SessionRow | null> {
  const [session] = await app.database.db
    .select()
    .from(staffSessions)
    .where(eq(staffSessions.tokenHash, hashToken(token)))
  return session && session.expiresAt > app.now() ? session : null
}

/** The session of this browser, if its second step is missing. Otherwise fails with `staff.sign_in_required`. */
export async function requirePending(ctx: Context): Promise<SessionRow> {
  const token = sentToken(ctx)
  const session = token ? await findActive(ctx.app, token) : null
  return session?.isPending ? session : fail('staff.sign_in_required')
}

/**
 * Ends a session whose second step is missing. Fails with `staff.sign_in_required` if the session has ended, for
 * example because the password changed. Call it within a transaction that has locked the staff member's row.
 */
export async function consumePending(ctx: Context, id: string): Promise<void> {
  const [ended] = await ctx.db
    .delete(staffSessions)
    .where(and(eq(staffSessions.id, id), eq(staffSessions.isPending, true)))
    .returning({ id: staffSessions.id })
  if (!ended) fail('staff.sign_in_required')
}

const isSecure = (ctx: Context) => ctx.origin.startsWith('https:')

function sentToken(ctx: Context): string | null {
  const sent = ctx.cookie(officeCookie(isSecure(ctx)))
  return isToken(sent) ? sent : null
}

/**
 * Opens a session of a staff member in this browser, in place of the previous session. `isPending` is whether the
 * second step is missing. `counter` is the counter device on which the staff member signs in, if any. A sign-in on a
 * counter device does not confirm the staff member's identity. Every session in the browser of a counter device is
 * short. Call it within a transaction.
 */
export async function openSession(
  ctx: Context,
  personId: string,
  { isPending, counter = null }: { isPending: boolean; counter?: DeviceRow | null },
): Promise<void> {
  await end(ctx)
  const isAtCounter = counter !== null || (await thisDevice(ctx)) !== null
  const openIdleMs = isAtCounter ? counterIdleMs : idleMs
  const now = ctx.app.now()
  const token = newToken()
  await ctx.db.insert(staffSessions).values({
    tokenHash: hashToken(token),
    personId,
    isPending,
    confirmedAt: counter ? new Date(0) : now,
    device: counter?.name ?? ctx.device(),
    deviceId: counter?.id ?? null,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + (isPending ? secondStepTimeoutMs : openIdleMs)),
  })
  const cookieOptions = { maxAgeSeconds: maxSessionMs / 1000, isStrict: true }
  ctx.setCookie(officeCookie(isSecure(ctx)), token, { ...cookieOptions, isHidden: true })
  ctx.setCookie(officeXsrfCookie, createXsrf(ctx.app.secret).issue(`office ${token}`), cookieOptions)
}

/** Ends the session of this browser. */
export async function end(ctx: Context): Promise<void> {
  const token = sentToken(ctx)
  if (!token) return
  await ctx.db.delete(staffSessions).where(eq(staffSessions.tokenHash, hashToken(token)))
  const expired = { maxAgeSeconds: 0, isStrict: true }
  ctx.setCookie(officeCookie(isSecure(ctx)), '', { ...expired, isHidden: true })
  ctx.setCookie(officeXsrfCookie, '', expired)
}

/** Records that the caller has just confirmed their identity. */
export async function markConfirmed(ctx: Context, sessionId: string): Promise<void> {
  await ctx.db.update(staffSessions).set({ confirmedAt: ctx.app.now() }).where(eq(staffSessions.id, sessionId))
}

/** Ends sessions of a staff member: all, one, or all but one. */
export async function endSessionsOf(
  ctx: Context,
  personId: string,
  { only, except }: { only?: string; except?: string | null } = {},
): Promise<void> {
  await ctx.db
    .delete(staffSessions)
    .where(
      and(
        eq(staffSessions.personId, personId),
        only ? eq(staffSessions.id, only) : undefined,
        except ? ne(staffSessions.id, except) : undefined,
      ),
    )
  publishStaffChange(ctx, personId)
}

/** A staff member's sessions, the last seen first. */
export async function list(ctx: Context, personId: string): Promise<StaffSession[]> {
  const rows = await ctx.db
    .select()
    .from(staffSessions)
    .where(and(eq(staffSessions.personId, personId), eq(staffSessions.isPending, false)))
    .orderBy(desc(staffSessions.lastSeenAt))
  return rows
    .filter(({ expiresAt }) => expiresAt > ctx.app.now())
    .map(({ id, device, createdAt, lastSeenAt }) => ({
      id,
      device,
      since: createdAt.toISOString(),
      lastSeen: lastSeenAt.toISOString(),
      isThisOne: id === ctx.staff?.sessionId,
    }))
}

/** Deletes expired sessions, links, challenges and counter devices. */
export async function sweep(ctx: Context): Promise<void> {
  const now = ctx.app.now()
  await ctx.db.delete(staffSessions).where(lt(staffSessions.expiresAt, now))
  await ctx.db.delete(staffInvitations).where(lt(staffInvitations.expiresAt, now))
  await ctx.db.delete(staffDevices).where(lt(staffDevices.expiresAt, now))
  await ctx.db.delete(staffChallenges).where(lt(staffChallenges.expiresAt, now))
}
