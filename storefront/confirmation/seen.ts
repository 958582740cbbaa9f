import type { CampaignDetail } from '#contract/campaigns.ts'
import type { ErrorItem } from '#contract/errors.ts'
import type { MessageKey } from '#contract/messages.ts'
import type { OrderDetail } from '#contract/orders.ts'
import type { CheckedPayment, PaymentCode } from '#contract/payments.ts'
import type { Rest } from '#storefront/orders/balance.ts'

/** An order and its payment at a point in time. */
export interface Seen {
  order: OrderDetail
  /** The order's group-buy; null without one, or if its request fails. */
  campaign: CampaignDetail | null
  /** Whether the payment waits for the scan of a QR code; `code` is set while it is valid. */
  isQrCodeScan: boolean
  code: PaymentCode | null
  /** For a failed order: the end of its payment. */
  ended: CheckedPayment['ended']
  /** Whether this request settled the order. The rest of the page loaded in parallel and shows the previous cart. */
  isJustSettled: boolean
  /** The data for paying the balance of a deposit. */
  rest: Rest | null
  /** The problem of an incomplete status. */
  problem: MessageKey | null
  /** Why the check of the payment failed. */
  refusal: ErrorItem | null
  now: number
}
