import { earlyStorageScript } from '#storefront/core/client-state/client-state.ts'
import { usageEvents } from '#storefront/core/first-use.ts'

/**
 * Delays the scripts of a rendered page until the page and its first pictures have loaded, or until the visitor starts
 * to use the page. React Router's `Scripts` cannot delay scripts, so this function edits the HTML that `Scripts` wrote.
 * If a new version of React Router writes other HTML, the scripts are not delayed, and the page still works.
 */
export function deferScripts(html: string, nonce = ''): string {
  const attribute = nonce && ` nonce="${nonce}"`
  const inline = (code: string) => `<script${attribute}>${code}</script>`
  const modules = new RegExp(`<script${attribute} type="module" async="">(.*?)</script>`, 's')
  if (!modules.test(html)) return html.replace('</body>', () => `${inline(earlyStorageScript())}</body>`)
  const loaderScript = `(${loadScriptsOnUse})(${JSON.stringify(['load', ...usageEvents])});${earlyStorageScript()}`
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace(modules, (_, code) => `<script${attribute} type="later">${code}</script>${inline(loaderScript)}`)
}

declare global {
  interface Window {
    /** The browser's event that offers to install the shop. An inline script stores the event for the other scripts. */
    installOffer?: Event
  }
}

/** The page receives the source text of this function, so it may use only its arguments and the browser's globals. */
function loadScriptsOnUse(eventNames: string[]) {
  const loadScripts = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) link.rel = 'modulepreload'
    const placeholder = document.querySelector<HTMLScriptElement>('script[type=later]')
    if (!placeholder) return
    const script = document.createElement('script')
    script.type = 'module'
    script.nonce = placeholder.nonce
    script.textContent = placeholder.textContent
    placeholder.replaceWith(script)
  }
  // Keeps the event for the scripts, because a browser fires it only once, often before the scripts load.
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    window.installOffer = event
  })
  for (const eventName of eventNames) addEventListener(eventName, loadScripts, { once: true, passive: true })
}
