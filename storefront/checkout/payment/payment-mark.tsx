import type { ReactNode } from 'react'
import type { DeviceWallet, PaymentWallet } from '#contract/payment-methods.ts'
import { paymentWalletNames, paymentWallets } from '#contract/payment-methods.ts'
import { useShop } from '#storefront/core/shop.ts'
import './payment-mark.css'

/** A wallet's logo in its own colours. Decorative, because the wallet's name is beside it. */
export function PaymentMark({ wallet }: { wallet: PaymentWallet | DeviceWallet }) {
  return (
    <svg className="payment-mark" data-mark={wallet} viewBox="0 0 40 40" aria-hidden="true">
      <rect className="mark-ground" width="40" height="40" rx="10" />
      {logos[wallet]}
    </svg>
  )
}

/**
 * Finds the wallet that has the same name as a payment method. Undefined if no wallet has this name, for example
 * because the method has several wallets.
 */
export function useWalletOf(methodName: string): PaymentWallet | undefined {
  const { t } = useShop()
  return paymentWalletNames.find((wallet) => t(paymentWallets[wallet]) === methodName)
}

// A banknote.
const cash = (
  <>
    <path className="mark-line" d="M7 13h26v14H7z" />
    <circle className="mark-line" cx="20" cy="20" r="3.5" />
    <path className="mark-line" d="M11.5 20h.01M28.5 20h.01" />
  </>
)

const logos: Record<PaymentWallet | DeviceWallet, ReactNode> = {
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
  // An apple with a leaf.
  apple_pay: (
    <path
      className="mark-dark"
      transform="translate(-228.600 -1.600) scale(1.850)"
      d="M138.600 12.200c0-1.100.6-1.900 1.500-2.400-.6-.8-1.400-1.200-2.400-1.200-1 0-1.700.5-2.300.5s-1.300-.5-2.100-.5c-1.700 0-3.100 1.500-3.100 3.800 0 2.500 1.700 5.100 3 5.100.8 0 1.200-.5 2.200-.5s1.300.5 2.100.5c1.100 0 2-1.600 2.500-2.900-.9-.4-1.400-1.300-1.400-2.400zM137.200 7.800c.6-.7.9-1.500.8-2.300-1 .1-2.300 1-2.400 2.600.7 0 1.200 0 1.600-.3z"
    />
  ),
  // The letter G in four colours.
  google_pay: (
    <g transform="translate(8 8)">
      <path
        className="mark-google-blue"
        d="M22.560 12.250c0-.78-.07-1.530-.2-2.250H12v4.260h5.920c-.26 1.370-1.040 2.530-2.210 3.310v2.770h3.570c2.080-1.920 3.280-4.740 3.280-8.090z"
      />
      <path
        className="mark-google-green"
        d="M12 23c2.970 0 5.460-.98 7.280-2.660l-3.570-2.770c-.98.66-2.230 1.060-3.710 1.060-2.860 0-5.290-1.930-6.160-4.530H2.180v2.840C3.990 20.530 7.700 23 12 23z"
      />
      <path
        className="mark-google-yellow"
        d="M5.840 14.090c-.22-.66-.35-1.360-.35-2.090s.13-1.430.35-2.090V7.070H2.180C1.430 8.550 1 10.220 1 12s.43 3.450 1.180 4.930l2.850-2.220.81-.62z"
      />
      <path
        className="mark-google-red"
        d="M12 5.380c1.620 0 3.060.56 4.210 1.640l3.150-3.150C17.450 2.090 14.970 1 12 1 7.700 1 3.990 3.470 2.180 7.070l3.660 2.840c.87-2.600 3.300-4.530 6.160-4.530z"
      />
    </g>
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
