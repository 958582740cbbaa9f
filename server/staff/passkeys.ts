import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { StaffPasskey } from '#contract/office/people.ts'
import { settings } from '#server/content/content.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { hashToken, newToken } from '#server/platform/http/sessions.ts'
import { emit } from '#server/platform/queue.ts'
import { emitAccess } from './access.ts'
import { changeMe, findStaffMember } from './people.ts'
import type { StaffMemberRow } from './second-step.ts'
import { newRecoveryCodes } from './second-step.ts'
import type { Passkey } from './tables.ts'
import { staffChallenges, staffPeople } from './tables.ts'

/** A browser's response when a passkey is used, in the JSON form of WebAuthn. */
export type PasskeyUse = AuthenticationResponseJSON

/** The options that a browser needs to create or use a passkey, in the JSON form of WebAuthn. */
type Options = { options: Record<string, unknown> }

const challengeMs = 5 * 60_000
const maxPasskeys = 20
/** The device must verify its user by PIN, fingerprint or face, because a passkey replaces password and second step. */
const userVerification = 'required'

/** The domain of the passkeys. Passkeys of another domain do not work. */
const domainOf = (ctx: Context) => new URL(ctx.origin).hostname

/**
 * Creates a challenge that works once within five minutes. `personId` is the staff member who adds a passkey; null if
 * an existing passkey is used.
 */
async function newChallenge(ctx: Context, personId: string | null): Promise<string> {
  const challenge = newToken()
  const expiresAt = new Date(ctx.app.now().getTime() + challengeMs)
  await ctx.db.insert(staffChallenges).values({ hash: hashToken(challenge), personId, expiresAt })
  return challenge
}

/**
 * Uses up the challenge that an authenticator signed. Fails with `staff.passkey_invalid` if the challenge is unknown or
 * expired, or was created for another staff member or purpose.
 */
async function consumeChallenge(ctx: Context, clientDataJSON: string, personId: string | null): Promise<string> {
  const challenge = readChallenge(clientDataJSON)
  const [consumed] = await ctx.db
    .delete(staffChallenges)
    .where(
      and(
        eq(staffChallenges.hash, hashToken(challenge)),
        gt(staffChallenges.expiresAt, ctx.app.now()),
        personId ? eq(staffChallenges.personId, personId) : isNull(staffChallenges.personId),
      ),
    )
    .returning()
  return consumed ? challenge : fail('staff.passkey_invalid')
}

function readChallenge(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    return Buffer.from(String(challenge), 'base64url').toString('utf8')
  } catch {
    return fail('staff.passkey_invalid')
  }
}

/**
 * The options that a browser needs to use a passkey. For a sign-in, any passkey is accepted; for a confirmation, only a
 * passkey of the caller.
 */
export async function passkeyOptions(ctx: Context): Promise<Options> {
  const me = await findStaffMember(ctx, ctx.staff?.personId)
  const challenge = await newChallenge(ctx, null)
  const options = await generateAuthenticationOptions({
    rpID: domainOf(ctx),
    challenge,
    timeout: challengeMs,
    userVerification,
    ...(me && { allowCredentials: me.passkeys.map(toDescriptor) }),
  })
  return { options: { ...options } }
}

/**
 * The staff member whose passkey was used. Locks their row, so call it within a transaction. Fails with
 * `staff.passkey_invalid` if the passkey is unknown or removed, the signature is wrong, the challenge was used before,
 * or the staff member is deactivated.
 */
