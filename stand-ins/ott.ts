import type { Call, House, Protocol, Reply, StandIn, Wish } from './frame.ts'
import { startFrame } from './frame.ts'
import type { Payment } from './frame-book.ts'
import { unwrap, wrap } from './ott-envelope.ts'
import type { DeliveryFault, TransportFault } from './snappay-faults.ts'

export interface OttSettings {
  port: number
  host?: string
  merchantId: string
  signKey: string
}

type Values = Record<string, string>

const words = { open: 'processing', paid: 'success', closed: 'orderclose' } as const
const actions: Record<string, string> = { H5PAY: 'create', STATUS_QUERY: 'query', REFUND: 'refund' }
const versions: Record<string, string> = { H5PAY: '2.0', STATUS_QUERY: '1.0', REFUND: '1.0' }

/** Opens a gateway that speaks OTT Pay's encrypted interface, with a wallet page. No money moves. */
export function startOtt(settings: OttSettings): Promise<StandIn> {
  return startFrame(settings, (house) => speak(settings, house))
}

function speak({ merchantId, signKey }: OttSettings, house: House): Protocol {
  const { book } = house

  function read({ path, body }: Call): Wish | Reply {
    if (path !== '/processV2') return { status: 404, type: 'text/plain', body: 'not here' }
    try {
      const { action, version, merchant_id: merchant, ...envelope } = JSON.parse(body)
      const wanted = actions[action]
      if (!wanted || version !== versions[action]) return fail('action or version is not known')
      if (merchant !== merchantId) return fail('merchant_id is not known')
      const values = unwrap(envelope, signKey)
      return {
        action: wanted,
        reference: values.order_id ?? '',
        refuse: () => fail('biz_type is not enabled'),
        perform: (fault) => act(wanted, values, fault),
      }
    } catch (error) {
      return fail(String(error))
    }
  }

  function act(action: string, values: Values, fault?: TransportFault): Reply {
    if (action === 'create') return create(values, fault)
    return action === 'query' ? query(values, fault) : refund(values, fault)
  }

  function create(values: Values, fault?: TransportFault): Reply {
    const { order_id: reference = '', amount = '', currency_type: currency = '', biz_type: bizType = '' } = values
    const needed = ['order_id', 'shop_id', 'operator_id', 'call_back_url', 'submit_type']
    const missing = needed.find((name) => !values[name])
    if (missing) return fail(`${missing} is missing`)
    if (values.merchant_id !== merchantId) return fail('merchant_id is not known')
    if (!/^\d{10}$/.test(values.operator_id ?? '')) return fail('operator_id must have 10 digits')
    if (!/^[1-9]\d*$/.test(amount) || currency !== 'CAD') return fail('amount must be cents, currency_type CAD')
    if (!['WECHATPAY', 'ALIPAY'].includes(bizType)) return fail('biz_type is not known')
    if (book.find(reference)) return fail('order_id was used before')
    const notifyUrl = values.call_back_url ?? ''
    const payinfo = house.open({
      reference,
      channel: bizType,
      wallet: bizType,
      amount: Number(amount),
      currency,
      description: reference,
      returnUrl: '',
      notifyUrl,
    })
    return seal({ order_id: reference, amount, payinfo }, fault)
  }

  function query({ order_id: number = '' }: Values, fault?: TransportFault): Reply {
    const payment = book.find(number)
    if (payment) return seal(facts(payment), fault)
    const found = book.findRefund(number)
    return found ? seal(refundFacts(number, found.refund), fault) : fail('order_id is not known')
  }

  const facts = ({ token, reference, amount, currency, status }: Payment): Values => ({
    merchant_id: merchantId,
    order_id: reference,
    order_status: words[status],
    amount: String(amount + 1),
    convenience_fee: '1',
    currency_type: currency,
    bizpay_order_id: token,
  })

  function refund(values: Values, fault?: TransportFault): Reply {
    const { order_id: reference = '', refund_order_id: number = '', amount = '' } = values
    const payment = book.find(reference)
    if (!payment || !number) return fail('order_id is not known')
    const wish = { amount: Number(amount), reason: values.remarks ?? '', number: `R${payment.token.slice(0, 20)}` }
    const problem = book.refund(payment, number, wish)
    return problem ? fail(problem) : seal(refundFacts(number, wish), fault)
  }

  const refundFacts = (refundNumber: string, { number, amount }: { number: string; amount: number }): Values => ({
    refund_order_id: refundNumber,
    order_status: 'success',
    amount: String(amount),
    bizpay_order_id: number,
  })

  const fail = (text: string): Reply => json({ rsp_code: 'FAIL', rsp_msg: text, data: '', md5: '' })

  function seal(values: Values, fault?: TransportFault): Reply {
    const changed = {
      ...values,
      ...(fault === 'unknown_status' && { order_status: 'pondering' }),
      ...(fault === 'other_order' && { order_id: 'SOMEBODY-ELSE-A1' }),
    }
    const envelope = wrap(changed, fault === 'bad_answer_signature' ? 'ANOTHERKEY000000' : signKey)
    if (fault === 'empty_data') return json({ rsp_code: 'SUCCESS', rsp_msg: '', ...wrap({}, signKey) })
    if (fault === 'no_answer_signature') return json({ rsp_code: 'SUCCESS', rsp_msg: '', data: envelope.data })
    return json({ rsp_code: 'SUCCESS', rsp_msg: '', ...envelope })
  }

  const json = (fields: object): Reply => ({
    status: 200,
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(fields),
  })

  function notification(payment: Payment, fault?: DeliveryFault) {
    const values = {
      ...facts(payment),
      ...(fault === 'other_merchant' && { merchant_id: 'ON00009999' }),
      finish_time: (payment.paidAt ?? new Date()).toISOString().replace(/\D/g, '').slice(0, 14),
      tip: '0',
      remarks: '',
    }
    const envelope = wrap(values, fault === 'bad_sign' ? 'ANOTHERKEY000000' : signKey)
    const { data, md5 } = fault === 'no_sign' ? { data: envelope.data, md5: '' } : envelope
    const body = JSON.stringify({ rsp_code: 'SUCCESS', rsp_msg: '', merchant_id: merchantId, data, md5 })
    return { headers: { 'Content-Type': 'application/json; charset=utf-8' }, body }
  }

  function back(payment: Payment) {
    return { status: words[payment.status] }
  }

  return { brand: 'OTT Pay', read, notification, isTaken: (status) => status === 200, back }
}
