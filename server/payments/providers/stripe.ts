import type Stripe from 'stripe'
import type { Config } from '#server/platform/config.ts'
import { modeOfStripeKey } from '#server/platform/provider-settings.ts'
import { cancelUrlOf, eventKeyOf, isPageAddress, referenceOf, truncate } from './formats.ts'
import type {
  AttemptRef,
  CancelResult,
  DisputeReport,
  Notification,
  Payment,
  Provider,
  Refund,
  RefundResult,
  Report,
  StartResult,
  WebhookDelivery,
} from './provider.ts'
import { unknownReport } from './provider.ts'
import type { StripeResult, StripeSettings } from './stripe-client.ts'
import { callStripe, loadStripe } from './stripe-client.ts'

type Session = Stripe.Checkout.Session

/**
 * Stripe refuses an expiry less than 30 minutes after the session's creation. The extra minute allows for slow clocks.
 */
const minExpiryMinutes = 31
/** Stripe's smallest payment in each currency, and its largest payment, in minor units. Source: its manual. */
const minAmounts = { CAD: 50, USD: 50, EUR: 50, GBP: 30, AUD: 50, HKD: 400, JPY: 50 }
const maxAmount = 99_999_999
/**
 * How many of the newest sessions or refunds the shop searches for its own reference. The shop searches if it never
 * received Stripe's id of the session or refund.
 */
const searchLimit = 100

const refundOutcomes: Record<string, RefundResult['outcome']> = {
  succeeded: 'refunded',
  pending: 'pending',
  requires_action: 'pending',
  failed: 'refused',
  canceled: 'refused',
}

/** Stripe with the shop's settings; null if its URL is not set. */
export function openStripe(config: Config): Provider | null {
  if (!config.STRIPE_URL) return null
  return stripe({
    url: config.STRIPE_URL,
    secretKey: config.STRIPE_SECRET_KEY,
    webhookSecret: config.STRIPE_WEBHOOK_SECRET,
    timeoutMs: config.PROVIDER_TIMEOUT_MS,
  })
}

/**
 * Stripe Checkout: the shopper enters the card on Stripe's page. A session stays payable until it expires, so the shop
 * expires it as soon as the order no longer accepts the payment.
 */
