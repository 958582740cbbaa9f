import { ApiError } from '#contract/api-error.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { isSignedOut } from './me.ts'

/** The result of a form: the call's result, or the errors if the server rejected it. */
export type Attempt<Answer> = { done: Answer; errors?: undefined } | { done?: undefined; errors: ErrorItem[] }

/** The part of an action's result that forms use. */
export interface FormResult {
  done?: unknown
  errors?: ErrorItem[] | undefined
}

/**
 * Runs a form's call. If the server rejects it, returns the errors, so that the page keeps the input. Throws other
 * errors.
 */
export async function attempt<Answer>(work: Promise<Answer>): Promise<Attempt<Answer>> {
  try {
    return { done: await work }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && !isSignedOut(error)) return { errors: error.errors }
    throw error
  }
}

/** The text in a form field. Empty if the field is missing. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
