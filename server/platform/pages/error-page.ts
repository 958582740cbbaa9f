import { randomBytes } from 'node:crypto'
import type { ErrorBody } from '#contract/errors.ts'
import { fill } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import { languages } from '#contract/languages.ts'
import { messages } from '#contract/messages.ts'
import { plainPage, plainPageHeaders } from '#contract/plain-page.ts'
import { securityHeaders } from '#server/platform/http/responses.ts'
import { escapeXml } from '#server/platform/xml.ts'

/** Whether a browser requests a page for display, and not data for a script. */
export const requestsPage = ({ headers }: Request) => /\btext\/html\b/i.test(headers.get('accept') ?? '')

/** Renders a failure as a page in the visitor's language, with links. It needs neither database nor renderer. */
export function renderErrorPage(
  { error, requestId }: ErrorBody,
  locale: Locale,
): { html: string; headers: HeadersInit } {
  const texts = messages[locale]
  const title = error.errors[0]?.message ?? texts.unexpected
  const nonce = randomBytes(16).toString('base64')
  const body = `<h1>${escapeXml(title)}</h1>
<p class="ways"><a href="">${texts['error.retry']}</a><a class="quiet" href="/home">${texts['error.home']}</a></p>
<p><small>${escapeXml(fill(texts['error.request'], { id: requestId }))}</small></p>`
  const html = plainPage({ lang: languages[locale].tag, title: escapeXml(title), body, nonce })
  return { html, headers: { ...securityHeaders, ...plainPageHeaders(nonce) } }
}
