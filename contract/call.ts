import type { z } from 'zod'
import { moreBase, specificationBase } from './constants.ts'
import type { ErrorCode } from './errors.ts'
import type { Place, Right } from './rights.ts'
import type { HttpMethod, Route } from './route.ts'
import { parseRoute } from './route.ts'

/**
 * Who may call: `anyone`; a `shopper` (anyone, who gets a session when there is something to remember); a `member` (signed in); a
 * `referrer` (a member of a referral group); `staff`.
 */
export type Access = 'anyone' | 'shopper' | 'member' | 'referrer' | 'staff'

/** At most `points` uses of a call from one network within `seconds`. */
export interface Limit {
  points: number
  seconds: number
  /**
   * Count only failures: those with these codes, or `any`. A success is taken back, so it does not use up the limit of a shared
   * network. With `any`, each session is limited to as many calls.
   */
  failures?: readonly ErrorCode[] | 'any'
  /** The limit guards a secret: all processes count together, in the database. */
  isShared?: true
}

interface RowOptions<Input extends z.ZodType, Output extends z.ZodType> {
  /** What the call does, as the API's description says it. Names of calls and error codes stand in backticks. */
  description: string
  /** Its own refusals, beside those that every call of its access can answer. */
  refusals?: readonly ErrorCode[]
  input: Input
  output: Output
  limit?: Limit
  /** The body is a form in parts with the file as its part `file`. */
  takesFile?: true
  /** It answers a picture instead of JSON. */
  answersFile?: true
}

interface ShopperRowOptions<Input extends z.ZodType, Output extends z.ZodType> extends RowOptions<Input, Output> {
  /** Default: `anyone`. */
  access?: 'shopper' | 'member' | 'referrer'
  /** A GET that changes state: refused from other sites and never cached. */
  changesState?: true
  /** The answer is the same for all visitors of a location, and is cached until the catalogue or content changes. */
  isCached?: true
}

interface SpecificationRowOptions<Input extends z.ZodType, Output extends z.ZodType>
  extends ShopperRowOptions<Input, Output> {
  /** The literal spelling of the specification, where the full path is our reading of it. It answers as the same call. */
  alias?: `/${string}`
}

interface StaffRowOptions<Input extends z.ZodType, Output extends z.ZodType> extends RowOptions<Input, Output> {
  right: Right
  place: Place
}

/** Everything about one call but its name, which is its place in the table. */
export interface CallRow<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType>
  extends Omit<SpecificationRowOptions<Input, Output>, 'access'>,
    Partial<Pick<StaffRowOptions<Input, Output>, 'right' | 'place'>>,
    Omit<Route, 'name'> {
  access: Access
}

/** A row with its name, `area.operation`. */
export interface Call extends CallRow {
  name: string
}

type Target = `${HttpMethod} /${string}`

/**
 * A call of the specification (section 7), below `/api/istore/client`. Names after `?` travel in the query string although
 * the call has a body. Spellings are the wire's.
 */
export function specificationCall<Input extends z.ZodType, Output extends z.ZodType>(
  target: Target,
  options: SpecificationRowOptions<Input, Output>,
): CallRow<Input, Output> {
  return { access: 'anyone', ...options, ...parseRoute(target, specificationBase) }
}

/** A call that the specification lacks and a shop needs, below `/api/istore/more`. */
export function shopCall<Input extends z.ZodType, Output extends z.ZodType>(
  target: Target,
  options: ShopperRowOptions<Input, Output>,
): CallRow<Input, Output> {
  return { access: 'anyone', ...options, ...parseRoute(target, moreBase) }
}

/**
 * A call of the staff, below `/api/istore/more`. To a caller without the staff secret it does not exist. The secret holds all
 * rights, so the server does not check the right yet.
 */
export function staffCall<Input extends z.ZodType, Output extends z.ZodType>(
  target: Target,
  options: StaffRowOptions<Input, Output>,
): CallRow<Input, Output> {
  return { ...options, access: 'staff', ...parseRoute(target, moreBase) }
}
