import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * What a form was answered (`actionData`), until the page is left or the next form is answered. The router drops it as
 * soon as anything is loaded again: right after a page opened with it, or when an order changes meanwhile.
 */
export function useAnswer<Answer>(answer: Answer): Answer {
  const { key } = useLocation()
  const [kept, setKept] = useState({ key, answer })
  const isNew = kept.key !== key || (answer && answer !== kept.answer)
  if (isNew) setKept({ key, answer })
  return isNew ? answer : kept.answer
}
