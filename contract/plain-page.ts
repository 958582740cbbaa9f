/**
 * Returns the HTML of a page for failures and for browsers without a network. The page loads only the shop's icon.
 * `body` is HTML; `nonce` allows the page's style.
 */
export function plainPage({ lang, title, body, nonce }: Record<'lang' | 'title' | 'body' | 'nonce', string>): string {
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title}</title><style nonce="${nonce}">${style}</style></head><body><main>
<img src="/favicon.svg" alt="" width="88" height="88">${body}</main></body></html>`
}

/** The headers of a plain page. */
export const plainPageHeaders = (nonce: string) => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
})

const style = `:root{color-scheme:light dark;--paper:light-dark(#fbf7f0,#191511);--ink:light-dark(#211c17,#f5eee3)}
body{margin:0;min-height:100svh;display:grid;place-items:center;background:var(--paper);color:var(--ink);
font:1.0625rem/1.6 system-ui,"PingFang SC","Noto Sans SC",sans-serif}
main{padding:2rem 1.25rem;max-width:34rem;text-align:center}
h1{font-size:1.6rem;line-height:1.3;margin:1rem 0}h1 span{display:block}p{margin:.5rem 0}small{opacity:.75}
.ways{display:flex;flex-wrap:wrap;gap:.75rem;justify-content:center;margin-top:1.75rem}
a{padding:.75rem 1.4rem;border-radius:99rem;background:light-dark(#b93a12,#e2683f);color:light-dark(#fff,#191511);
font-weight:600;text-decoration:none}a.quiet{background:none;color:inherit;box-shadow:inset 0 0 0 1.5px currentColor}
a:focus-visible{outline:3px solid currentColor;outline-offset:3px}`
