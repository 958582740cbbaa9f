import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { hourMs } from '#contract/durations.ts'
import type { Locale } from '#contract/languages.ts'
import type { Me } from '#contract/office/people.ts'
import type { RoleAt } from '#contract/rights.ts'
import { fillOrderEmails } from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { countSecretAttempt, rememberDevice } from '#server/platform/http/throttle.ts'
import { canonicalEmail } from '#server/platform/mail/email-address.ts'
import { hashPassword, verifyPassword } from '#server/platform/passwords.ts'
import { emit } from '#server/platform/queue.ts'
import { isWeakPassword } from '#server/platform/weak-passwords.ts'
import { emitAccess } from './access.ts'
import { findDevice } from './device-rows.ts'
import { consumeLink, endLinksTo, endStartLinks, findLink, newLink } from './links.ts'
import { writeLogEntry } from './log.ts'
import type { PasskeyUse } from './passkeys.ts'
import { verifyPasskey } from './passkeys.ts'
import { findByEmail, findStaffMember, grantRoles, hasOwner, mayGrantLink, requireGrant, toMe } from './people.ts'
import type { StaffMemberRow } from './second-step.ts'
import { hasSecondStep, nextSecondStepDue, verifyCode } from './second-step.ts'
import { consumePending, end, endSessionsOf, openSession, requirePending } from './sessions.ts'
import { staffPeople } from './tables.ts'

type SignedIn = { me: Me | null }
interface NewPerson {
  code: string
  name: string
  email: string
  password: string
  locale: Locale
}

const startLinkLifetimeMs = 24 * hourMs
const ownerRoles: RoleAt[] = [{ role: 'owner', location: null }]

/** Creates a start link for an owner. Fails with `staff.no_right` if the caller is a staff member but not an owner. */
export async function ownerLink(ctx: Context): Promise<{ address: string; until: string }> {
  if (ctx.staff) await requireGrant(ctx, ownerRoles)
  const { code, until } = await newLink(ctx, { email: '', roles: ownerRoles, forMs: startLinkLifetimeMs })
  ctx.staff?.note({ after: { until } })
  return { address: `${ctx.origin}/office/start#${code}`, until: until.toISOString() }
}

/** Creates a start link for a shop without an owner and returns its URL. Null if the shop has an owner. */
export async function firstOwnerLink(ctx: Context): Promise<string | null> {
  return (await hasOwner(ctx)) ? null : (await ownerLink(ctx)).address
}

/** Returns the email address of a link, and whether the link gives its user the owner role. */
export async function describeLink(ctx: Context, code: string): Promise<{ email: string; isOwner: boolean }> {
  const { email } = await findLink(ctx, code)
  return { email, isOwner: email === '' }
}

/**
 * Signs a person in with a start link or an invitation. Creates a staff member, or resets the existing account with the
 * typed address (`resetAccount`). Fails with `staff.email_taken` if an account has this address, but the invitation is
 * for another address or the link's creator may not grant all roles of the account. Ends the address's other links and,
 * after a start link, the start links that no staff member created. Stores without an address for order emails get the
 * first owner's address.
 */
export async function join(ctx: Context, input: NewPerson, kind: 'start' | 'invitation'): Promise<SignedIn> {
  const link = await describeLink(ctx, input.code)
  if (link.isOwner !== (kind === 'start')) fail('staff.link_invalid')
  if (isWeakPassword(input.password, [input.email, input.name])) fail('account.password_weak')
  const passwordHash = await hashPassword(input.password)
  return transact(ctx, async (ctx) => {
    const consumedLink = await consumeLink(ctx, input.code)
    const { roles } = consumedLink
    const existing = await findByEmail(ctx, input.email)
    const isForAddress = kind === 'start' || !existing || input.email === consumedLink.email
    if (!isForAddress) fail('staff.email_taken')
    if (!(await mayGrantLink(ctx, consumedLink, existing))) fail(existing ? 'staff.email_taken' : 'staff.link_invalid')
    const details = { ...input, passwordHash, roles }
    const isFirstOwner = kind === 'start' && !(await hasOwner(ctx))
    const staffMember = existing ? await resetAccount(ctx, existing, details) : await addPerson(ctx, details)
    await endLinksTo(ctx, staffMember.email)
    if (kind === 'start') await endStartLinks(ctx)
    if (isFirstOwner) await fillOrderEmails(ctx, { email: staffMember.email, locale: staffMember.locale })
    await logJoin(ctx, staffMember, { kind, roles })
    if (existing) await emitAccess(ctx, staffMember.id, 'renewed')
    return completeSignIn(ctx, staffMember)
  })
}

interface AddedPerson {
  name: string
  email: string
  passwordHash: string
  locale: Locale
  roles: readonly RoleAt[]
}

async function addPerson(
  ctx: Context,
  { name, email, passwordHash, locale, roles }: AddedPerson,
): Promise<StaffMemberRow> {
  const now = ctx.app.now()
  const secondStepDue = nextSecondStepDue(ctx.app)
  const [staffMember] = await ctx.db
    .insert(staffPeople)
    .values({ id: randomUUID(), name, email, locale, passwordHash, secondStepDue, createdAt: now })
    .returning()
  if (!staffMember) throw new Error('a person was not stored')
  await grantRoles(ctx, staffMember.id, roles)
  return staffMember
}

/**
 * Replaces a staff member's name, language and password, and reactivates the account if it was deactivated. Adds the
 * link's roles to the roles that the staff member has. Removes the second step, the PIN and all sessions.
 */
