import { useActionData } from 'react-router'
import { useAnswer } from '#ui/hooks/use-answer.ts'

/**
 * The result of the page's action, until the next result or until the person leaves the page. Unlike `useActionData`,
 * it survives revalidation, so that recovery codes, links and errors do not vanish while somebody reads them.
 */
export const useFormAnswer = <Action>() => useAnswer(useActionData<Action>())
