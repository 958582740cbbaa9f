import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Keeps a form's `actionData` until the next response or navigation. The router itself drops it on every revalidation,
 * for example after hydration or when an order changes.
 */
export function useActionResult<Answer>(actionData: Answer): Answer {
  const { key } = useLocation()
  const [shown, setShown] = useState({ key, actionData })
  const isNew = shown.key !== key || (actionData && actionData !== shown.actionData)
  if (isNew) setShown({ key, actionData })
  return isNew ? actionData : shown.actionData
}
