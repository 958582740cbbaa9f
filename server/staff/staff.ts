import { eq } from 'drizzle-orm'
import type { Locale } from '#contract/languages.ts'
import type { Me, StaffSession } from '#contract/office/people.ts'
import { settings } from '#server/content/content.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { countSecretAttempt } from '#server/platform/http/throttle.ts'
import { hashPassword, verifyPassword } from '#server/platform/passwords.ts'
import { isUuid } from '#server/platform/uuid.ts'
import { isWeakPassword } from '#server/platform/weak-passwords.ts'
import { markOf } from '#server/settings/settings.ts'
import { emitAccess } from './access.ts'
import { thisDevice } from './device-rows.ts'
import { endLinksTo } from './links.ts'
import { writeLogEntry } from './log.ts'
import * as notices from './notices.ts'
import type { PasskeyUse } from './passkeys.ts'
import { verifyPasskey } from './passkeys.ts'
import { changeMe, findStaffMember, hasOwner, lockMe, toMe } from './people.ts'
import { storePin, verifyPin } from './pins.ts'
import { activateAuthenticator, hasSecondStep, proposeAuthenticator, verifyCode } from './second-step.ts'
import * as sessionRows from './sessions.ts'
import { join as acceptLink, describeLink, findMe } from './sign-in.ts'
import { staffPeople } from './tables.ts'

export * as devices from './devices.ts'
export { watchOffice } from './live.ts'
export { lastChange, log, writeLogEntry as writeLog } from './log.ts'
export { addNotice } from './notices.ts'
export { addPasskey, newPasskey, passkeyOptions, passkeys, removePasskey } from './passkeys.ts'
export { invite, people, withdraw, writePerson } from './people.ts'
export { find as findStaff } from './sessions.ts'
export {
  firstOwnerLink,
  ownerLink,
  second,
  signIn,
  signInWithPasskey,
  signOut,
  takeOrderEmails,
} from './sign-in.ts'

type NewPerson = Parameters<typeof acceptLink>[1]

/**
 * Whether the shop has an owner, which staff member is signed in, what their bell shows, and whether this browser is a
 * counter device.
 */
export async function status(ctx: Context) {
  const [ownerExists, me, shopSettings, device, state] = await Promise.all([
    hasOwner(ctx),
    findMe(ctx),
    settings(ctx),
    thisDevice(ctx),
    notices.stateOf(ctx),
  ])
  const shop = { shopName: shopSettings.storeName, shopMark: markOf(shopSettings).mark }
  return { hasOwner: ownerExists, ...shop, me, isDevice: device !== null, notices: state }
}

/** Deletes expired sessions, links, challenges and counter devices, and old notifications. */
export async function sweep(ctx: Context): Promise<void> {
  await sessionRows.sweep(ctx)
  await notices.sweep(ctx)
}

const shopNameOf = async (ctx: Context) => (await settings(ctx)).storeName

/** The address and kind of a start link or an invitation, and the shop's name. */
export async function invitation(ctx: Context, { code }: { code: string }) {
  return { ...(await describeLink(ctx, code)), shopName: await shopNameOf(ctx) }
}

/** Creates an owner with the code of a start link. */
export const start = (ctx: Context, input: NewPerson) => acceptLink(ctx, input, 'start')

/** Accepts an invitation and signs in. Sets the password of an existing staff member. */
export const join = (ctx: Context, input: NewPerson) => acceptLink(ctx, input, 'invitation')

/**
 * Confirms the caller's identity. On a counter device, `secret` is the PIN. On other devices, `secret` is the password
 * or, if the caller has a second step, a code of the authenticator app or a recovery code.
 */
export async function confirm(ctx: Context, { secret }: { secret: string }): Promise<Record<string, never>> {
  const { personId, sessionId, deviceId } = ctx.staff ?? {}
  if (!personId || !sessionId) fail('not_found')
  if (deviceId) return confirmWithPin(ctx, { sessionId, deviceId, pin: secret })
  const attempt = await countSecretAttempt(ctx, 'code', `staff ${personId}`)
  const isCorrect = await transact(ctx, async (ctx) => {
    const me = await lockMe(ctx)
    const isMatch = hasSecondStep(me)
      ? await verifyCode(ctx, me, secret)
      : await verifyPassword(secret, me.passwordHash)
    if (isMatch) await recordConfirmation(ctx, me.id, sessionId)
    return isMatch
  })
  if (!isCorrect) fail('staff.wrong_code')
  await attempt.clear()
  return {}
}

