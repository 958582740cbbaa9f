import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Keeps a form's `actionData` until the next response or navigation. The router itself drops it on every revalidation,
 * for example after hydration or when an order changes.
 */
export function useAnswer<Answer>(answer: Answer): Answer {
  const { key } = useLocation()
  const [kept, setKept] = useState({ key, answer })
  const isNew = kept.key !== key || (answer && answer !== kept.answer)
  if (isNew) setKept({ key, answer })
  return isNew ? answer : kept.answer
}
