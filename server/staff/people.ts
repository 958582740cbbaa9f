import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { dayMs } from '#contract/durations.ts'
import type { Invitation, Me, People, StaffMember } from '#contract/office/people.ts'
import type { Right, RoleAt } from '#contract/rights.ts'
import { mayAt, needsSecondStep, rights, roles, rolesOnDevice, storesWith } from '#contract/rights.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { endLinksOf, endLinksTo, newLink, endLink as withdrawLink } from './links.ts'
import { publishStaffChange } from './live.ts'
import type { StaffMemberRow } from './second-step.ts'
import { hasSecondStep, mustSetUpSecondStep, nextSecondStepDue } from './second-step.ts'
import { endSessionsOf } from './sessions.ts'
import type { staffDevices } from './tables.ts'
import { staffInvitations, staffPeople, staffRoles } from './tables.ts'

/** A counter device: its store and its screens. */
type Device = Pick<typeof staffDevices.$inferSelect, 'locationId' | 'screens'>

const invitationLifetimeMs = 7 * dayMs

/** The row of a staff member who may sign in. Null if there is no such staff member or if they were deactivated. */
export async function findStaffMember(ctx: Context, id: string | null | undefined): Promise<StaffMemberRow | null> {
  const [row] = id ? await ctx.db.select().from(staffPeople).where(eq(staffPeople.id, id)) : []
  return row && !row.stoppedAt ? row : null
}

/**
 * Locks and returns the caller's staff row. Fails with `not_found` for a caller with the staff secret, who is no staff
 * member.
 */
export async function lockMe(ctx: Context): Promise<StaffMemberRow> {
  const id = ctx.staff?.personId ?? fail('not_found')
  const [row] = await ctx.db.select().from(staffPeople).where(eq(staffPeople.id, id)).for('update')
  return row ?? fail('not_found')
}

/** Runs work in a transaction with the caller's own row, which `lockMe` locks. */
export const changeMe = <Result>(
  ctx: Context,
  work: (ctx: Context, me: StaffMemberRow) => Promise<Result>,
): Promise<Result> => transact(ctx, async (ctx) => work(ctx, await lockMe(ctx)))

/** A staff member as they see themselves. On a counter device, their roles are limited to the roles of the device. */
export async function toMe(ctx: Context, staffMember: StaffMemberRow, device: Device | null = null): Promise<Me> {
  const all = (await rolesByPerson(ctx, staffMember.id)).get(staffMember.id) ?? []
  const grantedRoles = device ? rolesOnDevice(all, device.locationId, device.screens) : all
  const stores = await locations.all(ctx)
  const needsStep = !device && mustSetUpSecondStep(ctx.app, staffMember, grantedRoles)
  return {
    id: staffMember.id,
    name: staffMember.name,
    email: staffMember.email,
    locale: staffMember.locale,
    roles: grantedRoles.map(({ role, location }) => ({ role, location })),
    rights: Object.fromEntries(
      rights.flatMap((right) => {
        const grantedStores = storesWith(grantedRoles, right)
        return grantedStores.length > 0 ? [[right, grantedStores]] : []
      }),
    ),
    hasSecondStep: hasSecondStep(staffMember),
    hasPasskey: staffMember.passkeys.length > 0,
    hasPin: staffMember.pinHash !== null,
    isOnDevice: device !== null,
    secondStepDue: needsStep ? staffMember.secondStepDue.toISOString() : null,
    stores: stores
      .filter(({ id }) => grantedRoles.some(({ location }) => location === null || location === id))
      .map(({ id, name }) => ({ id, name })),
  }
}

/** All staff with their roles, in the order in which they joined. */
export async function staffWithRoles(ctx: Context): Promise<{ staffMember: StaffMemberRow; roles: RoleAt[] }[]> {
  const [rows, rolesById] = await Promise.all([
    ctx.db.select().from(staffPeople).orderBy(asc(staffPeople.createdAt), asc(staffPeople.id)),
    rolesByPerson(ctx),
  ])
  return rows.map((staffMember) => ({ staffMember, roles: rolesById.get(staffMember.id) ?? [] }))
}

