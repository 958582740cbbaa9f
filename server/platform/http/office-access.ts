import type { Call } from '#contract/call.ts'
import { officeXsrfCookie, xsrfHeader } from '#contract/constants.ts'
import { listStaffCalls } from '#contract/office/calls.ts'
import type { Place, Right } from '#contract/rights.ts'
import { asksPin, mayAt, storesWith } from '#contract/rights.ts'
import type { Context, Staff, StaffChange } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { isToken } from './sessions.ts'
import type { Visit } from './visits.ts'
import { refuseOtherSites } from './visits.ts'
import type { Xsrf } from './xsrf.ts'

export const officeCookie = (isSecure: boolean) => (isSecure ? '__Host-office' : 'office')
/** The cookie of a counter device. */
export const counterCookie = (isSecure: boolean) => (isSecure ? '__Host-counter' : 'counter')

/** How long a confirmation of the caller counts for sensitive calls. */
const confirmedMs = 10 * 60_000

/** What the staff module tells about callers, and the stores of what they name. */
export interface Office {
  /** The staff member of a session token, if the session is complete. */
  find(token: string): Promise<Omit<Staff, 'note'> | null>
  /** The store of an order, a group-buy or a payment; null if it has none or does not exist. */
  storeOf: Record<'order' | 'campaign' | 'payment', (ctx: Context, id: string) => Promise<string | null>>
  /** Writes a line of the audit log. */
  log(ctx: Context, call: string, change: StaffChange): Promise<void>
  /**
   * Who last changed a record by one of these calls, and when. A line is about the record if its subject or its store
   * is one of the names; without names each line of these calls is.
   */
  lastChange(ctx: Context, calls: string[], names: string[]): Promise<{ by: string; at: string } | null>
}

/** The caller with the staff secret: it may do everything. */
export function machine(): Omit<Staff, 'note'> {
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
 * Finds the staff member of a request, and refuses forged requests. `staff.sign_in_required` without a session, unless
 * the call needs none.
 */
export async function admitStaff(
  office: Office,
  { call, changes }: { call: Pick<Call, 'right'>; changes: boolean },
  { visit, xsrf }: { visit: Visit; xsrf: Xsrf },
): Promise<Omit<Staff, 'note'> | null> {
  const token = visit.cookies[officeCookie(visit.isSecure)]
  if (changes) {
    const isProven = refuseOtherSites(visit)
    const header = visit.request.headers.get(xsrfHeader) ?? undefined
    const hasToken = isToken(token) && xsrf.isValid(`office ${token}`, visit.cookies[officeXsrfCookie], header)
    // Before a session there is nothing that a token could be bound to.
    if (!hasToken && !(isProven && call.right === 'anyone')) fail('request.forged')
  }
  const staff = isToken(token) ? await office.find(token) : null
  if (!staff && call.right !== 'anyone') fail('staff.sign_in_required')
  return staff
}

/** Checks the caller's right at the store of the call, and a recent confirmation for sensitive calls. */
export async function demandRight(ctx: Context, office: Office, call: Call, input: unknown): Promise<void> {
  const { staff } = ctx
  const { right, place } = call
  if (!right || !place || right === 'anyone') return
  if (!staff) fail('staff.sign_in_required')
  // A PIN must not open the account of the person.
  if (staff.deviceId && right === 'self' && !call.worksOnDevices) fail('staff.no_right')
  const isSensitive = call.isSensitive || (staff.deviceId && right !== 'self' && asksPin(right))
  if (isSensitive && staff.personId && !isConfirmed(ctx)) fail('staff.confirm_required')
  if (right === 'self') return
  if (staff.isHeldBack) fail('staff.second_step_required')
  const stores = storesWith(staff.roles, right)
  if (stores === 'all') return
  if (stores.length === 0 || place === 'shop') fail('staff.no_right')
  if (place === 'mine') return
  const location = await storeIn(ctx, office, place, input)
  if (!mayAt(staff.roles, right, location)) fail('not_found')
}

const isConfirmed = ({ app, staff }: Context) =>
  staff?.confirmedAt != null && app.now().getTime() - staff.confirmedAt.getTime() < confirmedMs

/** The store that a call is about; null for one of the whole shop, or of something that does not exist. */
export async function storeIn(ctx: Context, office: Office, place: Place, input: unknown): Promise<string | null> {
  const field = { order: 'order', campaign: 'campaign', payment: 'reference', location: 'location' }[place as 'order']
  // The contract's test demands this field of every call with such a place.
  const named = (input as Record<string, unknown>)[field]
  if (typeof named !== 'string') return null
  return place === 'location' ? named : office.storeOf[place as 'order'](ctx, named)
}

/** Stores whose data the caller may see with this right; `'all'` also for work of the shop itself. */
export function storesOf(ctx: Context, right: Right): 'all' | string[] {
  return ctx.staff ? storesWith(ctx.staff.roles, right) : 'all'
}

/** Whether the caller has this right at a store; at null, in all stores. True for work of the shop itself. */
export function isMine(ctx: Context, right: Right, location: string | null): boolean {
  return !ctx.staff || mayAt(ctx.staff.roles, right, location)
}

/** Secrets, what would keep a shopper's address in the log after the account is gone, and what says nothing. */
const unlogged = new Set([
  'email',
  'phone',
  'who',
  'password',
  'secret',
  'code',
  'pin',
  'keys',
  'response',
  'file',
  'version',
])

/** What the log has of a call that notes nothing itself: the id that its path names, and the rest of the input. */
export function changeOf(call: Call, input: Record<string, unknown>): StaffChange {
  const inPath = parametersOf(call)
  const { location } = input
  return {
    subject: namesInPath(call, input).join(' '),
    location: typeof location === 'string' ? location : null,
    before: null,
    after: Object.fromEntries(
      Object.entries(input).filter(([name]) => !unlogged.has(name) && !inPath.includes(name) && name !== 'location'),
    ),
  }
}

const parametersOf = (call: Call) => [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** What the path of a call names, for example a store and its table. */
export const namesInPath = (call: Call, input: Record<string, unknown>): string[] =>
  parametersOf(call).flatMap((name) => {
    const value = input[name]
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
  })

/** The names of all calls that change the same kind of record. */
export const callsOfRecord = ({ name, record }: Call): string[] =>
  record ? listStaffCalls().flatMap((other) => (other.record === record ? [other.name] : [])) : [name]
