import { storedSubmission, toSubmission } from './submission.ts'

/**
 * Sends a new record, such as a product. If the server's response is lost and the staff member saves the unchanged
 * record again, this function sends the same submission id. So the server adds the record only once.
 */
export async function addOnce<Added extends object, Result>(
  kind: 'product' | 'store' | 'zone',
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
