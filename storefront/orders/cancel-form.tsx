import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { cancelReasons } from '#contract/constants.ts'
import type { Locale } from '#contract/languages.ts'
import { statementOf } from '#contract/ledger.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { useShop } from '#storefront/core/shop.ts'
import { formatClock, formatDay, localDate } from '#storefront/core/time/format.ts'
import { Select } from '#ui/select.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { Statement } from './statement.tsx'
import './orders.css'
import '#storefront/parts/plain-page.css'

interface CancelFormProps {
  order: OrderDetail
  error: string | undefined
}

/**
 * Shows a form that cancels the order. If the shopper may not cancel, shows a form that asks the store to cancel. If
 * neither is possible, shows the state of the cancellation request, if there is one.
 */
export function CancelForm({ order, error }: CancelFormProps) {
  const { t } = useShop()
  const { cancelRequest, cancellation } = order
  if (cancellation.isAllowed) return <CancelNow order={order} error={error} />
  if (cancellation.canAsk) return <AskToCancel order={order} error={error} />
  if (order.status !== 'NEW') return null
  if (cancelRequest === 'DECLINED') return <p className="field-hint">{t('orders.asked_declined')}</p>
  if (cancelRequest !== 'ASKED') return null
  return (
    <p className="alert alert-note" role="status">
      {t(order.contact.email ? 'orders.asked' : 'orders.asked_no_mail')}
    </p>
  )
}

/**
 * A form that cancels the order without asking the store. The first tap opens the form, which shows the refund and asks
 * for a reason. The second tap cancels.
 */
function CancelNow({ order, error }: CancelFormProps) {
  const { t, locale } = useShop()
  const { until } = order.cancellation
  return (
    <FoldedForm title={t('orders.cancel')} error={error}>
      <p>
        <strong>{t('orders.cancel_sure')}</strong>
      </p>
      <RefundList order={order} />
      {order.status === 'INTERIM' && order.paymentOption && <p className="field-hint">{t('orders.cancel_paying')}</p>}
      {until && order.status === 'NEW' && (
        <p className="field-hint">{t('orders.cancel_until', { time: dateTimeText(until, order.timeZone, locale) })}</p>
      )}
      <Select
        id="cancel-reason"
        name="reason"
        label={t('orders.cancel_why')}
        options={cancelReasons.map((name) => ({ value: name, label: t(`orders.reason_${name}`) }))}
      />
      <SendButton intent="cancel" busy={t('orders.cancelling')}>
        {t('orders.cancel_now')}
      </SendButton>
    </FoldedForm>
  )
}

/**
 * A form that asks the store to cancel an order. States why the shopper may not cancel the order directly: the store
 * has already started, it is too late, or the store never allows it.
 */
function AskToCancel({ order, error }: CancelFormProps) {
  const { t } = useShop()
  const { reason } = order.cancellation
  return (
    <FoldedForm title={t('orders.ask_cancel')} error={error}>
      {reason && reason !== 'ended' && (
        <p>
          <strong>{t(`orders.ask_${reason}`)}</strong>
        </p>
      )}
      <p>{t('orders.ask_back')}</p>
      <RefundList order={order} />
      <TextArea name="note" label={t('orders.ask_note')} isOptional rows={3} maxLength={500} />
      <SendButton intent="ask" busy={t('orders.asking')}>
        {t('orders.ask_now')}
      </SendButton>
    </FoldedForm>
  )
}

/** A folded form, so that nothing is cancelled or sent by accident. Unfolded if it has an error. */
export function FoldedForm({
  title,
  error,
  children,
}: {
  title: string
  error: string | undefined
  children: ReactNode
}) {
  return (
    <details className="order-deed" open={error !== undefined}>
      <summary className="link">{title}</summary>
      <Form method="post" className="user-form" preventScrollReset>
        {error && (
          <p className="alert" role="alert">
            {error}
          </p>
        )}
        {children}
      </Form>
    </details>
  )
}

function RefundList({ order }: { order: OrderDetail }) {
  const { t, moneyText } = useShop()
  const { money, credit, coupon } = order.cancellation.back
  const hasNoPayment = statementOf(order.ledger).every(({ key }) => key === 'none')
  return (
    <ul className="order-back">
      {money.amount > 0 && <li>{t('orders.back_money', { amount: moneyText(money) })}</li>}
      {money.amount + credit.amount === 0 && (
        <li>{hasNoPayment ? t('orders.back_nothing') : <Statement ledger={order.ledger} />}</li>
      )}
      {credit.amount > 0 && <li>{t('orders.back_credit', { amount: moneyText(credit) })}</li>}
      {coupon && <li>{t('orders.back_coupon', { code: coupon.code })}</li>}
    </ul>
  )
}

function dateTimeText(instant: string, timeZone: string, locale: Locale): string {
  return `${formatDay(localDate(instant, timeZone), locale)} ${formatClock(instant, timeZone, locale)}`
}
