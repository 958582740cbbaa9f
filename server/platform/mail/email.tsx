import type { CSSProperties, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { fill } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import { toLang } from '#contract/languages.ts'
import { messages } from '#contract/messages.ts'
import type { Mail } from './mail.ts'
import type { Sender } from './sender.ts'

/**
 * This file has the parts of all emails, and the plain email. All emails use tables for layout, because mail programs
 * support no other layout.
 */

export const serif = "'Songti SC', 'Noto Serif SC', Georgia, 'Times New Roman', serif"
export const sans =
  "-apple-system, 'Segoe UI', Roboto, 'PingFang SC', 'Hiragino Sans GB', 'Noto Sans SC', 'Microsoft YaHei', Helvetica, Arial, sans-serif"

/** Colours for dark mode and sizes for narrow screens. Mail programs that ignore these rules use the inline styles. */
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
  .code-long { font-size: 22px !important; }
}`

export const ink: CSSProperties = { color: '#211c17' }
export const quiet: CSSProperties = { color: '#6b6156', fontSize: 14, lineHeight: '1.6' }

interface Link {
  text: string
  link: string
}

/** An email's language and sender: the shop, and the store's name if the email is about a store. */
export interface Letterhead {
  locale: Locale
  from: Sender
  store?: string | undefined
}

interface EnvelopeProps extends Letterhead {
  /** The preview text, which a mail program shows beside the subject in its list of messages. */
  preview: string
  /** Small print below the box with the content. */
  footnote?: string
  /** The store's name, address, phone and tax number, line by line. */
  imprint?: string[] | undefined
  /** The recipient's link to unsubscribe. */
  stop?: Link | undefined
  children: ReactNode
}

/** The frame of an email: a background, the sender's logo and name, and a box with the content. */
export function Envelope({ locale, from, store, preview, footnote, imprint = [], stop, children }: EnvelopeProps) {
  return (
    <html lang={toLang(locale)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{from.name}</title>
        <style>{darkMode}</style>
      </head>
      <body className="paper" style={{ margin: 0, padding: 0, background: '#fbf7f0' }}>
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden', opacity: 0 }}>{preview}</div>
        <Table className="paper" style={{ background: '#fbf7f0' }}>
          <td align="center" style={{ padding: '32px 12px' }}>
            <Head from={from} store={store} />
            <Table
              className="sheet"
              style={{ maxWidth: 560, background: '#ffffff', border: '1px solid #e8dfd1', borderRadius: 20 }}
            >
              {/* A long name without spaces must not make the email wider than a phone. */}
              <td className="sheet-inner" style={{ padding: '36px 40px', fontFamily: sans, wordBreak: 'break-word' }}>
                {children}
              </td>
            </Table>
            {footnote && (
              <p className="quiet" style={{ ...quiet, margin: '20px 0 0', fontFamily: sans, fontSize: 12 }}>
                {[footnote, ...imprint].map((line, index) => (
                  <span key={line}>
                    {index > 0 && <br />}
                    {line}
                  </span>
                ))}
                {stop && (
                  <>
                    <br />
                    <a className="quiet" href={stop.link} style={{ ...quiet, fontSize: 12 }}>
                      {stop.text}
                    </a>
                  </>
                )}
              </p>
            )}
          </td>
        </Table>
      </body>
    </html>
  )
}

function Head({ from: { name, mark, isLogo }, store }: Pick<Letterhead, 'from' | 'store'>) {
  return (
    <>
      {isLogo ? (
        <img src={mark} alt={name} height="40" style={{ display: 'block', margin: '0 auto 12px', maxWidth: 240 }} />
      ) : (
        <>
          <img
            src={mark}
            alt=""
            width="56"
            height="56"
            style={{ display: 'block', margin: '0 auto 8px', borderRadius: 12 }}
          />
          <p className="accent" style={{ margin: 0, font: `600 20px/1.4 ${serif}`, color: '#b83a12' }}>
            {name}
          </p>
        </>
      )}
      <p className="quiet" style={{ ...quiet, margin: '0 0 20px', fontFamily: sans }}>
        {store !== name && store}
      </p>
    </>
  )
}

/**
 * Renders an email as HTML. React adds `<link>` elements to preload pictures. They are removed, because mail programs
 * may refuse such elements.
 */
export const toHtml = (message: ReactNode) =>
  `<!doctype html>${renderToStaticMarkup(message).replace(/<link rel="preload"[^>]*>/g, '')}`

/** A table with one row. */
export function Table({
  children,
  style,
  className,
}: {
  children: ReactNode
  style?: CSSProperties
  className?: string
}) {
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

export function Title({ children }: { children: ReactNode }) {
  return (
    <h1 className="ink" style={{ ...ink, margin: '0 0 8px', font: `600 26px/1.3 ${serif}`, textWrap: 'balance' }}>
      {children}
    </h1>
  )
}

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <p className="ink" style={{ ...ink, margin: '0 0 28px', fontSize: 16, lineHeight: '1.6' }}>
      {children}
    </p>
  )
}

export const figure: CSSProperties = {
  ...ink,
  textAlign: 'right',
  verticalAlign: 'top',
  lineHeight: '1.6',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
}

/** Amounts, one below the other, and their total. */
export interface Sums {
  rows: { label: string; value: string }[]
  total: { label: string; value: string }
}

export function SumsTable({ rows, total }: Sums) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ margin: '0 0 28px' }}>
      <tbody>
        <tr>
          <td className="rule" colSpan={2} style={{ height: 8, borderTop: '1px solid #e8dfd1' }} />
        </tr>
        {rows.map(({ label, value }) => (
          <tr key={label}>
            <td className="quiet" style={{ ...quiet, padding: '4px 0' }}>
              {label}
            </td>
            <td className="ink" style={{ ...figure, padding: '4px 0', fontSize: 14 }}>
              {value}
            </td>
          </tr>
        ))}
        <tr>
          <td className="ink" style={{ ...ink, padding: '12px 0 0', font: `600 18px/1.4 ${serif}` }}>
            {total.label}
          </td>
          <td
            className="ink"
            style={{ ...figure, padding: '12px 0 0', lineHeight: '1.4', fontSize: 18, fontWeight: 700 }}
          >
            {total.value}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** Shows a code that people read or type, as large as fits on one line of a phone. */
export function Code({ label, code, hint }: { label: string; code: string; hint: string }) {
  const isLong = code.length > 8
  return (
    <Table className="ticket" style={{ background: '#fdeee7', borderRadius: 16, marginBottom: 28 }}>
      <td align="center" style={{ padding: '22px 16px' }}>
        <p className="quiet" style={{ ...quiet, margin: 0 }}>
          {label}
        </p>
        <p
          className={isLong ? 'accent code-long' : 'accent code'}
          style={{
            margin: '4px 0',
            color: '#b83a12',
            font: `700 ${isLong ? 28 : 40}px/1.2 ${sans}`,
            letterSpacing: isLong ? '0.06em' : '0.14em',
            fontVariantNumeric: 'tabular-nums',
            wordBreak: 'break-word',
          }}
        >
          {code}
        </p>
        <p className="quiet" style={{ ...quiet, margin: 0 }}>
          {hint}
        </p>
      </td>
    </Table>
  )
}

/** The main button, with a hint below. */
export function OpenButton({ link, children, hint }: { link: string; children: ReactNode; hint?: string }) {
  return (
    <>
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
      {hint && (
        <p
          className="quiet"
          style={{ ...quiet, margin: '12px 0 0', textAlign: 'center', fontSize: 13, textWrap: 'balance' }}
        >
          {hint}
        </p>
      )}
    </>
  )
}

/** The content of a plain email. */
export interface Email {
  subject: string
  title: string
  paragraphs: string[]
  sums?: Sums | undefined
  code?: { label: string; code: string; hint: string }
  button?: { text: string; link: string; hint?: string }
  /** Why the recipient received the email, and what to do if it was sent by mistake. */
  footnote: string
  imprint?: string[]
  stop?: Link | undefined
}

/** A rendered email, without its recipient and its id. `from` is the sender's name. */
export type RenderedEmail = Pick<Mail, 'from' | 'subject' | 'html' | 'text'>

/** Renders a plain email as HTML and as text. Amounts, a code and a button are optional. */
export function renderEmail(
  { subject, title, paragraphs, sums, code, button, footnote, imprint = [], stop }: Email,
  { locale, from, store }: Letterhead,
): RenderedEmail {
  const html = toHtml(
    <Envelope
      locale={locale}
      from={from}
      store={store}
      footnote={footnote}
      imprint={imprint}
      stop={stop}
      preview={paragraphs[0] ?? title}
    >
      <Title>{title}</Title>
      {paragraphs.map((paragraph) => (
        <Paragraph key={paragraph}>{paragraph}</Paragraph>
      ))}
      {sums && <SumsTable {...sums} />}
      {code && <Code {...code} />}
      {button && <OpenButton {...button}>{button.text}</OpenButton>}
    </Envelope>,
  )
  const labelled = (label: string, value = '') => fill(messages[locale]['mail.fact'], { label, value }).trimEnd()
  const text = [
    title,
    '',
    ...paragraphs.flatMap((paragraph) => [paragraph, '']),
    ...(sums ? [...sums.rows, sums.total].map(({ label, value }) => labelled(label, value)).concat('') : []),
    ...(code ? [labelled(code.label, code.code), code.hint, ''] : []),
    ...(button ? [labelled(button.text), button.link, ...(button.hint ? [button.hint] : []), ''] : []),
    footnote,
    ...imprint,
    ...(stop ? [labelled(stop.text), stop.link] : []),
    '',
  ].join('\n')
  return { from: from.name, subject, html, text }
}
