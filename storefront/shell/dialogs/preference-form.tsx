import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { checkReachable } from '#storefront/core/client-state/reachability.ts'
import { useShellData } from '#storefront/core/shell-data.ts'
import { useShop } from '#storefront/core/shop.ts'
import type { StoreChangePreview } from '#storefront/shell/preferences.tsx'
import { closeDialog } from '#ui/dialog.tsx'
import { sideMenu } from './dialog-names.ts'

interface PreferenceFormProps {
  children: ReactNode
  className?: string
  /**
   * The path to open after a change of store. If it is missing, the current page stays open, or the new store's front
   * page replaces a front page.
   */
  target?: string | null
  /** The id of the dialog that contains the form. Submitting the form closes this dialog. */
  closes?: string
  /** Whether the shopper has already seen how the cart would change. The form then does not ask for confirmation. */
  isDecided?: boolean
}

/** The fetcher that all preference forms share. */
export const usePreferencesFetcher = () => useFetcher<StoreChangePreview | null>({ key: 'preferences' })

/**
 * A form that stores `locale`, `currency` or `locationId` for this visitor. Offline, it shows a note and changes
 * nothing.
 */
export function PreferenceForm({ children, className, target, closes, isDecided = false }: PreferenceFormProps) {
  const fetcher = usePreferencesFetcher()
  const { app, t } = useShop()
  const [isOffline, setOffline] = useState(false)
  const { cart } = useShellData()
  const { pathname, search } = useLocation()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = filledForm(event)
    // Checks the connection first, because a failed request would replace the page with the error page.
    const isOnline = await checkReachable()
    setOffline(!isOnline)
    if (!isOnline) return
    // Also closes the side menu, from which phones open the dialog.
    for (const id of closes ? [closes, sideMenu] : []) closeDialog(id)
    await fetcher.submit(form, { method: 'post', action: '/preferences' })
  }

  return (
    <fetcher.Form method="post" action="/preferences" className={className} onSubmit={submit}>
      {isOffline && (
        <p className="alert" role="alert">
          {t('shell.needs_network')}
        </p>
      )}
      <input type="hidden" name="redirectTo" value={pathname + search} />
      <input type="hidden" name="presentId" value={app.appDetail.locid} />
      {!isDecided && cart && cart.itemCount > 0 && <input type="hidden" name="asksFirst" value="1" />}
      {target && <input type="hidden" name="target" value={target} />}
      {children}
    </fetcher.Form>
  )
}

/** The form's data, including the pressed button. */
function filledForm({ currentTarget, nativeEvent }: FormEvent<HTMLFormElement>): FormData {
  const form = new FormData(currentTarget)
  // React types the native event as `Event`, but for `onSubmit` it is always a submit event.
  const { submitter } = nativeEvent as SubmitEvent
  if (submitter instanceof HTMLButtonElement && submitter.name) form.set(submitter.name, submitter.value)
  return form
}
