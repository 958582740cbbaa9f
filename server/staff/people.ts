import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Invitation, Me, People, Person } from '#contract/office/people.ts'
import type { Right, RoleAt } from '#contract/rights.ts'
import { mayAt, needsSecondStep, rights, roles, rolesOnDevice, storesWith } from '#contract/rights.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { endLinksOf, newLink, withdraw as withdrawLink } from './links.ts'
import { publishPerson } from './live.ts'
import type { PersonRow } from './second-step.ts'
import { hasSecondStep, mustSetUpSecondStep, nextSecondStepDue } from './second-step.ts'
import { endOf } from './sessions.ts'
import type { staffDevices } from './tables.ts'
import { staffInvitations, staffPeople, staffRoles } from './tables.ts'

/** A counter device: its store and its screens. */
type Device = Pick<typeof staffDevices.$inferSelect, 'locationId' | 'screens'>

const invitationMs = 7 * 86_400_000

/** The row of a staff member who may sign in. Null if there is no such staff member or if they were deactivated. */
export async function findPerson(ctx: Context, id: string | null | undefined): Promise<PersonRow | null> {
  const [row] = id ? await ctx.db.select().from(staffPeople).where(eq(staffPeople.id, id)) : []
  return row && !row.stoppedAt ? row : null
}

/**
 * Locks and returns the caller's staff row. Fails with `not_found` for a caller with the staff secret, who is no staff
 * member.
 */
export async function lockMe(ctx: Context): Promise<PersonRow> {
  const id = ctx.staff?.personId ?? fail('not_found')
  const [row] = await ctx.db.select().from(staffPeople).where(eq(staffPeople.id, id)).for('update')
  return row ?? fail('not_found')
}

/** A staff member as they see themselves. On a counter device, their roles are limited to the roles of the device. */
export async function toMe(ctx: Context, person: PersonRow, device: Device | null = null): Promise<Me> {
  const all = (await rolesByPerson(ctx, person.id)).get(person.id) ?? []
  const given = device ? rolesOnDevice(all, device.locationId, device.screens) : all
  const stores = await locations.all(ctx)
  const needsStep = !device && mustSetUpSecondStep(ctx.app, person, given)
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    locale: person.locale,
    roles: given.map(({ role, location }) => ({ role, location })),
    rights: Object.fromEntries(
      rights.flatMap((right) => {
        const having = storesWith(given, right)
        return having.length > 0 ? [[right, having]] : []
      }),
    ),
    hasSecondStep: hasSecondStep(person),
    hasPasskey: person.passkeys.length > 0,
    hasPin: person.pinHash !== null,
    isOnDevice: device !== null,
    secondStepDue: needsStep ? person.secondStepDue.toISOString() : null,
    stores: stores
      .filter(({ id }) => given.some(({ location }) => location === null || location === id))
      .map(({ id, name }) => ({ id, name })),
  }
}

/** All staff with their roles, in the order in which they joined. */
export async function peopleWithRoles(ctx: Context): Promise<{ person: PersonRow; given: RoleAt[] }[]> {
  const [rows, given] = await Promise.all([
    ctx.db.select().from(staffPeople).orderBy(asc(staffPeople.createdAt), asc(staffPeople.id)),
    rolesByPerson(ctx),
  ])
  return rows.map((person) => ({ person, given: given.get(person.id) ?? [] }))
}

/** The caller, and the staff and open invitations of the caller's stores. */
export async function people(ctx: Context): Promise<People> {
  const [rows, open] = await Promise.all([
    peopleWithRoles(ctx),
    ctx.db
      .select()
      .from(staffInvitations)
      .where(and(isNull(staffInvitations.usedAt), gt(staffInvitations.expiresAt, ctx.app.now())))
      .orderBy(asc(staffInvitations.expiresAt)),
  ])
  return {
    people: rows
      .map(({ person, given }) => toPerson(person, given))
      .filter(({ id, roles }) => id === ctx.staff?.personId || isSeen(ctx, roles)),
    invitations: open
      .filter(({ email, roles }) => email !== '' && isSeen(ctx, roles))
      .map((row) => toInvitation(row, rows.find(({ person }) => person.id === row.madeBy)?.person.name ?? '')),
  }
}

