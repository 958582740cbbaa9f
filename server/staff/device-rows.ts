import { and, eq } from 'drizzle-orm'
import type { App, Context } from '#server/platform/context.ts'
import { counterCookie } from '#server/platform/http/office-access.ts'
import { hashToken, isToken } from '#server/platform/http/sessions.ts'
import { staffDevices } from './tables.ts'

export type DeviceRow = typeof staffDevices.$inferSelect

/** The counter device that this browser is; null for another browser. */
export async function thisDevice(ctx: Context): Promise<DeviceRow | null> {
  const token = ctx.cookie(counterCookie(ctx.origin.startsWith('https:')))
  if (!isToken(token)) return null
  const isThis = and(eq(staffDevices.tokenHash, hashToken(token)), eq(staffDevices.isEnrolled, true))
  const [row] = await ctx.db.select().from(staffDevices).where(isThis)
  return row && row.expiresAt > ctx.app.now() ? row : null
}

/** A device of a session; null if it was taken back or has expired. */
export async function findDevice({ database, now }: App, id: string): Promise<DeviceRow | null> {
  const [row] = await database.db.select().from(staffDevices).where(eq(staffDevices.id, id))
  return row && row.expiresAt > now() ? row : null
}
