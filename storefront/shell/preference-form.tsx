import type { ReactNode } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { useShop } from '#storefront/shop.ts'
import { closeDialog } from '#storefront/ui/dialog.tsx'
import type { AskedFirst } from './preferences.tsx'
import { useShellData } from './shell-data.ts'

interface PreferenceFormProps {
  children: ReactNode
  className?: string
  /** Where to go after the choice; without it the page stays. */
  target?: string | null
  /** The dialog that the form is in. */
  closes?: string
  /** Whether a change of store is made at once, because what it changes in the cart was shown. */
  isDecided?: boolean
}

/** The one fetcher of all these forms. */
export const usePreferences = () => useFetcher<AskedFirst | null>({ key: 'preferences' })

/** A form whose fields `locale`, `currency` or `locationId` are remembered for this visitor. */
export function PreferenceForm({ children, className, target, closes, isDecided = false }: PreferenceFormProps) {
  const fetcher = usePreferences()
  const { app } = useShop()
  const { cart } = useShellData()
  const { pathname, search } = useLocation()
  return (
    <fetcher.Form
      method="post"
      action="/preferences"
      className={className}
      onSubmit={() => {
        if (closes) closeDialog(closes)
      }}
    >
      <input type="hidden" name="redirectTo" value={pathname + search} />
      <input type="hidden" name="presentId" value={app.appDetail.locid} />
      {!isDecided && cart && cart.itemCount > 0 && <input type="hidden" name="asksFirst" value="1" />}
      {target && <input type="hidden" name="target" value={target} />}
      {children}
    </fetcher.Form>
  )
}
