import { redirect, replace } from 'react-router'
import type { StorePreview } from '#contract/cart.ts'
import type { Client } from '#contract/client.ts'
import { addressParameters, languageParameter } from '#contract/constants.ts'
import { isLocale } from '#contract/languages.ts'
import { cookieLine, writeClientState } from '#storefront/core/client-state/client-state.ts'
import type { Page } from '#storefront/core/data.ts'
import { attempt, inBrowser, isRefusal, onServer } from '#storefront/core/data.ts'
import { localPath } from '#storefront/core/own-path.ts'
import { recordSwitch } from './dialogs/store-switch.ts'

/**
 * `/preferences` handles forms with `locale`, `currency` and `locationId`. Opening it as a page redirects to the home
 * page.
 */
export const loader = () => redirect('/')

/**
 * Handles the form without JavaScript. If a store was chosen, redirects to the result of `nextPath`, else back to the
 * page that sent the form.
 */
export const action = onServer(async (api: Client, { request }: Page) => {
  const form = await request.formData()
  const landingPage = await storeChoices(api, form)
  const headers = new Headers()
  const currency = readCurrency(form)
  if (currency) headers.append('Set-Cookie', cookieLine('currentCurrency', currency))
  throw redirect(landingPage ? nextPath(form, landingPage) : returnPath(form), { status: 303, headers })
})

/**
 * Handles the form in the browser. If a store was chosen, opens the result of `nextPath`. Otherwise the current page
 * revalidates, without a language in its URL. If the form has `asksFirst` and the new store would change the cart,
 * returns a preview and stores nothing.
 */
export const clientAction = inBrowser(async (api: Client, { request }: Page) => {
  const form = await request.formData()
  const preview = form.has('asksFirst') && form.has('locationId') ? await loadPreview(api, form) : null
  if (preview) return { preview, target: localPath(form.get('target'), '') || null }
  const landingPage = await storeChoices(api, form)
  const currency = readCurrency(form)
  if (currency) writeClientState('currentCurrency', currency)
  if (!landingPage)
    return String(form.get('redirectTo')).includes(`${languageParameter}=`) ? replace(returnPath(form)) : null
  const next = nextPath(form, landingPage)
  recordSwitch(form, finalPath(next))
  return replace(next)
})

/** The response to a form with `asksFirst` if its change of store would change the cart. */
export interface StoreChangePreview {
  preview: StorePreview
  target: string | null
}

/**
 * How the cart would change at the store that the form selects. Null if nothing would change, or if the request fails.
 */
async function loadPreview(api: Client, form: FormData): Promise<StorePreview | null> {
  const preview = await attempt(api.cart.preview({ locationId: String(form.get('locationId')) })).catch(() => null)
  if (!preview || isRefusal(preview)) return null
  const hasChanges = preview.losesSlot || preview.losesDelivery || preview.lines.some(({ kind }) => kind !== 'same')
  return hasChanges ? preview : null
}

/**
 * The path of the page that sent the form. Removes a language from the page's URL, so that the newly chosen language
 * applies.
 */
function returnPath(form: FormData, fallback = '/home'): string {
  const path = localPath(form.get('redirectTo'), fallback)
  const url = new URL(path, 'https://own.invalid')
  if (!url.searchParams.has(languageParameter)) return path
  url.searchParams.delete(languageParameter)
  return url.pathname + url.search
}

/**
 * Stores the choice of language and store. Returns the new store's landing page, or null if no store was chosen.
 * Ignores a language that does not exist. If the shop refuses the store, returns the path of the home page.
 */
async function storeChoices(api: Client, form: FormData): Promise<string | null> {
  const locale = form.get('locale')
  if (isLocale(locale)) await attempt(api.shell.changeLocale({ locale }))
  const locationId = form.get('locationId')
  if (typeof locationId !== 'string' || !locationId) return null
  const result = await attempt(api.locations.select({ locationId }))
  return isRefusal(result) ? '/home' : result.landingPageUrl
}

/**
 * Returns the path to open after a change of store: the form's `target` or, if it is missing, the page that sent the
 * form. The path to that page leads through `/main`, which reloads it, and does not name a store. If the form was sent
 * from the front page of the shop or of the previous store, returns the new store's front page, `landingPage`.
 */
function nextPath(form: FormData, landingPage: string): string {
  const target = localPath(form.get('target'), '')
  if (target) return target
  const page = new URL(returnPath(form, landingPage), 'https://own.invalid')
  page.searchParams.delete(addressParameters.location)
  const isFrontPage = ['/', '/home', `/${form.get('presentId')}`].includes(page.pathname)
  if (isFrontPage && landingPage !== page.pathname && !isHome(landingPage, page.pathname)) return landingPage
  return `/main?${new URLSearchParams({ to: page.pathname + page.search })}`
}

/** Whether all these paths lead to the home page, which has the paths `/` and `/home`. */
const isHome = (...paths: string[]) => paths.every((path) => path === '/' || path === '/home')

/** The path on which a navigation to `next` ends. `/main` redirects to its parameter `to`. */
function finalPath(next: string): string {
  const { pathname, searchParams } = new URL(next, 'https://own.invalid')
  return new URL(searchParams.get('to') ?? pathname, 'https://own.invalid').pathname
}

function readCurrency(form: FormData): string | null {
  const currency = form.get('currency')
  return typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : null
}