/**
 * Whether the caller may see a staff member with these roles. The caller needs the right `staff.see` in a store of one
 * of the roles. If the staff member has no roles, the caller needs this right in all stores.
 */
function isSeen(ctx: Context, given: readonly RoleAt[]): boolean {
  const mine = ctx.staff?.roles ?? []
  return (
    given.some(({ location }) => mayAt(mine, 'staff.see', location)) ||
    (given.length === 0 && mayAt(mine, 'staff.see', null))
  )
}

function toPerson(row: PersonRow, given: RoleAt[]): Person {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    locale: row.locale,
    roles: given,
    isStopped: row.stoppedAt !== null,
    hasSecondStep: hasSecondStep(row),
    lastSeen: row.lastSeenAt?.toISOString() ?? null,
    version: row.version,
  }
}

function toInvitation({ id, email, roles, expiresAt }: typeof staffInvitations.$inferSelect, by: string): Invitation {
  return { id, email, roles, until: expiresAt.toISOString(), by }
}

export async function rolesByPerson(ctx: Context, only?: string): Promise<Map<string, RoleAt[]>> {
  const rows = await ctx.db
    .select()
    .from(staffRoles)
    .where(only ? eq(staffRoles.personId, only) : undefined)
    .orderBy(asc(staffRoles.id))
  const given = new Map<string, RoleAt[]>()
  for (const { personId, role, locationId } of rows)
    given.set(personId, [...(given.get(personId) ?? []), { role, location: locationId }])
  return given
}

/** Creates an invitation with these roles. */
export async function invite(ctx: Context, { email, roles }: { email: string; roles: RoleAt[] }) {
  await demandGrant(ctx, roles)
  return transact(ctx, async (ctx) => {
    const known = await findByEmail(ctx, email)
    // An existing staff member can use the link to sign in again with their own roles. So the caller must be able to
    // grant these roles too.
    if (known) await demandGrant(ctx, (await rolesByPerson(ctx, known.id)).get(known.id) ?? [])
    const { code, until } = await newLink(ctx, { email, roles, forMs: invitationMs })
    ctx.staff?.note({ subject: email, after: { email, roles } })
    return { code, until: until.toISOString(), ...(await people(ctx)) }
  })
}

/** Withdraws an invitation. Fails with `not_found` if the invitation is unknown or the caller may not see it. */
export function withdraw(ctx: Context, { invitation }: { invitation: string }): Promise<People> {
  return transact(ctx, async (ctx) => {
    const gone = await withdrawLink(ctx, invitation)
    if (!gone || !isSeen(ctx, gone.roles)) fail('not_found')
    ctx.staff?.note({ subject: gone.email, before: { email: gone.email, roles: gone.roles }, after: null })
    return people(ctx)
  })
}

/**
 * Changes a staff member's roles, or deactivates the staff member. If the new roles are the first that need a second
 * step, the staff member gets the time to set one up.
 */
export async function writePerson(
  ctx: Context,
  input: { person: string; version: number; roles: RoleAt[]; isStopped: boolean },
): Promise<People> {
  return transact(ctx, async (ctx) => {
    // If two owners deactivate each other at once, the second call waits here until the change of the first call is
    // visible.
    await ctx.db.select().from(staffRoles).where(eq(staffRoles.role, 'owner')).orderBy(asc(staffRoles.id)).for('update')
    const [row] = await ctx.db.select().from(staffPeople).where(eq(staffPeople.id, input.person)).for('update')
    if (!row) fail('not_found')
    const before = (await rolesByPerson(ctx, row.id)).get(row.id) ?? []
    if (!isSeen(ctx, before)) fail('not_found')
    if (row.version !== input.version) fail('staff.stale')
    await demandGrant(ctx, changed(before, input.roles))
    // No caller can change or deactivate a staff member who has more rights than the caller.
    await demandGrant(ctx, before)
    await ctx.db.delete(staffRoles).where(eq(staffRoles.personId, row.id))
    await giveRoles(ctx, row.id, input.roles)
    const stoppedAt = input.isStopped ? (row.stoppedAt ?? ctx.app.now()) : null
    const isNewNeed = needsSecondStep(input.roles) && !needsSecondStep(before)
    const secondStepDue = isNewNeed ? nextSecondStepDue(ctx.app) : row.secondStepDue
    await ctx.db
      .update(staffPeople)
      .set({ stoppedAt, secondStepDue, version: row.version + 1 })
      .where(eq(staffPeople.id, row.id))
    if (!(await hasOwner(ctx))) fail('staff.last_owner')
    if (stoppedAt) await endOf(ctx, row.id)
    else publishPerson(ctx, row.id)
    await endLinksOf(ctx, row)
    ctx.staff?.note({
      subject: row.id,
      before: { name: row.name, roles: before, isStopped: row.stoppedAt !== null },
      after: { name: row.name, roles: input.roles, isStopped: input.isStopped },
    })
    return people(ctx)
  })
}

