import { formatPhone } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import { pick, toLang } from '#contract/languages.ts'
import { staffText } from '#contract/messages/staff.ts'
import type { HandOut } from '#contract/office/campaigns.ts'

type Window = HandOut['windows'][number]
type Item = Window['people'][number]['items'][number]

const style = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem}h1{font-size:1.4rem}h2{font-size:1.15rem;
  margin:0 0 .5rem}
section{break-before:page;margin-top:2rem}section:first-of-type{break-before:auto}
  table{border-collapse:collapse;width:100%}
td,th{border-bottom:1px solid #999;padding:.45rem .5rem;text-align:left;vertical-align:top}tr{break-inside:avoid}
.box{width:1.5rem}.code{font-weight:700;white-space:nowrap}.gone{color:#777;text-decoration:line-through}`

/**
 * A group-buy's hand-out list for printing. It begins with the total pieces of each item. Then each pickup window has a
 * table with a checkbox for each participant. All windows but the first start on a new page.
 */
export function handOutPage({ campaign, totals, windows }: HandOut, locale: Locale): string {
  const title = escapeHtml(pick(campaign.title, locale))
  return `<!doctype html>
<html lang="${toLang(locale)}"><meta charset="utf-8"><title>${title}</title><style>${style}</style>
<h1>${title}</h1>
<ul>${totals.map((item) => `<li>${itemText(item, locale)}</li>`).join('')}</ul>
${windows.map((window) => section(window, locale)).join('\n')}
</html>
`
}

function section({ place, date, from, until, participants, pieces, people }: Window, locale: Locale): string {
  const counted = staffText(locale, 'campaign_counted', { participants, pieces })
  return `<section><h2>${escapeHtml(pick(place, locale))} · ${date} ${from}–${until} · ${counted}</h2>
<table>${people.map((person) => row(person, locale)).join('\n')}</table></section>`
}

function row({ orders, name, phone, address, items, isGone }: Window['people'][number], locale: Locale): string {
  const codes = orders.map(({ code }) => escapeHtml(code)).join('<br>')
  const person = [name, formatPhone(phone), address].filter(Boolean).map(escapeHtml).join('<br>')
  const goods = items.map((item) => itemText(item, locale)).join('<br>')
  return `<tr${isGone ? ' class="gone"' : ''}><td class="box">${isGone ? '☑' : '☐'}</td><td class="code">${codes}</td>
<td>${person}</td><td>${goods}</td></tr>`
}

const itemText = ({ name, optionText, quantity }: Item, locale: Locale) =>
  escapeHtml(`${quantity} × ${[pick(name, locale), pick(optionText, locale)].filter(Boolean).join(' ')}`)

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (mark) => marks[mark] ?? mark)
