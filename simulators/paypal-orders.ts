import { randomBytes } from 'node:crypto'
import type { Payment } from './frame/book.ts'
import type { Call, Frame, Operation, Reply } from './frame/protocol.ts'

export interface PayPalSettings {
  port: number
  host?: string
  clientId: string
  secret: string
  merchantId: string
  webhookId: string
  /**
   * The simulator sends webhooks to this path on the return URL's origin. At the real PayPal, the shop registers the
   * URL beforehand.
   */
  webhookPath: string
}

const brand = { name: { en: 'PayPal', zh: 'PayPal 贝宝' }, accent: '#0b3b8c' }
const payableMs = 3 * 3_600_000
const statuses = { pending: 'PAYER_ACTION_REQUIRED', approved: 'APPROVED', paid: 'COMPLETED', closed: 'VOIDED' }

interface Refund {
  id: string
  number: string
  payment: Payment
  amount: number
  status: string
}

/** PayPal's orders: created, approved in the wallet, captured and refunded. */
export function createOrders(settings: PayPalSettings, frame: Frame) {
  const { book } = frame
  /** For each request id, the result of its first request. A repeated request returns this result again. */
  const processedRequests = new Map<string, Payment | Refund>()
  const refunds = new Map<string, Refund>()
  return { read, describe, describeCapture }

  function read(call: Call): Operation | Reply | null {
    const [, version, area, kind, id = '', action] = call.path.split('/')
    const path = `${call.method} ${version}/${area}/${kind}`
    const referenceOf = (payment: Payment | undefined) => payment?.reference ?? ''
    if (path === 'POST v2/checkout/orders' && !id) {
      const input: NewOrder = JSON.parse(call.body)
      const reference = String(input.purchase_units?.[0]?.custom_id ?? '')
      return { reference, name: 'create', isCreate: true, perform: (fault) => create(call, input, fault) }
    }
    const order = book.find('', id)
    if (path === 'GET v2/checkout/orders')
      return { reference: referenceOf(order), name: 'get', perform: (fault) => get(order, fault) }
    if (path === 'POST v2/checkout/orders' && action === 'capture')
      return { reference: referenceOf(order), name: 'capture', perform: (fault) => capture(order, fault) }
    const paidPayment = book.find('', id.replace(/^C-/, ''))
    if (path === 'POST v2/payments/captures' && action === 'refund')
      return {
        reference: referenceOf(paidPayment),
        name: 'refund',
        perform: (fault) => refund(call, paidPayment, fault),
      }
    const storedRefund = refunds.get(id)
    if (path === 'GET v2/payments/refunds')
      return {
        reference: referenceOf(storedRefund?.payment),
        name: 'refund_get',
        perform: () => getRefund(storedRefund),
      }
    return null
  }

  function create(call: Call, input: NewOrder, fault: string | undefined): Reply {
    if (fault === 'refuse_create') return errorReply(422, 'PAYEE_ACCOUNT_RESTRICTED')
    const requestId = call.headers['paypal-request-id'] ?? ''
    const processed = processedRequests.get(requestId)
    if (processed && 'token' in processed) return respond(200, processed, fault)
    const problem = findProblem(requestId, input)
    if (problem) return errorReply(422, problem)
    const [unit] = input.purchase_units ?? []
    const context = input.payment_source?.paypal?.experience_context
    if (!unit?.custom_id || !unit.amount || !context) return errorReply(422, 'MISSING_REQUIRED_PARAMETER')
    const payment = book.add({
      token: randomBytes(9).toString('hex').slice(0, 17).toUpperCase(),
      reference: unit.custom_id,
      amount: Math.round(Number(unit.amount.value) * 10 ** digits(unit.amount.currency_code)),
      currency: unit.amount.currency_code,
      description: unit.description ?? '',
      returnUrl: context.return_url ?? '',
      notifyUrl: '',
      closesAt: Date.now() + payableMs,
      brand,
      notes: { cancelUrl: context.cancel_url ?? '' },
    })
    processedRequests.set(requestId, payment)
    return respond(201, payment, fault)
  }

  function findProblem(requestId: string, input: NewOrder): string | null {
    const [unit] = input.purchase_units ?? []
    if (input.intent !== 'CAPTURE') return 'INVALID_PARAMETER_VALUE'
    if (requestId.length === 0 || requestId.length > 36) return 'INVALID_PAYPAL_REQUEST_ID'
    const decimals = digits(unit?.amount?.currency_code ?? '')
    const valuePattern = decimals === 0 ? /^\d{1,9}$/ : /^\d{1,9}\.\d{2}$/
    if (!valuePattern.test(unit?.amount?.value ?? '')) return 'INVALID_STRING_LENGTH'
    if (!unit?.custom_id || unit.custom_id.length > 127) return 'MISSING_REQUIRED_PARAMETER'
    return book.find(unit.custom_id) ? 'DUPLICATE_INVOICE_ID' : null
  }

  function get(payment: Payment | undefined, fault: string | undefined): Reply {
    return payment ? respond(200, payment, fault) : errorReply(404, 'RESOURCE_NOT_FOUND')
  }

  function capture(payment: Payment | undefined, fault: string | undefined): Reply {
    if (!payment) return errorReply(404, 'RESOURCE_NOT_FOUND')
    if (fault === 'decline') return errorReply(422, 'INSTRUMENT_DECLINED')
    if (payment.status === 'paid') return errorReply(422, 'ORDER_ALREADY_CAPTURED')
    if (payment.status !== 'approved') return errorReply(422, 'ORDER_NOT_APPROVED')
    payment.notes.capture = fault === 'pending_capture' ? 'PENDING' : 'COMPLETED'
    book.settle(payment, 'paid')
    if (payment.notes.capture === 'COMPLETED') void frame.deliver(payment)
    return respond(201, payment, fault)
  }

  function refund(call: Call, payment: Payment | undefined, fault: string | undefined): Reply {
    if (payment?.status !== 'paid') return errorReply(404, 'RESOURCE_NOT_FOUND')
    const requestId = call.headers['paypal-request-id'] ?? ''
    const processed = processedRequests.get(requestId)
    if (processed && 'number' in processed) return json(200, describeRefund(processed))
    if (fault === 'refuse_refund') return errorReply(422, 'REFUND_NOT_ALLOWED')
    const input: { amount?: Amount; invoice_id?: string } = JSON.parse(call.body)
    const number = input.invoice_id ?? requestId
    const value = input.amount ? Number(input.amount.value) * 10 ** digits(payment.currency) : payment.amount
    const amount = Math.round(value)
    if (input.amount && input.amount.currency_code !== payment.currency) return errorReply(422, 'CURRENCY_MISMATCH')
    if (!book.refund(payment, number, amount)) return errorReply(422, 'REFUND_AMOUNT_EXCEEDED')
    const id = `R-${randomBytes(8).toString('hex').toUpperCase()}`
    const newRefund: Refund = { id, number, payment, amount, status: fault === 'slow_refund' ? 'PENDING' : 'COMPLETED' }
    refunds.set(id, newRefund)
    processedRequests.set(requestId, newRefund)
    return json(201, describeRefund(newRefund))
  }

  /** Sets the refund to completed and returns it. The shop's first query therefore already sees a completed refund. */
  function getRefund(storedRefund: Refund | undefined): Reply {
    if (!storedRefund) return errorReply(404, 'RESOURCE_NOT_FOUND')
    storedRefund.status = 'COMPLETED'
    return json(200, describeRefund(storedRefund))
  }

  function respond(status: number, payment: Payment, fault: string | undefined): Reply {
    if (fault === 'empty_data') return json(status, {})
    const order = describe(payment)
    if (fault === 'unknown_status') {
      const unit = { ...order.purchase_units[0], payments: undefined }
      return json(status, { ...order, status: 'PONDERING', purchase_units: [unit] })
    }
    if (fault === 'other_order') {
      const unit = { ...order.purchase_units[0], custom_id: 'SOMEBODY-ELSE-A1' }
      return json(status, { ...order, purchase_units: [unit] })
    }
    return json(status, order)
  }

  /** An order in PayPal's format. */
  function describe(payment: Payment) {
    const { token, reference, status, description } = payment
    const captures = status === 'paid' ? [describeCapture(payment)] : []
    const paymentRefunds = [...refunds.values()].filter((refund) => refund.payment === payment).map(describeRefund)
    return {
      id: token,
      intent: 'CAPTURE',
      status: statuses[status],
      purchase_units: [
        {
          reference_id: 'default',
          custom_id: reference,
          invoice_id: reference,
          description,
          amount: toAmount(payment.amount, payment.currency),
          payee: { email_address: 'shop@example.com', merchant_id: settings.merchantId },
          ...(captures.length > 0 && {
            payments: { captures, ...(paymentRefunds.length > 0 && { refunds: paymentRefunds }) },
          }),
        },
      ],
      links: [
        { rel: 'self', href: `https://api-m.paypal.com/v2/checkout/orders/${token}`, method: 'GET' },
        ...(status === 'pending' ? [{ rel: 'payer-action', href: frame.pageOf(payment), method: 'GET' }] : []),
      ],
    }
  }

  /** The capture of an order, in PayPal's format. */
  function describeCapture(payment: Payment) {
    const { token, reference, amount, currency, notes } = payment
    const refundedAmount = [...payment.refunds.values()].reduce((sum, part) => sum + part, 0)
    const status =
      refundedAmount === 0
        ? (notes.capture ?? 'COMPLETED')
        : refundedAmount < amount
          ? 'PARTIALLY_REFUNDED'
          : 'REFUNDED'
    return {
      id: `C-${token}`,
      status,
      amount: toAmount(amount, currency),
      custom_id: reference,
      final_capture: true,
      supplementary_data: { related_ids: { order_id: token } },
    }
  }
}

interface NewOrder {
  intent?: string
  purchase_units?: { custom_id?: string; description?: string; amount?: Amount }[]
  payment_source?: { paypal?: { experience_context?: { return_url?: string; cancel_url?: string } } }
}

interface Amount {
  currency_code: string
  value: string
}

const describeRefund = ({ id, number, payment, amount, status }: Refund) => ({
  id,
  status,
  amount: toAmount(amount, payment.currency),
  invoice_id: number,
  custom_id: payment.reference,
})

const digits = (currency: string) => (currency === 'JPY' ? 0 : 2)

const toAmount = (amount: number, currency: string): Amount => ({
  currency_code: currency,
  value: (amount / 10 ** digits(currency)).toFixed(digits(currency)),
})

const json = (status: number, body: unknown): Reply => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
})

const errorReply = (status: number, issue: string): Reply =>
  json(status, {
    name: status === 404 ? 'RESOURCE_NOT_FOUND' : 'UNPROCESSABLE_ENTITY',
    message: 'The requested action could not be performed.',
    debug_id: randomBytes(6).toString('hex'),
    details: [{ issue, description: issue }],
  })
