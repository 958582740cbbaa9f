import type { Context } from '#server/platform/context.ts'
import { contactAccesses } from './tables.ts'

type Access = typeof contactAccesses.$inferInsert

/** Logs who accessed or changed contacts. */
export async function logAccess(ctx: Context, ...accesses: Omit<Access, 'id' | 'at'>[]): Promise<void> {
  if (accesses.length === 0) return
  await ctx.db.insert(contactAccesses).values(accesses.map((access) => ({ ...access, at: ctx.app.now() })))
}
