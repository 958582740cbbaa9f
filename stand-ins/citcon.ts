import { signNotification } from './citcon-signature.ts'
import type { Call, House, Protocol, Reply, StandIn, Wish } from './frame.ts'
import { startFrame } from './frame.ts'
import type { Payment } from './frame-book.ts'
import type { DeliveryFault, TransportFault } from './snappay-faults.ts'

export interface CitconSettings {
  port: number
  host?: string
  token: string
}

const actions: Record<string, string> = {
  '/payment/pay': 'create',
  '/payment/inquire': 'query',
  '/payment/refund': 'refund',
  '/payment/transactions': 'transactions',
}
const words = { open: 'pending', paid: 'success', closed: 'cancelled' } as const
const wallets: Record<string, string> = { alipay: 'ALIPAY', wechatpay: 'WECHATPAY', upop: 'UNIONPAY' }

/** Opens a gateway that speaks Citcon's Online API, with a wallet page. No money moves. */
export function startCitcon(settings: CitconSettings): Promise<StandIn> {
  return startFrame(settings, (house) => speak(settings, house))
}

function speak({ token }: CitconSettings, house: House): Protocol {
  const { book } = house

  function read({ path, headers, body }: Call): Wish | Reply {
    const action = actions[path]
    if (!action) return { status: 404, type: 'text/plain', body: 'not here' }
    if (headers.authorization !== `Bearer ${token}`) return json({ result: 'error', error: 'unauthorized' }, 401)
    const form = new URLSearchParams(body)
    const get = (name: string) => form.get(name) ?? ''
    const reference = get('reference') || book.find('', get('transaction_id'))?.reference || ''
    const refuse = () => json({ result: 'fail', error: 'vendor is not enabled' })
    return { action, reference, refuse, perform: (fault) => act(action, get, fault) }
  }

  function act(action: string, get: (name: string) => string, fault?: TransportFault): Reply {
    if (fault === 'empty_data') return json({})
    if (action === 'create') return create(get)
    if (action === 'query') return query(get, fault)
    return action === 'refund' ? refund(get) : transactions(get)
  }

  function create(get: (name: string) => string): Reply {
    const reference = get('reference')
    const needed = ['amount', 'currency', 'vendor', 'reference', 'ipn_url', 'callback_url']
    const missing = needed.find((name) => !get(name))
    if (missing) return json({ result: 'fail', error: `${missing} is missing` })
    if (!/^[1-9]\d*$/.test(get('amount'))) return json({ result: 'fail', error: 'amount must be whole minor units' })
    if (!wallets[get('vendor')]) return json({ result: 'fail', error: 'vendor is not known' })
    if (book.find(reference) && get('allow_duplicates') !== 'yes') {
      return json({ result: 'fail', error: 'duplicate reference' })
    }
    const page = house.open({
      reference,
      channel: get('vendor'),
      wallet: wallets[get('vendor')] ?? '',
      amount: Number(get('amount')),
      currency: get('currency'),
      description: reference,
      returnUrl: get('callback_url'),
      notifyUrl: get('ipn_url'),
    })
    return { status: 200, type: 'text/plain; charset=utf-8', body: page }
  }

  function query(get: (name: string) => string, fault?: TransportFault): Reply {
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
    status: words[status],
  })

  function refund(get: (name: string) => string): Reply {
    const payment = book.find('', get('transaction_id'))
    if (!payment || get('currency') !== payment.currency) return json({ status: 'fail', error: 'not found' })
    const id = `R${payment.refunds.size + 1}${payment.token.slice(0, 20)}`
    const problem = book.refund(payment, id, { amount: Number(get('amount')), reason: get('reason'), number: id })
    return json(problem ? { status: 'fail', error: problem } : { status: 'success', id })
  }

  function transactions(get: (name: string) => string): Reply {
    const payment = book.find(get('reference'))
    if (!payment) return json({ transactions: [] })
    const refunds = [...payment.refunds.values()].map(({ number, amount, reason }) => {
      return { ...facts(payment), id: number, type: 'refund', amount: String(amount), status: 'success', reason }
    })
    return json({ transactions: [facts(payment), ...refunds] })
  }

  const json = (fields: object, status = 200): Reply => ({
    status,
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(fields),
  })

  function notification(payment: Payment, fault?: DeliveryFault) {
    const { status, type: _, ...named } = facts(payment)
    const form = new Map(Object.entries({ ...named, notify_status: status, payment_method: payment.channel }))
    const fields = [...form.keys()].filter((name) => fault !== 'trimmed_fields' || name !== 'amount')
    form.set('fields', fields.join(','))
    if (fault !== 'no_sign') form.set('sign', signNotification(form, fault === 'bad_sign' ? `${token}?` : token))
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    return { headers, body: new URLSearchParams([...form]).toString() }
  }

  function back(payment: Payment) {
    return { reference: payment.reference, status: words[payment.status] }
  }

  return { brand: 'Citcon', read, notification, isTaken: (status) => status === 200, back }
}
