import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Locale } from '#contract/languages.ts'
import type { Me } from '#contract/office/people.ts'
import type { RoleAt } from '#contract/rights.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { countTry, rememberDevice } from '#server/platform/http/throttle.ts'
import { hashPassword, isPassword } from '#server/platform/passwords.ts'
import { emit } from '#server/platform/queue.ts'
import { isWeakPassword } from '#server/platform/weak-passwords.ts'
import { emitAccess } from './access.ts'
import { findDevice } from './device-rows.ts'
import { findLink, newLink, takeLink } from './links.ts'
import { write } from './log.ts'
import type { PasskeyUse } from './passkeys.ts'
import { personOfPasskey } from './passkeys.ts'
import { demandGrant, findByEmail, findPerson, giveRoles, hasOwner, mayGive, toMe } from './people.ts'
import type { PersonRow } from './second-step.ts'
import { hasSecondStep, isCode, nextSecondStepDue } from './second-step.ts'
import { end, endOf, open, pending } from './sessions.ts'
import { staffPeople } from './tables.ts'

type SignedIn = { me: Me | null }
interface NewPerson {
  code: string
  name: string
  email: string
  password: string
  locale: Locale
}

const startLinkMs = 24 * 3_600_000
const owner: RoleAt[] = [{ role: 'owner', location: null }]

/** Creates a start link for an owner. Fails with `staff.no_right` if the caller is a staff member but not an owner. */
export async function ownerLink(ctx: Context): Promise<{ address: string; until: string }> {
  if (ctx.staff) await demandGrant(ctx, owner)
  const { code, until } = await newLink(ctx, { email: '', roles: owner, forMs: startLinkMs })
  ctx.staff?.note({ after: { until } })
  return { address: `${ctx.origin}/office/start#${code}`, until: until.toISOString() }
}

/** Creates a start link for a shop without an owner and returns its URL. Null if the shop has an owner. */
export async function firstOwnerLink(ctx: Context): Promise<string | null> {
  return (await hasOwner(ctx)) ? null : (await ownerLink(ctx)).address
}

/** The email address for which a link was made, and whether the link makes its user an owner. */
export async function linkOf(ctx: Context, code: string): Promise<{ email: string; isOwner: boolean }> {
  const { email } = await findLink(ctx, code)
  return { email, isOwner: email === '' }
}

/**
 * Signs a person in with a start link or an invitation. If no staff member has the email address, creates a staff
 * member. Otherwise the existing staff member gets the new password and the link's roles, and loses the second step,
 * the PIN and all earlier sessions. Fails with `staff.email_taken` if an invitation was not made for this staff
 * member's address, or if the link's maker may not give this staff member's roles.
 */
export async function join(ctx: Context, input: NewPerson, kind: 'start' | 'invitation'): Promise<SignedIn> {
  const link = await linkOf(ctx, input.code)
  if (link.isOwner !== (kind === 'start')) fail('staff.link_invalid')
  if (isWeakPassword(input.password, [input.email, input.name])) fail('account.password_weak')
  const passwordHash = await hashPassword(input.password)
  return transact(ctx, async (ctx) => {
    const taken = await takeLink(ctx, input.code)
    const { roles } = taken
    const known = await findByEmail(ctx, input.email)
    const isMeant = kind === 'start' || !known || input.email === taken.email
    if (!isMeant) fail('staff.email_taken')
    if (!(await mayGive(ctx, taken, known))) fail(known ? 'staff.email_taken' : 'staff.link_invalid')
    const given = { ...input, passwordHash, roles }
    const person = known ? await restore(ctx, known, given) : await addPerson(ctx, given)
    await logJoin(ctx, person, { kind, roles })
    if (known) await emitAccess(ctx, person.id, 'renewed')
    return enter(ctx, person)
  })
}

interface AddedPerson {
  name: string
  email: string
  passwordHash: string
  locale: Locale
  roles: readonly RoleAt[]
}

async function addPerson(ctx: Context, { name, email, passwordHash, locale, roles }: AddedPerson): Promise<PersonRow> {
  const now = ctx.app.now()
  const secondStepDue = nextSecondStepDue(ctx.app)
  const [person] = await ctx.db
    .insert(staffPeople)
    .values({ id: randomUUID(), name, email, locale, passwordHash, secondStepDue, createdAt: now })
    .returning()
  if (!person) throw new Error('a person was not stored')
  await giveRoles(ctx, person.id, roles)
  return person
}

