import { useState } from 'react'
import type { Location } from 'react-router'
import { useLocation } from 'react-router'

/**
 * Keeps a form's `actionData` until the next response or navigation. The router itself drops it on every revalidation,
 * for example after hydration or when an order changes, and when the shopper follows a link within the page.
 */
export function useActionResult<Answer>(actionData: Answer): Answer {
  const location = useLocation()
  const [shown, setShown] = useState({ location, actionData })
  const hasLeft = shown.location.key !== location.key && !isWithinPage(shown.location, location)
  const isNew = hasLeft || (actionData && actionData !== shown.actionData)
  if (isNew) setShown({ location, actionData })
  return isNew ? actionData : shown.actionData
}

/** Whether a link such as `#main` leads from one location to the other. */
const isWithinPage = (from: Location, { pathname, search, hash }: Location) =>
  hash !== '' && pathname === from.pathname && search === from.search
