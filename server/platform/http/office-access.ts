import type { Call } from '#contract/call.ts'
import { officeXsrfCookie, xsrfHeader } from '#contract/constants.ts'
import { isKeyOf, isRecord } from '#contract/object-keys.ts'
import { listStaffCalls } from '#contract/office/calls.ts'
import type { Place, Right } from '#contract/rights.ts'
import { mayAt, requiresPin, storesWith } from '#contract/rights.ts'
import type { Context, Staff, StaffChange } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { isToken } from './sessions.ts'
import type { Visit } from './visits.ts'
import { refuseOtherSites } from './visits.ts'
import type { Xsrf } from './xsrf.ts'

export const officeCookie = (isSecure: boolean) => (isSecure ? '__Host-office' : 'office')
/** The name of the cookie that identifies a counter device. */
export const counterCookie = (isSecure: boolean) => (isSecure ? '__Host-counter' : 'counter')

/** How long a caller can make sensitive calls after they confirmed their identity. */
const confirmationMs = 10 * 60_000

/** The staff module's functions for checking and logging staff calls. */
export interface Office {
  /** Finds the staff member of a session token; null unless the sign-in is complete. */
  find(token: string): Promise<Omit<Staff, 'note'> | null>
  /** Finds the store of an order, a group-buy or a payment. Null if the record has no store or does not exist. */
  storeOf: Record<'order' | 'campaign' | 'payment', (ctx: Context, id: string) => Promise<string | null>>
  /** Writes an entry to the audit log. */
  log(ctx: Context, call: string, change: StaffChange): Promise<void>
  /**
   * Finds who last changed a record with one of these calls, and when. A log entry belongs to the record if the entry's
   * subject or store is one of `names`. Without names, every entry of these calls qualifies.
   */
  lastChange(ctx: Context, calls: string[], names: string[]): Promise<{ by: string; at: string } | null>
}

/** The caller with the staff secret, who has all rights. */
export function staffSecretCaller(): Omit<Staff, 'note'> {
  return {
    personId: null,
    name: '',
    locale: null,
    roles: [{ role: 'owner', location: null }],
    sessionId: null,
    deviceId: null,
    isHeldBack: false,
    confirmedAt: null,
    device: '',
  }
}

/**
 * Finds the staff member who sent a request. Fails with `request.forged` if the request may be forged, and with
 * `staff.sign_in_required` if there is no session but the call needs one.
 */
export async function authenticateStaff(
  office: Office,
  { call, changes }: { call: Pick<Call, 'right'>; changes: boolean },
  { visit, xsrf }: { visit: Visit; xsrf: Xsrf },
): Promise<Omit<Staff, 'note'> | null> {
  const token = visit.cookies[officeCookie(visit.isSecure)]
  if (changes) {
    const isProven = refuseOtherSites(visit)
    const header = visit.request.headers.get(xsrfHeader) ?? undefined
    const hasToken = isToken(token) && xsrf.isValid(`office ${token}`, visit.cookies[officeXsrfCookie], header)
    // Without a session there is nothing to which an XSRF token could be bound. So a call with the right `anyone` needs
    // only Fetch Metadata as proof of its source.
    if (!hasToken && !(isProven && call.right === 'anyone')) fail('request.forged')
  }
  const staff = isToken(token) ? await office.find(token) : null
  if (!staff && call.right !== 'anyone') fail('staff.sign_in_required')
  return staff
}

/** Checks that the caller has the call's right at its store and, for sensitive calls, a recent confirmation. */
export async function requireRight(
  ctx: Context,
  office: Office,
  { call, input }: { call: Call; input: unknown },
): Promise<void> {
  const { staff } = ctx
  const { right, place } = call
  if (!right || !place || right === 'anyone') return
  if (!staff) fail('staff.sign_in_required')
  // A sign-in with a PIN must not give access to the staff member's own account.
  if (staff.deviceId && right === 'self' && !call.worksOnDevices) fail('staff.no_right')
  const isSensitive = call.isSensitive || (staff.deviceId && right !== 'self' && requiresPin(right))
  if (isSensitive && staff.personId && !isConfirmed(ctx)) fail('staff.confirm_required')
  if (right === 'self') return
  if (staff.isHeldBack) fail('staff.second_step_required')
  const stores = storesWith(staff.roles, right)
  if (stores === 'all') return
  if (stores.length === 0 || place === 'shop') fail('staff.no_right')
  if (place === 'mine') return
  const location = await findStoreOfCall(ctx, office, { place, input })
  if (!mayAt(staff.roles, right, location)) fail('not_found')
}

