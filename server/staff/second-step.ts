import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { dayMs } from '#contract/durations.ts'
import type { RoleAt } from '#contract/rights.ts'
import { needsSecondStep } from '#contract/rights.ts'
import type { App, Context } from '#server/platform/context.ts'
import { openWithSecret, sealWithSecret } from '#server/platform/encryption.ts'
import { fail } from '#server/platform/fail.ts'
import { hashToken } from '#server/platform/http/sessions.ts'
import { writeLogEntry } from './log.ts'
import { staffPeople } from './tables.ts'

export type StaffMemberRow = typeof staffPeople.$inferSelect

/** Whether a passkey or an authenticator app protects the account. */
export const hasSecondStep = ({ totpSecret, passkeys }: StaffMemberRow) => totpSecret !== null || passkeys.length > 0

/**
 * Whether the staff member needs a second step and has none. Always false in the demonstration, where all staff share a
 * known password.
 */
export const mustSetUpSecondStep = ({ config }: App, staffMember: StaffMemberRow, roles: readonly RoleAt[]) =>
  !config.DEMO && !hasSecondStep(staffMember) && needsSecondStep(roles)

/** How long a staff member who needs a second step may work without one. */
const graceMs = 7 * dayMs

/** The time until which a staff member who needs a second step from now on may work without one. */
export const nextSecondStepDue = (app: App): Date => new Date(app.now().getTime() + graceMs)

/**
 * Codes have six digits and change every 30 seconds (RFC 6238). The codes of the previous and the next 30 seconds are
 * accepted too.
 */
const periodSeconds = 30
const recoveryCodeCount = 10
const totpSubject = (personId: string) => `totp ${personId}`

function totpOf(secret: Secret, { name, issuer }: { name: string; issuer: string }) {
  return new TOTP({ issuer, label: name, secret, digits: 6, period: periodSeconds, algorithm: 'SHA1' })
}

/** Creates a secret for an authenticator app and stores it encrypted. `activateAuthenticator` activates it. */
export async function proposeAuthenticator(
  ctx: Context,
  staffMember: StaffMemberRow,
  issuer: string,
): Promise<{ secret: string; address: string }> {
  const secret = new Secret({ size: 20 })
  const sealed = sealWithSecret(ctx.app, new Uint8Array(secret.buffer), totpSubject(staffMember.id))
  await ctx.db.update(staffPeople).set({ nextTotpSecret: sealed }).where(eq(staffPeople.id, staffMember.id))
  return { secret: secret.base32, address: totpOf(secret, { name: staffMember.email, issuer }).toString() }
}

/**
 * Activates the proposed secret and returns new recovery codes. Fails with `staff.wrong_code` if the code does not
 * match the secret.
 */
export async function activateAuthenticator(
  ctx: Context,
  staffMember: StaffMemberRow,
  code: string,
): Promise<string[]> {
  const step =
    staffMember.nextTotpSecret && stepOf(ctx.app, staffMember, { sealed: staffMember.nextTotpSecret, token: code })
  if (!step) fail('staff.wrong_code')
  await ctx.db
    .update(staffPeople)
    .set({ totpSecret: staffMember.nextTotpSecret, nextTotpSecret: null, totpStep: step })
    .where(eq(staffPeople.id, staffMember.id))
  return newRecoveryCodes(ctx, staffMember)
}

/** Gives a staff member new recovery codes in place of the old ones. */
export async function newRecoveryCodes(ctx: Context, { id }: StaffMemberRow): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  const hashes = codes.map((one) => hashToken(plain(one)))
  await ctx.db.update(staffPeople).set({ recoveryCodes: hashes }).where(eq(staffPeople.id, id))
  return codes
}

/**
 * Checks a code of the authenticator app or a recovery code. Each code works only once. The use of a recovery code is
 * recorded in the audit log. Call it within a transaction that has locked the staff member's row.
 */
export async function verifyCode(ctx: Context, staffMember: StaffMemberRow, code: string): Promise<boolean> {
  const step =
    staffMember.totpSecret && stepOf(ctx.app, staffMember, { sealed: staffMember.totpSecret, token: code.trim() })
  if (step !== null) {
    if (step <= staffMember.totpStep) return false
    await ctx.db.update(staffPeople).set({ totpStep: step }).where(eq(staffPeople.id, staffMember.id))
    return true
  }
  const hash = hashToken(plain(code))
  if (!staffMember.recoveryCodes.includes(hash)) return false
  const remaining = staffMember.recoveryCodes.filter((one) => one !== hash)
  await ctx.db.update(staffPeople).set({ recoveryCodes: remaining }).where(eq(staffPeople.id, staffMember.id))
  const by = { personId: staffMember.id, name: staffMember.name, device: ctx.device() }
  const counts = { before: { left: remaining.length + 1 }, after: { left: remaining.length } }
  await writeLogEntry(ctx, 'people.useRecoveryCode', { subject: staffMember.id, location: null, ...counts, by })
  return true
}

/** The number of the 30-second time step (TOTP) to which a code belongs; null if the code does not match the secret. */
function stepOf(
  app: App,
  { id }: StaffMemberRow,
  { sealed, token }: { sealed: Uint8Array; token: string },
): number | null {
  if (!/^\d{6}$/.test(token)) return null
  const bytes = decryptSecret(app, sealed, id)
  if (!bytes) return null
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  const timestamp = app.now().getTime()
  const delta = totpOf(secret, { name: '', issuer: '' }).validate({ token, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta
}

/**
 * Decrypts the secret of an authenticator app. Null if the shop's own secret has changed since the encryption. Recovery
 * codes still work in that case.
 */
function decryptSecret(app: App, sealed: Uint8Array, personId: string): Buffer | null {
  try {
    return openWithSecret(app, sealed, totpSubject(personId))
  } catch {
    app.log.warn('the secret of an authenticator app cannot be decrypted', { personId })
    return null
  }
}

/** A code of about 50 random bits, in letters and digits that people do not easily confuse. */
function newRecoveryCode(): string {
  const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'
  const letters = [...randomBytes(10)].map((byte) => alphabet[byte % alphabet.length]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

const plain = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, '')
