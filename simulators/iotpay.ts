import type { Payment } from './frame/book.ts'
import type { Call, Frame, Operation, Protocol, Reply } from './frame/protocol.ts'
import type { Simulator } from './frame/simulator.ts'
import { startSimulator } from './frame/simulator.ts'
import { readParameters, signParameters } from './iotpay-signature.ts'
import type { PaymentOrder } from './payments.ts'
import { answerFaults, json, openPayment, refundPayment, signatureFaults, withQuery } from './payments.ts'

export interface IotPaySettings {
  port: number
  host?: string
  merchantId: string
  login: string
  key: string
  /** The name of the provider: IOT Pay, or a provider for which the shop assumes the same interface, such as OPay. */
  brand?: string
}

type Fields = Record<string, string | number | Record<string, string>>

const actions: Record<string, string> = {
  '/v1/create_order': 'create',
  '/v1/payForSubmit': 'create',
  '/v1/query_order': 'query',
  '/v1/refund_order': 'refund',
  '/v1/query_refund': 'query_refund',
}
const statusNumbers = { pending: 1, approved: 1, paid: 2, closed: 9 } as const

/** Starts a simulator of IOT Pay's wallet interface, version 1, with a wallet page. No money moves. */
export function startIotPay(settings: IotPaySettings): Promise<Simulator> {
  return startSimulator(settings, (frame) => createProtocol(settings, frame))
}

