import { isReadable } from '#contract/contrast.ts'
import type { AppContent } from '#contract/shell.ts'

const colour = /^(#[0-9a-f]{3,8}|[a-z]+|(rgb|hsl|oklch|oklab|lab|lch)a?\([\d\s.,%/deg-]+\))$/i

/**
 * The merchant's colours as custom properties, from which `tokens.css` derives the colours of accents, footer and side
 * menu. Only the server computes the properties. The browser reuses the style in the page.
 */
export function ThemeStyle({ app, nonce }: { app: AppContent; nonce: string | undefined }) {
  const rules = import.meta.env.SSR ? themeOf(app) : (document.getElementById('theme')?.textContent ?? '')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: `colour` matches no value that closes the style element
  return <style id="theme" nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: rules }} />
}

/**
 * The CSS for the merchant's colours. Does not use a text colour on a background on which it is unreadable. The style
 * sheets then derive readable colours.
 */
function themeOf(app: AppContent): string {
  const { varButton, varFooter, varSideMenu, varHeaderNavActive } = app.css
  const hasButtonPair = isReadable(varButton.color, varButton.background)
  const hasNavPair = isReadable(varHeaderNavActive.color, varHeaderNavActive.background)
  const properties = {
    '--merchant-button': varButton.background,
    '--accent-fill': hasButtonPair && varButton.background,
    '--on-accent': hasButtonPair && varButton.color,
    '--merchant-footer': varFooter.background,
    '--merchant-footer-text': isReadable(varFooter.color, varFooter.background) && varFooter.color,
    '--merchant-side-menu': varSideMenu.background,
    '--merchant-side-menu-text': isReadable(varSideMenu.color, varSideMenu.background) && varSideMenu.color,
    '--merchant-nav-active': varHeaderNavActive.color,
    '--nav-active-fill': hasNavPair && varHeaderNavActive.background,
    '--nav-active-text': hasNavPair && varHeaderNavActive.color,
  }
  const rules = Object.entries(properties)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string' && colour.test(entry[1]))
    .map(([name, value]) => `${name}:${value}`)
  return `:root{${rules.join(';')}}`
}