export function stripe(settings: StripeSettings): Provider {
  const merchant = modeOfStripeKey(settings.secretKey)

  async function start(payment: Payment): Promise<StartResult> {
    const result = await callStripe(settings, ({ checkout }) =>
      checkout.sessions.create(toSession(payment), { idempotencyKey: payment.reference }),
    )
    if (result.kind === 'broken') return { outcome: 'unknown', answer: result.answer }
    if (result.kind !== 'ok') return { outcome: 'refused', answer: result.answer }
    const { id, url } = result.body
    if (!id || !isPageAddress(url, settings.url)) return { outcome: 'unknown', answer: 'no address' }
    return { outcome: 'started', next: { kind: 'redirect', url }, providerReference: id }
  }

  async function check(attempt: AttemptRef): Promise<Report> {
    const result = await findSession(attempt)
    if (result.kind !== 'ok') return unknownReport(attempt, result.answer)
    return result.body ? toReport(attempt, result.body) : unknownReport(attempt, 'never started')
  }

  /**
   * Reads the session with its payment intent. If Stripe's id of the session is unknown, finds the session by our
   * reference.
   */
  async function findSession({ reference, providerReference }: AttemptRef): Promise<StripeResult<Session | null>> {
    return callStripe<Session | null>(settings, async ({ checkout }) => {
      if (providerReference) return checkout.sessions.retrieve(providerReference, { expand: ['payment_intent'] })
      const { data } = await checkout.sessions.list({ limit: searchLimit, expand: ['data.payment_intent'] })
      return data.find((session) => session.client_reference_id === reference) ?? null
    })
  }

  async function cancel(attempt: AttemptRef): Promise<CancelResult> {
    const session = await findSession(attempt)
    if (session.kind === 'refused' && session.status === 404) return { outcome: 'absent', answer: session.answer }
    if (session.kind !== 'ok') return { outcome: 'unknown', answer: session.answer }
    if (!session.body) return { outcome: 'absent', answer: 'never started' }
    const { id, status } = session.body
    if (status === 'expired') return { outcome: 'cancelled', answer: 'expired' }
    const result = await callStripe(settings, ({ checkout }) => checkout.sessions.expire(id))
    if (result.kind === 'ok') return { outcome: 'cancelled', answer: result.body.status ?? '' }
    return { outcome: result.kind === 'refused' ? 'refused' : 'unknown', answer: result.answer }
  }

  async function refund(request: Refund): Promise<RefundResult> {
    const intent = await readIntent(request)
    if (intent.kind !== 'ok') return unknownRefund(request, intent.answer)
    const result = await callStripe(settings, ({ refunds }) =>
      refunds.create(
        {
          payment_intent: intent.body,
          amount: request.amount.amount,
          reason: 'requested_by_customer',
          metadata: { reference: request.refundReference, reason: truncate(request.reason, 500) },
        },
        { idempotencyKey: request.refundReference },
      ),
    )
    if (result.kind === 'refused') return { ...unknownRefund(request, result.answer), outcome: 'refused' }
    return result.kind === 'ok' ? toRefunded(request, result.body) : unknownRefund(request, result.answer)
  }

  async function readIntent(request: Refund): Promise<StripeResult<string>> {
    const session = await findSession(request)
    if (session.kind !== 'ok') return session
    const intent = session.body && intentOf(session.body)
    return intent ? { kind: 'ok', body: intent.id } : { kind: 'broken', answer: 'no payment' }
  }

  /** Stripe forgets an idempotency key after a day, so the shop looks a refund up instead of resending it. */
  async function checkRefund(request: Refund): Promise<RefundResult> {
    const refundId = request.refundProviderReference
    const intent = refundId ? null : await readIntent(request)
    if (intent && intent.kind !== 'ok') return unknownRefund(request, intent.answer)
    const result = await callStripe<Stripe.Refund | null>(settings, async ({ refunds }) => {
      if (refundId) return refunds.retrieve(refundId)
      const { data } = await refunds.list({ payment_intent: intent?.body ?? '', limit: searchLimit })
      return data.find(({ metadata }) => metadata?.reference === request.refundReference) ?? null
    })
    if (result.kind !== 'ok') return unknownRefund(request, result.answer)
    return result.body
      ? toRefunded(request, result.body)
      : { ...unknownRefund(request, 'not found'), outcome: 'absent' }
  }

  async function checkDispute(id: string): Promise<DisputeReport | null> {
    const result = await callStripe(settings, ({ disputes }) => disputes.retrieve(id, { expand: ['payment_intent'] }))
    return result.kind === 'ok' ? toDisputeReport(result.body) : null
  }

  return {
    name: 'stripe',
    merchant,
    currencies: Object.keys(minAmounts),
    bounds: { most: maxAmount },
    minAmounts,
    // Stripe reports no cancellation. If the shopper leaves Stripe's page, the session stays open until it expires.
    cancelStatuses: [],
    start,
    check,
    cancel,
    refund,
    checkRefund,
    checkDispute,
    readNotification: (delivery) => readNotification(settings, delivery),
    // Stripe stops repeating a notification after any 2xx status.
    respondToNotification: (reception) =>
      new Response(null, { status: { taken: 204, refused: 400, again: 503 }[reception] }),
  }
}

function toSession(payment: Payment): Stripe.Checkout.SessionCreateParams {
  const { reference, amount, description, locale, returnUrl, minutes } = payment
  const metadata = { reference }
  return {
    mode: 'payment',
    // With `card`, Stripe's page also offers Apple Pay and Google Pay.
    allowed_payment_method_types: ['card'],
    client_reference_id: reference,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: amount.currency.toLowerCase(),
          unit_amount: amount.amount,
          product_data: { name: truncate(description, 250) },
        },
      },
    ],
    metadata,
    payment_intent_data: { metadata, description: truncate(description, 500) },
    // Stripe must not convert the currency: the shopper pays the amount and currency that the shop showed.
    adaptive_pricing: { enabled: false },
    locale,
    success_url: returnUrl,
    cancel_url: cancelUrlOf(returnUrl),
    expires_at: Math.floor(Date.now() / 1000) + Math.max(minExpiryMinutes, minutes) * 60,
  }
}

