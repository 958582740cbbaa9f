import { fill } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import { languages } from '#contract/languages.ts'
import { messages } from '#contract/messages.ts'
import type { App } from '#server/platform/context.ts'
import { identityPages } from '#server/platform/identity-settings.ts'
import { providerPages } from '#server/platform/provider-settings.ts'
import { escapeXml } from '#server/platform/xml.ts'
import { reachableOrigin } from './local-url.ts'

const targetsByApp = new WeakMap<App, Map<string, string[]>>()

/**
 * The origins of the configured providers. The CSP's `form-action` allows them in addition to the shop's own origin.
 */
export function formTargets(app: App, origin: string): string[] {
  const targetsByOrigin = targetsByApp.get(app) ?? new Map<string, string[]>()
  targetsByApp.set(app, targetsByOrigin)
  const cached = targetsByOrigin.get(origin)
  if (cached) return cached
  const pages = [...providerPages(app.config), ...identityPages(app.config)]
  const targets = [...new Set(pages.map((url) => reachableOrigin(url, origin)))]
  targetsByOrigin.set(origin, targets)
  return targets
}

/**
 * Whether a browser allows a form to submit or redirect to this URL. A target such as `https://*.pay.example` covers
 * all its subdomains.
 */
export function isAllowedTarget(targets: string[], url: string): boolean {
  const { protocol, hostname, origin } = new URL(url)
  return targets.some((target) => {
    const [scheme = '', suffix] = target.split('//*')
    return suffix ? protocol === scheme && hostname.endsWith(suffix) : origin === target
  })
}

/**
 * Renders a page that leads to another site by a link and an automatic refresh. It replaces a redirect in the response
 * to a form, because browsers block a redirect to a site outside `form-action`.
 */
export function externalRedirectPage(url: string, locale: Locale): string {
  const address = escapeXml(url)
  const text = escapeXml(fill(messages[locale]['shell.leaving'], { host: new URL(url).host }))
  return (
    `<!doctype html><html lang="${languages[locale].tag}"><head><meta charset="utf-8"><title>${text}</title>` +
    '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">' +
    `<meta http-equiv="refresh" content="0;url=${address}"></head><body><p><a href="${address}">${text}</a></p></body></html>`
  )
}
