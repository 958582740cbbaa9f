import type { Config } from '#server/platform/config.ts'
import type { Provider, Refund, RefundResult } from './provider.ts'

/** The providers without an API, whose payments and refunds staff confirm. */
export const transferProviders = ['etransfer']

/**
 * Interac e-Transfer. The shop calls no API, because Interac offers its API only to banks. Shoppers send the money with
 * their bank, and staff confirm what arrived. The order number in the message identifies the payment.
 */
export function openEtransfer({ ETRANSFER_EMAIL: email, ...config }: Config): Provider | null {
  const { ETRANSFER_RECIPIENT: recipient, ETRANSFER_HOURS: hours } = config
  if (!email || !recipient || !hours) return null
  return {
    name: 'etransfer',
    merchant: email,
    currencies: ['CAD'],
    transfer: { email, recipient, hours: Number(hours) },
    cancelStatuses: [],
    start: async () => ({ outcome: 'started', next: { kind: 'instructions' } }),
    check: async ({ reference, providerReference }) => ({
      outcome: 'pending',
      reference,
      providerReference,
      merchant: email,
      amount: null,
      currency: null,
      answer: 'not confirmed by staff',
    }),
    // The shop cannot stop a transfer that the shopper's bank may still deliver. If the money arrives later, staff can
    // confirm it.
    cancel: async () => ({ outcome: 'impossible', answer: 'not confirmed in time' }),
    refund: async (refund) => toPendingRefund(refund),
    checkRefund: async (refund) => toPendingRefund(refund),
    readNotification: () => ({ eventKey: '', verdict: 'forged', reference: null, reason: 'e-transfers send none' }),
    respondToNotification: () => new Response(null, { status: 404 }),
  }
}

/** A refund waits until staff say that they sent the money back. */
const toPendingRefund = ({ refundProviderReference }: Refund): RefundResult => ({
  outcome: 'pending',
  providerReference: refundProviderReference,
  answer: 'waits for staff',
})