/** The session's payment intent, if it was read together with the session; null before the shopper pays. */
function intentOf({ payment_intent: intent }: Session): Stripe.PaymentIntent | null {
  return typeof intent === 'object' ? intent : null
}

function toReport(attempt: AttemptRef, session: Session): Report {
  if (session.client_reference_id !== attempt.reference) return unknownReport(attempt, 'another order')
  const intent = intentOf(session)
  return {
    outcome: outcomeOf(session, intent),
    reference: attempt.reference,
    providerReference: session.id,
    merchant: session.livemode ? 'live' : 'test',
    amount: intent?.amount_received || session.amount_total,
    currency: (intent?.currency ?? session.currency)?.toUpperCase() ?? null,
    answer: intent?.status ?? session.status ?? '',
  }
}

function outcomeOf(
  { status, payment_status: paymentStatus }: Session,
  intent: Stripe.PaymentIntent | null,
): Report['outcome'] {
  if (intent?.status === 'succeeded') return 'paid'
  if (status === 'expired' || intent?.status === 'canceled') return 'failed'
  // If the card was declined, the session stays open, and the shopper may try another card.
  if (status === 'open') return 'pending'
  return status === 'complete' && paymentStatus === 'unpaid' ? 'pending' : 'unknown'
}

const unknownRefund = ({ refundProviderReference }: Refund, answer: string): RefundResult => ({
  outcome: 'unknown',
  providerReference: refundProviderReference,
  answer,
})

function toRefunded(request: Refund, { id, status, failure_reason: reason }: Stripe.Refund): RefundResult {
  return {
    outcome: refundOutcomes[status ?? ''] ?? 'unknown',
    providerReference: id || request.refundProviderReference,
    answer: [status, reason].filter(Boolean).join(': '),
  }
}

const disputeStates: Record<string, DisputeReport['state']> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
}

function toDisputeReport(dispute: Stripe.Dispute): DisputeReport {
  const { id, status, reason, amount, currency, payment_intent: intent, evidence_details: details } = dispute
  const dueAt = details?.due_by ? new Date(details.due_by * 1000) : null
  return {
    reference: id,
    payment: referenceOf(typeof intent === 'object' ? intent?.metadata.reference : null),
    state: disputeStates[status] ?? 'open',
    amount,
    currency: currency.toUpperCase(),
    reason,
    dueAt,
  }
}

/**
 * Verifies a webhook with the library. Accepts events about sessions, disputes and refunds. The shop does not rely on
 * their amounts, but queries Stripe.
 */
async function readNotification({ webhookSecret }: StripeSettings, delivery: WebhookDelivery): Promise<Notification> {
  const event = await readEvent(webhookSecret, delivery)
  if (typeof event === 'string')
    return { verdict: 'forged', reason: event, reference: null, eventKey: `x-${eventKeyOf(delivery.body)}` }
  const eventKey = event.id
  const { type, data } = event
  if (type.startsWith('charge.dispute.') && 'id' in data.object && typeof data.object.id === 'string')
    return { verdict: 'dispute', dispute: data.object.id, eventKey }
  const refund = data.object.object === 'refund' ? referenceOf(data.object.metadata?.reference) : null
  if (refund) return { verdict: 'refund', refund, eventKey }
  const session = data.object.object === 'checkout.session' ? data.object : null
  const reference = referenceOf(session?.client_reference_id)
  if (!session || !reference) return { verdict: 'foreign', reason: 'not about a payment', reference: null, eventKey }
  return { verdict: 'accepted', reference, providerReference: session.id, eventKey }
}

/**
 * The event of a webhook, or the reason to reject it as forged. Stripe's library also rejects signatures older than
 * five minutes.
 */
async function readEvent(secret: string, { body, headers }: WebhookDelivery): Promise<Stripe.Event | string> {
  const { webhooks, errors } = await loadStripe()
  try {
    return webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret)
  } catch (error) {
    return error instanceof errors.StripeSignatureVerificationError ? 'signature' : 'not an event'
  }
}
