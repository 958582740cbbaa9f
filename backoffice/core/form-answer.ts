import { useActionData } from 'react-router'
import { useAnswer } from '#ui/hooks/use-answer.ts'

/**
 * The result of the page's action, until the next one or until the person leaves the page. It outlives the events that
 * load the page's data again, so recovery codes, links and errors do not vanish while somebody reads them.
 */
export const useFormAnswer = <Action>() => useAnswer(useActionData<Action>())
