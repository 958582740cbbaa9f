import type { ErrorBody, ErrorItem } from './errors.ts'

/** A refused call: the HTTP status and the errors of the response, with messages in the visitor's language. */
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
