import { createHash, randomBytes } from 'node:crypto'
import type { Payment } from './frame/book.ts'
import type { Call, Frame, Notice, Operation, Protocol, Reply } from './frame/protocol.ts'
import type { Simulator } from './frame/simulator.ts'
import { startSimulator } from './frame/simulator.ts'
import { cardOf } from './stripe-cards.ts'
import type { StripeRefund } from './stripe-objects.ts'
import {
  disputeId,
  errorReply,
  intentId,
  json,
  toDispute,
  toIntent,
  toList,
  toRefund,
  toSession,
} from './stripe-objects.ts'
import { renderCheckout } from './stripe-page.ts'

export interface StripeSettings {
  port: number
  host?: string
  secretKey: string
  webhookSecret: string
  /**
   * The simulator sends webhooks to this path on the return URL's origin. At the real Stripe, the shop's owner
   * registers the URL beforehand.
   */
  webhookPath: string
}

const brand = { name: { en: 'Stripe', zh: 'Stripe' }, accent: '#5b4ee0' }
/** For some currencies, the smallest amount that Stripe accepts, in minor units (docs.stripe.com/currencies). */
const minAmounts: Record<string, number> = { cad: 50, usd: 50, eur: 50, gbp: 30, aud: 50, hkd: 400, jpy: 50 }
const disputeDelayMs = 1000
const refundFailureDelayMs = 500
/** For each dispute state that waits for evidence, the days until the deadline. The numbers are made up. */
const evidenceDays: Record<string, number> = { warning_needs_response: 7, needs_response: 14 }
const staleSignatureMs = 10 * 60_000

/**
 * Starts a simulator of Stripe: Checkout Sessions, PaymentIntents, refunds, disputes and signed webhooks, with a
 * payment page for Stripe's test cards. No money moves.
 */
export function startStripe(settings: StripeSettings): Promise<Simulator> {
  return startSimulator(settings, (frame) => createProtocol(settings, frame))
}

