import { hourMs } from '#contract/durations.ts'
import { randomId } from './random-id.ts'

/**
 * A new id for a submission. If the page sends a submission again, the server recognizes the id and does not apply the
 * submission twice.
 */
export const newSubmissionId = randomId

/** A submission to which the server has not responded yet. */
export interface UnansweredSubmission {
  submission: string
  /** The input as JSON. If the input changes, the page sends it with a new submission id. */
  content: string
}

/**
 * Reads and writes an unanswered submission in the browser's session storage, under `key`. The stored submission
 * survives a reload of the page, which staff often try after a failure. It expires after an hour: staff who send the
 * same input later want a second change. If the browser blocks storage, each submission gets a new id.
 */
export const storedSubmission = (key: string) => ({
  read(): UnansweredSubmission | null {
    try {
      const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null')
      return stored && Date.now() - stored.at < hourMs ? stored.unanswered : null
    } catch {
      return null
    }
  },
  store(unanswered: UnansweredSubmission | null): void {
    try {
      if (unanswered) sessionStorage.setItem(key, JSON.stringify({ unanswered, at: Date.now() }))
      else sessionStorage.removeItem(key)
    } catch {
      // The storage is blocked or full.
    }
  },
})

/** Returns `unanswered` if it has the same input. Otherwise, returns a submission with a new id. */
export function toSubmission(input: object, unanswered: UnansweredSubmission | null): UnansweredSubmission {
  const content = JSON.stringify(input)
  return unanswered?.content === content ? unanswered : { submission: newSubmissionId(), content }
}
