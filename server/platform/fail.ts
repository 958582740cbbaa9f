import type { ErrorCode } from '#contract/errors.ts'

/**
 * An expected failure, which the HTTP layer turns into an error response. If code inside `transact` throws it,
 * `transact` rolls back the transaction.
 */
export class Failure extends Error {
  readonly items: FailureItem[]
  constructor(items: FailureItem[]) {
    super(items.map((item) => item.code).join(', '))
    this.name = 'Failure'
    this.items = items
  }
}

export interface FailureItem {
  code: ErrorCode
  field?: string
  /**
   * Values for the `{names}` in the message, also sent as `details`. A bilingual value appears in the visitor's
   * language.
   */
  details?: Record<string, unknown>
}

/** Throws a `Failure` with one code. */
export function fail(code: ErrorCode, details?: Record<string, unknown>, field?: string): never {
  throw new Failure([{ code, ...(details && { details }), ...(field && { field }) }])
}

/** Throws a `Failure` with several codes, for example one per line that is not for sale. */
export function failAll(items: FailureItem[]): never {
  throw new Failure(items)
}
