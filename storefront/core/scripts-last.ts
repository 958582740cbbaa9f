import { earlyHold } from './client-state/held.ts'
import { signsOfUse } from './use.ts'

/**
 * What is seen comes first: the scripts of a rendered page, which works without them, are asked for once the page is
 * loaded with its first pictures, or with its first use if that is earlier.
 */
export function scriptsLast(html: string, nonce = ''): string {
  const attribute = nonce && ` nonce="${nonce}"`
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace(
      new RegExp(`<script${attribute} type="module" async="">(.*?)</script>`, 's'),
      (_, modules) =>
        `<script${attribute} type="later">${modules}</script>` +
        `<script${attribute}>(${askForScripts})(${JSON.stringify(['load', ...signsOfUse])});${earlyHold()}</script>`,
    )
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
