import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { checkReachable } from '#storefront/core/client-state/reachability.ts'
import { useShellData } from '#storefront/core/shell-data.ts'
import { useShop } from '#storefront/core/shop.ts'
import type { AskedFirst } from '#storefront/shell/preferences.tsx'
import { closeDialog } from '#ui/dialog.tsx'

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

/**
 * A form whose fields `locale`, `currency` or `locationId` are remembered for this visitor. Without a network it says
 * so and stays.
 */
export function PreferenceForm({ children, className, target, closes, isDecided = false }: PreferenceFormProps) {
  const fetcher = usePreferences()
  const { app, t } = useShop()
  const [isCutOff, setCutOff] = useState(false)
  const { cart } = useShellData()
  const { pathname, search } = useLocation()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = filledForm(event)
    // Asked before: a choice that is not taken must not make the page load anew.
    const isThere = await checkReachable()
    setCutOff(!isThere)
    if (!isThere) return
    if (closes) closeDialog(closes)
    await fetcher.submit(form, { method: 'post', action: '/preferences' })
  }

  return (
    <fetcher.Form method="post" action="/preferences" className={className} onSubmit={submit}>
      {isCutOff && (
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

/** The form's fields with the button that sent it. */
function filledForm({ currentTarget, nativeEvent }: FormEvent<HTMLFormElement>): FormData {
  const form = new FormData(currentTarget)
  const { submitter } = nativeEvent as SubmitEvent
  if (submitter instanceof HTMLButtonElement && submitter.name) form.set(submitter.name, submitter.value)
  return form
}
