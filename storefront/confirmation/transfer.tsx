import type { ReactNode, RefObject } from 'react'
import { Link } from 'react-router'
import { formatTime } from '#contract/format.ts'
import { toLocal } from '#contract/hours.ts'
import { formatCharge, toDecimal } from '#contract/money.ts'
import type { OrderDetail } from '#contract/orders.ts'
import type { TransferInstructions } from '#contract/payments.ts'
import { checkoutPath } from '#storefront/core/links.ts'
import { useShop } from '#storefront/core/shop.ts'
import { formatDay } from '#storefront/core/time/when.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import '#storefront/checkout/terms.css'
import './confirmation.css'
import './transfer.css'

interface TransferProps {
  order: Pick<OrderDetail, 'campaign' | 'timeZone' | 'contact'>
  transfer: TransferInstructions
  heading: RefObject<HTMLHeadingElement | null>
}

/** How to send an e-transfer: amount, address, message and deadline, each as text that can be selected and copied. */
export function Transfer({ order: { campaign, timeZone, contact }, transfer, heading }: TransferProps) {
  const { t, locale } = useShop()
  const { email, recipient, amount, message, until } = transfer
  const { date, time } = toLocal(new Date(until), timeZone)
  const sum = formatCharge(amount, locale)
  return (
    <section className="panel transfer" data-state="pending" data-waits="transfer">
      <h1 ref={heading} tabIndex={-1}>
        {t('transfer.title', { amount: sum })}
      </h1>
      <p className="panel-text">{t('transfer.text')}</p>
      <dl className="transfer-facts">
        <Fact name={t('transfer.amount')} copied={toDecimal(amount)}>
          {sum}
        </Fact>
        <Fact name={t('transfer.to')} copied={email}>
          {email}
          <span className="field-hint">{t('transfer.recipient', { recipient })}</span>
        </Fact>
        <Fact name={t('transfer.message')} copied={message}>
          {message}
          <span className="field-hint">{t('transfer.message_hint')}</span>
        </Fact>
        <Fact name={t('transfer.until')}>
          <time dateTime={until}>{`${formatDay(date, locale)} · ${formatTime(time, locale)}`}</time>
          <span className="field-hint">{t('transfer.until_hint')}</span>
        </Fact>
      </dl>
      <div className="panel-text">
        <p>{t('transfer.no_question')}</p>
        <p>{contact.email ? t('transfer.then', { email: contact.email }) : t('transfer.then_here')}</p>
      </div>
      <div className="panel-actions">
        <Link to={checkoutPath('payment', campaign?.fissionCampaignId ?? '')} className="link">
          {t('confirmation.qr_other')}
        </Link>
      </div>
    </section>
  )
}

function Fact({ name, copied, children }: { name: string; copied?: string; children: ReactNode }) {
  const { t } = useShop()
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className="transfer-value">{children}</span>
        {copied && <CopyButton text={copied} label={t('transfer.copy')} className="button button-quiet needs-script" />}
      </dd>
    </div>
  )
}
