import { plainPage, plainPageHeaders } from '#contract/plain-page.ts'
import { offlineTexts } from '#storefront/core/client-state/offline-texts.ts'
import { isPrivatePage } from './private-pages.ts'

/** The page that the worker serves offline for a page that is not cached. It has both languages and loads nothing. */
export function offlinePage(pathname: string): Response {
  const { offline, offlineText, offlinePrivateText, retry, home } = offlineTexts
  const text = isPrivatePage(pathname) ? offlinePrivateText : offlineText
  const nonce = crypto.randomUUID()
  const body = `<h1>${both(offline, 'span')}</h1>${both(text, 'p')}
<p class="ways"><a href="">${both(retry, 'span')}</a><a class="quiet" href="/home">${both(home, 'span')}</a></p>`
  const html = plainPage({ lang: 'en-CA', title: offline.join(' · '), body, nonce })
  return new Response(html, { status: 503, headers: plainPageHeaders(nonce) })
}

const both = ([en, zh]: readonly [string, string], tag: 'span' | 'p') =>
  `<${tag} lang="en-CA">${en}</${tag}> <${tag} lang="zh-Hans">${zh}</${tag}>`
