import { earlyHold } from './client-state/held.ts'
import { signsOfUse } from './use.ts'

/**
 * What is seen comes first: the scripts of a rendered page, which works without them, are asked for once the page is
 * loaded with its first pictures, or with its first use if that is earlier.
 *
 * The one place on the server that knows how React Router writes its scripts: `Scripts` of React Router cannot delay
 * them. Where it writes them in another way, they stay as they are and start at once.
 */
export function scriptsLast(html: string, nonce = ''): string {
  const attribute = nonce && ` nonce="${nonce}"`
  const inline = (code: string) => `<script${attribute}>${code}</script>`
  const modules = new RegExp(`<script${attribute} type="module" async="">(.*?)</script>`, 's')
  if (!modules.test(html)) return html.replace('</body>', () => `${inline(earlyHold())}</body>`)
  const asking = `(${askForScripts})(${JSON.stringify(['load', ...signsOfUse])});${earlyHold()}`
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace(modules, (_, code) => `<script${attribute} type="later">${code}</script>${inline(asking)}`)
}

declare global {
  interface Window {
    /** The browser's offer to install the shop, where it was made before the scripts came. */
    installOffer?: Event
  }
}

/** Runs in the page, so it knows nothing but its arguments. */
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
  // A browser makes this offer once, often before they are there.
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    window.installOffer = event
  })
  for (const sign of signs) addEventListener(sign, ask, { once: true, passive: true })
}
