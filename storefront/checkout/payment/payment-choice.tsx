import { useState, useSyncExternalStore } from 'react'
import type { PaymentOption } from '#contract/checkout.ts'
import type { MessageKey } from '#contract/messages.ts'
import type { Money } from '#contract/money.ts'
import { formatCharge } from '#contract/money.ts'
import { isHandOverPlace } from '#contract/payment-methods.ts'
import { useShop } from '#storefront/core/shop.ts'
import { CardMarks } from './card-marks.tsx'
import { PaymentMark } from './payment-mark.tsx'
import '#storefront/checkout/checkout.css'

/** The chosen payment option. Initially the submitted one, else the suggested one, else none. */
export function usePaymentChoice(options: PaymentOption[], suggested: string | null, sent?: string) {
  const [chosen, choose] = useState(sent || suggested)
  const isThere = options.some(({ id }) => id === chosen)
  return { chosen: isThere ? chosen : suggested, choose }
}
type Choice = ReturnType<typeof usePaymentChoice>

/**
 * Keeps one option for each wallet: that of the provider the owner ranks first. If a payment could not start, keeps all
 * options of its wallet, so that the shopper can choose another provider.
 */
export function shownOptions(options: PaymentOption[], tried?: string): PaymentOption[] {
  const triedWallet = options.find(({ id }) => id === tried)?.wallet
  return options.filter(
    (option, index) =>
      option.wallet === triedWallet || options.findIndex(({ wallet }) => wallet === option.wallet) === index,
  )
}

/**
 * The wallets and other payment options, each with its logo and next step. If one wallet has several options, each
 * names its provider.
 */
export function PaymentChoice({ options, choice }: { options: PaymentOption[]; choice: Choice }) {
  const { t, say, langOf } = useShop()
  const hintOf = useHint()
  const isAlone = (wallet: string) => options.filter((option) => option.wallet === wallet).length === 1
  const through = (option: PaymentOption) =>
    t('payment.through', { provider: t(`payment.through_${option.provider}` as MessageKey) })
  return (
    <fieldset className="checkout-part">
      <legend>{t('payment.how')}</legend>
      <div className="ways">
        {options.map((option) => (
          <label key={option.id} className="way">
            <input
              type="radio"
              name="option"
              value={option.id}
              required
              checked={option.id === choice.chosen}
              onChange={() => choice.choose(option.id)}
            />
            <PaymentMark wallet={option.wallet} />
            <span className="way-body">
              <span>
                <strong lang={langOf(option.name)}>{say(option.name)}</strong>
                {option.isTest && <span className="test-mark">{t('payment.test')}</span>}
              </span>
              <span className="field-hint">{isAlone(option.wallet) ? hintOf(option) : through(option)}</span>
              {option.wallet === 'card' && <CardMarks />}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Returns a text for what happens next with a payment option. */
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
 * The pay button with amount and wallet. Without JavaScript it shows only the amount, because it cannot react to the
 * chosen wallet.
 */
export function PayButton({ amount, options, choice, isFree = false, isBusy, form }: PayButtonProps) {
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
    if (isHandOverPlace(option.wallet)) return t(`payment.place_${option.wallet}`, { amount: sum })
    if (option.wallet === 'card') return t('payment.pay_by_card', { amount: sum })
    return t('payment.pay_with', { amount: sum, way: say(option.name) })
  }
  return (
    <button type="submit" form={form} className="button button-wide" aria-disabled={isBusy || undefined}>
      {words()}
    </button>
  )
}