/** Gives a staff member a new password and the link's roles. Removes their second step, PIN and sessions. */
async function restore(ctx: Context, { id, version }: PersonRow, given: AddedPerson): Promise<PersonRow> {
  const { name, locale, passwordHash, roles } = given
  const secondStepDue = nextSecondStepDue(ctx.app)
  const [person] = await ctx.db
    .update(staffPeople)
    .set({
      ...{ name, locale, passwordHash, secondStepDue, version: version + 1, stoppedAt: null },
      ...{ totpSecret: null, nextTotpSecret: null, recoveryCodes: [], passkeys: [], pinHash: null },
    })
    .where(eq(staffPeople.id, id))
    .returning()
  if (!person) throw new Error('a person was not stored')
  await giveRoles(ctx, id, roles)
  await endOf(ctx, id)
  return person
}

/**
 * Logs that a staff member joined. Passes the name of the staff member to the log, because a new staff member has no
 * session yet.
 */
function logJoin(ctx: Context, { id, name }: PersonRow, { kind, roles }: { kind: string; roles: RoleAt[] }) {
  const by = { personId: id, name, device: ctx.device() }
  const change = { subject: id, location: null, before: null, after: { name, roles }, by }
  return write(ctx, kind === 'start' ? 'people.start' : 'people.join', change)
}

/**
 * Signs in with a password. Takes as long for an unknown address as for a wrong password, so that the time does not
 * reveal which addresses exist.
 */
export async function signIn(
  ctx: Context,
  { email, password }: { email: string; password: string },
): Promise<SignedIn> {
  const address = email.trim().toLowerCase()
  const counted = await countTry(ctx, 'password', `staff ${address}`)
  const person = await findByEmail(ctx, address)
  const fits = await isPassword(password, person?.passwordHash)
  if (!fits || !person || person.stoppedAt) fail('staff.wrong_credentials')
  await counted.forgive()
  return transact(ctx, async (ctx) => {
    if (!hasSecondStep(person)) return enter(ctx, person)
    await open(ctx, person.id, { isPending: true })
    return { me: null }
  })
}

/** Completes a sign-in with the code of the second step. */
export async function second(ctx: Context, { code }: { code: string }): Promise<SignedIn> {
  const session = await pending(ctx)
  const { email = '' } = (await findPerson(ctx, session.personId)) ?? {}
  const counted = await countTry(ctx, 'code', `staff ${email}`)
  const signedIn = await transact(ctx, async (ctx) => {
    const [person] = await ctx.db.select().from(staffPeople).where(eq(staffPeople.id, session.personId)).for('update')
    if (!person || person.stoppedAt || !(await isCode(ctx, person, code))) fail('staff.wrong_code')
    return enter(ctx, person)
  })
  await counted.forgive()
  return signedIn
}

/** Signs in with a passkey alone, because the device has verified its user. */
export async function signInWithPasskey(ctx: Context, { response }: { response: PasskeyUse }): Promise<SignedIn> {
  return transact(ctx, async (ctx) => enter(ctx, await personOfPasskey(ctx, response)))
}

/** Ends the session of this browser. */
export async function signOut(ctx: Context): Promise<Record<string, never>> {
  await transact(ctx, end)
  return {}
}

/**
 * How many devices are remembered for a staff member. A new device replaces the device whose last sign-in was earliest.
 */
const mostDevices = 20

/** Opens the session. A sign-in from a new device sends an email, unless it is the staff member's first sign-in. */
async function enter(ctx: Context, person: PersonRow): Promise<SignedIn> {
  const { id, knownDevices } = person
  const device = ctx.device()
  const known = [device, ...knownDevices.filter((one) => one !== device)].slice(0, mostDevices)
  await ctx.db.update(staffPeople).set({ knownDevices: known }).where(eq(staffPeople.id, id))
  if (knownDevices.length > 0 && !knownDevices.includes(device)) {
    await emit(ctx, 'staff.new_device', { personId: id, device, ip: ctx.ip, at: ctx.app.now().toISOString() })
  }
  await open(ctx, id, { isPending: false })
  rememberDevice(ctx, `staff ${person.email.toLowerCase()}`)
  return { me: await toMe(ctx, person) }
}

/** The signed-in staff member; null without a session. */
export async function meOf(ctx: Context): Promise<Me | null> {
  const person = await findPerson(ctx, ctx.staff?.personId)
  const device = ctx.staff?.deviceId ? await findDevice(ctx.app, ctx.staff.deviceId) : null
  return person && toMe(ctx, person, device)
}
