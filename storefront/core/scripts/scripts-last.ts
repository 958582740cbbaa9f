import { earlyWrite } from '#storefront/core/client-state/client-state.ts'
import { signsOfUse } from '#storefront/core/first-use.ts'

/**
 * Delays the scripts of a rendered page, which works without them. The scripts load after the page and its first
 * pictures, or as soon as the visitor starts to use the page. React Router's `Scripts` cannot delay scripts, so this
 * code edits the HTML that `Scripts` wrote. No other server code depends on that HTML. If it changes, the scripts start
 * at once.
 */
export function scriptsLast(html: string, nonce = ''): string {
  const attribute = nonce && ` nonce="${nonce}"`
  const inline = (code: string) => `<script${attribute}>${code}</script>`
  const modules = new RegExp(`<script${attribute} type="module" async="">(.*?)</script>`, 's')
  if (!modules.test(html)) return html.replace('</body>', () => `${inline(earlyWrite())}</body>`)
  const asking = `(${askForScripts})(${JSON.stringify(['load', ...signsOfUse])});${earlyWrite()}`
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace(modules, (_, code) => `<script${attribute} type="later">${code}</script>${inline(asking)}`)
}

declare global {
  interface Window {
    /** The browser's event that offers to install the shop. An inline script stores the event for the other scripts. */
    installOffer?: Event
  }
}

/** The page receives the source text of this function, so it may use only its arguments and the browser's globals. */
function askForScripts(signs: string[]) {
  const ask = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) link.rel = 'modulepreload'
    const waiting = document.querySelector<HTMLScriptElement>('script[type=later]')
    if (!waiting) return
    const script = document.createElement('script')
    script.type = 'module'
    script.nonce = waiting.nonce
    script.textContent = waiting.textContent
    waiting.replaceWith(script)
  }
  // Keeps the event for the scripts, because a browser fires it only once, often before the scripts load.
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    window.installOffer = event
  })
  for (const sign of signs) addEventListener(sign, ask, { once: true, passive: true })
}
