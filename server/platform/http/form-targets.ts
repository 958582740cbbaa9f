import { fill } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import { languages } from '#contract/languages.ts'
import { messages } from '#contract/messages.ts'
import type { App } from '#server/platform/context.ts'
import { identityPages } from '#server/platform/identity-settings.ts'
import { providerPages } from '#server/platform/provider-settings.ts'
import { escapeXml } from '#server/platform/xml.ts'
import { localUrl } from './local-url.ts'

const known = new WeakMap<App, Map<string, string[]>>()

/**
 * The origins of the configured providers. The CSP's `form-action` allows them in addition to the shop's own origin.
 */
export function formTargets(app: App, origin: string): string[] {
  const ofOrigin = known.get(app) ?? new Map<string, string[]>()
  known.set(app, ofOrigin)
  const found = ofOrigin.get(origin)
  if (found) return found
  const pages = [...providerPages(app.config), ...identityPages(app.config)]
  const targets = [...new Set(pages.map((url) => localUrl(url, origin)))]
  ofOrigin.set(origin, targets)
  return targets
}

/**
 * Whether a browser allows a form to lead to this URL. A target such as `https://*.pay.example` covers all its
 * subdomains.
 */
export function mayLeadTo(targets: string[], url: string): boolean {
  const { protocol, hostname, origin } = new URL(url)
  return targets.some((target) => {
    const [scheme = '', suffix] = target.split('//*')
    return suffix ? protocol === scheme && hostname.endsWith(suffix) : origin === target
  })
}

/**
 * Renders a page that leads to another site. Browsers block a form whose response redirects to a site outside
 * `form-action`. They do not block the page's link and refresh.
 */
export function leavingPage(url: string, locale: Locale): string {
  const address = escapeXml(url)
  const words = escapeXml(fill(messages[locale]['shell.leaving'], { host: new URL(url).host }))
  return (
    `<!doctype html><html lang="${languages[locale].tag}"><head><meta charset="utf-8"><title>${words}</title>` +
    '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">' +
    `<meta http-equiv="refresh" content="0;url=${address}"></head><body><p><a href="${address}">${words}</a></p></body></html>`
  )
}
