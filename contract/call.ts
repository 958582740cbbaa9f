import type { z } from 'zod'
import { moreBase, officeBase, specificationBase } from './constants.ts'
import type { ErrorCode } from './errors.ts'
import type { Place, Right } from './rights.ts'
import type { HttpMethod, Route } from './route.ts'
import { parseRoute } from './route.ts'

/**
 * Who may call. `shopper`: anyone; the call starts a session when it has something to store. `member`: signed in.
 * `referrer`: a member of a referral group.
 */
export type Access = 'anyone' | 'shopper' | 'member' | 'referrer' | 'staff'

/** At most `points` calls from one network within `seconds`. */
export interface Limit {
  points: number
  seconds: number
  /**
   * Count only failures: those with these codes, or `any`. The server gives the point of a success back, so successes
   * do not use up a shared network's limit. With `any`, the same limit also applies to each session.
   */
  failures?: readonly ErrorCode[] | 'any'
  /** The limit guards a secret, so all processes share one count in the database. */
  isShared?: true
}

interface RowOptions<Input extends z.ZodType, Output extends z.ZodType> {
  /** The API's description of the call. Call names and error codes stand in backticks. */
  description: string
  /** Error codes of this call, besides those that any call with its access can answer. */
  refusals?: readonly ErrorCode[]
  input: Input
  output: Output
  limit?: Limit
  /** The body is multipart, with the file as its part `file`. */
  takesFile?: true
  /** Answers a picture instead of JSON. */
  answersFile?: true
}

interface ShopperRowOptions<Input extends z.ZodType, Output extends z.ZodType> extends RowOptions<Input, Output> {
  /** Default: `anyone`. */
  access?: 'shopper' | 'member' | 'referrer'
  /** A GET that changes state: refused from other sites, never cached. */
  changesState?: true
  /** All visitors of a location get the same answer. The server caches it until the catalogue or content changes. */
  isCached?: true
}

interface SpecificationRowOptions<Input extends z.ZodType, Output extends z.ZodType>
  extends ShopperRowOptions<Input, Output> {
  /**
   * The specification's literal spelling, where the full path is our reading of it. Both paths reach the same call.
   */
  alias?: `/${string}`
}

/** Records of the back office that have a version. */
export type RecordKind = 'store' | 'zone' | 'product' | 'person' | 'shop' | 'text' | 'provider' | 'table'

interface StaffRowOptions<Input extends z.ZodType, Output extends z.ZodType> extends RowOptions<Input, Output> {
  /** `self`: any signed-in staff member. `anyone`: also without a session. */
  right: Right | 'self' | 'anyone'
  place: Place
  /** The caller must have confirmed within ten minutes who they are. */
  isSensitive?: true
  /** A call about the caller that also works on a counter device. */
  worksOnDevices?: true
  /** Changes only what the caller has seen, so the audit log has no line. */
  isUnlogged?: true
  /**
   * The operation runs outside a transaction, because it counts attempts, asks a provider or encodes a picture. It
   * writes its line of the audit log within its own transaction.
   */
  logsItself?: true
  /**
   * The kind of the record whose version a change raises. A change that `staff.stale` refuses names who changed the
   * record last, by any call of that kind.
   */
  record?: RecordKind
}

/** Everything about one call except its name, which is its key in the table. */
export interface CallRow<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType>
  extends Omit<SpecificationRowOptions<Input, Output>, 'access'>,
    Partial<
      Pick<
        StaffRowOptions<Input, Output>,
        'right' | 'place' | 'isSensitive' | 'worksOnDevices' | 'isUnlogged' | 'logsItself' | 'record'
      >
    >,
    Omit<Route, 'name'> {
  access: Access
}

/** A row with its name, `area.operation`. */
export interface Call extends CallRow {
  name: string
}

type Target = `${HttpMethod} /${string}`

/**
 * A call of the specification (section 7), below `/api/istore/client`. Names after `?` travel in the query string
 * although the call has a body. Names and paths are those of the wire.
 */
export function specificationCall<Input extends z.ZodType, Output extends z.ZodType>(
  target: Target,
  options: SpecificationRowOptions<Input, Output>,
): CallRow<Input, Output> {
  return { access: 'anyone', ...options, ...parseRoute(target, specificationBase) }
}

/** A call that the shop adds to the specification, below `/api/istore/more`. */
export function shopCall<Input extends z.ZodType, Output extends z.ZodType>(
  target: Target,
  options: ShopperRowOptions<Input, Output>,
): CallRow<Input, Output> {
  return { access: 'anyone', ...options, ...parseRoute(target, moreBase) }
}

/**
 * A staff call, below `/api/office`: for a staff member with the right at the call's store, or with the staff secret,
 * which grants all rights. Without a session: `staff.sign_in_required`. Without the right: `staff.no_right`. For
 * another store: `not_found`. A sensitive call: `staff.confirm_required`. Without a second step that was due:
 * `staff.second_step_required`.
 */
export function staffCall<Input extends z.ZodType, Output extends z.ZodType>(
  target: Target,
  options: StaffRowOptions<Input, Output>,
): CallRow<Input, Output> {
  return { ...options, access: 'staff', ...parseRoute(target, officeBase) }
}
