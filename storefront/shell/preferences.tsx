import { redirect, replace } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { Locale } from '#contract/constants.ts'
import { currencyCookie, languageParameter } from '#contract/constants.ts'
import type { Page } from '#storefront/data.ts'
import { attempt, inBrowser, onServer } from '#storefront/data.ts'
import { ownPath } from '#storefront/own-path.ts'

/** `/preferences`: where forms send `locale`, `currency` and `locationId`; a bare visit leads to the shop. */
export const loader = () => redirect('/')

/** Without JavaScript the visitor goes on to `target`, else back to `redirectTo`. */
export const action = onServer(async (api: Client, { request }: Page) => {
  const form = await request.formData()
  await remember(api, form)
  const headers = new Headers()
  const cookie = currencyLine(form)
  if (cookie) headers.append('Set-Cookie', cookie)
  throw redirect(ownPath(form.get('target'), pageOf(form)), { status: 303, headers })
})

/** With JavaScript the page stays and everything on it is read anew, unless there is a `target`. */
export const clientAction = inBrowser(async (api: Client, { request }: Page) => {
  const form = await request.formData()
  await remember(api, form)
  const cookie = currencyLine(form)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere
  if (cookie) document.cookie = cookie
  const target = ownPath(form.get('target'), '')
  if (target) return redirect(target)
  return String(form.get('redirectTo')).includes(`${languageParameter}=`) ? replace(pageOf(form)) : null
})

/** The page that the form was sent from, without a language in its address: the one just chosen counts. */
function pageOf(form: FormData): string {
  const path = ownPath(form.get('redirectTo'), '/home')
  const url = new URL(path, 'https://own.invalid')
  if (!url.searchParams.has(languageParameter)) return path
  url.searchParams.delete(languageParameter)
  return url.pathname + url.search
}

/** A choice that the shop does not have any more changes nothing. */
async function remember(api: Client, form: FormData) {
  const locale = form.get('locale')
  if (locale === 'en' || locale === 'zh') await attempt(api.shell.changeLocale({ locale: locale satisfies Locale }))
  const locationId = form.get('locationId')
  if (typeof locationId === 'string' && locationId) await attempt(api.locations.select({ locationId }))
}

function currencyLine(form: FormData): string | null {
  const currency = form.get('currency')
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return null
  return `${currencyCookie}=${currency}; Path=/; Max-Age=31536000; SameSite=Lax`
}
