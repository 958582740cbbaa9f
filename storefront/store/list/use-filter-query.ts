import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { toQueryString, withoutFilters } from './filters.ts'

/**
 * Returns the query with the chosen filters, and a function that applies a changed form. The query changes before the
 * navigation ends, so that a ticked filter shows at once.
 */
export function useFilterQuery() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const currentUrl = pathname + search
  /** The query after the newest change, and the URL before the change. The query applies until the URL changes. */
  const [pending, setPending] = useState({ from: currentUrl, query: search })
  const isPending = pending.from === currentUrl
  if (!isPending) setPending({ from: currentUrl, query: search })
  const query = new URLSearchParams(isPending ? pending.query : search)

  function apply(form: FormData) {
    const target = toQueryString(form)
    const isUnchanged = target === withoutFilters(query, [])
    if (isUnchanged) return
    setPending({ from: currentUrl, query: target })
    navigate(target, { replace: true, preventScrollReset: true })
  }

  return { query, apply }
}
