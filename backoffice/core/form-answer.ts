import { useActionData } from 'react-router'
import { useAnswer } from '#ui/hooks/use-answer.ts'

/**
 * The result of the page's action, until the next result or until the staff member leaves the page. Unlike
 * `useActionData`, it survives revalidation, so that recovery codes, links and errors stay readable.
 */
export const useFormAnswer = <Action>() => useAnswer(useActionData<Action>())
