import { data } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import { attempt, isRefusal } from '#storefront/core/data.ts'

/** What a form of these pages shows after it was sent: which one it was, and what is wrong, if something is. */
export interface Outcome {
  intent: string
  errors: ErrorItem[] | undefined
  /** What was filled in, where it shall stay. */
  values?: Record<string, string> | undefined
}

/** Does what a form asks for and says how it went. */
export async function outcomeOf(intent: string, call: Promise<unknown>, values?: Record<string, string>) {
  const answer = await attempt(call)
  if (isRefusal(answer)) return data<Outcome>({ intent, errors: answer.errors, values }, { status: 422 })
  return data<Outcome>({ intent, errors: undefined })
}

/** Whether this form was sent and all went well. */
export const isDone = (outcome: Outcome | undefined, intent: string) => outcome?.intent === intent && !outcome.errors
/** What is wrong with this form. */
export const errorsOf = (outcome: Outcome | undefined, intent: string) =>
  outcome?.intent === intent ? outcome.errors : undefined
