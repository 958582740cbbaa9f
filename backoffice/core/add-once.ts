import { storedSubmission, toSubmission } from './submission.ts'

/**
 * Sends a new record, such as a product, to be added once, even if the response of the server is lost and the staff
 * member saves again. The same record gets the same submission again until the server has added it.
 */
export async function addOnce<Added extends object, Result>(
  kind: 'product' | 'store',
  record: Added,
  write: (input: Added & { submission: string }) => Promise<Result>,
): Promise<Result> {
  const unanswered = storedSubmission(`unanswered ${kind}`)
  const sent = toSubmission(record, unanswered.read())
  unanswered.store(sent)
  const result = await write({ ...record, submission: sent.submission })
  unanswered.store(null)
  return result
}
