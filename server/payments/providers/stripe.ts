import type Stripe from 'stripe'
import type { Config } from '#server/platform/config.ts'
import { modeOfStripeKey } from '#server/platform/provider-settings.ts'
import type {
  Cancelled,
  Delivery,
  DisputeReport,
  Notification,
  Payment,
  Provider,
  Refund,
  Refunded,
  Report,
  Started,
  Tried,
} from './provider.ts'
import { unknownReport } from './provider.ts'
import type { Answer, StripeSettings } from './stripe-client.ts'
import { callStripe, loadStripe } from './stripe-client.ts'
import { cancelUrlOf, cut, eventKeyOf, isPageAddress, referenceOf } from './wire.ts'

type Session = Stripe.Checkout.Session

/**
 * Stripe refuses an expiry less than 30 minutes after the session's creation. The extra minute allows for slow clocks.
 */
const leastMinutes = 31
/** Stripe's smallest payment in each currency, and its largest payment, in minor units. Source: its manual. */
const leastIn = { CAD: 50, USD: 50, EUR: 50, GBP: 30, AUD: 50, HKD: 400, JPY: 50 }
const most = 99_999_999
/**
 * How many of the newest sessions or refunds the shop searches for its own reference, if it never received the id that
 * Stripe gave the session or refund.
 */
const newest = 100

const refundOutcomes: Record<string, Refunded['outcome']> = {
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

  async function start(payment: Payment): Promise<Started> {
    const answer = await callStripe(settings, ({ checkout }) =>
      checkout.sessions.create(toSession(payment), { idempotencyKey: payment.reference }),
    )
    if (answer.kind === 'broken') return { outcome: 'unknown', answer: answer.answer }
    if (answer.kind !== 'ok') return { outcome: 'refused', answer: answer.answer }
    const { id, url } = answer.body
    if (!id || !isPageAddress(url, settings.url)) return { outcome: 'unknown', answer: 'no address' }
    return { outcome: 'started', next: { kind: 'redirect', url }, providerReference: id }
  }

  async function check(tried: Tried): Promise<Report> {
    const answer = await readSession(tried)
    if (answer.kind !== 'ok') return unknownReport(tried, answer.answer)
    return answer.body ? toReport(tried, answer.body) : unknownReport(tried, 'never started')
  }

  /** Reads the session with its payment intent. If Stripe's number is unknown, finds the session by our reference. */
  async function readSession({ reference, providerReference }: Tried): Promise<Answer<Session | null>> {
    return callStripe<Session | null>(settings, async ({ checkout }) => {
      if (providerReference) return checkout.sessions.retrieve(providerReference, { expand: ['payment_intent'] })
      const { data } = await checkout.sessions.list({ limit: newest, expand: ['data.payment_intent'] })
      return data.find((session) => session.client_reference_id === reference) ?? null
    })
  }

  async function cancel(tried: Tried): Promise<Cancelled> {
    const found = await readSession(tried)
    if (found.kind === 'refused' && found.status === 404) return { outcome: 'absent', answer: found.answer }
    if (found.kind !== 'ok') return { outcome: 'unknown', answer: found.answer }
    if (!found.body) return { outcome: 'absent', answer: 'never started' }
    const { id, status } = found.body
    if (status === 'expired') return { outcome: 'cancelled', answer: 'expired' }
    const answer = await callStripe(settings, ({ checkout }) => checkout.sessions.expire(id))
    if (answer.kind === 'ok') return { outcome: 'cancelled', answer: answer.body.status ?? '' }
    return { outcome: answer.kind === 'refused' ? 'refused' : 'unknown', answer: answer.answer }
  }

  async function refund(wish: Refund): Promise<Refunded> {
    const intent = await readIntent(wish)
    if (intent.kind !== 'ok') return unknownRefund(wish, intent.answer)
    const answer = await callStripe(settings, ({ refunds }) =>
      refunds.create(
        {
          payment_intent: intent.body,
          amount: wish.amount.amount,
          reason: 'requested_by_customer',
          metadata: { reference: wish.refundReference, reason: cut(wish.reason, 500) },
        },
        { idempotencyKey: wish.refundReference },
      ),
    )
    if (answer.kind === 'refused') return { ...unknownRefund(wish, answer.answer), outcome: 'refused' }
    return answer.kind === 'ok' ? toRefunded(wish, answer.body) : unknownRefund(wish, answer.answer)
  }

  async function readIntent(wish: Refund): Promise<Answer<string>> {
    const session = await readSession(wish)
    if (session.kind !== 'ok') return session
    const intent = session.body && intentOf(session.body)
    return intent ? { kind: 'ok', body: intent.id } : { kind: 'broken', answer: 'no payment' }
  }

  /** Stripe forgets an idempotency key after a day, so the shop looks a refund up instead of resending it. */
  async function checkRefund(wish: Refund): Promise<Refunded> {
    const known = wish.refundProviderReference
    const intent = known ? null : await readIntent(wish)
    if (intent && intent.kind !== 'ok') return unknownRefund(wish, intent.answer)
    const answer = await callStripe<Stripe.Refund | null>(settings, async ({ refunds }) => {
      if (known) return refunds.retrieve(known)
      const { data } = await refunds.list({ payment_intent: intent?.body ?? '', limit: newest })
      return data.find(({ metadata }) => metadata?.reference === wish.refundReference) ?? null
    })
    if (answer.kind !== 'ok') return unknownRefund(wish, answer.answer)
    return answer.body ? toRefunded(wish, answer.body) : { ...unknownRefund(wish, 'not found'), outcome: 'absent' }
  }

  async function checkDispute(id: string): Promise<DisputeReport | null> {
    const answer = await callStripe(settings, ({ disputes }) => disputes.retrieve(id, { expand: ['payment_intent'] }))
    return answer.kind === 'ok' ? toDisputeReport(answer.body) : null
  }

  return {
    name: 'stripe',
    merchant,
    currencies: Object.keys(leastIn),
    bounds: { most },
    leastIn,
    // Stripe reports no cancellation: the shopper leaves its page, and the session expires.
    cancelWords: [],
    start,
    check,
    cancel,
    refund,
    checkRefund,
    checkDispute,
    readNotification: (delivery) => readNotification(settings, delivery),
    // Stripe stops repeating a notification after any 2xx status.
    answerNotification: (reception) =>
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
          product_data: { name: cut(description, 250) },
        },
      },
    ],
    metadata,
    payment_intent_data: { metadata, description: cut(description, 500) },
    // Stripe must not convert the currency: the shopper pays the amount and currency that the shop showed.
    adaptive_pricing: { enabled: false },
    locale,
    success_url: returnUrl,
    cancel_url: cancelUrlOf(returnUrl),
    expires_at: Math.floor(Date.now() / 1000) + Math.max(leastMinutes, minutes) * 60,
  }
}

