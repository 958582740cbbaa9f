import { data } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import { attempt, isRefusal } from '#storefront/core/data.ts'

/** The result of a form on a page below `/user`: the form's name and its errors. */
export interface Outcome {
  intent: string
  errors: ErrorItem[] | undefined
  /** The submitted values, which the form shows again. */
  values?: Record<string, string> | undefined
}

/** Makes a form's API call and returns the outcome. Responds with status 422 if there are errors. */
export async function outcomeOf(intent: string, call: Promise<unknown>, values?: Record<string, string>) {
  const result = await attempt(call)
  if (isRefusal(result)) return data<Outcome>({ intent, errors: result.errors, values }, { status: 422 })
  return data<Outcome>({ intent, errors: undefined })
}

/** The outcome of a form when the shop is unreachable or too busy. `orKeepForm` calls this function. */
export const keptOutcome = (errors: ErrorItem[], form: FormData) =>
  data<Outcome>({ intent: String(form.get('intent') ?? ''), errors }, { status: 503 })

/** Whether the form named `intent` was submitted without errors. */
export const isDone = (outcome: Outcome | undefined, intent: string) => outcome?.intent === intent && !outcome.errors
/** The errors of the form named `intent`, if the outcome belongs to this form. */
export const errorsOf = (outcome: Outcome | undefined, intent: string) =>
  outcome?.intent === intent ? outcome.errors : undefined
