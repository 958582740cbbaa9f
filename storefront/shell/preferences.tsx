import { redirect, replace } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { Locale } from '#contract/constants.ts'
import { addressParameters } from '#contract/constants.ts'
import type { Page } from '#storefront/data.ts'
import { attempt, inBrowser, isRefusal, onServer } from '#storefront/data.ts'
import { cookieLine, hold } from '#storefront/held.ts'
import { ownPath } from '#storefront/own-path.ts'

/** `/preferences`: where forms send `locale`, `currency` and `locationId`; a bare visit leads to the shop. */
export const loader = () => redirect('/')

/** Without JavaScript the visitor goes on to `target`, else back to `redirectTo`. */
export const action = onServer(async (api: Client, { request }: Page) => {
  const form = await request.formData()
  const landing = await remember(api, form)
  const headers = new Headers()
  const currency = readCurrency(form)
  if (currency) headers.append('Set-Cookie', cookieLine('currentCurrency', currency))
  const way = landing ? nextPath(form, landing) : ownPath(form.get('redirectTo'), '/home')
  throw redirect(way, { status: 303, headers })
})

/** With JavaScript the page stays and everything on it is read anew; after a change of store it is loaded anew. */
export const clientAction = inBrowser(async (api: Client, { request }: Page) => {
  const form = await request.formData()
  const landing = await remember(api, form)
  const currency = readCurrency(form)
  if (currency) hold('currentCurrency', currency)
  return landing ? replace(nextPath(form, landing)) : null
})

/** Where the new store's own landing page is; null while no store was chosen. A choice that the shop does not have any more changes nothing. */
async function remember(api: Client, form: FormData): Promise<string | null> {
  const locale = form.get('locale')
  if (locale === 'en' || locale === 'zh') await attempt(api.shell.changeLocale({ locale: locale satisfies Locale }))
  const locationId = form.get('locationId')
  if (typeof locationId !== 'string' || !locationId) return null
  const chosen = await attempt(api.locations.select({ locationId }))
  return isRefusal(chosen) ? '/home' : chosen.landingPageUrl
}

/** The form's target, else the page it was sent from, loaded anew without the store that its address named; else `landing`. */
function nextPath(form: FormData, landing: string): string {
  const target = ownPath(form.get('target'), '')
  if (target) return target
  const here = new URL(ownPath(form.get('redirectTo'), landing), 'https://own.invalid')
  here.searchParams.delete(addressParameters.location)
  return `/main?${new URLSearchParams({ to: here.pathname + here.search })}`
}

function readCurrency(form: FormData): string | null {
  const currency = form.get('currency')
  return typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : null
}
