import { createHash, randomBytes } from 'node:crypto'
import type { Payment } from './frame/book.ts'
import type { Call, Frame, Notice, Protocol, Question, Reply } from './frame/protocol.ts'
import type { Simulator } from './frame/simulator.ts'
import { startSimulator } from './frame/simulator.ts'
import { cardOf } from './stripe-cards.ts'
import type { StripeRefund } from './stripe-objects.ts'
import {
  disputeId,
  intentId,
  json,
  refused,
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
const least: Record<string, number> = { cad: 50, usd: 50, eur: 50, gbp: 30, aud: 50, hkd: 400, jpy: 50 }
const disputeDelayMs = 1000
const oldMs = 10 * 60_000

/**
 * Starts a simulator of Stripe: Checkout Sessions, PaymentIntents, refunds, disputes and signed webhooks, with a
 * payment page for Stripe's test cards. No money moves.
 */
export function startStripe(settings: StripeSettings): Promise<Simulator> {
  return startSimulator(settings, (frame) => speak(settings, frame))
}

function speak(settings: StripeSettings, frame: Frame): Protocol {
  const { book } = frame
  const refunds = new Map<string, StripeRefund>()
  /** For each idempotency key, the digest of its first request and its response. */
  const seen = new Map<string, { digest: string; reply: Reply }>()
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
        'too_many_calls',
        'no_permission',
      ],
    },
    read,
    notice,
    isTaken: (status) => status >= 200 && status < 300,
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
    if (cardOf(payment.notes.card ?? null).result !== 'disputed') return
    setTimeout(() => changeDispute(payment, 'needs_response'), disputeDelayMs).unref()
  }

  function submit(payment: Payment, form: URLSearchParams): string | null {
    const { number, result } = cardOf(form.get('card'))
    payment.notes.card = number
    if (result === 'paid' || result === 'disputed') return null
    if (result === 'authentication' && form.get('confirmed') === 'yes') return null
    if (result === 'authentication' && !form.has('confirmed')) return 'confirm'
    payment.notes.declined = 'yes'
    return result
  }

  function changeDispute(payment: Payment, status: string) {
    payment.notes.dispute = status
    void frame.deliver(payment)
  }

  function read(call: Call): Question | Reply | null {
    if (!call.path.startsWith('/v1/')) return null
    if (call.headers.authorization !== `Bearer ${settings.secretKey}`)
      return refused(401, '', 'Invalid API Key provided: sk_test_****', 'invalid_request_error')
    if (!/^\d{4}-\d{2}-\d{2}(\.\w+)?$/.test(call.headers['stripe-version'] ?? ''))
      return refused(400, 'invalid_api_version', 'Invalid Stripe API version.')
    const question = route(call)
    if (!question) return refused(404, 'resource_missing', `Unrecognized request URL (${call.method}: ${call.path}).`)
    const { perform } = question
    return {
      ...question,
      perform: async (fault) => {
        if (fault === 'too_many_calls') return refused(429, 'rate_limit', 'Too many requests.')
        if (fault === 'no_permission') return refused(403, '', 'The key does not have the required permissions.')
        if (fault === 'empty_data') return json(200, {})
        sign = (await import('stripe')).default.webhooks.generateTestHeaderString
        return once(call, () => perform(fault))
      },
    }
  }

  /**
   * Performs a request with this idempotency key once, and repeats its response afterwards. A request that failed is
   * performed again.
   */
  async function once(call: Call, perform: () => Reply | Promise<Reply>): Promise<Reply> {
    const key = call.method === 'POST' ? call.headers['idempotency-key'] : undefined
    if (!key) return perform()
    const digest = createHash('sha256').update(`${call.path}\n${call.body}`).digest('hex')
    const known = seen.get(key)
    if (known && known.digest !== digest)
      return refused(400, '', 'Keys for idempotent requests can only be used once.', 'idempotency_error')
    if (known) return { ...known.reply, headers: { ...known.reply.headers, 'Idempotent-Replayed': 'true' } }
    const reply = await perform()
    if (reply.status < 400) seen.set(key, { digest, reply })
    return reply
  }

  function route(call: Call): Question | null {
    const [, , kind = '', ...rest] = call.path.split('/')
    const form = new URLSearchParams(call.body)
    if (kind === 'checkout') return routeSession(call, form, rest.slice(1))
    const [id = '', action] = rest
    if (kind === 'refunds' && call.method === 'POST' && !id) {
      const payment = findIntent(form.get('payment_intent'))
      return { reference: payment?.reference ?? '', name: 'refund', perform: (fault) => refund(payment, form, fault) }
    }
    if (kind === 'refunds' && id) {
      const known = refunds.get(id)
      return { reference: known?.payment.reference ?? '', name: 'refund_get', perform: () => getRefund(known) }
    }
    if (kind === 'refunds') {
      const payment = findIntent(call.query.get('payment_intent'))
      const found = [...refunds.values()].filter((known) => known.payment === payment).map(toRefund)
      const perform = () => json(200, toList(call.path, found))
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

  function routeSession(call: Call, form: URLSearchParams, [id = '', action]: string[]): Question {
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
            sessions.toReversed().map((one) => expanded(one)),
          ),
        )
      return { reference: '', name: 'list', perform }
    }
    const payment = book.find('', id)
    const reference = payment?.reference ?? ''
    if (action === 'expire') return { reference, name: 'expire', perform: () => expire(payment, id) }
    return { reference, name: 'get', perform: (fault) => (payment ? answer(payment, fault) : missing('session', id)) }
  }

  function findIntent(id: string | null): Payment | undefined {
    return sessions.find((payment) => intentId(payment) === id)
  }

  function create(form: URLSearchParams, fault: string | undefined): Reply {
    if (fault === 'refuse_create') return refused(400, 'account_invalid', 'The account cannot make charges.')
    const of = (name: string) => form.get(name) ?? ''
    const currency = of('line_items[0][price_data][currency]')
    const amount = Number(of('line_items[0][price_data][unit_amount]'))
    const expiresAt = Number(of('expires_at'))
    const problem = findProblem({ mode: of('mode'), currency, amount, seconds: expiresAt - Date.now() / 1000 })
    if (problem) return problem
    const payment = book.add({
      token: `cs_test_${randomBytes(24).toString('hex')}`,
      reference: of('client_reference_id'),
      amount,
      currency: currency.toUpperCase(),
      description: of('line_items[0][price_data][product_data][name]'),
      returnUrl: of('success_url'),
      notifyUrl: '',
      closesAt: expiresAt * 1000,
      brand,
      notes: { cancelUrl: of('cancel_url') },
    })
    sessions.push(payment)
    return answer(payment, fault)
  }

  function findProblem(wish: { mode: string; currency: string; amount: number; seconds: number }): Reply | null {
    const { mode, currency, amount, seconds } = wish
    if (mode !== 'payment') return refused(400, 'parameter_missing', 'Missing required param: mode.')
    const smallest = least[currency]
    if (smallest === undefined) return refused(400, 'currency_invalid', `Invalid currency: ${currency}`)
    if (!Number.isInteger(amount)) return refused(400, 'parameter_invalid_integer', 'Invalid integer: unit_amount')
    if (amount < smallest) return refused(400, 'amount_too_small', `The minimum is ${smallest} ${currency}.`)
    if (seconds < 30 * 60 || seconds > 24 * 3600)
      return refused(400, '', 'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.')
    return null
  }

  function expire(payment: Payment | undefined, id: string): Reply {
    if (!payment) return missing('session', id)
    if (payment.status !== 'pending')
      return refused(400, '', 'Only Checkout Sessions with a status of open can expire.')
    book.settle(payment, 'closed')
    return answer(payment, undefined)
  }

  function refund(payment: Payment | undefined, form: URLSearchParams, fault: string | undefined): Reply {
    if (payment?.status !== 'paid') return missing('payment_intent', form.get('payment_intent') ?? '')
    if (fault === 'refuse_refund') return refused(400, 'charge_not_refundable', 'This charge cannot be refunded.')
    if (payment.notes.dispute) return refused(400, 'charge_disputed', 'This charge has been charged back.')
    const metadata = { reference: form.get('metadata[reference]') ?? '' }
    const amount = Number(form.get('amount') ?? payment.amount)
    const id = `re_${randomBytes(12).toString('hex')}`
    if (!book.refund(payment, metadata.reference || id, amount))
      return refused(400, 'amount_too_large', 'Refund amount is greater than unrefunded amount on charge.')
    const made = { id, payment, amount, metadata, status: fault === 'slow_refund' ? 'pending' : 'succeeded' }
    refunds.set(id, made)
    return json(200, toRefund(made))
  }

  /** Returns a refund. Completes a pending refund, so that the first query already reports success. */
  function getRefund(known: StripeRefund | undefined): Reply {
    if (!known) return missing('refund', '')
    known.status = 'succeeded'
    return json(200, toRefund(known))
  }

  /**
   * Returns a dispute, after adding evidence or closing it if the call requests this. As in Stripe's test mode, the
   * text of the evidence decides whether the shop wins.
   */
  function dispute(payment: Payment, form: URLSearchParams, call: Call & { action: string | undefined }): Reply {
    const evidence = form.get('evidence[uncategorized_text]')
    if (call.method === 'POST' && call.action === 'close') changeDispute(payment, 'lost')
    else if (call.method === 'POST' && evidence)
      changeDispute(payment, evidence === 'winning_evidence' ? 'won' : 'lost')
    const isExpanded = call.query.has('expand[0]')
    return json(200, { ...toDispute(payment), ...(isExpanded && { payment_intent: toIntent(payment) }) })
  }

  function expanded(payment: Payment, fault?: string) {
    const session = toSession(payment, frame.pageOf(payment))
    return {
      ...session,
      ...(session.payment_intent && { payment_intent: toIntent(payment) }),
      ...(fault === 'unknown_status' && { status: 'pondering', payment_status: 'pondering', payment_intent: null }),
      ...(fault === 'other_order' && { client_reference_id: 'SOMEBODY-ELSE-A1' }),
    }
  }

  function answer(payment: Payment, fault: string | undefined): Reply {
    return json(200, expanded(payment, fault))
  }

  /** The webhook event for a payment or for its dispute. An event that is sent again keeps its id. */
  function notice(payment: Payment, fault: string | undefined): Notice {
    const { dispute: state } = payment.notes
    const isOpen = state === 'needs_response'
    const type = state
      ? `charge.dispute.${isOpen ? 'created' : 'closed'}`
      : `checkout.session.${payment.status === 'closed' ? 'expired' : 'completed'}`
    const key = `${type} ${payment.token}`
    const id = events.get(key) ?? `evt_${randomBytes(12).toString('hex')}`
    events.set(key, id)
    const object = state ? toDispute(payment) : toSession(payment, '')
    const body = JSON.stringify({ id, object: 'event', type, livemode: false, created: 0, data: { object } })
    const secret = fault === 'bad_sign' ? 'whsec_of_somebody_else' : settings.webhookSecret
    const at = Math.floor((Date.now() - (fault === 'old_sign' ? oldMs : 0)) / 1000)
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

const missing = (kind: string, id: string) => refused(404, 'resource_missing', `No such ${kind}: '${id}'`)
