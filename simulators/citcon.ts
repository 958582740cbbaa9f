import { signNotification } from './citcon-signature.ts'
import type { Payment } from './frame/book.ts'
import type { Call, Frame, Operation, Protocol, Reply } from './frame/protocol.ts'
import type { Simulator } from './frame/simulator.ts'
import { startSimulator } from './frame/simulator.ts'
import type { PaymentOrder } from './payments.ts'
import { answerFaults, json, openPayment, refundPayment, withQuery } from './payments.ts'

export interface CitconSettings {
  port: number
  host?: string
  token: string
}

const actions: Record<string, string> = {
  '/payment/pay': 'create',
  '/payment/pay_qr': 'create_by_code',
  '/payment/inquire': 'query',
  '/payment/refund': 'refund',
  '/payment/transactions': 'transactions',
}
const statuses = { pending: 'pending', approved: 'pending', paid: 'success', closed: 'cancelled' } as const
const wallets: Record<string, PaymentOrder['wallet']> = { alipay: 'ALIPAY', wechatpay: 'WECHATPAY', upop: 'UNIONPAY' }

/** Starts a simulator of Citcon's Online API, with a wallet page. No money moves. */
export function startCitcon(settings: CitconSettings): Promise<Simulator> {
  return startSimulator(settings, (frame) => createProtocol(settings, frame))
}

function createProtocol({ token }: CitconSettings, frame: Frame): Protocol {
  const { book } = frame

  function read({ path, headers, body }: Call): Operation | Reply | null {
    const action = actions[path]
    if (!action) return null
    if (headers.authorization !== `Bearer ${token}`) return json({ result: 'error', error: 'unauthorized' }, 401)
    const form = new URLSearchParams(body)
    const get = (name: string) => form.get(name) ?? ''
    const reference = get('reference') || book.find('', get('transaction_id'))?.reference || ''
    return {
      reference,
      name: action,
      isCreate: action.startsWith('create'),
      perform: (fault) => performAction(action, get, fault),
    }
  }

  function performAction(action: string, get: (name: string) => string, fault?: string): Reply {
    if (fault === 'empty_data') return json({})
    if (fault === 'refuse_create') return json({ result: 'fail', error: 'vendor is not enabled' })
    if (action.startsWith('create')) return create(get, action === 'create_by_code')
    if (action === 'query') return query(get, fault)
    return action === 'refund' ? refund(get) : transactions(get)
  }

  function create(get: (name: string) => string, isScanned: boolean): Reply {
    const reference = get('reference')
    const requiredFields = ['amount', 'currency', 'vendor', 'reference', 'ipn_url', 'callback_url']
    const missing = requiredFields.find((name) => !get(name))
    if (missing) return json({ result: 'fail', error: `${missing} is missing` })
    if (!/^[1-9]\d*$/.test(get('amount'))) return json({ result: 'fail', error: 'amount must be whole minor units' })
    const wallet = wallets[get('vendor')]
    if (!wallet) return json({ result: 'fail', error: 'vendor is not known' })
    if (book.find(reference) && get('allow_duplicates') !== 'yes') {
      return json({ result: 'fail', error: 'duplicate reference' })
    }
    const order: PaymentOrder = {
      reference,
      channel: get('vendor'),
      wallet,
      amount: Number(get('amount')),
      currency: get('currency'),
      description: '',
      returnUrl: get('callback_url'),
      notifyUrl: get('ipn_url'),
    }
    const page = frame.pageOf(openPayment(frame, order, { by: 'Citcon', isScanned }))
    return { status: 200, type: 'text/plain; charset=utf-8', body: page }
  }

  function query(get: (name: string) => string, fault?: string): Reply {
    const payment = book.find(get('reference'))
    if (!payment) return json({ result: 'fail', error: 'not found' })
    return json({
      ...facts(payment),
      ...(fault === 'unknown_status' && { status: 'pondering' }),
      ...(fault === 'other_order' && { reference: 'SOMEBODY-ELSE-A1' }),
    })
  }

  const facts = ({ token: id, reference, amount, currency, status }: Payment) => ({
    id,
    type: 'charge',
    reference,
    amount: String(amount),
    currency,
    status: statuses[status],
  })

  function refund(get: (name: string) => string): Reply {
    const payment = book.find('', get('transaction_id'))
    if (!payment || get('currency') !== payment.currency) return json({ status: 'fail', error: 'not found' })
    const id = `R${payment.refunds.size + 1}${payment.token.slice(0, 20)}`
    const problem = refundPayment(frame, payment, { number: id, amount: Number(get('amount')) })
    payment.notes[id] = get('reason')
    return json(problem ? { status: 'fail', error: problem } : { status: 'success', id })
  }

  function transactions(get: (name: string) => string): Reply {
    const payment = book.find(get('reference'))
    if (!payment) return json({ transactions: [] })
    const refunds = [...payment.refunds].map(([id, amount]) => {
      const reason = payment.notes[id] ?? ''
      return { ...facts(payment), id, type: 'refund', amount: String(amount), status: 'success', reason }
    })
    return json({ transactions: [facts(payment), ...refunds] })
  }

  function notice(payment: Payment, fault?: string) {
    const { status, type: _, ...named } = facts(payment)
    const form = new Map(
      Object.entries({ ...named, notify_status: status, payment_method: payment.notes.channel ?? '' }),
    )
    const fields = [...form.keys()].filter((name) => fault !== 'trimmed_fields' || name !== 'amount')
    form.set('fields', fields.join(','))
    if (fault !== 'no_sign') form.set('sign', signNotification(form, fault === 'bad_sign' ? `${token}?` : token))
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    return { headers, body: new URLSearchParams([...form]).toString() }
  }

  const back = ({ returnUrl, reference, status }: Payment) =>
    withQuery(returnUrl, { reference, status: statuses[status] })

  return {
    faults: { notices: ['bad_sign', 'no_sign', 'trimmed_fields'], answers: answerFaults },
    read,
    notice,
    isAcknowledged: (status) => status === 200,
    back,
  }
}
