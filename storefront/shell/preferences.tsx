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
 * `/preferences`: the target of forms with `locale`, `currency` and `locationId`. A plain visit redirects to the shop.
 */
export const loader = () => redirect('/')

/** Without JavaScript it redirects to `target`, else back to `redirectTo`. */
export const action = onServer(async (api: Client, { request }: Page) => {
  const form = await request.formData()
  const landing = await remember(api, form)
  const headers = new Headers()
  const currency = readCurrency(form)
  if (currency) headers.append('Set-Cookie', cookieLine('currentCurrency', currency))
  throw redirect(landing ? nextPath(form, landing) : pageOf(form), { status: 303, headers })
})

/**
 * With JavaScript the page stays and revalidates; after a change of store it loads from scratch. With `asksFirst`, a
 * store that would change the cart returns a preview, and no choice is stored yet.
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

/** The result of a form with `asksFirst`. */
export interface AskedFirst {
  preview: StorePreview
  target: string | null
}

/** The cart at the form's store; null if nothing changes, or the request fails. */
async function previewOf(api: Client, form: FormData): Promise<StorePreview | null> {
  const preview = await attempt(api.cart.preview({ locationId: String(form.get('locationId')) })).catch(() => null)
  if (!preview || isRefusal(preview)) return null
  const isOther = preview.losesSlot || preview.losesDelivery || preview.lines.some(({ kind }) => kind !== 'same')
  return isOther ? preview : null
}

/** The page that sent the form, without a language in its address, because the new choice applies. */
function pageOf(form: FormData, otherwise = '/home'): string {
  const path = ownPath(form.get('redirectTo'), otherwise)
  const url = new URL(path, 'https://own.invalid')
  if (!url.searchParams.has(languageParameter)) return path
  url.searchParams.delete(languageParameter)
  return url.pathname + url.search
}

/**
 * Stores the choice. Returns the new store's landing page; null without a choice of store. A choice that the shop no
 * longer offers changes nothing.
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
 * The form's target, else the page that sent the form, loaded from scratch without the store in its address. From the
 * front page of the shop or of the former store it is `landing`, the new store's front page.
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

/** The empty path shows the same page as `/home`. */
const isHome = (...paths: string[]) => paths.every((path) => path === '/' || path === '/home')

/** The path that the visitor finally sees. */
function pathAfter(next: string): string {
  const { pathname, searchParams } = new URL(next, 'https://own.invalid')
  return new URL(searchParams.get('to') ?? pathname, 'https://own.invalid').pathname
}

function readCurrency(form: FormData): string | null {
  const currency = form.get('currency')
  return typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : null
}