const isConfirmed = ({ app, staff }: Context) =>
  staff?.confirmedAt != null && app.now().getTime() - staff.confirmedAt.getTime() < confirmationMs

/** For each `place` that is a kind of record: the input field with the record's id. `location` is the store itself. */
const fieldOfPlace = { order: 'order', campaign: 'campaign', payment: 'reference', location: 'location' } as const

/** The store that a call concerns. Null if the call or its record has no store, or if the record does not exist. */
export async function findStoreOfCall(
  ctx: Context,
  office: Office,
  { place, input }: { place: Place; input: unknown },
): Promise<string | null> {
  // If the call's `place` has a field in `fieldOfPlace`, a test ensures that the call's input has this field.
  const field = isKeyOf(fieldOfPlace, place) ? fieldOfPlace[place] : null
  const recordId = field && isRecord(input) ? input[field] : null
  if (typeof recordId !== 'string') return null
  return isKeyOf(office.storeOf, place) ? office.storeOf[place](ctx, recordId) : recordId
}

/**
 * The stores whose data the caller may see with this right. Returns `'all'` without a staff member, as in background
 * work.
 */
export function accessibleStores(ctx: Context, right: Right): 'all' | string[] {
  return ctx.staff ? storesWith(ctx.staff.roles, right) : 'all'
}

/**
 * Whether the caller has this right at a store, or in all stores if `location` is null. True without a staff member, as
 * in background work.
 */
export function canAccessStore(ctx: Context, right: Right, location: string | null): boolean {
  return !ctx.staff || mayAt(ctx.staff.roles, right, location)
}

/**
 * Input fields that are not logged: secrets, fields that would keep a shopper's data after the account is deleted, and
 * fields without information. Erasure empties the shopper's own rows, but the log is append-only.
 */
const unloggedFields = new Set([
  'email',
  'phone',
  'who',
  'comment',
  'tracking',
  'password',
  'secret',
  'code',
  'pin',
  'keys',
  'response',
  'file',
  'version',
])

/**
 * Whether the audit log keeps an input field. A `note` that is a string is about a person or an order, so the log omits
 * it. A `note` for shoppers is an object with a text in each language, and the log keeps it.
 */
const isLogged = (name: string, value: unknown) =>
  !unloggedFields.has(name) && !(name === 'note' && typeof value === 'string')

/**
 * What the audit log records unless the operation calls `ctx.staff.note`: the values in the call's path, its store, and
 * the other input fields for which `isLogged` is true.
 */
export function changeOf(call: Call, input: Record<string, unknown>): StaffChange {
  const inPath = parametersOf(call)
  const { location } = input
  return {
    subject: namesInPath(call, input).join(' '),
    location: typeof location === 'string' ? location : null,
    before: null,
    after: Object.fromEntries(
      Object.entries(input).filter(
        ([name, value]) => isLogged(name, value) && !inPath.includes(name) && name !== 'location',
      ),
    ),
  }
}

const parametersOf = (call: Call) => [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** The values of a call's path parameters, for example the ids of a store and a table. */
export const namesInPath = (call: Call, input: Record<string, unknown>): string[] =>
  parametersOf(call).flatMap((name) => {
    const value = input[name]
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
  })

/** The names of all calls that change the same kind of record as this call, including its own name. */
export const callsOfRecord = ({ name, record }: Call): string[] =>
  record ? listStaffCalls().flatMap((other) => (other.record === record ? [other.name] : [])) : [name]
