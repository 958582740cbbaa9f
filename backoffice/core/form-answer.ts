import { useActionData } from 'react-router'
import { useActionResult } from '#ui/hooks/use-action-result.ts'

/**
 * Returns the result of the page's action. Keeps the result until the action returns another result or the staff member
 * leaves the page. Unlike the result of `useActionData`, this result survives revalidation, so that recovery codes,
 * links and errors stay readable.
 */
export const useFormResult = <Action>() => useActionResult(useActionData<Action>())