async function confirmWithPin(ctx: Context, input: { sessionId: string; deviceId: string; pin: string }) {
  const me = (await findStaffMember(ctx, ctx.staff?.personId)) ?? fail('not_found')
  if (!(await verifyPin(ctx, me, input))) fail('staff.wrong_code')
  await transact(ctx, (ctx) => recordConfirmation(ctx, me.id, input.sessionId))
  return {}
}

/** Records in the session and in the log that a staff member has confirmed their identity. */
async function recordConfirmation(ctx: Context, personId: string, sessionId: string): Promise<void> {
  await sessionRows.markConfirmed(ctx, sessionId)
  await writeLogEntry(ctx, 'people.confirm', { subject: personId, location: null, before: null, after: null })
}

/** Sets the caller's PIN for counter devices. */
export function setPin(ctx: Context, { pin }: { pin: string }): Promise<Me> {
  return changeMe(ctx, async (ctx, me) => {
    await storePin(ctx, me, pin)
    await emitAccess(ctx, me.id, 'pin')
    ctx.staff?.note({ subject: me.id, after: null })
    return toMe(ctx, await lockMe(ctx))
  })
}

/** Confirms the caller's identity with one of their passkeys. */
export async function confirmWithPasskey(ctx: Context, { response }: { response: PasskeyUse }) {
  const { personId, sessionId } = ctx.staff ?? {}
  if (!personId || !sessionId) fail('not_found')
  await transact(ctx, async (ctx) => {
    const staffMember = await verifyPasskey(ctx, response)
    if (staffMember.id !== personId) fail('staff.passkey_invalid')
    await sessionRows.markConfirmed(ctx, sessionId)
  })
  ctx.staff?.note({ subject: personId, after: null })
  return {}
}

/** Changes the caller's name and language. */
export function writeMe(ctx: Context, { name, locale }: { name: string; locale: Locale }): Promise<Me> {
  return changeMe(ctx, async (ctx, me) => {
    await ctx.db.update(staffPeople).set({ name, locale }).where(eq(staffPeople.id, me.id))
    ctx.staff?.note({ subject: me.id, before: { name: me.name, locale: me.locale }, after: { name, locale } })
    return toMe(ctx, { ...me, name, locale })
  })
}

/** Changes the caller's password. Ends all other sessions, and all links that could set another password. */
export async function changePassword(ctx: Context, { password }: { password: string }): Promise<Record<string, never>> {
  const passwordHash = await hashPassword(password)
  return changeMe(ctx, async (ctx, me) => {
    if (isWeakPassword(password, [me.email, me.name])) fail('account.password_weak')
    await ctx.db.update(staffPeople).set({ passwordHash }).where(eq(staffPeople.id, me.id))
    await sessionRows.endSessionsOf(ctx, me.id, { except: ctx.staff?.sessionId ?? null })
    await endLinksTo(ctx, me.email)
    await emitAccess(ctx, me.id, 'password')
    ctx.staff?.note({ subject: me.id, after: null })
    return {}
  })
}

/** Creates the secret for an authenticator app. */
export function newAuthenticator(ctx: Context): Promise<{ secret: string; address: string }> {
  return changeMe(ctx, async (ctx, me) => {
    ctx.staff?.note({ subject: me.id, after: null })
    return proposeAuthenticator(ctx, me, await shopNameOf(ctx))
  })
}

/** Activates the authenticator app and returns recovery codes. */
export function useAuthenticator(ctx: Context, { code }: { code: string }): Promise<{ recoveryCodes: string[] }> {
  return changeMe(ctx, async (ctx, me) => {
    ctx.staff?.note({ subject: me.id, after: null })
    const recoveryCodes = await activateAuthenticator(ctx, me, code)
    await emitAccess(ctx, me.id, 'authenticator')
    return { recoveryCodes }
  })
}

/** The caller's sessions, the last seen first. */
export async function sessions(ctx: Context): Promise<{ sessions: StaffSession[] }> {
  return { sessions: await sessionRows.list(ctx, ctx.staff?.personId ?? fail('not_found')) }
}

/**
 * Ends one of the caller's sessions. If `session` is `others`, ends all of them except the session that makes this
 * call.
 */
export async function endSession(ctx: Context, { session }: { session: string }) {
  const personId = ctx.staff?.personId ?? fail('not_found')
  const isAll = session === 'others'
  if (!isAll && !isUuid(session)) fail('not_found')
  await sessionRows.endSessionsOf(ctx, personId, isAll ? { except: ctx.staff?.sessionId ?? null } : { only: session })
  ctx.staff?.note({ subject: personId, after: null })
  return sessions(ctx)
}
