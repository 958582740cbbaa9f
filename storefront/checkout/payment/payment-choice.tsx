import { useState, useSyncExternalStore } from 'react'
import type { PaymentOption } from '#contract/checkout.ts'
import type { MessageKey } from '#contract/messages.ts'
import type { Money } from '#contract/money.ts'
import type { PaymentWallet } from '#contract/payment-methods.ts'
import { isHandOverPlace } from '#contract/payment-methods.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Icon } from '#ui/icon.tsx'
import { CardMarks } from './card-marks.tsx'
import { PaymentMark } from './payment-mark.tsx'
import type { PaymentRow } from './payment-rows.ts'
import { rowsOf } from './payment-rows.ts'
import '#storefront/checkout/checkout.css'
import './payment.css'

/** The chosen row. Initially the submitted row, otherwise the first row of the suggested option, otherwise none. */
export function usePaymentChoice(options: PaymentOption[], suggested: string | null, submitted?: string) {
  const rows = rowsOf(options)
  const suggestedRow = rows.find(({ option }) => option.id === suggested)?.id ?? null
  const [chosen, choose] = useState(submitted || suggestedRow)
  const isOffered = rows.some(({ id }) => id === chosen)
  return { chosen: isOffered ? chosen : suggestedRow, choose }
}
type Choice = ReturnType<typeof usePaymentChoice>

/**
 * Keeps only the first option of each wallet: the option that the owner put first, and so prefers. If a payment with
 * `failedOption` could not start, keeps all options of its wallet, so that the shopper can choose another provider.
 */
export function visibleOptions(options: PaymentOption[], failedOption?: string): PaymentOption[] {
  const failedWallet = options.find(({ id }) => id === failedOption)?.wallet
  return options.filter(
    (option, index) =>
      option.wallet === failedWallet || options.findIndex(({ wallet }) => wallet === option.wallet) === index,
  )
}

/**
 * The wallets and other payment options, each with its logo and with what happens next. If a wallet has several
 * options, each of them names its provider.
 */
export function PaymentChoice({ options, choice }: { options: PaymentOption[]; choice: Choice }) {
  const { t, langOf } = useShop()
  const nameOf = useRowName()
  const hintOf = useRowHint(options)
  return (
    <fieldset className="checkout-part">
      <legend>{t('payment.how')}</legend>
      <div className="ways pay-ways">
        {rowsOf(options).map((row) => {
          const { id, option, deviceWallet } = row
          return (
            <label key={id} className="way pay-way">
              <PaymentMark wallet={deviceWallet ?? option.wallet} />
              <span className="way-body">
                <span className="pay-name">
                  <strong lang={deviceWallet ? undefined : langOf(option.name)}>{nameOf(row)}</strong>
                  {option.isTest && <span className="test-mark">{t('payment.test')}</span>}
                  {option.wallet === 'card' && !deviceWallet && <CardMarks />}
                </span>
                <span className={needsHint(option, options) ? 'field-hint' : 'field-hint hint-if-chosen'}>
                  {hintOf(row)}
                </span>
              </span>
              <input
                type="radio"
                name="option"
                value={id}
                required
                checked={id === choice.chosen}
                onChange={() => choice.choose(id)}
              />
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

/** Whether shoppers need the hint before they choose: the wallet has several providers, or the payment comes later. */
function needsHint({ wallet }: PaymentOption, options: PaymentOption[]): boolean {
  const isPaidLater = isHandOverPlace(wallet) || wallet === 'etransfer'
  return isPaidLater || isSharedWallet(wallet, options)
}

/** Whether shoppers can pay with this wallet through several providers, each with its own option. */
const isSharedWallet = (wallet: PaymentWallet, options: PaymentOption[]) =>
  options.filter((other) => other.wallet === wallet).length > 1

function useRowName() {
  const { t, say } = useShop()
  return ({ option, deviceWallet }: PaymentRow) => (deviceWallet ? t(`payment.${deviceWallet}`) : say(option.name))
}

/**
 * Returns a function that returns the hint for a row: what happens next if the shopper pays with it. If the wallet has
 * several options, the hint names the provider instead.
 */
function useRowHint(options: PaymentOption[]) {
  const { t } = useShop()
  return ({ option: { id, wallet, provider, scannedBy }, deviceWallet }: PaymentRow) => {
    if (deviceWallet) return t(`payment.hint_${deviceWallet}`)
    // The cast is safe: a text exists for every provider that can share a wallet with another provider.
    if (isSharedWallet(wallet, options))
      return t('payment.through', { provider: t(`payment.through_${provider}` as MessageKey) })
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
 * The pay button with amount and wallet, and a note that the payment is encrypted. Without JavaScript the button shows
 * only the amount, because it cannot react to the chosen wallet.
 */
export function PayButton({ amount, options, choice, isFree = false, isBusy, form }: PayButtonProps) {
  const { t, moneyText } = useShop()
  const nameOf = useRowName()
  const isHydrated = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
  const row = rowsOf(options).find(({ id }) => id === choice.chosen)
  const sum = moneyText(amount)
  const label = () => {
    if (isBusy) return t('payment.busy')
    if (isFree) return t('payment.place_free')
    if (!isHydrated || !row) return t('payment.pay', { amount: sum })
    const { wallet } = row.option
    if (isHandOverPlace(wallet)) return t(`payment.place_${wallet}`, { amount: sum })
    // The label says "Continue to", because shoppers must choose the wallet of their device again on Stripe's page.
    if (row.deviceWallet) return t('payment.continue_to', { amount: sum, way: nameOf(row) })
    if (wallet === 'card' || wallet === 'etransfer') return t(`payment.pay_${wallet}`, { amount: sum })
    return t('payment.pay_with', { amount: sum, way: nameOf(row) })
  }
  return (
    <>
      <button type="submit" form={form} className="button button-wide" aria-disabled={isBusy || undefined}>
        {label()}
      </button>
      {options.length > 0 && !isFree && (
        <p className="secure">
          <Icon name="lock" />
          {t(row?.option.wallet === 'card' ? 'payment.secure_card' : 'payment.secure')}
        </p>
      )}
    </>
  )
}
