import type { RefObject } from 'react'
import { Form, Link, useLocation, useNavigation } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import { mayHavePaid } from '#contract/ledger.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { BillLines } from '#storefront/checkout/bill.tsx'
import { PaymentMark, useWalletOf } from '#storefront/checkout/payment/payment-mark.tsx'
import { ScanCode } from '#storefront/checkout/payment/scan-code.tsx'
import { useReloadWhenRestored } from '#storefront/core/client-state/use-reload-when-restored.ts'
import { checkoutPath } from '#storefront/core/links.ts'
import { usePaymentMethodName } from '#storefront/core/payment-method-name.ts'
import { useShop } from '#storefront/core/shop.ts'
import { formatClock } from '#storefront/core/time/format.ts'
import type { Outcome } from '#storefront/orders/order-actions.ts'
import { firstErrorFor } from '#storefront/orders/order-actions.ts'
import { Statement } from '#storefront/orders/statement.tsx'
import { Icon } from '#ui/icon.tsx'
import { OnceButton } from '#ui/once-button.tsx'
import type { OrderSnapshot } from './order-snapshot.ts'
import type { PaymentOptions } from './other-ways.tsx'
import { OtherMethods } from './other-ways.tsx'
import { useIsPaymentSlow } from './poll.ts'
import type { Source } from './source.ts'
import { useTimeLeft } from './time-left.ts'
import { Transfer } from './transfer.tsx'
import '#storefront/checkout/terms.css'
import './confirmation.css'

/** The fields of a pending order that the page shows. */
type PendingOrder = Pick<
  OrderDetail,
  | 'orderNumber'
  | 'paymentOption'
  | 'placedAt'
  | 'expiresAt'
  | 'timeZone'
  | 'campaign'
  | 'ledger'
  | 'contact'
  | 'amountDue'
  | 'isInCart'
  | 'lines'
>

interface PendingProps {
  seen: Omit<OrderSnapshot, 'order' | 'ways'> & { order: PendingOrder }
  source: Source
  /** The payment methods for an order that is no longer in a cart. */
  ways: PaymentOptions | null
  /** The result of the last submitted form. The page shows its error if the form started a payment. */
  outcome: Outcome | undefined
  heading: RefObject<HTMLHeadingElement | null>
}

/** A pending order: the instructions for an e-transfer, or else the state of the payment (`PaymentState`). */
export function Pending(props: PendingProps) {
  const { seen, ways, outcome, heading } = props
  const { order, transfer } = seen
  const error = firstErrorFor(outcome, 'pay')
  return transfer ? (
    <Transfer order={order} transfer={transfer} ways={ways} error={error} heading={heading} now={seen.now} />
  ) : (
    <PaymentState {...props} />
  )
}

/** The state of a payment that is in progress, waits for a scan of its QR code, or has not started. */
function PaymentState({ seen, source, ways, outcome, heading }: PendingProps) {
  const { order, isQrCodeScan, code, problem, refusal, now } = seen
  const { t, moneyText } = useShop()
  const isSlow = useIsPaymentSlow(now - Date.parse(order.placedAt))
  const methodName = usePaymentMethodName(order.paymentOption)
  const wallet = useWalletOf(methodName)
  const isStarted = order.paymentOption !== null && order.ledger.isOpen
  const unscannedKey = isStarted ? 'pending' : 'unpaid'
  const textKey = isQrCodeScan ? 'qr' : unscannedKey
  const isInOtherApp = isStarted && !isQrCodeScan
  const error = firstErrorFor(outcome, 'pay')
  return (
    <section className="panel" data-state="pending">
      {isStarted && (
        <span className="panel-wallet">
          {!code && <span className="spinner" aria-hidden="true" />}
          {wallet && <PaymentMark wallet={wallet} />}
        </span>
      )}
      <h1 ref={heading} tabIndex={-1}>
        {t(`confirmation.${textKey}_title`)}
      </h1>
      {isStarted && !code && <p className="panel-sum">{moneyText(order.amountDue)}</p>}
      <div role="status" className="panel-text">
        {isInOtherApp && methodName && <p>{t('confirmation.pending_with', { way: methodName })}</p>}
        {(!isStarted || order.ledger.payments.length > 0) && <Statement ledger={order.ledger} />}
        <p>{t(isQrCodeScan && !code ? 'confirmation.qr_over' : `confirmation.${textKey}_text`)}</p>
        {isSlow && isStarted && !code && <p className="field-hint">{t('confirmation.pending_patience')}</p>}
      </div>
      {code ? <ScanCode code={code} timeZone={order.timeZone} /> : <PaymentDeadline order={order} now={now} />}
      {source.error && <p className="alert">{t(source.error)}</p>}
      {problem && <p className="alert">{t(problem)}</p>}
      {refusal && <Refused refusal={refusal} mayHavePaid={mayHavePaid(order.ledger)} />}
      {source.message && <p className="field-hint">{t('confirmation.failed_said', { message: source.message })}</p>}
      {order.isInCart && error && <p className="alert">{error}</p>}
      {isInOtherApp && methodName && <ContinuePayment option={order.paymentOption} way={methodName} />}
      <Actions order={order} isStarted={isStarted} isScan={code !== null} />
      {!order.isInCart && ways && <OtherMethods order={order} ways={ways} error={error} />}
      <div className="panel-order">
        <BillLines lines={order.lines} />
      </div>
      <p className="field-hint">{t('confirmation.order_number', { number: order.orderNumber })}</p>
    </section>
  )
}

/** A button that opens the payment again, for shoppers whose wallet did not open or who left the wallet. */
function ContinuePayment({ option, way }: { option: string | null; way: string }) {
  const { t } = useShop()
  const isBusy = useNavigation().state !== 'idle'
  useReloadWhenRestored()
  return (
    <Form method="post" className="panel-go-on">
      <input type="hidden" name="intent" value="pay" />
      <OnceButton className="button button-wide" name="option" value={option ?? ''} isBusy={isBusy}>
        {t('confirmation.go_on', { way })}
      </OnceButton>
      <p className="field-hint">{t('confirmation.go_on_hint', { way })}</p>
    </Form>
  )
}

/**
 * The error of a failed payment check. If the shop may have received money, the title says only that the check failed,
 * not that the payment failed.
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

function Actions({ order, isStarted, isScan }: { order: PendingOrder; isStarted: boolean; isScan: boolean }) {
  const { t } = useShop()
  const { pathname, search } = useLocation()
  return (
    <div className="panel-actions">
      {isStarted && (
        <Link to={pathname + search} replace className="button button-quiet">
          {t(isScan ? 'confirmation.qr_check' : 'confirmation.check_again')}
        </Link>
      )}
      {order.isInCart && (
        <Link
          to={checkoutPath('payment', order.campaign?.fissionCampaignId ?? '')}
          className={isStarted ? 'link' : 'button'}
        >
          {t(isStarted ? 'confirmation.qr_other' : 'confirmation.pay_now')}
        </Link>
      )}
    </div>
  )
}

/** How long the shop waits for the payment. */
function PaymentDeadline({ order: { expiresAt, timeZone }, now }: { order: PendingOrder; now: number }) {
  const { t, locale } = useShop()
  const timeLeft = useTimeLeft(now)
  if (!expiresAt) return null
  const time = formatClock(expiresAt, timeZone, locale)
  return (
    <p className="panel-until">
      <Icon name="clock" />
      {t('confirmation.pending_until', { time, left: timeLeft(expiresAt) })}
    </p>
  )
}
