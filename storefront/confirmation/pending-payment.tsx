import type { RefObject } from 'react'
import { Link, useLocation } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import { mayHavePaid } from '#contract/ledger.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { ScanCode } from '#storefront/checkout/payment/scan-code.tsx'
import { checkoutPath } from '#storefront/core/links.ts'
import { usePaymentMethodName } from '#storefront/core/payment-method-name.ts'
import { useShop } from '#storefront/core/shop.ts'
import { formatClock } from '#storefront/core/time/when.ts'
import { Statement } from '#storefront/orders/statement.tsx'
import { usePatience } from './poll.ts'
import type { Seen } from './seen.ts'
import type { Source } from './source.ts'
import { Transfer } from './transfer.tsx'
import '#storefront/checkout/terms.css'
import './confirmation.css'

/** The fields of a pending order that the page shows. */
type Waiting = Pick<
  OrderDetail,
  'orderNumber' | 'paymentOption' | 'placedAt' | 'expiresAt' | 'timeZone' | 'campaign' | 'ledger' | 'contact'
>

interface PendingProps {
  seen: Omit<Seen, 'order'> & { order: Waiting }
  source: Source
  heading: RefObject<HTMLHeadingElement | null>
}

/** A pending order: the instructions for an e-transfer, or else the state of the payment (`Started`). */
export function Pending({ seen, source, heading }: PendingProps) {
  const { order, transfer } = seen
  return transfer ? (
    <Transfer order={order} transfer={transfer} heading={heading} />
  ) : (
    <Started seen={seen} source={source} heading={heading} />
  )
}

/** The payment is in progress, waits for a scan of its QR code, or has not started. */
function Started({ seen: { order, isQrCodeScan, code, problem, refusal, now }, source, heading }: PendingProps) {
  const { t } = useShop()
  const isLong = usePatience(now - Date.parse(order.placedAt))
  const way = usePaymentMethodName(order.paymentOption)
  const isStarted = order.paymentOption !== null && order.ledger.isOpen
  const name = isQrCodeScan ? 'qr' : isStarted ? 'pending' : 'unpaid'
  return (
    <section className="panel" data-state="pending">
      {isStarted && !code && <span className="spinner" aria-hidden="true" />}
      <h1 ref={heading} tabIndex={-1}>
        {t(`confirmation.${name}_title`)}
      </h1>
      <div role="status" className="panel-text">
        {isStarted && way && !isQrCodeScan && <p>{t('confirmation.pending_with', { way })}</p>}
        {(!isStarted || order.ledger.payments.length > 0) && <Statement ledger={order.ledger} />}
        <p>{t(isQrCodeScan && !code ? 'confirmation.qr_over' : `confirmation.${name}_text`)}</p>
        {isLong && isStarted && (
          <p>
            <strong>{t('confirmation.pending_patience')}</strong>
          </p>
        )}
      </div>
      {code && <ScanCode code={code} timeZone={order.timeZone} />}
      {source.error && <p className="alert">{t(source.error)}</p>}
      {problem && <p className="alert">{t(problem)}</p>}
      {refusal && <Refused refusal={refusal} mayHavePaid={mayHavePaid(order.ledger)} />}
      {source.message && <p className="field-hint">{t('confirmation.failed_said', { message: source.message })}</p>}
      <Actions order={order} isStarted={isStarted} isScan={code !== null} />
      <Waits order={order} />
    </section>
  )
}

/**
 * The first error of a failed payment check. If money may have been received, the text does not say that the payment
 * failed.
 */
function Refused({ refusal, mayHavePaid }: { refusal: ErrorItem; mayHavePaid: boolean }) {
  const { t } = useShop()
  return (
    <div className="alert" role="alert">
      <h2>{t(mayHavePaid ? 'confirmation.check_failed_title' : 'confirmation.failed_title')}</h2>
      <p>{refusal.message}</p>
    </div>
  )
}

function Actions({ order, isStarted, isScan }: { order: Waiting; isStarted: boolean; isScan: boolean }) {
  const { t } = useShop()
  const { pathname, search } = useLocation()
  return (
    <div className="panel-actions">
      {isStarted && (
        <Link to={pathname + search} replace className="button button-quiet">
          {t(isScan ? 'confirmation.qr_check' : 'confirmation.check_again')}
        </Link>
      )}
      <Link
        to={checkoutPath('payment', order.campaign?.fissionCampaignId ?? '')}
        className={isStarted ? 'link' : 'button'}
      >
        {t(isScan ? 'confirmation.qr_other' : isStarted ? 'confirmation.pay_again' : 'confirmation.pay_now')}
      </Link>
    </div>
  )
}

function Waits({ order }: { order: Waiting }) {
  const { t, locale } = useShop()
  return (
    <p className="field-hint">
      {order.expiresAt &&
        t('confirmation.pending_until', { time: formatClock(order.expiresAt, order.timeZone, locale) })}
      <br />
      {t('confirmation.order_number', { number: order.orderNumber })}
    </p>
  )
}
