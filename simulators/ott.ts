import type { Payment } from './frame/book.ts'
import type { Call, Frame, Operation, Protocol, Reply } from './frame/protocol.ts'
import type { Simulator } from './frame/simulator.ts'
import { startSimulator } from './frame/simulator.ts'
import { unwrap, wrap } from './ott-envelope.ts'
import type { PaymentOrder } from './payments.ts'
import { answerFaults, json, openPayment, refundPayment, signatureFaults, withQuery } from './payments.ts'

export interface OttSettings {
  port: number
  host?: string
  merchantId: string
  signKey: string
}

type Values = Record<string, string>

const statuses = { pending: 'processing', approved: 'processing', paid: 'success', closed: 'orderclose' } as const
const actions: Record<string, string> = {
  H5PAY: 'create',
  ACTIVEPAY: 'create_by_code',
  STATUS_QUERY: 'query',
  REFUND: 'refund',
}
const versions: Record<string, string> = { H5PAY: '2.0', ACTIVEPAY: '1.0', STATUS_QUERY: '1.0', REFUND: '1.0' }

/** Starts a simulator of OTT Pay's encrypted interface, with a wallet page. No money moves. */
export function startOtt(settings: OttSettings): Promise<Simulator> {
  return startSimulator(settings, (frame) => createProtocol(settings, frame))
}

function createProtocol({ merchantId, signKey }: OttSettings, frame: Frame): Protocol {
  const { book } = frame

  function read({ path, body }: Call): Operation | Reply | null {
    if (path !== '/processV2') return null
    try {
      const { action, version, merchant_id: merchant, ...envelope } = JSON.parse(body)
      const operationName = actions[action]
      if (!operationName || version !== versions[action]) return fail('action or version is not known')
      if (merchant !== merchantId) return fail('merchant_id is not known')
      const values = unwrap(envelope, signKey)
      return {
        reference: values.order_id ?? '',
        name: operationName,
        isCreate: operationName.startsWith('create'),
        perform: (fault) => performAction(operationName, values, fault),
      }
    } catch (error) {
      return fail(String(error))
    }
  }

  function performAction(action: string, values: Values, fault?: string): Reply {
    if (fault === 'refuse_create') return fail('biz_type is not enabled')
    if (action === 'create') return create(values, fault)
    if (action === 'create_by_code') return createByCode(values, fault)
    return action === 'query' ? query(values, fault) : refund(values, fault)
  }

  function create(values: Values, fault?: string): Reply {
    const { order_id: reference = '', amount = '', currency_type: currency = '', biz_type: bizType = '' } = values
    const requiredFields = ['order_id', 'shop_id', 'operator_id', 'call_back_url', 'submit_type']
    const missing = requiredFields.find((name) => !values[name])
    if (missing) return fail(`${missing} is missing`)
    if (values.merchant_id !== merchantId) return fail('merchant_id is not known')
    if (!/^\d{10}$/.test(values.operator_id ?? '')) return fail('operator_id must have 10 digits')
    if (!/^[1-9]\d*$/.test(amount) || currency !== 'CAD') return fail('amount must be cents, currency_type CAD')
    if (bizType !== 'WECHATPAY' && bizType !== 'ALIPAY') return fail('biz_type is not known')
    if (book.find(reference)) return fail('order_id was used before')
    const notifyUrl = values.call_back_url ?? ''
    const order: PaymentOrder = {
      reference,
      channel: bizType,
      wallet: bizType,
      amount: Number(amount),
      currency,
      description: '',
      returnUrl: '',
      notifyUrl,
    }
    const payinfo = frame.pageOf(openPayment(frame, order, { by: 'OTT Pay' }))
    return seal({ order_id: reference, amount, payinfo }, fault)
  }

  function createByCode(values: Values, fault?: string): Reply {
    const { order_id: reference = '', amount = '', biz_type: bizType = '', call_back_url: notifyUrl = '' } = values
    if (!reference || !notifyUrl) return fail('order_id or call_back_url is missing')
    if (!/^\d{10}$/.test(values.operator_id ?? '')) return fail('operator_id must have 10 digits')
    if (!/^[1-9]\d*$/.test(amount)) return fail('amount must be cents')
    if (bizType !== 'WECHATPAY' && bizType !== 'ALIPAY') return fail('biz_type is not known')
    if (book.find(reference)) return fail('order_id was used before')
    const order: PaymentOrder = {
      reference,
      channel: bizType,
      wallet: bizType,
      amount: Number(amount),
      currency: 'CAD',
      description: '',
      returnUrl: '',
      notifyUrl,
    }
    const codeUrl = frame.pageOf(openPayment(frame, order, { by: 'OTT Pay', isScanned: true }))
    return seal({ order_id: reference, amount, code_url: codeUrl }, fault)
  }

  function query({ order_id: number = '' }: Values, fault?: string): Reply {
    const payment = book.find(number)
    if (payment) return seal(facts(payment), fault)
    const refund = book.findRefund(number)
    return refund ? seal(refundFacts(number, refund), fault) : fail('order_id is not known')
  }

  const facts = ({ token, reference, amount, currency, status }: Payment): Values => ({
    merchant_id: merchantId,
    order_id: reference,
    order_status: statuses[status],
    amount: String(amount + 1),
    convenience_fee: '1',
    currency_type: currency,
    bizpay_order_id: token,
  })

  function refund(values: Values, fault?: string): Reply {
    const { order_id: reference = '', refund_order_id: number = '', amount = '' } = values
    const payment = book.find(reference)
    if (!payment || !number) return fail('order_id is not known')
    const problem = refundPayment(frame, payment, { number, amount: Number(amount) })
    return problem ? fail(problem) : seal(refundFacts(number, { payment, amount: Number(amount) }), fault)
  }

  const refundFacts = (number: string, { payment, amount }: { payment: Payment; amount: number }): Values => ({
    refund_order_id: number,
    order_status: 'success',
    amount: String(amount),
    bizpay_order_id: `R${payment.token.slice(0, 20)}`,
  })

  const fail = (text: string): Reply => json({ rsp_code: 'FAIL', rsp_msg: text, data: '', md5: '' })

  function seal(values: Values, fault?: string): Reply {
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

  function notice(payment: Payment, fault?: string) {
    const values = {
      ...facts(payment),
      ...(fault === 'other_merchant' && { merchant_id: 'ON00009999' }),
      finish_time: (payment.endedAt ?? new Date()).toISOString().replace(/\D/g, '').slice(0, 14),
      tip: '0',
      remarks: '',
    }
    const envelope = wrap(values, fault === 'bad_sign' ? 'ANOTHERKEY000000' : signKey)
    const { data, md5 } = fault === 'no_sign' ? { data: envelope.data, md5: '' } : envelope
    const body = JSON.stringify({ rsp_code: 'SUCCESS', rsp_msg: '', merchant_id: merchantId, data, md5 })
    return { headers: { 'Content-Type': 'application/json; charset=utf-8' }, body }
  }

  const back = ({ returnUrl, status }: Payment) => withQuery(returnUrl, { status: statuses[status] })

  return {
    faults: { notices: ['bad_sign', 'no_sign', 'other_merchant'], answers: [...answerFaults, ...signatureFaults] },
    read,
    notice,
    isAcknowledged: (status) => status === 200,
    back,
  }
}
