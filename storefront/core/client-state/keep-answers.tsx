import type { ReactNode } from 'react'
import { useContext, useMemo, useState } from 'react'
import { UNSAFE_DataRouterDataContext as RouterData, useLocation } from 'react-router'

/**
 * What a form was answered (`actionData`) stays until the page is left or the next form is answered. The router itself
 * forgets it as soon as anything is loaded anew: right after a page opened with it, or when an order changes meanwhile.
 */
export function KeepAnswers({ children }: { children: ReactNode }) {
  const data = useContext(RouterData)
  const { key } = useLocation()
  const answers = data?.actionData ?? null
  const [kept, setKept] = useState({ key, answers })
  if (kept.key !== key || (answers && answers !== kept.answers)) setKept({ key, answers })
  const withAnswers = useMemo(() => data && { ...data, actionData: kept.answers }, [data, kept])
  return <RouterData value={withAnswers}>{children}</RouterData>
}
