import { storedSubmission, toSubmission } from './submission.ts'

/**
 * Sends a new record, such as a product. The server adds the record only once, even if its response is lost and the
 * staff member saves again. For this, the same record keeps the same submission until the server has added it.
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
