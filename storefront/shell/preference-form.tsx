import type { ReactNode } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { closeDialog } from '#storefront/ui/dialog.tsx'

interface PreferenceFormProps {
  children: ReactNode
  className?: string
  /** Where to go after the choice; without it the page stays. */
  target?: string | null
  /** The dialog that the form is in. */
  closes?: string
}

/** A form whose fields `locale`, `currency` or `locationId` are remembered for this visitor. */
export function PreferenceForm({ children, className, target, closes }: PreferenceFormProps) {
  const fetcher = useFetcher({ key: 'preferences' })
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
      {target && <input type="hidden" name="target" value={target} />}
      {children}
    </fetcher.Form>
  )
}
