import type { Payment } from './frame/book.ts'
import type { WalletView } from './frame/page.ts'
import { escapeHtml, formatAmount, renderPage } from './frame/page.ts'
import type { TestCard } from './stripe-cards.ts'
import { cardOf, testCards } from './stripe-cards.ts'

const texts = {
  en: {
    title: 'Demonstration of Stripe',
    choose: 'Pay with a test card',
    pay: 'Pay',
    leave: 'Back to the shop',
    done: 'This payment is done.',
    closed: 'This payment has expired. Go back to the shop to pay again.',
    confirm: 'Your bank asks you to confirm',
    confirmText: 'This is the step that banks call 3-D Secure.',
    agree: 'Confirm the payment',
    refuse: 'Refuse',
    declined: 'The card was declined. Nothing was charged. Try another card.',
    insufficient_funds: 'The card does not have enough money. Nothing was charged. Try another card.',
    authentication: 'Your bank did not confirm the payment. Nothing was charged. Try again or use another card.',
    results: {
      paid: 'Pays',
      declined: 'Is declined',
      insufficient_funds: 'Has too little money',
      authentication: 'Asks to confirm (3-D Secure)',
      disputed: 'Pays, then is disputed',
      inquiry: 'Pays, then the bank inquires',
    },
  },
  zh: {
    title: 'Stripe 演示',
    choose: '选一张测试卡付款',
    pay: '付款',
    leave: '返回商店',
    done: '这笔付款已完成。',
    closed: '付款已过期，请回到商店重新付款。',
    confirm: '银行需要您确认',
    confirmText: '这一步就是银行的 3-D Secure 验证。',
    agree: '确认付款',
    refuse: '拒绝',
    declined: '这张卡被拒绝了，没有扣款。请换一张卡。',
    insufficient_funds: '卡内余额不足，没有扣款。请换一张卡。',
    authentication: '银行没有确认这笔付款，没有扣款。请重试或换一张卡。',
    results: {
      paid: '付款成功',
      declined: '被拒绝',
      insufficient_funds: '余额不足',
      authentication: '需要确认 (3-D Secure)',
      disputed: '付款成功，随后发生争议',
      inquiry: '付款成功，随后银行发来问询',
    },
  },
} as const

/**
 * What the page shows. If null, the shopper chooses a card. If `confirm`, the shopper confirms the payment. Any other
 * value is the reason why the chosen card was not charged.
 */
export type Stage = 'confirm' | 'declined' | 'insufficient_funds' | 'authentication' | null

const stages = ['confirm', 'declined', 'insufficient_funds', 'authentication'] as const

/** Renders Stripe's page, with test cards to choose, plain forms and no script. */
export function renderCheckout(view: WalletView, payment: Payment, query: URLSearchParams): string {
  const { title } = texts[view.language]
  const stage = stages.find((one) => one === query.get('stage')) ?? null
  return renderPage(view, { title, note: title, content: choices(view, payment, stage), css: cardStyle })
}

function choices(view: WalletView, { notes }: Payment, stage: Stage): string {
  const { language, path, status } = view
  const t = texts[language]
  const form = (action: string, content: string) =>
    `<form method="post" action="${path}/${action}?lang=${language}">${content}</form>`
  const leave = form('leave', `<button class="quiet">${t.leave}</button>`)
  if (status !== 'pending')
    return `<p class="state" role="status">${status === 'closed' ? t.closed : t.done}</p>${leave}`
  if (stage === 'confirm') {
    const hidden = `<input type="hidden" name="card" value="${escapeHtml(notes.card ?? '')}">`
    const confirmButton = (value: string, label: string, kind: string) =>
      `<button class="${kind}" name="confirmed" value="${value}">${label}</button>`
    const buttons = confirmButton('yes', t.agree, 'main') + confirmButton('no', t.refuse, 'quiet')
    return `<section><h2>${t.confirm}</h2><p class="to">${t.confirmText}</p>${form('pay', hidden + buttons)}</section>`
  }
  const chosen = cardOf(notes.card ?? null)
  const alert = stage ? `<p class="alert" role="alert">${t[stage]}</p>` : ''
  const cards = testCards.map((card) => toRow(card, { isChosen: card === chosen, label: t.results[card.result] }))
  const rows = [...cards, walletRow(t.results.paid)]
  const list = `<fieldset class="cards"><legend>${t.choose}</legend>${rows.join('')}</fieldset>`
  const pay = `<button class="main">${t.pay} ${escapeHtml(formatAmount(view))}</button>`
  return alert + form('pay', list + pay) + leave
}

function toRow({ number, brand }: TestCard, { isChosen, label }: { isChosen: boolean; label: string }): string {
  const groups = number.length === 15 ? /(\d{4})(\d{6})(\d{5})/ : /(\d{4})(\d{4})(\d{4})(\d{4})/
  const groupedNumber = number.replace(groups, (_, ...parts) => parts.slice(0, number.length === 15 ? 3 : 4).join(' '))
  return `<label><input type="radio" name="card" value="${number}"${isChosen ? ' checked' : ''}>
<span><strong>${groupedNumber}</strong><span class="to">${brand} · ${label}</span></span></label>`
}

/** The choice of Apple Pay or Google Pay. The simulator always offers it, and charges the first test card. */
const walletRow = (label: string) => `<label><input type="radio" name="card" value="wallet">
<span><strong>Apple Pay / Google Pay</strong><span class="to">${label}</span></span></label>`

const cardStyle = `
.cards { border: 1px solid var(--line); border-radius: 16px; padding: .5rem 1rem; background: var(--slip) }
.cards legend { font-weight: 600; padding: 0 .25rem }
.cards label { display: flex; gap: .75rem; align-items: center; min-height: 52px; padding: .375rem 0; cursor: pointer }
.cards label + label { border-top: 1px solid var(--line) }
.cards input { flex: none; width: 1.25rem; height: 1.25rem; accent-color: var(--accent) }
.cards strong { display: block; font-weight: 600; font-variant-numeric: tabular-nums }
.alert { border: 1px solid #b3261e; color: #b3261e; background: var(--slip); border-radius: 14px; padding: .75rem 1rem }
@media (prefers-color-scheme: dark) { .alert { color: #ffb4ab; border-color: #ffb4ab } }
h2 { font-size: 1.125rem } form button + button { margin-top: .75rem }
`
