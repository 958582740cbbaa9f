import type { z } from 'zod'
import { moreBase, officeBase, specificationBase } from './constants.ts'
import type { ErrorCode } from './errors.ts'
import type { Place, Right } from './rights.ts'
import type { HttpMethod, Route } from './route.ts'
import { parseRoute } from './route.ts'

/**
 * Who may make a call. `anyone` and `shopper` admit every visitor, but a call with `shopper` starts a session when it
 * stores something. `member` admits signed-in members, and `referrer` only members of a referral group. `staff` marks
 * calls of the staff API (`staffCall`).
 */
export type Access = 'anyone' | 'shopper' | 'member' | 'referrer' | 'staff'

/** At most `points` calls within `seconds` from one network: an IPv4 address or an IPv6 prefix. */
export interface Limit {
  points: number
  seconds: number
  /**
   * If set, the limit counts only failed calls, so that successful calls do not use up the limit of a shared network. A
   * list contains the error codes that count. With `any`, all failed calls count, and the same limit also applies to
   * each session.
   */
  failures?: readonly ErrorCode[] | 'any'
  /** Whether all processes share one count in the database, because the limit guards a secret. */
  isShared?: true
}

interface RowOptions<Input extends z.ZodType, Output extends z.ZodType> {
  /** The API's description of the call. Call names and error codes are in backticks. */
  description: string
  /** Error codes of this call, without the codes that every call with the same access can return. */
  refusals?: readonly ErrorCode[]
  input: Input
  output: Output
  limit?: Limit
  /** Whether the body is multipart, with the file in the part `file`. */
  takesFile?: true
  /** Whether the response is a picture instead of JSON. */
  answersFile?: true
}

interface ShopperRowOptions<Input extends z.ZodType, Output extends z.ZodType> extends RowOptions<Input, Output> {
  /** Who may make the call. The default is `anyone`. */
  access?: 'shopper' | 'member' | 'referrer'
  /**
   * Whether this GET changes state. The server refuses such calls from other sites and never caches their responses.
   */
  changesState?: true
  /**
   * Whether all visitors of a location get the same response. The server then caches it until the catalogue or content
   * changes.
   */
  isCached?: true
}

interface SpecificationRowOptions<Input extends z.ZodType, Output extends z.ZodType>
  extends ShopperRowOptions<Input, Output> {
  /**
   * The path exactly as the specification spells it. Set only if the specification leaves the full path unclear. The
   * call then has two paths: this one, and the shop's interpretation.
   */
  alias?: `/${string}`
}

/** Kinds of records in the back office that have a version. */
export type RecordKind =
  | 'store'
  | 'zone'
  | 'product'
  | 'person'
  | 'shop'
  | 'text'
  | 'provider'
  | 'table'
  | 'modifierGroup'
  | 'category'
  | 'categoryTree'
  | 'brand'
  | 'tag'

interface StaffRowOptions<Input extends z.ZodType, Output extends z.ZodType> extends RowOptions<Input, Output> {
  /** The right that the caller needs. `self` is any signed-in staff member; `anyone` needs no session. */
  right: Right | 'self' | 'anyone'
  place: Place
  /** Whether the caller must have confirmed their identity within the last ten minutes. */
  isSensitive?: true
  /**
   * Whether a call with the right `self` also works on a counter device. Only a call that concerns just the caller may
   * have this field. Calls with other rights work on counter devices without this field.
   */
  worksOnDevices?: true
  /**
   * Whether the audit log omits the call. Such a call changes nothing, only records what the caller has seen, or only
   * prepares an import.
   */
  isUnlogged?: true
  /**
   * Whether the operation runs outside a transaction and writes its audit log entry in a transaction of its own.
   * Operations do so if they count attempts, call a provider, encode a picture, or log nothing for a repeated call.
   */
  logsItself?: true
  /**
   * Whether the body may be as large as `limits.longBodyBytes`, because it contains a whole product or menu. Only calls
   * that need a sign-in may have this field.
   */
  takesLongBody?: true
  /**
   * The kind of record that the call changes. Each change raises the record's version. A `staff.stale` error names the
   * staff member who made the last change. To find that change, the server looks only at calls with the same `record`.
   */
  record?: RecordKind
}

/** Everything about one call except its name, which is its key in the table. */
export interface CallRow<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType>
  extends Omit<SpecificationRowOptions<Input, Output>, 'access'>,
    Partial<
      Pick<
        StaffRowOptions<Input, Output>,
        'right' | 'place' | 'isSensitive' | 'worksOnDevices' | 'isUnlogged' | 'logsItself' | 'takesLongBody' | 'record'
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
 * A call of the specification (section 7), below `/api/istore/client`. Input names after `?` are sent in the query
 * string even if the call has a body. Names and paths are sent exactly as written.
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
 * A staff call, below `/api/office`. The caller is a staff member who has the right at the call's store, or sends the
 * staff secret, which grants all rights. Fails with `staff.sign_in_required` without a session, `staff.no_right`
 * without the right, and `not_found` for another store. Fails with `staff.confirm_required` if a sensitive call lacks
 * confirmation, and with `staff.second_step_required` if a required second sign-in step is missing.
 */
export function staffCall<Input extends z.ZodType, Output extends z.ZodType>(
  target: Target,
  options: StaffRowOptions<Input, Output>,
): CallRow<Input, Output> {
  return { ...options, access: 'staff', ...parseRoute(target, officeBase) }
}
