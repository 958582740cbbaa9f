import { ApiError } from '#contract/api-error.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { isSignedOut } from './me.ts'

/** The result of a form: what the call answered, or why it was refused. */
export type Attempt<Answer> = { done: Answer; errors?: undefined } | { done?: undefined; errors: ErrorItem[] }

/** What a form needs to know of its action. */
export interface FormResult {
  done?: unknown
  errors?: ErrorItem[] | undefined
}

/** Runs the call of a form. A refusal is a result, so that the page keeps what was typed; other failures are thrown. */
export async function attempt<Answer>(work: Promise<Answer>): Promise<Attempt<Answer>> {
  try {
    return { done: await work }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && !isSignedOut(error)) return { errors: error.errors }
    throw error
  }
}

/** The text of a form's field. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
