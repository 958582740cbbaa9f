import type { ReactNode } from 'react'
import type { PaymentWallet } from '#contract/payment-methods.ts'
import { paymentWalletNames, paymentWallets } from '#contract/payment-methods.ts'
import { useShop } from '#storefront/core/shop.ts'
import './payment-mark.css'

/** A wallet's logo in its own colours. Decorative, because the wallet's name is beside it. */
export function PaymentMark({ wallet }: { wallet: PaymentWallet }) {
  return (
    <svg className="payment-mark" data-mark={wallet} viewBox="0 0 40 40" aria-hidden="true">
      <rect className="mark-ground" width="40" height="40" rx="10" />
      {signs[wallet]}
    </svg>
  )
}

/**
 * Finds the wallet whose name equals `way`, the name of a payment method. Undefined if the method has several wallets.
 */
export function useWalletOf(way: string): PaymentWallet | undefined {
  const { t } = useShop()
  return paymentWalletNames.find((wallet) => t(paymentWallets[wallet]) === way)
}

// A banknote.
const cash = (
  <>
    <path className="mark-line" d="M7 13h26v14H7z" />
    <circle className="mark-line" cx="20" cy="20" r="3.5" />
    <path className="mark-line" d="M11.5 20h.01M28.5 20h.01" />
  </>
)

const signs: Record<PaymentWallet, ReactNode> = {
  // Two speech bubbles; the front one has a tick.
  wechat: (
    <>
      <path d="M16.5 9C10.4 9 5.5 12.9 5.5 17.800c0 2.7 1.5 5.1 3.9 6.700l-1 3.3 3.9-2c1.1.3 2.3.5 3.6.5a8.6 8.6 0 0 1-.3-2.200c0-5 4.7-8.9 10.4-9.100C24.7 11.5 20.9 9 16.5 9z" />
      <path d="M34.5 24.200c0-4.1-3.9-7.4-8.6-7.400s-8.6 3.3-8.6 7.4 3.9 7.4 8.6 7.400c1.1 0 2.2-.2 3.2-.5l3 1.6-.8-2.700c2-1.4 3.2-3.5 3.2-5.800z" />
      <path className="mark-cut" d="M22 24.400l2.8 2.6 5.2-5.4" />
    </>
  ),
  // The character 支 in a frame, with its last stroke extended to the right.
  alipay: (
    <path
      className="mark-line"
      d="M10.5 12.500h19M20 8v9.500M12 17.500h15.500c-1.8 6.5-6.5 11-13 11-3.8 0-5.8-1.7-5.8-3.900s2-3.9 5-3.900c5 0 9.5 3.7 20.3 7.3"
    />
  ),
  // Three overlapping slanted cards.
  unionpay: (
    <>
      <path className="mark-teal" d="M25.5 9.500h9.200l-4.5 21h-9.200z" />
      <path className="mark-blue" d="M16.8 9.500h10.700l-4.5 21H12.300z" />
      <path className="mark-red" d="M9.8 9.500h9l-4.5 21h-9z" />
    </>
  ),
  // A card with its stripe.
  card: (
    <>
      <path
        className="mark-line mark-card"
        d="M8 11.500h24a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2z"
      />
      <path d="M6 15.500h28v4H6z" />
      <path className="mark-line mark-card" d="M10 24h6" />
    </>
  ),
  // Two overlapping letters P.
  paypal: (
    <>
      <path
        className="mark-sky"
        d="M29.9 14.600c1.9 1.3 2.6 3.4 2 6-1 4.5-4.3 6.3-8.7 6.300h-1.900l-1.3 6.100h-5l.4-2.100h2.400l1.5-7h3.700c4.7 0 7.9-2.6 8.9-7.600z"
      />
      <path
        className="mark-navy"
        d="M13.7 7.500h9.100c4.9 0 7.5 2.6 6.6 6.9-1 5-4.6 7.1-9.5 7.100h-3.300L15 29h-5.900z"
      />
    </>
  ),
  // A letter with an arrow that leaves it.
  etransfer: (
    <>
      <path className="mark-line" d="M22 29H9.500V12.500h21V18M10 13l10 8.500L30 13" />
      <path className="mark-line" d="M24 25.500h8.500M29 21.500l4 4-4 4" />
    </>
  ),
  // A shop front.
  store: (
    <path
      className="mark-line"
      d="M9 17l2.5-7h17l2.5 7M9 17a3.7 3.7 0 0 0 7.3 0 3.7 3.7 0 0 0 7.4 0 3.7 3.7 0 0 0 7.3 0M11 21v10h18V21M17 31v-6h6v6"
    />
  ),
  pickup: cash,
  delivery: cash,
  test: (
    <text className="mark-word" x="20" y="20">
      TEST
    </text>
  ),
}
