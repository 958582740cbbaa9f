import { storedSubmission, toSubmission } from '../core/submission.ts'

/** Adds a new product only once, even if the response of the server is lost and the staff member saves again. */

const unanswered = storedSubmission('unanswered product')

/** Sends a new product. The same product gets the same submission again until the server has added it. */
export async function addOnce<Product extends object, Result>(
  product: Product,
  write: (input: Product & { submission: string }) => Promise<Result>,
): Promise<Result> {
  const sent = toSubmission(product, unanswered.read())
  unanswered.store(sent)
  const result = await write({ ...product, submission: sent.submission })
  unanswered.store(null)
  return result
}