export async function verifyPasskey(ctx: Context, response: PasskeyUse): Promise<StaffMemberRow> {
  const expectedChallenge = await consumeChallenge(ctx, response.response.clientDataJSON, null)
  const personId = Buffer.from(response.response.userHandle ?? '', 'base64url').toString('utf8')
  const [staffMember] = await ctx.db.select().from(staffPeople).where(eq(staffPeople.id, personId)).for('update')
  const passkey = staffMember?.passkeys.find(({ id }) => id === response.id)
  if (!staffMember || staffMember.stoppedAt || !passkey) fail('staff.passkey_invalid')
  const verification = await verifyAuthenticationResponse({
    response,
    expectedChallenge: toBase64(expectedChallenge),
    expectedOrigin: ctx.origin,
    expectedRPID: domainOf(ctx),
    requireUserVerification: true,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch((error) => refuse(ctx, error))
  if (!verification.verified) fail('staff.passkey_invalid')
  const usedPasskey = {
    ...passkey,
    counter: verification.authenticationInfo.newCounter,
    usedAt: ctx.app.now().toISOString(),
  }
  await store(
    ctx,
    staffMember.id,
    staffMember.passkeys.map((one) => (one.id === passkey.id ? usedPasskey : one)),
  )
  return staffMember
}

/** The caller's passkeys, the newest first. */
export async function passkeys(ctx: Context): Promise<{ passkeys: StaffPasskey[] }> {
  const me = (await findStaffMember(ctx, ctx.staff?.personId)) ?? fail('not_found')
  return { passkeys: me.passkeys.map(toPasskey).reverse() }
}

/** The options that a browser needs to create a passkey for the caller. */
export function newPasskey(ctx: Context): Promise<Options> {
  return changeMe(ctx, async (ctx, me) => {
    ctx.staff?.note({ subject: me.id, after: null })
    const options = await generateRegistrationOptions({
      rpName: (await settings(ctx)).storeName,
      rpID: domainOf(ctx),
      userName: me.email,
      userDisplayName: me.name,
      userID: new Uint8Array(Buffer.from(me.id)),
      challenge: await newChallenge(ctx, me.id),
      timeout: challengeMs,
      excludeCredentials: me.passkeys.map(toDescriptor),
      authenticatorSelection: { residentKey: 'required', userVerification },
    })
    return { options: { ...options } }
  })
}

/**
 * Stores a passkey that the caller's device has created, and informs the caller by email. Returns ten recovery codes if
 * the caller has none left. Fails with `staff.passkey_invalid` if the response is invalid.
 */
export function addPasskey(
  ctx: Context,
  { response }: { response: RegistrationResponseJSON },
): Promise<{ passkeys: StaffPasskey[]; recoveryCodes: string[] }> {
  return changeMe(ctx, async (ctx, me) => {
    const expectedChallenge = await consumeChallenge(ctx, response.response.clientDataJSON, me.id)
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: toBase64(expectedChallenge),
      expectedOrigin: ctx.origin,
      expectedRPID: domainOf(ctx),
      requireUserVerification: true,
    }).catch((error) => refuse(ctx, error))
    if (!registrationInfo || me.passkeys.length >= maxPasskeys) fail('staff.passkey_invalid')
    const { id, publicKey, counter } = registrationInfo.credential
    const at = ctx.app.now().toISOString()
    const device = ctx.device()
    const transports = response.response.transports ?? []
    const addedPasskey = {
      id,
      publicKey: toBase64(publicKey),
      counter,
      transports,
      device,
      createdAt: at,
      usedAt: null,
    }
    const all = [...me.passkeys.filter((one) => one.id !== id), addedPasskey]
    await store(ctx, me.id, all)
    await emit(ctx, 'staff.new_passkey', { personId: me.id, device, ip: ctx.ip, at })
    ctx.staff?.note({ subject: me.id, after: { device } })
    const recoveryCodes = me.recoveryCodes.length > 0 ? [] : await newRecoveryCodes(ctx, me)
    return { passkeys: all.map(toPasskey).reverse(), recoveryCodes }
  })
}

/**
 * Removes one of the caller's passkeys, and informs the caller by email. Fails with `not_found` if the caller has no
 * such passkey.
 */
export function removePasskey(ctx: Context, { passkey }: { passkey: string }): Promise<{ passkeys: StaffPasskey[] }> {
  return changeMe(ctx, async (ctx, me) => {
    const removed = me.passkeys.find(({ id }) => id === passkey) ?? fail('not_found')
    await store(
      ctx,
      me.id,
      me.passkeys.filter((one) => one !== removed),
    )
    await emitAccess(ctx, me.id, 'passkey_removed')
    ctx.staff?.note({ subject: me.id, before: { device: removed.device }, after: null })
    return passkeys(ctx)
  })
}

const store = (ctx: Context, personId: string, passkeys: Passkey[]) =>
  ctx.db.update(staffPeople).set({ passkeys }).where(eq(staffPeople.id, personId))

const toPasskey = ({ id, device, createdAt, usedAt }: Passkey): StaffPasskey => ({ id, device, createdAt, usedAt })

const toDescriptor = ({ id, transports }: Passkey) => ({ id, transports })

const toBase64 = (value: string | Uint8Array) => Buffer.from(value).toString('base64url')

/**
 * Logs why the library refused a passkey, and fails with `staff.passkey_invalid`. The library throws if anything does
 * not match. Its messages are only for the log, not for the caller.
 */
function refuse(ctx: Context, error: unknown): never {
  ctx.app.log.warn('a passkey was refused', { reason: error instanceof Error ? error.message : String(error) })
  return fail('staff.passkey_invalid')
}
