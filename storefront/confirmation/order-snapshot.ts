import type { CampaignDetail } from '#contract/campaigns.ts'
import type { ErrorItem } from '#contract/errors.ts'
import type { MessageKey } from '#contract/messages.ts'
import type { OrderDetail } from '#contract/orders.ts'
import type { CheckedPayment, PaymentCode, TransferInstructions } from '#contract/payments.ts'
import type { BalancePayment } from '#storefront/orders/balance.ts'
import type { PaymentOptions } from './other-ways.tsx'

/** The state of an order and its payment at one point in time. */
export interface OrderSnapshot {
  order: OrderDetail
  /** The order's group-buy. Null if there is none, or if its request failed. */
  campaign: CampaignDetail | null
  /** Whether the shopper must scan a QR code to pay. `code` is the QR code while it is valid, else null. */
  isQrCodeScan: boolean
  code: PaymentCode | null
  /** How to send the money by e-transfer. Null unless the order waits for an e-transfer. */
  transfer: TransferInstructions | null
  /** How the payment of a failed order ended. */
  ended: CheckedPayment['ended']
  /**
   * Whether this request settled the order. If so, `usePolledOrder` reloads the rest of the page, which loaded in
   * parallel and still shows the previous cart.
   */
  isJustSettled: boolean
  /** The payment methods for a pending order that is no longer in a cart, else null. Polls do not load them. */
  ways: PaymentOptions | null
  /** The data for paying the balance after a deposit. Null if the balance cannot be paid now. */
  rest: BalancePayment | null
  /** The key of an error message if the provider's response lacks the status that the page expects. Otherwise null. */
  problem: MessageKey | null
  /** Why the payment could not be checked. Null if it was checked, or if no check was needed. */
  refusal: ErrorItem | null
  now: number
}
