import { lastWords } from '#storefront/shell/last-words.ts'
import { isPrivatePage } from './private-pages.ts'

/** The page that stands for one that cannot be had while there is no network: both languages, and nothing to load. */
export function offlinePage(pathname: string): Response {
  const { offline, offlineText, offlinePrivateText, retry, home } = lastWords
  const text = isPrivatePage(pathname) ? offlinePrivateText : offlineText
  const nonce = crypto.randomUUID()
  const html = `<!doctype html><html lang="en-CA"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${offline.join(' · ')}</title><style nonce="${nonce}">${style}</style></head><body><main>
<img src="/favicon.svg" alt="" width="88" height="88"><h1>${both(offline, 'span')}</h1>${both(text, 'p')}
<p class="ways"><a href="">${both(retry, 'span')}</a><a class="quiet" href="/home">${both(home, 'span')}</a></p></main></body></html>`
  return new Response(html, {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self'; base-uri 'none'; form-action 'none'`,
    },
  })
}

const both = ([en, zh]: readonly [string, string], tag: 'span' | 'p') =>
  `<${tag} lang="en-CA">${en}</${tag}> <${tag} lang="zh-Hans">${zh}</${tag}>`

const style = `:root{color-scheme:light dark;--paper:light-dark(#fbf7f0,#191511);--ink:light-dark(#211c17,#f5eee3)}
body{margin:0;min-height:100svh;display:grid;place-items:center;background:var(--paper);color:var(--ink);
font:1.0625rem/1.6 system-ui,"PingFang SC","Noto Sans SC",sans-serif}
main{padding:2rem 1.25rem;max-width:34rem;text-align:center}
h1{font-size:1.6rem;line-height:1.3;margin:1rem 0}h1 span{display:block}p{margin:.5rem 0}
.ways{display:flex;flex-wrap:wrap;gap:.75rem;justify-content:center;margin-top:1.75rem}
a{padding:.75rem 1.4rem;border-radius:99rem;background:light-dark(#b93a12,#e2683f);color:light-dark(#fff,#191511);
font-weight:600;text-decoration:none}a.quiet{background:none;color:inherit;box-shadow:inset 0 0 0 1.5px currentColor}
a:focus-visible{outline:3px solid currentColor;outline-offset:3px}`
