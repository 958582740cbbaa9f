import type { ErrorCode } from '#contract/errors.ts'

/** An expected failure: thrown inside `transact` it rolls all back, at the edge it becomes the wire's error. */
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
   * Fills the message's `{names}`, and travels as `details`. A value with both languages is worded in the visitor's.
   */
  details?: Record<string, unknown>
}

/** Refuses with one code. */
export function fail(code: ErrorCode, details?: Record<string, unknown>, field?: string): never {
  throw new Failure([{ code, ...(details && { details }), ...(field && { field }) }])
}

/** Refuses with several, such as one for each line that cannot be bought. */
export function failAll(items: FailureItem[]): never {
  throw new Failure(items)
}
