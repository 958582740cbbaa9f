import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { whenUsed } from '#storefront/use.ts'

const TakenUp = lazy(async () => {
  await whenUsed()
  return { default: ({ children }: { children: ReactNode }) => children }
})

/**
 * What the server made and works as it stands, links and forms: React takes it up with the first use of the page, so that a
 * page which is only looked at does not keep a slow phone busy.
 */
export function WhenUsed({ children }: { children: ReactNode }) {
  return (
    <Suspense>
      <TakenUp>{children}</TakenUp>
    </Suspense>
  )
}
