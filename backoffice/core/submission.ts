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
  /** The input as JSON. A changed input is another submission. */
  content: string
}

/**
 * The submission to which the server has not responded yet, under a key of the browser's storage. It survives a reload
 * of the page, which staff often try after a failure. It expires after an hour, because staff who then send the same
 * input want another change.
 * If the browser blocks storage, the next submission gets a new id.
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

/** The submission of an input. It has the id of `unanswered` if that was the same input, or else a new id. */
export function toSubmission(input: object, unanswered: UnansweredSubmission | null): UnansweredSubmission {
  const content = JSON.stringify(input)
  return unanswered?.content === content ? unanswered : { submission: newSubmissionId(), content }
}
