import type { AppContent } from '#contract/shell.ts'

const colour = /^(#[0-9a-f]{3,8}|[a-z]+|(rgb|hsl|oklch|oklab|lab|lch)a?\([\d\s.,%/deg-]+\))$/i

/** The merchant's colours as custom properties; `tokens.css` derives everything else from them. */
export function ThemeStyle({ app, nonce }: { app: AppContent; nonce: string | undefined }) {
  const { varButton, varFooter, varSideMenu, varHeaderNavActive } = app.css
  const properties = {
    '--merchant-button': varButton.background,
    '--merchant-button-text': varButton.color,
    '--merchant-footer': varFooter.background,
    '--merchant-footer-text': varFooter.color,
    '--merchant-side-menu': varSideMenu.background,
    '--merchant-side-menu-text': varSideMenu.color,
    '--merchant-nav-active': varHeaderNavActive.background ?? varHeaderNavActive.color,
    '--merchant-nav-active-text': varHeaderNavActive.color,
  }
  const rules = Object.entries(properties)
    .filter(([, value]) => value && colour.test(value))
    .map(([name, value]) => `${name}:${value}`)
  return (
    <style nonce={nonce} suppressHydrationWarning>
      {`:root{${rules.join(';')}}`}
    </style>
  )
}
