import { Form, Link } from 'react-router'
import { cancelReasons } from '#contract/constants.ts'
import type { Locale } from '#contract/languages.ts'
import { formatCharge } from '#contract/money.ts'
import type { OrderDetail, ReorderDifference } from '#contract/orders.ts'
import { clockTime, formatDay, localDate } from '#storefront/checkout/when.ts'
import { useShop } from '#storefront/shop.ts'
import { SendButton } from '#storefront/user/send-button.tsx'

/** Letting the order go: what comes back, why, and a second look before it happens. */
export function CancelForm({ order, error }: { order: OrderDetail; error: string | undefined }) {
  const { t, locale } = useShop()
  const { isAllowed, reason, until } = order.cancellation
  if (!isAllowed) {
    if (!reason || reason === 'ended') return null
    return <p className="field-hint">{t(`orders.no_cancel_${reason}`)}</p>
  }
  return (
    <details className="order-cancel" open={error !== undefined}>
      <summary className="link">{t('orders.cancel')}</summary>
      <Form method="post" className="user-form" preventScrollReset>
        <p>
          <strong>{t('orders.cancel_sure')}</strong>
        </p>
        <WhatComesBack order={order} />
        {until && order.status === 'NEW' && (
          <p className="field-hint">{t('orders.cancel_until', { time: momentOf(until, order.timeZone, locale) })}</p>
        )}
        <div className="field">
          <label htmlFor="cancel-reason">{t('orders.cancel_why')}</label>
          <select id="cancel-reason" name="reason">
            {cancelReasons.map((name) => (
              <option key={name} value={name}>
                {t(`orders.reason_${name}`)}
              </option>
            ))}
          </select>
        </div>
        {error && (
          <p className="alert" role="alert">
            {error}
          </p>
        )}
        <SendButton intent="cancel" busy={t('orders.cancelling')}>
          {t('orders.cancel_now')}
        </SendButton>
      </Form>
    </details>
  )
}

function WhatComesBack({ order }: { order: OrderDetail }) {
  const { t, locale } = useShop()
  const { money, credit, coupon } = order.cancellation.back
  return (
    <ul className="order-back">
      <li>
        {money.amount > 0 ? t('orders.back_money', { amount: formatCharge(money, locale) }) : t('orders.back_nothing')}
      </li>
      {credit.amount > 0 && <li>{t('orders.back_credit', { amount: formatCharge(credit, locale) })}</li>}
      {coupon && <li>{t('orders.back_coupon', { code: coupon.code })}</li>}
    </ul>
  )
}

/** A few words to the store about this order. */
export function CommentForm({ error, isSent }: { error: string | undefined; isSent: boolean }) {
  const { t } = useShop()
  return (
    <Form method="post" className="user-form" preventScrollReset key={isSent ? 'sent' : 'open'}>
      <div className="field">
        <label htmlFor="order-comment">{t('orders.comment')}</label>
        <textarea id="order-comment" name="comment" rows={3} maxLength={1000} required />
      </div>
      {error && (
        <p className="alert" role="alert">
          {error}
        </p>
      )}
      {isSent && <p role="status">{t('orders.comment_sent')}</p>}
      <SendButton intent="comment" className="button-quiet" busy={t('orders.comment_sending')}>
        {t('orders.comment_send')}
      </SendButton>
    </Form>
  )
}

/** The same once more into the cart. */
export function ReorderForm() {
  const { t } = useShop()
  return (
    <Form method="post" preventScrollReset>
      <SendButton intent="reorder" busy={t('orders.reordering')}>
        {t('orders.reorder')}
      </SendButton>
    </Form>
  )
}

/** What the cart has of it now, and what it could not have as it was. */
export function Reordered({ added, differences }: { added: number; differences: ReorderDifference[] }) {
  const { t, say } = useShop()
  return (
    <div className="alert alert-note" role="status">
      <p>
        <strong>{added > 0 ? t('orders.reordered') : t('orders.reordered_none')}</strong>
      </p>
      {differences.length > 0 && (
        <ul>
          {differences.map((difference) => (
            <li key={difference.kind + difference.name.en}>
              {say(difference.name)}: <Difference {...difference} />
            </li>
          ))}
        </ul>
      )}
      {added > 0 && (
        <Link to="/checkout/cart" className="link">
          {t('orders.to_cart')}
        </Link>
      )}
    </div>
  )
}

function Difference({ kind, before, after }: ReorderDifference) {
  const { t, locale } = useShop()
  const word = (value: ReorderDifference['before']) =>
    typeof value === 'object' && value ? formatCharge(value, locale) : String(value ?? 0)
  return t(`orders.differs_${kind}`, { before: word(before), after: word(after) })
}

function momentOf(instant: string, timeZone: string, locale: Locale): string {
  return `${formatDay(localDate(instant, timeZone), locale)} ${clockTime(instant, timeZone)}`
}
