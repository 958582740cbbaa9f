import type { api } from './api.ts'
import type { Attempt } from './attempt.ts'
import { attemptOnPage } from './attempt.ts'
import { storedSubmission, toSubmission } from './submission.ts'

type ChangeCalls = Pick<typeof api.staff, 'changeProducts' | 'productChanges'>
export type ProductsChange = Omit<Parameters<ChangeCalls['changeProducts']>[0], 'submission'>

interface ChangeOptions {
  staff: ChangeCalls
  offline: string
}

const unanswered = storedSubmission('unanswered change of products')

/**
 * Changes many products. If the server's response is lost and the staff member sends the same change again, this
 * function sends the same submission id. So the server makes the change only once. After a lost response, the function
 * also searches the recent changes for this id. If they contain it, the change has succeeded.
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
