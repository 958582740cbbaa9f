import type { PaymentCode } from '#contract/payments.ts'
import { useShop } from '#storefront/core/shop.ts'
import { formatClock } from '#storefront/core/time/format.ts'
import { QrSquares } from '#ui/qr-squares.tsx'
import './payment.css'

interface ScanCodeProps {
  code: PaymentCode
  timeZone: string
}

/** The QR code to scan with a wallet on a phone, with its amount and expiry. */
export function ScanCode({ code: { text, scannedBy, amount, validUntil }, timeZone }: ScanCodeProps) {
  const { t, locale, moneyText } = useShop()
  const sum = moneyText(amount)
  const wallet = t(`payment.wallet_${scannedBy}`)
  return (
    <div className="scan">
      <p className="scan-amount">{sum}</p>
      <figure className="scan-code" role="img" aria-label={t('confirmation.qr_code', { amount: sum, wallet })}>
        <QrSquares text={text} />
      </figure>
      <p>{t('confirmation.qr_how', { wallet })}</p>
      <p className="field-hint">
        {t('confirmation.qr_until', { time: formatClock(validUntil, timeZone, locale) })}
        {/^https?:/.test(text) && (
          <>
            {' '}
            <a href={text} target="_blank" rel="noreferrer" className="link">
              {t('confirmation.qr_here')}
            </a>
          </>
        )}
      </p>
    </div>
  )
}
