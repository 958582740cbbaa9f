import { and, eq, gt } from 'drizzle-orm'
import { dayMs, hourMs } from '#contract/durations.ts'
import type { App, Context } from '#server/platform/context.ts'
import { counterCookie } from '#server/platform/http/office-access.ts'
import { hashToken, isToken, newToken } from '#server/platform/http/sessions.ts'
import { staffDevices } from './tables.ts'

export type DeviceRow = typeof staffDevices.$inferSelect

/** A device that nobody uses for this long must be added again. */
const validityMs = 90 * dayMs
/** The time of a device's last use is stored at most once in this period. */
const minUpdateIntervalMs = hourMs

const isSecure = (ctx: Context) => ctx.origin.startsWith('https:')

function sentToken(ctx: Context): string | null {
  const sent = ctx.cookie(counterCookie(isSecure(ctx)))
  return isToken(sent) ? sent : null
}

/**
 * The counter device that this browser is enrolled as; null if the browser is not enrolled or the device has expired.
 */
export async function thisDevice(ctx: Context): Promise<DeviceRow | null> {
  const token = sentToken(ctx)
  if (!token) return null
  const condition = and(eq(staffDevices.tokenHash, hashToken(token)), eq(staffDevices.isEnrolled, true))
  const [row] = await ctx.db.select().from(staffDevices).where(condition)
  return row && row.expiresAt > ctx.app.now() ? row : null
}

/** The counter device with this id; null if the device was removed or has expired. */
export async function findDevice({ database, now }: App, id: string): Promise<DeviceRow | null> {
  const [row] = await database.db.select().from(staffDevices).where(eq(staffDevices.id, id))
  return row && row.expiresAt > now() ? row : null
}

/**
 * Enrols this browser as the counter device for which the link with this code was created. Returns the device, or null
 * if the link is unknown, used or expired.
 */
export async function enrolDevice(ctx: Context, code: string): Promise<DeviceRow | null> {
  if (!isToken(code)) return null
  const openLinkCondition = and(
    eq(staffDevices.tokenHash, hashToken(code)),
    eq(staffDevices.isEnrolled, false),
    gt(staffDevices.expiresAt, ctx.app.now()),
  )
  const token = newToken()
  const values = { ...usageFields(ctx), tokenHash: hashToken(token), isEnrolled: true }
  const [row] = await ctx.db.update(staffDevices).set(values).where(openLinkCondition).returning()
  if (row) setTokenCookie(ctx, token)
  return row ?? null
}

/** Extends the validity of this browser's counter device to 90 days from now, at most once an hour. */
export async function renew(ctx: Context, { id, lastSeenAt }: DeviceRow): Promise<void> {
  const token = sentToken(ctx)
  if (!token || (lastSeenAt && ctx.app.now().getTime() - lastSeenAt.getTime() < minUpdateIntervalMs)) return
  await ctx.db.update(staffDevices).set(usageFields(ctx)).where(eq(staffDevices.id, id))
  setTokenCookie(ctx, token)
}

function usageFields({ app }: Context) {
  const now = app.now()
  return { lastSeenAt: now, expiresAt: new Date(now.getTime() + validityMs) }
}

function setTokenCookie(ctx: Context, token: string) {
  const age = { maxAgeSeconds: validityMs / 1000, isHidden: true, isStrict: true }
  ctx.setCookie(counterCookie(isSecure(ctx)), token, age)
}
