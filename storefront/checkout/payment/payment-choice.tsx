import { useState, useSyncExternalStore } from 'react'
import type { PaymentOption } from '#contract/checkout.ts'
import type { MessageKey } from '#contract/messages.ts'
import type { Money } from '#contract/money.ts'
import { isHandOverPlace } from '#contract/payment-methods.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Icon } from '#ui/icon.tsx'
import { CardMarks } from './card-marks.tsx'
import { PaymentMark } from './payment-mark.tsx'
import '#storefront/checkout/checkout.css'
import './payment.css'

/** The chosen payment option. Initially the submitted option, otherwise the suggested option, otherwise none. */
export function usePaymentChoice(options: PaymentOption[], suggested: string | null, sent?: string) {
  const [chosen, choose] = useState(sent || suggested)
  const isThere = options.some(({ id }) => id === chosen)
  return { chosen: isThere ? chosen : suggested, choose }
}
type Choice = ReturnType<typeof usePaymentChoice>

/**
 * Keeps one option for each wallet: the first one, because the options of a wallet are in the sequence that the owner
 * chose. If a payment with the option `tried` could not start, keeps all options of its wallet, so that the shopper can
 * choose another provider.
 */
export function shownOptions(options: PaymentOption[], tried?: string): PaymentOption[] {
  const triedWallet = options.find(({ id }) => id === tried)?.wallet
  return options.filter(
    (option, index) =>
      option.wallet === triedWallet || options.findIndex(({ wallet }) => wallet === option.wallet) === index,
  )
}

/**
 * The wallets and other payment options, each with its logo. The chosen option states what happens next. If a wallet
 * has several options, each of them names its provider.
 */
export function PaymentChoice({ options, choice }: { options: PaymentOption[]; choice: Choice }) {
  const { t, say, langOf } = useShop()
  const hintOf = useHint()
  const isAlone = (wallet: string) => options.filter((option) => option.wallet === wallet).length === 1
  // The cast is safe: a text exists for every provider that can share a wallet with another provider.
  const through = (option: PaymentOption) =>
    t('payment.through', { provider: t(`payment.through_${option.provider}` as MessageKey) })
  return (
    <fieldset className="checkout-part">
      <legend>{t('payment.how')}</legend>
      <div className="ways pay-ways">
        {options.map((option) => (
          <label key={option.id} className="way pay-way">
            <PaymentMark wallet={option.wallet} />
            <span className="way-body">
              <span className="pay-name">
                <strong lang={langOf(option.name)}>{say(option.name)}</strong>
                {option.isTest && <span className="test-mark">{t('payment.test')}</span>}
                {option.wallet === 'card' && <CardMarks />}
              </span>
              {isAlone(option.wallet) ? (
                <span className="field-hint pay-hint">{hintOf(option)}</span>
              ) : (
                <span className="field-hint">{through(option)}</span>
              )}
            </span>
            <input
              type="radio"
              name="option"
              value={option.id}
              required
              checked={option.id === choice.chosen}
              onChange={() => choice.choose(option.id)}
            />
          </label>
        ))}
      </div>
      <p className="secure">
        <Icon name="lock" />
        {t('payment.secure')}
      </p>
    </fieldset>
  )
}

/** Returns a function that returns the hint for an option: what happens next if the shopper pays with it. */
function useHint() {
  const { t } = useShop()
  return ({ id, wallet, scannedBy }: PaymentOption) => {
    if (scannedBy) return t('payment.hint_scan', { wallet: t(`payment.wallet_${scannedBy}`) })
    return t(id === 'wechat_mini_program' ? 'payment.hint_in_app' : `payment.hint_${wallet}`)
  }
}

interface PayButtonProps {
  amount: Money
  options: PaymentOption[]
  choice: Choice
  /** Whether nothing is due. */
  isFree?: boolean
  isBusy: boolean
  /** The id of the form to submit, if the button is outside it. */
  form?: string
}

/**
 * The pay button with amount and wallet. Without JavaScript the button shows only the amount, because it cannot react
 * to the chosen wallet.
 */
export function PayButton({ amount, options, choice, isFree = false, isBusy, form }: PayButtonProps) {
  const { t, say, moneyText } = useShop()
  const follows = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
  const option = options.find(({ id }) => id === choice.chosen)
  const sum = moneyText(amount)
  const words = () => {
    if (isBusy) return t('payment.busy')
    if (isFree) return t('payment.place_free')
    if (!follows || !option) return t('payment.pay', { amount: sum })
    if (isHandOverPlace(option.wallet)) return t(`payment.place_${option.wallet}`, { amount: sum })
    if (option.wallet === 'card' || option.wallet === 'etransfer')
      return t(`payment.pay_${option.wallet}`, { amount: sum })
    return t('payment.pay_with', { amount: sum, way: say(option.name) })
  }
  return (
    <button type="submit" form={form} className="button button-wide" aria-disabled={isBusy || undefined}>
      {words()}
    </button>
  )
}
