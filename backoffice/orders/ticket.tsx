import { useRef } from 'react'
import { formatPhone, modifierText } from '#contract/format.ts'
import { formatMoney } from '#contract/money.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { QrSquares } from '#ui/qr-squares.tsx'
import { useFrame } from '../core/me.ts'
import { useOrderTexts } from './texts.ts'
import './ticket.css'

/** The style sheet with the paper size: 80 mm wide, and as long as the ticket. */
const printStyles = typeof CSSStyleSheet === 'undefined' ? null : new CSSStyleSheet()
const mmPerPixel = 25.4 / 96
const marginMm = 4

function printTicket(ticket: HTMLElement) {
  const height = Math.ceil(ticket.offsetHeight * mmPerPixel) + 2 * marginMm + 1
  printStyles?.replaceSync(`@page ticket { size: 80mm ${height}mm; margin: ${marginMm}mm }`)
  if (printStyles && !document.adoptedStyleSheets.includes(printStyles)) document.adoptedStyleSheets.push(printStyles)
  print()
}

interface TicketProps {
  order: OrderDetail
  /** The labelled facts that the page shows about the order. */
  facts: [string, string][]
}

/** An order's ticket for a printer with 80 mm paper rolls, and the button that prints it. */
export function Ticket({ order, facts }: TicketProps) {
  const { shopName, shopMark } = useFrame()
  const { t, say, locale } = useOrderTexts()
  const ticket = useRef<HTMLElement>(null)
  const { orderNumber, pickupCode, table, location, lines, subtotal, adjustments, total } = order
  const { name, address, phone = '', seller } = location
  const number = seller?.registration ? t('order.tax_number', { number: seller.registration }) : ''
  const sums = [
    { label: t('order.subtotal'), money: subtotal },
    ...adjustments.map(({ label, code, base, amount }) => ({
      label: base
        ? t('order.tax_on', { tax: say(label), base: formatMoney(base, locale) })
        : [say(label), code].filter(Boolean).join(' · '),
      money: amount,
    })),
  ]
  return (
    <>
      <p>
        <button
          type="button"
          className="button button-quiet"
          onClick={() => ticket.current && printTicket(ticket.current)}
        >
          {t('order.print')}
        </button>
      </p>
      <section className="ticket" aria-hidden="true" ref={ticket}>
        <div className="ticket-head">
          <img src={shopMark} alt="" />
          <strong>{shopName}</strong>
          {[seller?.name, say(name), address, formatPhone(phone), number].filter(Boolean).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </div>
        <div className="ticket-name">
          <div>
            {table && <strong>{t('order.at_table', table)}</strong>}
            <strong>{orderNumber}</strong>
            {pickupCode !== orderNumber && `${t('order.code')} ${pickupCode}`}
          </div>
          <QrSquares text={orderNumber} />
        </div>
        <ul className="ticket-lines">
          {lines.map(({ key, quantity, name, optionText, modifiers, note, total }) => (
            <li key={key}>
              <div>
                <strong>
                  {quantity} × {say(name)}
                </strong>
                {[say(optionText), ...modifiers.map((modifier) => modifierText(modifier, locale)), note]
                  .filter(Boolean)
                  .map((line) => (
                    <p key={line}>{line}</p>
                  ))}
              </div>
              <span>{formatMoney(total, locale)}</span>
            </li>
          ))}
        </ul>
        <dl className="ticket-sums">
          {sums.map(({ label, money }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{formatMoney(money, locale)}</dd>
            </div>
          ))}
          <div>
            <dt>{t('order.total')}</dt>
            <dd>{formatMoney(total, locale)}</dd>
          </div>
        </dl>
        <dl className="ticket-facts">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}
