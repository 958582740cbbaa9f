import type { CampaignDetail } from '#contract/campaigns.ts'
import type { ErrorItem } from '#contract/errors.ts'
import type { MessageKey } from '#contract/messages.ts'
import type { OrderDetail } from '#contract/orders.ts'
import type { CheckedPayment, PaymentCode } from '#contract/payments.ts'
import type { Rest } from '#storefront/orders/rest.ts'

/** An order as it stood at a moment. */
export interface Seen {
  order: OrderDetail
  /** Of a group-buy: how it stands; null where that cannot be learnt. */
  campaign: CampaignDetail | null
  /** Whether it waits for a code to be scanned, and that code while it is valid. */
  isQrCodeScan: boolean
  code: PaymentCode | null
  /** Of a failed order: how its payment ended. */
  ended: CheckedPayment['ended']
  /** It was settled by asking for this page: the rest of the page was made beside that and shows the cart of before. */
  isJustSettled: boolean
  /** What paying the rest of its deposit needs. */
  rest: Rest | null
  /** What its status lacks. */
  problem: MessageKey | null
  /** Why the payment could not be checked. */
  refusal: ErrorItem | null
  now: number
}