function createProtocol(settings: IotPaySettings, frame: Frame): Protocol {
  const { book } = frame
  const { merchantId, login, key, brand = 'IOT Pay' } = settings

  function read({ path, body }: Call): Operation | Reply | null {
    const action = actions[path]
    if (!action) return null
    let input: Map<string, string>
    try {
      input = readParameters(new URLSearchParams(body).get('params') ?? '')
    } catch {
      return fail('FAIL', 'params is not JSON')
    }
    if (input.get('mchId') !== merchantId) return fail('FAIL', 'mchId is unknown')
    if (input.get('sign') !== signParameters(input, key)) return fail('FAIL', 'sign does not match')
    const get = (name: string) => input.get(name) ?? ''
    const reference = get('mchOrderNo') || book.find('', get('payOrderId'))?.reference || get('mchRefundNo')
    const perform = (fault?: string) =>
      fault === 'refuse_create'
        ? failBusiness('E1001', 'the channel is closed')
        : applyFault(performAction(action, path, get), fault)
    return { reference, name: action, isCreate: action === 'create', perform }
  }

  function performAction(action: string, path: string, get: (name: string) => string): Fields {
    if (action === 'create') return create(path, get)
    if (action === 'query') return query(get)
    return action === 'refund' ? refund(get) : queryRefund(get)
  }

  function create(path: string, get: (name: string) => string): Fields {
    const problem = findProblem(get, path)
    if (problem) return businessError('E1002', problem)
    if (book.find(get('mchOrderNo'))) return businessError('E1003', 'mchOrderNo was used before')
    const channel = get('channelId')
    const order: PaymentOrder = {
      reference: get('mchOrderNo'),
      channel,
      wallet: channel === 'WX_JSAPI' ? 'WECHATPAY' : 'ALIPAY',
      amount: Number(get('amount')),
      currency: get('currency'),
      description: get('body'),
      returnUrl: get('returnUrl'),
      notifyUrl: get('notifyUrl'),
    }
    const payment = openPayment(frame, order, { by: brand, isScanned: channel === 'ALIPAY_QR' })
    const page = frame.pageOf(payment)
    const numbers = { payOrderId: payment.token, mchOrderNo: payment.reference }
    return channel === 'WX_JSAPI' ? { ...numbers, url: page } : { ...numbers, retParams: { alipayUrl: page } }
  }

  function findProblem(get: (name: string) => string, path: string): string | undefined {
    const lengths: [string, number][] = [
      ['mchOrderNo', 30],
      ['jobNo', 50],
      ['notifyUrl', 200],
      ['subject', 64],
      ['body', 255],
    ]
    for (const [name, max] of lengths) {
      if (!get(name) || get(name).length > max) return `${name} is missing or too long`
    }
    if (get('jobNo') !== login) return 'jobNo is unknown'
    const allowed = path === '/v1/payForSubmit' ? ['WX_JSAPI'] : ['ALIPAY_WAP', 'ALIPAY_PC', 'ALIPAY_QR']
    if (!allowed.includes(get('channelId'))) return 'channelId is not allowed here'
    if (get('channelId') === 'ALIPAY_WAP' && !/^(IOS|ANDROID)$/.test(get('osType'))) return 'osType is missing'
    if (get('currency') !== 'CAD') return 'currency is not allowed'
    if (!/^[1-9]\d{0,9}$/.test(get('amount'))) return 'amount must be whole cents'
    return undefined
  }

  function query(get: (name: string) => string): Fields {
    const payment = book.find(get('mchOrderNo'))
    return payment ? facts(payment) : businessError('E1004', 'no such order')
  }

  function facts(payment: Payment): Fields {
    const { token, reference, notes, currency, amount, status } = payment
    const numbers = { payOrderId: token, mchId: merchantId, mchOrderNo: reference }
    return { ...numbers, channelId: notes.channel ?? '', currency, amount, status: statusNumbers[status] }
  }

  function refund(get: (name: string) => string): Fields {
    const payment = book.find('', get('payOrderId'))
    if (!payment) return businessError('E1004', 'no such order')
    if (get('loginName') !== login) return businessError('E1005', 'loginName is unknown')
    const number = get('mchRefundNo')
    if (!number || number.length > 30) return businessError('E1006', 'mchRefundNo is missing or too long')
    const problem = refundPayment(frame, payment, { number, amount: Number(get('refundAmount')) })
    return problem ? businessError('E1007', problem) : queryRefund(get)
  }

  function queryRefund(get: (name: string) => string): Fields {
    const refund = book.findRefund(get('mchRefundNo'))
    if (!refund) return businessError('E1008', 'no such refund')
    const refundOrderId = `R${refund.payment.token.slice(0, 20)}`
    return { mchRefundNo: get('mchRefundNo'), refundOrderId, refundAmount: refund.amount, status: 2 }
  }

  const businessError = (errCode: string, errCodeDes: string): Fields => ({ resCode: 'FAIL', errCode, errCodeDes })
  const failBusiness = (code: string, text: string) => applyFault(businessError(code, text))
  const fail = (retCode: string, retMsg: string): Reply => json({ retCode, retMsg })

  /**
   * Adds the success codes and the signature to `fields`, and returns the response. `fault` names the fault to simulate
   * in the response, if any.
   */
  function applyFault(fields: Fields, fault?: string): Reply {
    const hasOrder = 'mchOrderNo' in fields
    const changed = {
      retCode: 'SUCCESS',
      retMsg: '',
      resCode: 'SUCCESS',
      ...fields,
      ...(fault === 'unknown_status' && hasOrder && { status: 77 }),
      ...(fault === 'other_order' && hasOrder && { mchOrderNo: 'SOMEBODY-ELSE-A1' }),
    }
    if (fault === 'empty_data') return json({ retCode: 'SUCCESS', resCode: 'SUCCESS' })
    if (fault === 'no_answer_signature') return json(changed)
    const sign = signParameters(readParameters(JSON.stringify(changed)), key)
    return json({ ...changed, sign: fault === 'bad_answer_signature' ? `0BAD${sign.slice(4)}` : sign })
  }

  function notice(payment: Payment, fault?: string) {
    const parameters = new Map(Object.entries(facts(payment)).map(([name, value]) => [name, String(value)]))
    parameters.set('paySuccTime', String(payment.endedAt?.getTime() ?? ''))
    parameters.set('backType', fault === 'browser_return' ? '1' : '2')
    if (fault === 'other_merchant') parameters.set('mchId', '10009999')
    const sign = signParameters(parameters, fault === 'bad_sign' ? `${key}?` : key)
    if (fault !== 'no_sign') parameters.set('sign', sign)
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    return { headers, body: new URLSearchParams([...parameters]).toString() }
  }

  function back(payment: Payment) {
    const { token, reference, status } = payment
    const returnParameters = { payOrderId: token, mchOrderNo: reference, status: String(statusNumbers[status]) }
    return withQuery(payment.returnUrl, returnParameters)
  }

  return {
    faults: {
      notices: ['bad_sign', 'no_sign', 'other_merchant', 'browser_return'],
      answers: [...answerFaults, ...signatureFaults],
    },
    read,
    notice,
    isAcknowledged: (status, text) => status === 200 && text === 'success',
    back,
  }
}