/** The caller, and the staff and open invitations of the caller's stores. */
export async function people(ctx: Context): Promise<People> {
  const [rows, openInvitations] = await Promise.all([
    staffWithRoles(ctx),
    ctx.db
      .select()
      .from(staffInvitations)
      .where(and(isNull(staffInvitations.usedAt), gt(staffInvitations.expiresAt, ctx.app.now())))
      .orderBy(asc(staffInvitations.expiresAt)),
  ])
  return {
    people: rows
      .map(({ staffMember, roles }) => toPerson(staffMember, roles))
      .filter(({ id, roles }) => id === ctx.staff?.personId || isVisible(ctx, roles)),
    invitations: openInvitations
      .filter(({ email, roles }) => email !== '' && isVisible(ctx, roles))
      .map((row) =>
        toInvitation(row, rows.find(({ staffMember }) => staffMember.id === row.madeBy)?.staffMember.name ?? ''),
      ),
  }
}

/**
 * Whether the caller may see a staff member with these roles. The caller needs the right `staff.see` in a store of one
 * of the roles. If the staff member has no roles, the caller needs this right in all stores.
 */
function isVisible(ctx: Context, grantedRoles: readonly RoleAt[]): boolean {
  const ownRoles = ctx.staff?.roles ?? []
  return (
    grantedRoles.some(({ location }) => mayAt(ownRoles, 'staff.see', location)) ||
    (grantedRoles.length === 0 && mayAt(ownRoles, 'staff.see', null))
  )
}

function toPerson(row: StaffMemberRow, grantedRoles: RoleAt[]): StaffMember {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    locale: row.locale,
    roles: grantedRoles,
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
  const grantedRoles = new Map<string, RoleAt[]>()
  for (const { personId, role, locationId } of rows)
    grantedRoles.set(personId, [...(grantedRoles.get(personId) ?? []), { role, location: locationId }])
  return grantedRoles
}

/**
 * Creates an invitation with these roles. Ends an earlier invitation for the same address if the new roles cover every
 * store of the earlier invitation, and if the caller may grant all roles of the earlier invitation.
 */
export async function invite(ctx: Context, { email, roles }: { email: string; roles: RoleAt[] }) {
  await requireGrant(ctx, roles)
  return transact(ctx, async (ctx) => {
    const existing = await findByEmail(ctx, email)
    // An existing staff member can use the link to sign in again with their own roles. So the caller must be able to
    // grant these roles too.
    if (existing) await requireGrant(ctx, (await rolesByPerson(ctx, existing.id)).get(existing.id) ?? [])
    await endLinksTo(ctx, email, (earlier) => coverStores(roles, earlier.roles) && canGrantAll(ctx, earlier.roles))
    const { code, until } = await newLink(ctx, { email, roles, forMs: invitationLifetimeMs })
    ctx.staff?.note({ subject: email, after: { email, roles } })
    return { code, until: until.toISOString(), ...(await people(ctx)) }
  })
}

/** Whether each store of the `earlier` roles has one of the new roles. A role for all stores covers every store. */
const coverStores = (roles: readonly RoleAt[], earlier: readonly RoleAt[]): boolean =>
  earlier.every((one) => roles.some(({ location }) => location === null || location === one.location))

/**
 * Withdraws an invitation. Fails with `not_found` if the invitation is unknown or the caller may not see it. Fails with
 * `staff.no_right` if it has a role that the caller may not give, for example in another store.
 */
export function withdraw(ctx: Context, { invitation }: { invitation: string }): Promise<People> {
  return transact(ctx, async (ctx) => {
    const ended = await withdrawLink(ctx, invitation)
    if (!ended || !isVisible(ctx, ended.roles)) fail('not_found')
    if (!canGrantAll(ctx, ended.roles)) fail('staff.no_right')
    ctx.staff?.note({ subject: ended.email, before: { email: ended.email, roles: ended.roles }, after: null })
    return people(ctx)
  })
}

/**
 * Changes a staff member's roles, and deactivates or reactivates the staff member. If the new roles need a second step
 * but the old roles did not, the staff member gets seven days to set one up.
 */
