import type { CSSProperties, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Locale } from '#contract/constants.ts'
import { fill, formatPhone } from '#contract/format.ts'
import type { MessageKey } from '#contract/messages.ts'
import { messages } from '#contract/messages.ts'
import type { Money } from '#contract/money.ts'
import { formatCharge, formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { Text } from '#contract/shapes.ts'

type Line = Order['lines'][number]

/** Everything that a part of the message needs. */
interface Words {
  locale: Locale
  order: Order
  link: string
  say(key: MessageKey, values?: Record<string, string>): string
  pick(text: Text): string
  money(amount: Money): string
  /** As `money`, naming the country: what is charged. */
  charge(amount: Money): string
}

/** The message that goes to whoever placed an order: a receipt, or what is to be paid at the store. */
export function receipt(order: Order, locale: Locale, link: string): { subject: string; html: string; text: string } {
  const words: Words = {
    locale,
    order,
    link,
    say: (key, values) => fill(messages[locale][key], values),
    pick: (text) => text[locale] || text.en || text.zh,
    money: (amount) => formatMoney(amount, locale),
    charge: (amount) => formatCharge(amount, locale),
  }
  return {
    subject: words.say(order.payAtStore ? 'mail.subject_pay_at_store' : 'mail.subject_paid', {
      code: order.pickupCode,
    }),
    html: `<!doctype html>${renderToStaticMarkup(<Message {...words} />)}`,
    text: plainText(words),
  }
}

const serif = "'Songti SC', 'Noto Serif SC', Georgia, 'Times New Roman', serif"
const sans =
  "-apple-system, 'Segoe UI', Roboto, 'PingFang SC', 'Hiragino Sans GB', 'Noto Sans SC', 'Microsoft YaHei', Helvetica, Arial, sans-serif"

/** Mail programs that know dark mode take these; others show the colours written beside each element. */
const darkMode = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: #17130f !important; }
  .sheet { background: #221d18 !important; border-color: #3a332b !important; }
  .ink { color: #f6efe5 !important; }
  .quiet { color: #b9ad9d !important; }
  .rule { border-color: #3a332b !important; }
  .ticket { background: #2d211a !important; }
  .accent { color: #ff8b62 !important; }
  .button { background: #ff8b62 !important; color: #1f1510 !important; }
}
@media (max-width: 480px) {
  .sheet-inner { padding: 28px 20px !important; }
  .code { font-size: 34px !important; }
}`

const ink: CSSProperties = { color: '#211c17' }
const quiet: CSSProperties = { color: '#6b6156', fontSize: 14, lineHeight: '1.6' }
const amount: CSSProperties = {
  ...ink,
  textAlign: 'right',
  verticalAlign: 'top',
  lineHeight: '1.6',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
}

function Message(words: Words) {
  const { locale, order, link, say, pick } = words
  return (
    <html lang={locale === 'zh' ? 'zh-Hans' : 'en'}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{pick(order.location.name)}</title>
        <style>{darkMode}</style>
      </head>
      <body className="paper" style={{ margin: 0, padding: 0, background: '#fbf7f0' }}>
        <Preview>{introduction(words)}</Preview>
        <Table className="paper" style={{ background: '#fbf7f0' }}>
          <td align="center" style={{ padding: '32px 12px' }}>
            <p className="accent" style={{ margin: '0 0 20px', font: `600 18px/1.4 ${serif}`, color: '#b83a12' }}>
              {pick(order.location.name)}
            </p>
            <Table
              className="sheet"
              style={{ maxWidth: 560, background: '#ffffff', border: '1px solid #e8dfd1', borderRadius: 20 }}
            >
              <td className="sheet-inner" style={{ padding: '36px 40px', fontFamily: sans }}>
                <Opening {...words} />
                <Facts {...words} />
                <Lines {...words} />
                <Sums {...words} />
                <OpenButton link={link}>{say('mail.open_order')}</OpenButton>
                <p className="quiet" style={{ ...quiet, margin: '12px 0 0', textAlign: 'center', fontSize: 13 }}>
                  {say('mail.open_hint')}
                </p>
              </td>
            </Table>
            <p className="quiet" style={{ ...quiet, margin: '20px 0 0', fontFamily: sans, fontSize: 12 }}>
              {say('mail.order_number', { id: order.orderID })}
            </p>
          </td>
        </Table>
      </body>
    </html>
  )
}

/** The line that a list of messages shows beside the subject. */
function Preview({ children }: { children: ReactNode }) {
  return <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden', opacity: 0 }}>{children}</div>
}

/** Mail programs lay out tables, nothing else. One row. */
function Table({ children, style, className }: { children: ReactNode; style?: CSSProperties; className?: string }) {
  return (
    <table
      role="presentation"
      className={className}
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ borderCollapse: 'separate', ...style }}
    >
      <tbody>
        <tr>{children}</tr>
      </tbody>
    </table>
  )
}

function Opening(words: Words) {
  const { order, say } = words
  return (
    <>
      <h1 className="ink" style={{ ...ink, margin: '0 0 8px', font: `600 26px/1.3 ${serif}` }}>
        {say('mail.thanks', { name: order.contact.name })}
      </h1>
      <p className="ink" style={{ ...ink, margin: '0 0 28px', fontSize: 16, lineHeight: '1.6' }}>
        {introduction(words)}
      </p>
      <Table className="ticket" style={{ background: '#fdeee7', borderRadius: 16 }}>
        <td align="center" style={{ padding: '22px 16px' }}>
          <p className="quiet" style={{ ...quiet, margin: 0 }}>
            {say('mail.code')}
          </p>
          <p
            className="accent code"
            style={{
              margin: '4px 0',
              color: '#b83a12',
              font: `700 40px/1.2 ${sans}`,
              letterSpacing: '0.14em',
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {order.pickupCode}
          </p>
          <p className="quiet" style={{ ...quiet, margin: 0 }}>
            {say('mail.code_hint')}
          </p>
        </td>
      </Table>
    </>
  )
}

function Facts(words: Words) {
  const { order, say, pick } = words
  const { location, contact, comment } = order
  const slot = slotText(words)
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ margin: '24px 0 8px' }}>
      <tbody>
        {slot && <Fact label={say('mail.when')}>{slot}</Fact>}
        <Fact label={say('mail.where')}>
          {pick(location.name)}
          <br />
          {location.address}
          {location.mapUrl && (
            <>
              <br />
              <a className="accent" href={location.mapUrl} style={{ color: '#b83a12' }}>
                {say('mail.map')}
              </a>
            </>
          )}
        </Fact>
        <Fact label={say('mail.who')}>
          {contact.name}
          <br />
          {formatPhone(contact.phone)}
        </Fact>
        {comment && <Fact label={say('mail.note')}>{comment}</Fact>}
      </tbody>
    </table>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <tr>
      <td className="quiet" width="88" style={{ ...quiet, padding: '6px 12px 6px 0', verticalAlign: 'top' }}>
        {label}
      </td>
      <td className="ink" style={{ ...ink, padding: '6px 0', fontSize: 15, lineHeight: '1.6' }}>
        {children}
      </td>
    </tr>
  )
}

function Lines(words: Words) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ margin: '16px 0 0' }}>
      <tbody>
        {words.order.lines.map((line) => (
          <tr key={line.key}>
            <td className="rule" style={{ padding: '12px 12px 12px 0', borderTop: '1px solid #e8dfd1' }}>
              <span className="ink" style={{ ...ink, fontSize: 15, lineHeight: '1.6' }}>
                {line.quantity} × {words.pick(line.name)}
              </span>
              {lineDetails(words, line).map((detail) => (
                <span key={detail} className="quiet" style={{ ...quiet, display: 'block' }}>
                  {detail}
                </span>
              ))}
            </td>
            <td
              className="ink rule"
              style={{ ...amount, padding: '12px 0', borderTop: '1px solid #e8dfd1', fontSize: 15 }}
            >
              {words.money(line.total)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Sums(words: Words) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ margin: '0 0 28px' }}>
      <tbody>
        <tr>
          <td className="rule" colSpan={2} style={{ height: 8, borderTop: '1px solid #e8dfd1' }} />
        </tr>
        {sums(words).map(({ label, value }) => (
          <tr key={label}>
            <td className="quiet" style={{ ...quiet, padding: '4px 0' }}>
              {label}
            </td>
            <td className="ink" style={{ ...amount, padding: '4px 0', fontSize: 14 }}>
              {value}
            </td>
          </tr>
        ))}
        <tr>
          <td className="ink" style={{ ...ink, padding: '12px 0 0', font: `600 18px/1.4 ${serif}` }}>
            {totalLabel(words)}
          </td>
          <td
            className="ink"
            style={{ ...amount, padding: '12px 0 0', lineHeight: '1.4', fontSize: 18, fontWeight: 700 }}
          >
            {words.charge(words.order.total)}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function OpenButton({ link, children }: { link: string; children: ReactNode }) {
  return (
    <p style={{ margin: 0, textAlign: 'center' }}>
      <a
        className="button"
        href={link}
        style={{
          display: 'inline-block',
          padding: '14px 28px',
          borderRadius: 999,
          background: '#b83a12',
          color: '#ffffff',
          fontSize: 16,
          fontWeight: 600,
          textDecoration: 'none',
        }}
      >
        {children}
      </a>
    </p>
  )
}

function introduction({ order, say, charge }: Words): string {
  return order.payAtStore ? say('mail.intro_pay_at_store', { total: charge(order.total) }) : say('mail.intro_paid')
}

function totalLabel({ order, say }: Words): string {
  return say(order.payAtStore ? 'mail.total_due' : 'mail.total_paid')
}

function sums({ order, say, pick, money }: Words): { label: string; value: string }[] {
  return [
    { label: say('mail.subtotal'), value: money(order.subtotal) },
    ...order.adjustments.map(({ label, amount }) => ({ label: pick(label), value: money(amount) })),
  ]
}

function lineDetails({ pick }: Words, { optionText, modifiers, note }: Line): string[] {
  const added = modifiers.map(({ name, quantity }) => (quantity > 1 ? `${pick(name)} × ${quantity}` : pick(name)))
  return [pick(optionText), added.join(', '), note && `“${note}”`].filter((detail) => detail !== '')
}

/** Day and time by the store's own clock: "Friday, November 20, 5:40 p.m.". */
function slotText({ locale, order }: Words): string {
  if (!order.slot) return ''
  const { date, time } = order.slot
  const { day, dayAndTime } = slotFormats[locale]
  return (time ? dayAndTime : day).format(new Date(`${date}T${time ?? '12:00'}:00Z`))
}

const slotFormats = { en: slotFormatsOf('en-CA'), zh: slotFormatsOf('zh-Hans-CN') }

function slotFormatsOf(language: string) {
  const day = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const
  return {
    day: new Intl.DateTimeFormat(language, day),
    dayAndTime: new Intl.DateTimeFormat(language, { ...day, hour: 'numeric', minute: '2-digit' }),
  }
}

function plainText(words: Words): string {
  const { order, link, say, pick, money, charge } = words
  const { location, contact } = order
  const fact = (label: string, value: string) => say('mail.fact', { label, value })
  return [
    say('mail.thanks', { name: contact.name }),
    introduction(words),
    '',
    fact(say('mail.code'), order.pickupCode),
    ...(order.slot ? [fact(say('mail.when'), slotText(words))] : []),
    fact(say('mail.where'), `${pick(location.name)}, ${location.address}`),
    fact(say('mail.who'), `${contact.name}, ${formatPhone(contact.phone)}`),
    ...(order.comment ? [fact(say('mail.note'), order.comment)] : []),
    '',
    ...order.lines.flatMap((line) => [
      `${line.quantity} × ${pick(line.name)}  ${money(line.total)}`,
      ...lineDetails(words, line).map((detail) => `    ${detail}`),
    ]),
    '',
    ...sums(words).map(({ label, value }) => fact(label, value)),
    fact(totalLabel(words), charge(order.total)),
    '',
    fact(say('mail.open_order'), link),
    say('mail.open_hint'),
    '',
    say('mail.order_number', { id: order.orderID }),
    '',
  ].join('\n')
}
