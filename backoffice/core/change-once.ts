import type { api } from './api.ts'
import type { Attempt } from './attempt.ts'
import { attemptOnPage } from './attempt.ts'
import { storedSubmission, toSubmission } from './submission.ts'

/** Changes many products only once, even if the response of the server is lost and the staff member tries again. */

type ChangeCalls = Pick<typeof api.staff, 'changeProducts' | 'productChanges'>
export type ProductsChange = Omit<Parameters<ChangeCalls['changeProducts']>[0], 'submission'>

interface ChangeOptions {
  staff: ChangeCalls
  offline: string
}

const unanswered = storedSubmission('unanswered change of products')

/**
 * Sends a change. The same change gets the same submission again until the server responds. If the response is lost,
 * looks in the list of recent changes whether the server has made the change.
 */
export async function changeOnce(change: ProductsChange, { staff, offline }: ChangeOptions): Promise<Attempt<unknown>> {
  const sent = toSubmission(change, unanswered.read())
  const { submission } = sent
  unanswered.store(sent)
  const result = await attemptOnPage(staff.changeProducts({ ...change, submission }), offline)
  if (result.errors?.some(({ code }) => code === 'unavailable')) {
    const recent = await attemptOnPage(staff.productChanges(), offline)
    if (!recent.done?.changes.some(({ id }) => id === submission)) return result
    unanswered.store(null)
    return recent
  }
  unanswered.store(null)
  return result
}
