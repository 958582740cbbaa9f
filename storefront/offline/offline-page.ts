import type { Row } from '#contract/languages.ts'
import { columns, defaultLocale, locales, toLang } from '#contract/languages.ts'
import { plainPage, plainPageHeaders } from '#contract/plain-page.ts'
import { offlineTexts } from '#storefront/core/client-state/offline-texts.ts'
import { isPrivatePage } from './private-pages.ts'

/**
 * The page that the worker shows offline if the requested page is not cached. It contains every language and loads
 * nothing.
 */
export function offlinePage(pathname: string): Response {
  const { offline, offlineText, offlinePrivateText, retry, home } = offlineTexts
  const text = isPrivatePage(pathname) ? offlinePrivateText : offlineText
  const nonce = crypto.randomUUID()
  const body = `<h1>${inAllLanguages(offline, 'span')}</h1>${inAllLanguages(text, 'p')}
<p class="ways"><a href="">${inAllLanguages(retry, 'span')}</a>
<a class="quiet" href="/home">${inAllLanguages(home, 'span')}</a></p>`
  const html = plainPage({ lang: toLang(defaultLocale), title: offline.join(' · '), body, nonce })
  return new Response(html, { status: 503, headers: plainPageHeaders(nonce) })
}

const inAllLanguages = (texts: Row, tag: 'span' | 'p') =>
  locales.map((locale) => `<${tag} lang="${toLang(locale)}">${texts[columns[locale]]}</${tag}>`).join(' ')
