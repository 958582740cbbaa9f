import type { ErrorBody, ErrorItem } from './errors.ts'

/** A failed call: the response's HTTP status and errors, with messages in the visitor's language. */
export class ApiError extends Error {
  readonly status: number
  readonly errors: ErrorItem[]
  readonly requestId: string
  constructor(status: number, body: Partial<ErrorBody>) {
    const errors = body.error?.errors ?? []
    super(errors[0]?.message ?? `HTTP ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.errors = errors
    this.requestId = body.requestId ?? ''
  }
  get code() {
    return this.errors[0]?.code ?? 'unexpected'
  }
}