/** Roles that are in only one of the two lists. */
function changed(before: RoleAt[], after: RoleAt[]): RoleAt[] {
  const key = ({ role, location }: RoleAt) => `${role} ${location}`
  const [old, next] = [new Set(before.map(key)), new Set(after.map(key))]
  return [...before.filter((one) => !next.has(key(one))), ...after.filter((one) => !old.has(key(one)))]
}

/**
 * Fails with `staff.no_right` if the caller may not give one of these roles (`canGrant`), and with `not_found` if the
 * store of a role is unknown.
 */
export async function demandGrant(ctx: Context, given: readonly RoleAt[]): Promise<void> {
  const mine = ctx.staff?.roles ?? []
  for (const { role, location } of given) {
    if (location !== null && !(await locations.find(ctx, location))) fail('not_found')
    if (!canGrant(mine, { role, location })) fail('staff.no_right')
  }
}

/**
 * Whether a staff member with the roles `mine` may give this role. This requires `staff.write` and all rights of the
 * role, at the role's store.
 */
function canGrant(mine: readonly RoleAt[], { role, location }: RoleAt): boolean {
  const wanted: readonly Right[] = ['staff.write', ...roles[role]]
  return wanted.every((right) => mayAt(mine, right, location))
}

/** Whether at least one owner with access to all stores may sign in. */
export async function hasOwner(ctx: Context): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: staffPeople.id })
    .from(staffPeople)
    .innerJoin(staffRoles, eq(staffRoles.personId, staffPeople.id))
    .where(and(eq(staffRoles.role, 'owner'), isNull(staffRoles.locationId), isNull(staffPeople.stoppedAt)))
    .limit(1)
  return row !== undefined
}

/** The staff member with this address; null if there is none. Locks the row until the transaction ends. */
export async function findByEmail(ctx: Context, email: string): Promise<PersonRow | null> {
  const [row] = await ctx.db
    .select()
    .from(staffPeople)
    .where(eq(sql`lower(${staffPeople.email})`, email))
    .for('update')
  return row ?? null
}

/**
 * Whether the staff member who made a link may still grant its roles. If `person` already has the link's email address,
 * the maker must also be able to grant all roles of that person. Always true for a link that was made on the shop's
 * computer.
 */
export async function mayGive(
  ctx: Context,
  { madeBy, roles }: { madeBy: string | null; roles: readonly RoleAt[] },
  person: PersonRow | null,
): Promise<boolean> {
  if (madeBy === null) return true
  const [given, maker] = [await rolesByPerson(ctx), await findPerson(ctx, madeBy)]
  if (!maker || maker.stoppedAt) return false
  const wanted = [...roles, ...(person ? (given.get(person.id) ?? []) : [])]
  return wanted.every((role) => canGrant(given.get(madeBy) ?? [], role))
}

/** Gives a staff member these roles. */
export async function giveRoles(ctx: Context, personId: string, given: readonly RoleAt[]): Promise<void> {
  if (given.length === 0) return
  await ctx.db
    .insert(staffRoles)
    .values(given.map(({ role, location }) => ({ personId, role, locationId: location })))
    .onConflictDoNothing()
}
