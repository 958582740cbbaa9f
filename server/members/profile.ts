import { desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { account, Consent, Profile } from '#contract/account.ts'
import { localeCookie } from '#contract/constants.ts'
import { normalisePhone } from '#contract/phone.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { endSessionsOf, listSessions } from '#server/platform/http/sessions.ts'
import { changeRow, currentRow, memberIdOf, toMember, toUser } from './rows.ts'
import { memberConsents } from './tables.ts'

type Change = z.output<typeof account.update.input>
type ConsentRow = typeof memberConsents.$inferInsert
const kinds = ['news', 'reminders'] as const

/** The data that the member can change, with the member's consents and sessions. */
export async function profile(ctx: Context): Promise<Profile> {
  const row = await currentRow(ctx)
  const devices = await listSessions(ctx, row.id)
  return {
    user: toUser(toMember(row)),
    userID: row.id,
    emailVerifiedAt: row.emailVerifiedAt?.toISOString() ?? null,
    hasPassword: row.passwordHash !== null,
    consents: await consentsOf(ctx, row.id),
    devices: devices.map(({ id, device, createdAt, lastSeenAt }) => ({
      id,
      name: device,
      isThis: id === ctx.sessionId,
      signedInAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
  }
}

/** Changes the given fields. Fails with `input.invalid` if the phone number is invalid. */
export async function update(ctx: Context, { name, phone, locale, consents = {} }: Change): Promise<Profile> {
  const memberId = memberIdOf(ctx)
  const change = {
    ...(name !== undefined && { name }),
    ...(phone !== undefined && { phone: readPhone(phone) }),
    ...(locale !== undefined && { locale }),
  }
  await transact(ctx, async (ctx) => {
    if (Object.keys(change).length > 0) await changeRow(ctx, memberId, change)
    await recordConsents(ctx, memberId, { consents, source: 'profile' })
  })
  if (locale) ctx.setCookie(localeCookie, locale)
  return profile(ctx)
}

/** Ends the member's session with this id, or all other sessions if there is no id. Never ends the current session. */
export async function endSessions(ctx: Context, { id }: { id?: string | undefined }): Promise<Profile> {
  await transact(ctx, (ctx) => endSessionsOf(ctx, memberIdOf(ctx), { only: id, except: ctx.sessionId }))
  return profile(ctx)
}

/** Normalises a phone number; null if empty. Fails with `input.invalid` if the number is invalid. */
export function readPhone(phone: string | undefined): string | null {
  if (!phone?.trim()) return null
  return normalisePhone(phone) ?? fail('input.invalid', { field: 'phone', message: 'field.phone' }, 'phone')
}

/** Saves the email consents that differ from the member's saved consents. */
export async function recordConsents(
  ctx: Context,
  memberId: string,
  {
    consents,
    source,
  }: { consents: { [Kind in ConsentRow['kind']]?: boolean | undefined }; source: ConsentRow['source'] },
): Promise<void> {
  const before = await consentsOf(ctx, memberId)
  const at = ctx.app.now()
  const changed = kinds.flatMap((kind) => {
    const isGiven = consents[kind]
    const last = before.find((consent) => consent.kind === kind)
    const isChanged = isGiven !== undefined && (last?.at == null ? isGiven : last.given !== isGiven)
    return isChanged ? [{ memberId, kind, given: isGiven, source, at }] : []
  })
  if (changed.length > 0) await ctx.db.insert(memberConsents).values(changed)
}

/** Whether the member consents to emails of this kind. */
export async function wants(ctx: Context, memberId: string, kind: ConsentRow['kind']): Promise<boolean> {
  return (await consentsOf(ctx, memberId)).some((consent) => consent.kind === kind && consent.given)
}

async function consentsOf(ctx: Context, memberId: string): Promise<Consent[]> {
  const rows = await ctx.db
    .select()
    .from(memberConsents)
    .where(eq(memberConsents.memberId, memberId))
    .orderBy(desc(memberConsents.id))
  return kinds.map((kind) => {
    const last = rows.find((row) => row.kind === kind)
    return { kind, given: last?.given ?? false, at: last?.at.toISOString() ?? null, source: last?.source ?? null }
  })
}
