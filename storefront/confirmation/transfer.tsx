import type { ReactNode, RefObject } from 'react'
import { formatTime } from '#contract/format.ts'
import { toLocal } from '#contract/hours.ts'
import { toDecimal } from '#contract/money.ts'
import type { OrderDetail } from '#contract/orders.ts'
import type { TransferInstructions } from '#contract/payments.ts'
import { BillLines, BillTotals } from '#storefront/checkout/bill.tsx'
import { useDayName } from '#storefront/checkout/details/use-day-name.ts'
import { PaymentMark } from '#storefront/checkout/payment/payment-mark.tsx'
import { useShop } from '#storefront/core/shop.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { PaymentOptions } from './other-ways.tsx'
import { OtherMethods } from './other-ways.tsx'
import { OrderFacts } from './success.tsx'
import { useTimeLeft } from './time-left.ts'
import '#storefront/checkout/terms.css'
import './confirmation.css'
import './transfer.css'

interface TransferProps {
  order: Pick<OrderDetail, 'timeZone' | 'contact' | 'amountDue' | 'paymentOption'>
  transfer: TransferInstructions
  /** The payment methods that the shopper can use instead of the e-transfer. */
  ways: PaymentOptions | null
  error: string | undefined
  heading: RefObject<HTMLHeadingElement | null>
  now: number
}

/** Explains step by step how to send an e-transfer. The shopper can select and copy the address, amount and message. */
export function Transfer({ order, transfer, ways, error, heading, now }: TransferProps) {
  const { t, moneyText } = useShop()
  const { contact, paymentOption } = order
  const { email, recipient, amount, message } = transfer
  const sum = moneyText(amount)
  return (
    <section className="panel transfer" data-state="pending" data-waits="transfer">
      <p className="transfer-status" role="status">
        {t('transfer.waiting')} · {message}
      </p>
      <h1 ref={heading} tabIndex={-1}>
        <span className="transfer-way">
          <PaymentMark wallet="etransfer" />
          {t('transfer.title')}
        </span>
        <span className="transfer-sum">{sum}</span>
      </h1>
      <Deadline order={order} transfer={transfer} now={now} />
      <ol className="transfer-steps">
        <li>{t('transfer.step_open')}</li>
        <li>
          {t('transfer.step_send')}
          <dl className="transfer-facts">
            <Fact name={t('transfer.to')} copied={email}>
              {email}
              <span className="field-hint">{t('transfer.recipient', { recipient })}</span>
            </Fact>
            <Fact name={t('transfer.amount')} copied={toDecimal(amount)}>
              {sum}
            </Fact>
          </dl>
        </li>
        <li>
          {t('transfer.step_message')}
          <dl className="transfer-facts">
            <Fact name={t('transfer.message')} copied={message}>
              {message}
            </Fact>
          </dl>
        </li>
      </ol>
      <ul className="transfer-notes">
        <li>
          <Icon name="lock" />
          {t('transfer.no_question')}
        </li>
        <li>
          <Icon name="chat" />
          {contact.email ? t('transfer.then', { email: contact.email }) : t('transfer.then_here')}
        </li>
      </ul>
      {ways && (
        <OtherMethods
          order={order}
          ways={{ ...ways, options: ways.options.filter(({ id }) => id !== paymentOption) }}
          error={error}
        />
      )}
    </section>
  )
}

/** When the money must have arrived: "Tomorrow, 11:31 a.m. (23 h left)". */
function Deadline({ order, transfer: { until }, now }: Pick<TransferProps, 'order' | 'transfer' | 'now'>) {
  const { t, locale } = useShop()
  const { timeZone } = order
  const { date, time } = toLocal(new Date(until), timeZone)
  const day = useDayName(timeZone, now)(date)
  const timeLeft = useTimeLeft(now)(until)
  return (
    <p className="transfer-until">
      <Icon name="clock" />
      <span>
        {t('transfer.until')}
        <strong>
          <time dateTime={until}>
            {t('transfer.deadline', { day, time: formatTime(time, locale), left: timeLeft })}
          </time>
        </strong>
        <span className="field-hint">{t('transfer.until_hint')}</span>
      </span>
    </p>
  )
}

/** The content of an order that waits for its e-transfer: time, place, lines and sums. */
export function OrderContent({ order, now }: { order: OrderDetail; now: number }) {
  const { t } = useShop()
  return (
    <aside className="transfer-order">
      <section className="confirmation-part">
        <h2>{t('checkout.summary')}</h2>
        <BillLines lines={order.lines} />
        <BillTotals {...order} label={t('checkout.total')} />
      </section>
      {!order.isService && <OrderFacts order={order} now={now} title={t('orders.facts')} />}
    </aside>
  )
}

function Fact({ name, copied, children }: { name: string; copied: string; children: ReactNode }) {
  const { t } = useShop()
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className="transfer-value">{children}</span>
        <CopyButton
          text={copied}
          label={t('transfer.copy')}
          about={name}
          className="button button-quiet needs-script"
        />
      </dd>
    </div>
  )
}
