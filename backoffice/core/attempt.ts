import { ApiError } from '#contract/api-error.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { isSignedOut } from './me.ts'

/** The result of a form's call: the server's response, or the errors if the server rejected the call. */
export type Attempt<Result> = { done: Result; errors?: undefined } | { done?: undefined; errors: ErrorItem[] }

/** The part of an action's result that forms use. */
export interface FormResult {
  done?: unknown
  errors?: ErrorItem[] | undefined
}

/**
 * Waits for a form's call. If the server rejects the call, returns the errors, so that the page keeps the input. Throws
 * if the server fails or does not respond, or if the staff member must sign in.
 */
export async function attempt<Result>(work: Promise<Result>): Promise<Attempt<Result>> {
  try {
    return { done: await work }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && !isSignedOut(error)) return { errors: error.errors }
    throw error
  }
}

/**
 * Like `attempt`, but for calls outside of route actions. No error page shows the errors of such calls, so this
 * function also catches errors that `attempt` throws. If the server does not respond, the result contains the message
 * `offline`.
 */
export function attemptOnPage<Result>(work: Promise<Result>, offline: string): Promise<Attempt<Result>> {
  return attempt(work).catch((error: unknown) => ({
    errors: [{ code: 'unavailable' as const, message: error instanceof ApiError ? error.message : offline }],
  }))
}

/**
 * Returns the value of a form field, which must be one of these options. Throws for another value, because only a bug
 * in the page can cause it.
 */
export function choiceOf<Choice extends string>(form: FormData, name: string, options: readonly Choice[]): Choice {
  const choice = options.find((option) => option === form.get(name))
  if (!choice) throw new Error(`the field ${name} has the value ${form.get(name)}`)
  return choice
}

/** The text in a form field. Empty if the field is missing. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