function createProtocol(settings: StripeSettings, frame: Frame): Protocol {
  const { book } = frame
  const refunds = new Map<string, StripeRefund>()
  /** For each idempotency key, the digest of its first request and its response. */
  const idempotentReplies = new Map<string, { digest: string; reply: Reply }>()
  const events = new Map<string, string>()
  const sessions: Payment[] = []
  let sign: (options: { payload: string; secret: string; timestamp?: number }) => string = () => ''

  return {
    faults: {
      notices: ['bad_sign', 'no_sign', 'old_sign'],
      answers: [
        'unknown_status',
        'other_order',
        'empty_data',
        'refuse_create',
        'refuse_refund',
        'slow_refund',
        'returned_refund',
        'too_many_calls',
        'no_permission',
      ],
    },
    read,
    notice,
    isAcknowledged: (status) => status >= 200 && status < 300,
    // The real Stripe sends a webhook again for three days. The simulator uses shorter, made-up delays.
    retrySeconds: [1, 5, 15, 60],
    agree,
    page: renderCheckout,
    submit,
    back: (payment, action) =>
      action === 'pay' || payment.status === 'paid'
        ? payment.returnUrl
        : (payment.notes.cancelUrl ?? payment.returnUrl),
  }

  /** Charges the chosen card. Does nothing if the session has expired or is already paid. */
  function agree(payment: Payment) {
    if (book.find(payment.reference)?.status !== 'pending') return
    book.settle(payment, 'paid')
    const { result } = cardOf(payment.notes.card ?? null)
    if (result !== 'disputed' && result !== 'inquiry') return
    const status = result === 'inquiry' ? 'warning_needs_response' : 'needs_response'
    setTimeout(() => changeDispute(payment, status), disputeDelayMs).unref()
  }

  function submit(payment: Payment, form: URLSearchParams): string | null {
    const { number, result } = cardOf(form.get('card'))
    payment.notes.card = number
    if (result === 'paid' || result === 'disputed' || result === 'inquiry') return null
    if (result === 'authentication' && form.get('confirmed') === 'yes') return null
    if (result === 'authentication' && !form.has('confirmed')) return 'confirm'
    payment.notes.declined = 'yes'
    return result
  }

  function changeDispute(payment: Payment, status: string) {
    const { notes } = payment
    const days = evidenceDays[status]
    notes.disputeEvent = days === undefined ? 'closed' : notes.dispute ? 'updated' : 'created'
    notes.dispute = status
    if (days !== undefined) notes.dueBy = String(Math.floor(Date.now() / 1000) + days * 86_400)
    void frame.deliver(payment)
  }

  function read(call: Call): Operation | Reply | null {
    if (!call.path.startsWith('/v1/')) return null
    if (call.headers.authorization !== `Bearer ${settings.secretKey}`)
      return errorReply(401, '', 'Invalid API Key provided: sk_test_****', 'invalid_request_error')
    if (!/^\d{4}-\d{2}-\d{2}(\.\w+)?$/.test(call.headers['stripe-version'] ?? ''))
      return errorReply(400, 'invalid_api_version', 'Invalid Stripe API version.')
    const operation = route(call)
    if (!operation)
      return errorReply(404, 'resource_missing', `Unrecognized request URL (${call.method}: ${call.path}).`)
    const { perform } = operation
    return {
      ...operation,
      perform: async (fault) => {
        if (fault === 'too_many_calls') return errorReply(429, 'rate_limit', 'Too many requests.')
        if (fault === 'no_permission') return errorReply(403, '', 'The key does not have the required permissions.')
        if (fault === 'empty_data') return json(200, {})
        sign = (await import('stripe')).default.webhooks.generateTestHeaderString
        return performOnce(call, () => perform(fault))
      },
    }
  }

  /**
   * Performs a POST once for each idempotency key. A repeated request gets the stored response, unless the first
   * request failed. A different request with a used key is refused.
   */
  async function performOnce(call: Call, perform: () => Reply | Promise<Reply>): Promise<Reply> {
    const key = call.method === 'POST' ? call.headers['idempotency-key'] : undefined
    if (!key) return perform()
    const digest = createHash('sha256').update(`${call.path}\n${call.body}`).digest('hex')
    const stored = idempotentReplies.get(key)
    if (stored && stored.digest !== digest)
      return errorReply(400, '', 'Keys for idempotent requests can only be used once.', 'idempotency_error')
    if (stored) return { ...stored.reply, headers: { ...stored.reply.headers, 'Idempotent-Replayed': 'true' } }
    const reply = await perform()
    if (reply.status < 400) idempotentReplies.set(key, { digest, reply })
    return reply
  }

  function route(call: Call): Operation | null {
    const [, , kind = '', ...rest] = call.path.split('/')
    const form = new URLSearchParams(call.body)
    if (kind === 'checkout') return routeSession(call, form, rest.slice(1))
    const [id = '', action] = rest
    if (kind === 'refunds' && call.method === 'POST' && !id) {
      const payment = findIntent(form.get('payment_intent'))
      return { reference: payment?.reference ?? '', name: 'refund', perform: (fault) => refund(payment, form, fault) }
    }
    if (kind === 'refunds' && id) {
      const storedRefund = refunds.get(id)
      return {
        reference: storedRefund?.payment.reference ?? '',
        name: 'refund_get',
        perform: () => getRefund(storedRefund),
      }
    }
    if (kind === 'refunds') {
      const payment = findIntent(call.query.get('payment_intent'))
      const paymentRefunds = [...refunds.values()].filter((known) => known.payment === payment).map(toRefund)
      const perform = () => json(200, toList(call.path, paymentRefunds))
      return { reference: payment?.reference ?? '', name: 'refund_list', perform }
    }
    if (kind === 'payment_intents') {
      const payment = findIntent(id)
      const perform = () => (payment ? json(200, toIntent(payment)) : missing('payment_intent', id))
      return { reference: payment?.reference ?? '', name: 'intent_get', perform }
    }
    if (kind !== 'disputes') return null
    const payment = sessions.find((one) => one.notes.dispute && disputeId(one) === id)
    const perform = () => (payment ? dispute(payment, form, { ...call, action }) : missing('dispute', id))
    return { reference: payment?.reference ?? '', name: 'dispute', perform }
  }

  function routeSession(call: Call, form: URLSearchParams, [id = '', action]: string[]): Operation {
    if (call.method === 'POST' && !id) {
      const reference = form.get('client_reference_id') ?? ''
      return { reference, name: 'create', isCreate: true, perform: (fault) => create(form, fault) }
    }
    if (!id) {
      const perform = () =>
        json(
          200,
          toList(
            call.path,
            sessions.toReversed().map((one) => expandSession(one)),
          ),
        )
      return { reference: '', name: 'list', perform }
    }
    const payment = book.find('', id)
    const reference = payment?.reference ?? ''
    if (action === 'expire') return { reference, name: 'expire', perform: () => expire(payment, id) }
    return { reference, name: 'get', perform: (fault) => (payment ? respond(payment, fault) : missing('session', id)) }
  }

  function findIntent(id: string | null): Payment | undefined {
    return sessions.find((payment) => intentId(payment) === id)
  }

  function create(form: URLSearchParams, fault: string | undefined): Reply {
    if (fault === 'refuse_create') return errorReply(400, 'account_invalid', 'The account cannot make charges.')
    const field = (name: string) => form.get(name) ?? ''
    const currency = field('line_items[0][price_data][currency]')
    const amount = Number(field('line_items[0][price_data][unit_amount]'))
    const expiresAt = Number(field('expires_at'))
    const problem = findProblem({ mode: field('mode'), currency, amount, seconds: expiresAt - Date.now() / 1000 })
    if (problem) return problem
    const payment = book.add({
      token: `cs_test_${randomBytes(24).toString('hex')}`,
      reference: field('client_reference_id'),
      amount,
      currency: currency.toUpperCase(),
      description: field('line_items[0][price_data][product_data][name]'),
      returnUrl: field('success_url'),
      notifyUrl: '',
      closesAt: expiresAt * 1000,
      brand,
      notes: { cancelUrl: field('cancel_url') },
    })
    sessions.push(payment)
    return respond(payment, fault)
  }

  function findProblem(order: { mode: string; currency: string; amount: number; seconds: number }): Reply | null {
    const { mode, currency, amount, seconds } = order
    if (mode !== 'payment') return errorReply(400, 'parameter_missing', 'Missing required param: mode.')
    const minAmount = minAmounts[currency]
    if (minAmount === undefined) return errorReply(400, 'currency_invalid', `Invalid currency: ${currency}`)
    if (!Number.isInteger(amount)) return errorReply(400, 'parameter_invalid_integer', 'Invalid integer: unit_amount')
    if (amount < minAmount) return errorReply(400, 'amount_too_small', `The minimum is ${minAmount} ${currency}.`)
    if (seconds < 30 * 60 || seconds > 24 * 3600)
      return errorReply(400, '', 'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.')
    return null
  }

  function expire(payment: Payment | undefined, id: string): Reply {
    if (!payment) return missing('session', id)
    if (payment.status !== 'pending')
      return errorReply(400, '', 'Only Checkout Sessions with a status of open can expire.')
    book.settle(payment, 'closed')
    return respond(payment, undefined)
  }

  function refund(payment: Payment | undefined, form: URLSearchParams, fault: string | undefined): Reply {
    if (payment?.status !== 'paid') return missing('payment_intent', form.get('payment_intent') ?? '')
    if (fault === 'refuse_refund') return errorReply(400, 'charge_not_refundable', 'This charge cannot be refunded.')
    if (isChargeback(payment)) return errorReply(400, 'charge_disputed', 'This charge has been charged back.')
    const metadata = { reference: form.get('metadata[reference]') ?? '' }
    const amount = Number(form.get('amount') ?? payment.amount)
    const id = `re_${randomBytes(12).toString('hex')}`
    if (!book.refund(payment, metadata.reference || id, amount))
      return errorReply(400, 'amount_too_large', 'Refund amount is greater than unrefunded amount on charge.')
    const newRefund = { id, payment, amount, metadata, status: fault === 'slow_refund' ? 'pending' : 'succeeded' }
    refunds.set(id, newRefund)
    if (fault === 'returned_refund') setTimeout(() => failRefund(newRefund), refundFailureDelayMs).unref()
    return json(200, toRefund(newRefund))
  }

  /** Lets a refund fail after its success, as if the card's bank had sent the money back. */
  function failRefund(failedRefund: StripeRefund) {
    const { id, payment, metadata } = failedRefund
    failedRefund.status = 'failed'
    payment.refunds.delete(metadata.reference || id)
    payment.notes.failedRefund = id
    void frame.deliver(payment)
  }

  /** Lets a pending refund succeed and returns it. The shop's first query therefore already sees a succeeded refund. */
  function getRefund(storedRefund: StripeRefund | undefined): Reply {
    if (!storedRefund) return missing('refund', '')
    if (storedRefund.status === 'pending') storedRefund.status = 'succeeded'
    return json(200, toRefund(storedRefund))
  }

  /**
   * Returns a dispute. A POST first adds evidence to the dispute, or closes it, so that the shop loses. As in Stripe's
   * test mode, the text of the evidence decides: the shop wins or loses, or the bank escalates an inquiry.
   */
  function dispute(payment: Payment, form: URLSearchParams, call: Call & { action: string | undefined }): Reply {
    const evidence = form.get('evidence[uncategorized_text]')
    if (call.method === 'POST' && call.action === 'close') changeDispute(payment, 'lost')
    else if (call.method === 'POST' && evidence === 'escalate_inquiry_evidence')
      changeDispute(payment, 'needs_response')
    else if (call.method === 'POST' && evidence)
      changeDispute(payment, evidence === 'winning_evidence' ? 'won' : 'lost')
    const isExpanded = call.query.has('expand[0]')
    return json(200, { ...toDispute(payment), ...(isExpanded && { payment_intent: toIntent(payment) }) })
  }

  function expandSession(payment: Payment, fault?: string) {
    const session = toSession(payment, frame.pageOf(payment))
    return {
      ...session,
      ...(session.payment_intent && { payment_intent: toIntent(payment) }),
      ...(fault === 'unknown_status' && { status: 'pondering', payment_status: 'pondering', payment_intent: null }),
      ...(fault === 'other_order' && { client_reference_id: 'SOMEBODY-ELSE-A1' }),
    }
  }

  function respond(payment: Payment, fault: string | undefined): Reply {
    return json(200, expandSession(payment, fault))
  }

  /** The webhook event for a payment, its dispute or its failed refund. An event that is sent again keeps its id. */
  function notice(payment: Payment, fault: string | undefined): Notice {
    const { dispute: state, disputeEvent, failedRefund = '' } = payment.notes
    const refund = refunds.get(failedRefund)
    const sessionType = `checkout.session.${payment.status === 'closed' ? 'expired' : 'completed'}`
    const type = refund ? 'refund.failed' : state ? `charge.dispute.${disputeEvent}` : sessionType
    const key = `${type} ${refund?.id ?? payment.token}`
    const id = events.get(key) ?? `evt_${randomBytes(12).toString('hex')}`
    events.set(key, id)
    const object = refund ? toRefund(refund) : state ? toDispute(payment) : toSession(payment, '')
    const body = JSON.stringify({ id, object: 'event', type, livemode: false, created: 0, data: { object } })
    const secret = fault === 'bad_sign' ? 'whsec_of_somebody_else' : settings.webhookSecret
    const at = Math.floor((Date.now() - (fault === 'old_sign' ? staleSignatureMs : 0)) / 1000)
    return {
      url: new URL(settings.webhookPath, payment.returnUrl).href,
      body,
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        ...(fault !== 'no_sign' && { 'Stripe-Signature': sign({ payload: body, secret, timestamp: at }) }),
      },
    }
  }
}

/** Whether the bank has taken the money back. During an inquiry, the shop keeps the money and may refund it. */
const isChargeback = ({ notes: { dispute } }: Payment) => dispute !== undefined && !dispute.startsWith('warning_')

const missing = (kind: string, id: string) => errorReply(404, 'resource_missing', `No such ${kind}: '${id}'`)