/** The session's payment intent, if it was read together with the session; null before the shopper pays. */
function intentOf({ payment_intent: intent }: Session): Stripe.PaymentIntent | null {
  return typeof intent === 'object' ? intent : null
}

function toReport(tried: Tried, session: Session): Report {
  if (session.client_reference_id !== tried.reference) return unknownReport(tried, 'another order')
  const intent = intentOf(session)
  return {
    outcome: outcomeOf(session, intent),
    reference: tried.reference,
    providerReference: session.id,
    merchant: session.livemode ? 'live' : 'test',
    amount: intent?.amount_received || session.amount_total,
    currency: (intent?.currency ?? session.currency)?.toUpperCase() ?? null,
    answer: intent?.status ?? session.status ?? '',
  }
}

function outcomeOf({ status, payment_status: paid }: Session, intent: Stripe.PaymentIntent | null): Report['outcome'] {
  if (intent?.status === 'succeeded') return 'paid'
  if (status === 'expired' || intent?.status === 'canceled') return 'failed'
  // If the card was declined, the session stays open, and the shopper may try another card.
  if (status === 'open') return 'pending'
  return status === 'complete' && paid === 'unpaid' ? 'pending' : 'unknown'
}

const unknownRefund = ({ refundProviderReference }: Refund, answer: string): Refunded => ({
  outcome: 'unknown',
  providerReference: refundProviderReference,
  answer,
})

function toRefunded(wish: Refund, { id, status }: Stripe.Refund): Refunded {
  const answer = status ?? ''
  return { outcome: refundOutcomes[answer] ?? 'unknown', providerReference: id || wish.refundProviderReference, answer }
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
 * Verifies a webhook with the library. Accepts events about sessions and disputes. The shop does not rely on their
 * amounts, but queries Stripe.
 */
async function readNotification({ webhookSecret }: StripeSettings, delivery: Delivery): Promise<Notification> {
  const event = await readEvent(webhookSecret, delivery)
  if (typeof event === 'string')
    return { verdict: 'forged', reason: event, reference: null, eventKey: `x-${eventKeyOf(delivery.body)}` }
  const eventKey = event.id
  const { type, data } = event
  if (type.startsWith('charge.dispute.') && 'id' in data.object && typeof data.object.id === 'string')
    return { verdict: 'dispute', dispute: data.object.id, eventKey }
  const session = data.object.object === 'checkout.session' ? data.object : null
  const reference = referenceOf(session?.client_reference_id)
  if (!session || !reference) return { verdict: 'foreign', reason: 'not about a payment', reference: null, eventKey }
  return { verdict: 'accepted', reference, providerReference: session.id, eventKey }
}

/**
 * The event of a webhook, or the reason to reject it as forged. Stripe's library also rejects signatures older than
 * five minutes.
 */
async function readEvent(secret: string, { body, headers }: Delivery): Promise<Stripe.Event | string> {
  const { webhooks, errors } = await loadStripe()
  try {
    return webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret)
  } catch (error) {
    return error instanceof errors.StripeSignatureVerificationError ? 'signature' : 'not an event'
  }
}
