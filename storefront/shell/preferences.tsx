import { redirect, replace } from 'react-router'
import type { StorePreview } from '#contract/cart.ts'
import type { Client } from '#contract/client.ts'
import { addressParameters, languageParameter } from '#contract/constants.ts'
import { isLocale } from '#contract/languages.ts'
import { cookieLine, writeClientState } from '#storefront/core/client-state/client-state.ts'
import type { Page } from '#storefront/core/data.ts'
import { attempt, inBrowser, isRefusal, onServer } from '#storefront/core/data.ts'
import { ownPath } from '#storefront/core/own-path.ts'
import { tellSwitch } from './dialogs/store-switch.ts'

/**
 * `/preferences` handles forms with `locale`, `currency` and `locationId`. Opening it as a page redirects to the home
 * page.
 */
export const loader = () => redirect('/')

/** Handles the form without JavaScript. Redirects to the form's `target`, or back to `redirectTo`. */
export const action = onServer(async (api: Client, { request }: Page) => {
  const form = await request.formData()
  const landing = await remember(api, form)
  const headers = new Headers()
  const currency = readCurrency(form)
  if (currency) headers.append('Set-Cookie', cookieLine('currentCurrency', currency))
  throw redirect(landing ? nextPath(form, landing) : pageOf(form), { status: 303, headers })
})

/**
 * Handles the form in the browser. The page then revalidates. If a store was chosen, the page of `nextPath` opens
 * instead. With `asksFirst`, a change of store that would change the cart returns a preview and stores nothing.
 */
export const clientAction = inBrowser(async (api: Client, { request }: Page) => {
  const form = await request.formData()
  const preview = form.has('asksFirst') && form.has('locationId') ? await previewOf(api, form) : null
  if (preview) return { preview, target: ownPath(form.get('target'), '') || null }
  const landing = await remember(api, form)
  const currency = readCurrency(form)
  if (currency) writeClientState('currentCurrency', currency)
  if (!landing) return String(form.get('redirectTo')).includes(`${languageParameter}=`) ? replace(pageOf(form)) : null
  const next = nextPath(form, landing)
  tellSwitch(form, pathAfter(next))
  return replace(next)
})

/** The response to a form with `asksFirst` if its change of store would change the cart. */
export interface AskedFirst {
  preview: StorePreview
  target: string | null
}

/**
 * How the cart would change at the store that the form selects. Null if nothing would change, or if the request fails.
 */
async function previewOf(api: Client, form: FormData): Promise<StorePreview | null> {
  const preview = await attempt(api.cart.preview({ locationId: String(form.get('locationId')) })).catch(() => null)
  if (!preview || isRefusal(preview)) return null
  const isOther = preview.losesSlot || preview.losesDelivery || preview.lines.some(({ kind }) => kind !== 'same')
  return isOther ? preview : null
}

/**
 * The path of the page that sent the form. Removes a language from the page's URL, so that the newly chosen language
 * applies.
 */
function pageOf(form: FormData, otherwise = '/home'): string {
  const path = ownPath(form.get('redirectTo'), otherwise)
  const url = new URL(path, 'https://own.invalid')
  if (!url.searchParams.has(languageParameter)) return path
  url.searchParams.delete(languageParameter)
  return url.pathname + url.search
}

/**
 * Stores the choice of language and store. Returns the new store's landing page, or null if no store was chosen.
 * Ignores a language that does not exist. If the shop refuses the store, returns the path of the home page.
 */
async function remember(api: Client, form: FormData): Promise<string | null> {
  const locale = form.get('locale')
  if (isLocale(locale)) await attempt(api.shell.changeLocale({ locale }))
  const locationId = form.get('locationId')
  if (typeof locationId !== 'string' || !locationId) return null
  const chosen = await attempt(api.locations.select({ locationId }))
  return isRefusal(chosen) ? '/home' : chosen.landingPageUrl
}

/**
 * The path of the next page: the form's target if there is one, else the page that sent the form, without a store in
 * its URL. The front page of the shop or of the former store is replaced by the new store's front page (`landing`).
 */
function nextPath(form: FormData, landing: string): string {
  const target = ownPath(form.get('target'), '')
  if (target) return target
  const here = new URL(pageOf(form, landing), 'https://own.invalid')
  here.searchParams.delete(addressParameters.location)
  const isFrontPage = ['/', '/home', `/${form.get('presentId')}`].includes(here.pathname)
  if (isFrontPage && landing !== here.pathname && !isHome(landing, here.pathname)) return landing
  return `/main?${new URLSearchParams({ to: here.pathname + here.search })}`
}

/** Whether all these paths lead to the home page, which has the paths `/` and `/home`. */
const isHome = (...paths: string[]) => paths.every((path) => path === '/' || path === '/home')

/** The path on which a navigation to `next` ends. `/main` redirects to its parameter `to`. */
function pathAfter(next: string): string {
  const { pathname, searchParams } = new URL(next, 'https://own.invalid')
  return new URL(searchParams.get('to') ?? pathname, 'https://own.invalid').pathname
}

function readCurrency(form: FormData): string | null {
  const currency = form.get('currency')
  return typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : null
}
