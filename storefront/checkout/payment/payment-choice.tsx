import { useState, useSyncExternalStore } from 'react'
import type { PaymentOption } from '#contract/checkout.ts'
import type { Money } from '#contract/money.ts'
import { formatCharge } from '#contract/money.ts'
import { isPaymentMethod } from '#contract/payment-methods.ts'
import { useShellData } from '#storefront/core/shell-data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { PaymentMark } from './payment-mark.tsx'
import '#storefront/checkout/checkout.css'

/** The chosen payment method: initially the submitted one, else the first available. */
export function usePaymentChoice(options: PaymentOption[], sent?: string) {
  const [chosen, choose] = useState(sent || options[0]?.id)
  const isThere = options.some(({ id }) => id === chosen)
  return { chosen: isThere ? chosen : options[0]?.id, choose }
}
type Choice = ReturnType<typeof usePaymentChoice>

/** The available payment methods, each with its mark and the next step. */
export function PaymentChoice({ options, choice }: { options: PaymentOption[]; choice: Choice }) {
  const { t, say, langOf } = useShop()
  // Providers with several wallets open the one that works in this browser.
  const wallet = t(useShellData().isWeChat ? 'payment.wallet_wechat' : 'payment.wallet_alipay')
  const hintOf = ({ id, scannedBy }: Pick<PaymentOption, 'id' | 'scannedBy'>) => {
    if (scannedBy) return t('payment.hint_scan', { wallet: t(`payment.wallet_${scannedBy}`) })
    return isPaymentMethod(id) || id === 'pay_at_store' ? t(`payment.hint_${id}`, { wallet }) : ''
  }
  return (
    <fieldset className="checkout-part">
      <legend>{t('payment.how')}</legend>
      <div className="ways">
        {options.map(({ id, name, icon, scannedBy, isTest }) => (
          <label key={id} className="way">
            <input
              type="radio"
              name="option"
              value={id}
              checked={id === choice.chosen}
              onChange={() => choice.choose(id)}
            />
            <PaymentMark icon={icon} />
            <span className="way-body">
              <span>
                <strong lang={langOf(name)}>{say(name)}</strong>
                {isTest && <span className="test-mark">{t('payment.test')}</span>}
              </span>
              <span className="field-hint">{hintOf({ id, scannedBy })}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface PayButtonProps {
  amount: Money
  options: PaymentOption[]
  choice: Choice
  /** Nothing is due. */
  isFree?: boolean
  isBusy: boolean
}

/**
 * The pay button with amount and method. Without JavaScript it names only the amount, because it cannot follow the
 * choice.
 */
export function PayButton({ amount, options, choice, isFree = false, isBusy }: PayButtonProps) {
  const { t, say, locale } = useShop()
  const follows = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
  const option = options.find(({ id }) => id === choice.chosen)
  const sum = formatCharge(amount, locale)
  const words = () => {
    if (isBusy) return t('payment.busy')
    if (isFree) return t('payment.place_free')
    if (!follows || !option) return t('payment.pay', { amount: sum })
    if (option.id === 'pay_at_store') return t('payment.place')
    return t('payment.pay_with', { amount: sum, way: say(option.name) })
  }
  return (
    <button type="submit" className="button button-wide" aria-disabled={isBusy || undefined}>
      {words()}
    </button>
  )
}