async function resetAccount(
  ctx: Context,
  { id, version }: StaffMemberRow,
  details: AddedPerson,
): Promise<StaffMemberRow> {
  const { name, locale, passwordHash, roles } = details
  const secondStepDue = nextSecondStepDue(ctx.app)
  const [staffMember] = await ctx.db
    .update(staffPeople)
    .set({
      name,
      locale,
      passwordHash,
      secondStepDue,
      version: version + 1,
      stoppedAt: null,
      totpSecret: null,
      nextTotpSecret: null,
      recoveryCodes: [],
      passkeys: [],
      pinHash: null,
    })
    .where(eq(staffPeople.id, id))
    .returning()
  if (!staffMember) throw new Error('a person was not stored')
  await grantRoles(ctx, id, roles)
  await endSessionsOf(ctx, id)
  return staffMember
}

/**
 * Logs that a staff member joined. Passes the name of the staff member to the log, because a new staff member has no
 * session yet.
 */
function logJoin(ctx: Context, { id, name }: StaffMemberRow, { kind, roles }: { kind: string; roles: RoleAt[] }) {
  const by = { personId: id, name, device: ctx.device() }
  const change = { subject: id, location: null, before: null, after: { name, roles }, by }
  return writeLogEntry(ctx, kind === 'start' ? 'people.start' : 'people.join', change)
}

/**
 * Signs in with a password. Takes as long for an unknown address as for a wrong password, so that the time does not
 * reveal which addresses exist.
 */
export async function signIn(
  ctx: Context,
  { email, password }: { email: string; password: string },
): Promise<SignedIn> {
  const address = canonicalEmail(email)
  const attempt = await countSecretAttempt(ctx, 'password', `staff ${address}`)
  const staffMember = await findByEmail(ctx, address)
  const isCorrect = await verifyPassword(password, staffMember?.passwordHash)
  if (!isCorrect || !staffMember || staffMember.stoppedAt) fail('staff.wrong_credentials')
  await attempt.clear()
  return transact(ctx, async (ctx) => {
    const current = await lockStaffMember(ctx, staffMember.id)
    // The password may have changed during the check above. The change has ended all sessions that the old password
    // opened, so the old password must not open another session.
    if (!current || current.stoppedAt || current.passwordHash !== staffMember.passwordHash)
      fail('staff.wrong_credentials')
    if (!hasSecondStep(current)) return completeSignIn(ctx, current)
    await openSession(ctx, current.id, { isPending: true })
    return { me: null }
  })
}

async function lockStaffMember(ctx: Context, id: string): Promise<StaffMemberRow | undefined> {
  const [staffMember] = await ctx.db.select().from(staffPeople).where(eq(staffPeople.id, id)).for('update')
  return staffMember
}

/** Completes a sign-in with the code of the second step. */
export async function second(ctx: Context, { code }: { code: string }): Promise<SignedIn> {
  const session = await requirePending(ctx)
  const { email = '' } = (await findStaffMember(ctx, session.personId)) ?? {}
  const attempt = await countSecretAttempt(ctx, 'code', `staff ${email}`)
  const signedIn = await transact(ctx, async (ctx) => {
    const staffMember = await lockStaffMember(ctx, session.personId)
    await consumePending(ctx, session.id)
    if (!staffMember || staffMember.stoppedAt || !(await verifyCode(ctx, staffMember, code))) fail('staff.wrong_code')
    return completeSignIn(ctx, staffMember)
  })
  await attempt.clear()
  return signedIn
}

/** Signs in with a passkey alone, because the device has verified its user. */
export async function signInWithPasskey(ctx: Context, { response }: { response: PasskeyUse }): Promise<SignedIn> {
  return transact(ctx, async (ctx) => completeSignIn(ctx, await verifyPasskey(ctx, response)))
}

/** Ends the session of this browser. */
export async function signOut(ctx: Context): Promise<Record<string, never>> {
  await transact(ctx, end)
  return {}
}

/**
 * How many devices are remembered for a staff member. A new device replaces the device whose last sign-in was earliest.
 */
const maxKnownDevices = 20

/**
 * Opens a session for a staff member who has passed all steps of the sign-in. Emails the staff member if the device is
 * new, except at the first sign-in.
 */
async function completeSignIn(ctx: Context, staffMember: StaffMemberRow): Promise<SignedIn> {
  const { id, knownDevices } = staffMember
  const device = ctx.device()
  const deviceNames = [device, ...knownDevices.filter((one) => one !== device)].slice(0, maxKnownDevices)
  await ctx.db.update(staffPeople).set({ knownDevices: deviceNames }).where(eq(staffPeople.id, id))
  if (knownDevices.length > 0 && !knownDevices.includes(device)) {
    await emit(ctx, 'staff.new_device', { personId: id, device, ip: ctx.ip, at: ctx.app.now().toISOString() })
  }
  await openSession(ctx, id, { isPending: false })
  rememberDevice(ctx, `staff ${canonicalEmail(staffMember.email)}`)
  return { me: await toMe(ctx, staffMember) }
}

/**
 * Stores the caller's address for the order emails of a store that the caller has added. Does nothing if the caller
 * uses the staff secret.
 */
export async function takeOrderEmails(ctx: Context, { locationId }: { locationId: string }): Promise<void> {
  const staffMember = await findStaffMember(ctx, ctx.staff?.personId)
  if (!staffMember) return
  const { email, locale } = staffMember
  await fillOrderEmails(ctx, { email, locale, location: locationId })
}

/** The signed-in staff member. Null if nobody is signed in. */
export async function findMe(ctx: Context): Promise<Me | null> {
  const staffMember = await findStaffMember(ctx, ctx.staff?.personId)
  const device = ctx.staff?.deviceId ? await findDevice(ctx.app, ctx.staff.deviceId) : null
  return staffMember && toMe(ctx, staffMember, device)
}