export async function writePerson(
  ctx: Context,
  input: { person: string; version: number; roles: RoleAt[]; isStopped: boolean },
): Promise<People> {
  return transact(ctx, async (ctx) => {
    // Locks the roles of all owners. If two owners deactivate each other at once, the second call waits here and then
    // sees the change of the first call. So the shop keeps an owner.
    await ctx.db.select().from(staffRoles).where(eq(staffRoles.role, 'owner')).orderBy(asc(staffRoles.id)).for('update')
    const [row] = await ctx.db.select().from(staffPeople).where(eq(staffPeople.id, input.person)).for('update')
    if (!row) fail('not_found')
    const before = (await rolesByPerson(ctx, row.id)).get(row.id) ?? []
    if (!isVisible(ctx, before)) fail('not_found')
    if (row.version !== input.version) fail('staff.stale')
    await requireGrant(ctx, changedRoles(before, input.roles))
    // No caller can change or deactivate a staff member who has more rights than the caller.
    await requireGrant(ctx, before)
    await ctx.db.delete(staffRoles).where(eq(staffRoles.personId, row.id))
    await grantRoles(ctx, row.id, input.roles)
    const stoppedAt = input.isStopped ? (row.stoppedAt ?? ctx.app.now()) : null
    const newlyNeedsStep = needsSecondStep(input.roles) && !needsSecondStep(before)
    const secondStepDue = newlyNeedsStep ? nextSecondStepDue(ctx.app) : row.secondStepDue
    await ctx.db
      .update(staffPeople)
      .set({ stoppedAt, secondStepDue, version: row.version + 1 })
      .where(eq(staffPeople.id, row.id))
    if (!(await hasOwner(ctx))) fail('staff.last_owner')
    if (stoppedAt) await endSessionsOf(ctx, row.id)
    else publishStaffChange(ctx, row.id)
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
function changedRoles(before: RoleAt[], after: RoleAt[]): RoleAt[] {
  const key = ({ role, location }: RoleAt) => `${role} ${location}`
  const [old, next] = [new Set(before.map(key)), new Set(after.map(key))]
  return [...before.filter((one) => !next.has(key(one))), ...after.filter((one) => !old.has(key(one)))]
}

/**
 * Fails with `staff.no_right` if the caller may not give one of these roles (`canGrant`), and with `not_found` if the
 * store of a role is unknown.
 */
export async function requireGrant(ctx: Context, grantedRoles: readonly RoleAt[]): Promise<void> {
  const ownRoles = ctx.staff?.roles ?? []
  for (const { role, location } of grantedRoles) {
    if (location !== null && !(await locations.find(ctx, location))) fail('not_found')
    if (!canGrant(ownRoles, { role, location })) fail('staff.no_right')
  }
}

/**
 * Whether a staff member with the roles `ownRoles` may give this role. This requires `staff.write` and all rights of
 * the role, at the role's store.
 */
function canGrant(ownRoles: readonly RoleAt[], { role, location }: RoleAt): boolean {
  const requiredRights: readonly Right[] = ['staff.write', ...roles[role]]
  return requiredRights.every((right) => mayAt(ownRoles, right, location))
}

const canGrantAll = (ctx: Context, grantedRoles: readonly RoleAt[]): boolean =>
  grantedRoles.every((role) => canGrant(ctx.staff?.roles ?? [], role))

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
export async function findByEmail(ctx: Context, email: string): Promise<StaffMemberRow | null> {
  const [row] = await ctx.db
    .select()
    .from(staffPeople)
    .where(eq(sql`lower(${staffPeople.email})`, email))
    .for('update')
  return row ?? null
}

/**
 * Whether the staff member who created a link may still grant its roles. A link for the address of an existing
 * `staffMember` changes that account, so the link's creator must also be allowed to grant all roles of `staffMember`.
 * Always true for a link that no staff member created, such as a start link.
 */
export async function mayGrantLink(
  ctx: Context,
  { madeBy, roles }: { madeBy: string | null; roles: readonly RoleAt[] },
  staffMember: StaffMemberRow | null,
): Promise<boolean> {
  if (madeBy === null) return true
  const [given, maker] = [await rolesByPerson(ctx), await findStaffMember(ctx, madeBy)]
  if (!maker || maker.stoppedAt) return false
  const requiredRoles = [...roles, ...(staffMember ? (given.get(staffMember.id) ?? []) : [])]
  return requiredRoles.every((role) => canGrant(given.get(madeBy) ?? [], role))
}

/** Gives a staff member these roles. */
export async function grantRoles(ctx: Context, personId: string, grantedRoles: readonly RoleAt[]): Promise<void> {
  if (grantedRoles.length === 0) return
  await ctx.db
    .insert(staffRoles)
    .values(grantedRoles.map(({ role, location }) => ({ personId, role, locationId: location })))
    .onConflictDoNothing()
}
