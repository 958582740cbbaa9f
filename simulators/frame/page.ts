import type { Brand } from './book.ts'

export interface WalletView {
  path: string
  language: 'en' | 'zh'
  brand: Brand
  /** The shop's description of the payment; empty if the shop sends none. */
  description: string
  /** In minor units. */
  amount: number
  currency: string
  status: 'pending' | 'approved' | 'paid' | 'closed'
  reference: string
  /** Whether the shopper scanned a code. The page then cannot return to the shop. */
  isScanned: boolean
}

const texts = {
  en: {
    title: 'Demonstration wallet',
    note: 'This is a demonstration. No money moves and nothing leaves this computer.',
    to: 'You pay',
    shop: 'The shop',
    reference: 'Reference',
    pay: 'Pay',
    refuse: 'Refuse this payment',
    leave: 'Leave without deciding',
    back: 'Back to the shop',
    done: 'This payment is done.',
    closed: 'This payment is closed and can no longer be made.',
    elsewhere: 'The page that showed the code tells you more.',
    other: '中文',
  },
  zh: {
    title: '演示钱包',
    note: '这里只是演示：不会真的扣款，数据也不会离开这台电脑。',
    to: '付款给',
    shop: '商家',
    reference: '参考号',
    pay: '付款',
    refuse: '拒绝付款',
    leave: '先不决定，返回商店',
    back: '返回商店',
    done: '这笔付款已完成。',
    closed: '这笔付款已关闭，不能再付了。',
    elsewhere: '结果请看显示二维码的页面。',
    other: 'English',
  },
} as const

/** Renders the wallet's page, which has plain forms and no script. */
export function renderWallet(view: WalletView): string {
  const t = texts[view.language]
  const name = view.brand.name[view.language]
  return renderPage(view, { title: `${name} · ${t.title}`, note: t.title, content: choices(view, formatAmount(view)) })
}

/** Renders the page of a payment: the brand, a note that this is a demonstration, the amount, and `content` in HTML. */
export function renderPage(
  view: WalletView,
  { title, note, content, css = '' }: { title: string; note: string; content: string; css?: string },
): string {
  const { language, brand, description, reference } = view
  const t = texts[language]
  const otherLanguage = language === 'en' ? 'zh' : 'en'
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-Hans' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${style(brand.accent)}${css}</style>
</head>
<body>
<main>
  <header>
    <p class="wallet"><span aria-hidden="true"></span>${escapeHtml(brand.name[language])}</p>
    <a href="?lang=${otherLanguage}" hreflang="${otherLanguage}" lang="${otherLanguage === 'zh' ? 'zh-Hans' : 'en'}">${t.other}</a>
  </header>
  <p class="note"><strong>${note}</strong> ${t.note}</p>
  <section class="slip">
    <p class="to">${t.to}</p>
    <h1>${escapeHtml(description || t.shop)}</h1>
    <p class="amount">${escapeHtml(formatAmount(view))}</p>
    <p class="reference">${t.reference} <code>${escapeHtml(reference)}</code></p>
  </section>
  ${content}
</main>
</body>
</html>`
}

/** Formats the amount of a payment with its currency, in the page's language. */
export function formatAmount({ language, amount, currency }: WalletView): string {
  const format = new Intl.NumberFormat(language === 'zh' ? 'zh-Hans' : 'en', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

function choices({ path, language, status, isScanned }: WalletView, amount: string): string {
  const t = texts[language]
  const form = (action: string, label: string, kind: string) =>
    `<form method="post" action="${path}/${action}?lang=${language}"><button class="${kind}">${escapeHtml(label)}</button></form>`
  if (status !== 'pending') {
    const after = isScanned ? `<p class="to">${t.elsewhere}</p>` : form('leave', t.back, 'main')
    return `<p class="state" role="status">${status === 'closed' ? t.closed : t.done}</p>${after}`
  }
  const leave = isScanned ? '' : form('leave', t.leave, 'quiet')
  return form('pay', `${t.pay} ${amount}`, 'main') + form('refuse', t.refuse, 'quiet') + leave
}

/** Escapes a text for HTML content and for quoted attributes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** The style of third-party pages; `accent` is the company's colour. */
export const style = (accent: string) => `
:root { color-scheme: light dark; --accent: ${accent}; --paper: #fbf7f0; --slip: #fff; --ink: #211c17;
--soft: #675d52; --line: #e8dfd1; --note: #fdeecb; --note-ink: #5a3d00 }
@media (prefers-color-scheme: dark) { :root { --paper: #191613; --slip: #24201c; --ink: #f5eee4; --soft: #b9ada0;
--line: #3a342d; --note: #4a3810; --note-ink: #ffe6ae } }
* { box-sizing: border-box; margin: 0 }
html { background: var(--paper) }
body { min-height: 100svh; background: radial-gradient(120% 60% at 50% 0, color-mix(in oklch, var(--accent) 16%,
var(--paper)), var(--paper) 70%); color: var(--ink);
  font: 16px/1.5 system-ui, "PingFang SC", "Hiragino Sans GB", "Noto Sans SC", "Microsoft YaHei", sans-serif }
:lang(zh-Hans) { line-height: 1.7 }
main { max-width: 26rem; margin: auto; padding: max(1.25rem, env(safe-area-inset-top)) 1.25rem max(1.5rem,
env(safe-area-inset-bottom)); display: grid; gap: 1rem; align-content: start; min-height: 100svh }
header { display: flex; justify-content: space-between; align-items: center }
.wallet { display: flex; align-items: center; gap: .6rem; font-weight: 650 }
.wallet span { width: 1.6rem; height: 1.6rem; border-radius: .5rem; background: var(--accent);
box-shadow: inset 0 0 0 .38rem color-mix(in oklch, var(--accent), white 22%) }
a { color: inherit; min-height: 44px; display: inline-grid; place-items: center; padding: 0 .5rem;
text-underline-offset: .25em }
.note { background: var(--note); color: var(--note-ink); border-radius: 14px; padding: .75rem 1rem; font-size: .925rem }
.note strong { display: block }
.slip { background: var(--slip); border-radius: 20px 20px 0 0; padding: 1.75rem 1.25rem 2rem; text-align: center;
box-shadow: 0 18px 40px -24px rgb(0 0 0 / .35);
  mask: radial-gradient(circle at 8px 100%, #0000 6px, #000 6.5px) -8px 0 / 16px 100% }
.to, .reference { color: var(--soft); font-size: .9rem }
h1 { font-size: 1.125rem; font-weight: 600; overflow-wrap: anywhere; text-wrap: balance }
.amount { font-size: clamp(2.5rem, 13vw, 3.5rem); font-weight: 700; font-variant-numeric: tabular-nums;
letter-spacing: -.03em; line-height: 1.25; margin: .75rem 0 }
code { font: .85em ui-monospace, monospace; overflow-wrap: anywhere }
.state { text-align: center; font-weight: 600 }
button { font: inherit; width: 100%; min-height: 52px; border-radius: 16px; border: 1px solid var(--line);
background: transparent; color: var(--ink); cursor: pointer; transition: transform .15s ease-out }
button.main { background: var(--accent); border-color: transparent; color: #fff; font-weight: 650; font-size: 1.1rem;
margin-top: .5rem; font-variant-numeric: tabular-nums }
button:active { transform: scale(.98) }
button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 16px }
@media (prefers-reduced-motion: reduce) { button { transition: none } }
`
