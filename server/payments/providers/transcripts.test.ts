import { createDecipheriv, createHash, createPublicKey, createVerify, X509Certificate } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import type { Exchange } from '#simulators/frame/book.ts'
import type { Simulators } from '#simulators/providers.ts'
import { startSimulators } from '#simulators/providers.ts'
import { openCitcon } from './citcon.ts'
import { openIotPay } from './iotpay.ts'
import { openOPay } from './opay.ts'
import { openOtt } from './ott.ts'
import { openPayPal } from './paypal.ts'
import type { Payment, Provider, Refund } from './provider.ts'
import { openSnapPay } from './snappay.ts'
import { openWeChatPay } from './wechatpay.ts'

/*
 * Tests the exact messages exchanged with the providers in `adapters`: create, query, notify, refund. This file
 * computes signatures from each provider's published rule, without code of the shop or its simulators.
 */

const adapters = {
  snappay: [openSnapPay, 'webpay/ALIPAY'],
  paypal: [openPayPal, 'checkout'],
  ott: [openOtt, 'WECHATPAY'],
  citcon: [openCitcon, 'alipay'],
  iotpay: [openIotPay, 'ALIPAY_WAP'],
  opay: [openOPay, 'ALIPAY_WAP'],
  wechatpay: [openWeChatPay, 'JSAPI'],
} as const
type Name = keyof typeof adapters
const names = Object.keys(adapters) as Name[]

let simulators: Simulators
let shop: { url: string; close(): void }
let numbers = 0
beforeAll(async () => {
  simulators = await startSimulators()
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end('success'))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  shop = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
})
afterAll(async () => {
  shop.close()
  await simulators.close()
})

const config = (changes = {}) => readConfig({ PROVIDER_TIMEOUT_MS: '1500', ...simulators.env, ...changes })
const setting = (name: string) => simulators.env[name] ?? ''
const urlOf = (name: Name) => setting(`${name.toUpperCase()}_URL`)

function open(name: Name, changes: Record<string, string> = {}): Provider {
  const provider = adapters[name][0](config(changes), () => new Date())
  if (!provider) throw new Error(`${name} is not set`)
  return provider
}

function newPayment(name: Name): Payment {
  const reference = `ORDER${++numbers}-A1`
  return {
    reference,
    channel: adapters[name][1],
    amount: { amount: 1230, currency: 'CAD' },
    description: '灯里 · K7M2QX',
    returnUrl: `${shop.url}/confirmation/ORDER`,
    notifyUrl: `${shop.url}/notify`,
    minutes: 15,
    locale: 'zh',
    isMobile: true,
    ip: '203.0.113.7',
    openId: 'oX-1',
  }
}
const toRefund = (payment: Payment, providerReference: string | null): Refund => ({
  ...payment,
  providerReference,
  refundReference: payment.reference.replace('-A1', '-R1'),
  amount: { amount: 500, currency: 'CAD' },
  total: payment.amount,
  reason: 'sold out',
  refundProviderReference: null,
})

/** Pays and refunds a part. Returns the payment, the provider's number and one exchange of each kind. */
async function payAndRefund(name: Name) {
  const provider = open(name)
  const payment = newPayment(name)
  const said = async (): Promise<Exchange[]> => (await fetch(`${urlOf(name)}/control/transcript`)).json()
  const before = (await said()).length
  const started = await provider.start(payment)
  if (started.outcome !== 'started') throw new Error(started.answer)
  const address = `${urlOf(name)}/control/${payment.reference}`
  await fetch(address, { method: 'POST', body: JSON.stringify({ action: 'pay' }) })
  const tried = { ...payment, providerReference: started.providerReference ?? null }
  await provider.capture?.(tried)
  const report = await provider.check(tried)
  expect(report).toMatchObject({ outcome: 'paid', amount: 1230, currency: 'CAD' })
  const given = await provider.refund(toRefund(payment, report.providerReference))
  expect(['refunded', 'pending']).toContain(given.outcome)
  const exchanges = (await said()).slice(before)
  const number = report.providerReference ?? ''
  return { payment, number, ...sorted(exchanges, payment.reference) }
}

/**
 * Finds one exchange of each kind: create, query, notification and refund. Prefers the last notification that got
 * status 200.
 */
function sorted(exchanges: Exchange[], reference: string) {
  const find = (pattern: RegExp) => {
    const found = exchanges.find(({ direction, method, target, sent }) =>
      pattern.test(`${direction} ${method} ${target} ${/"(method|action)":"([\w.]+)"/.exec(sent)?.[2] ?? ''}`),
    )
    if (!found) throw new Error(`nothing like ${pattern} about ${reference}`)
    return found
  }
  return {
    create: find(/^request POST .*(pay\.webpay|checkout\/orders $|H5PAY|payment\/pay |create_order|jsapi )/),
    query: find(/orderquery|GET .*orders\/\w+ $|STATUS_QUERY|inquire|query_order|out-trade-no/),
    notice:
      exchanges.findLast(({ direction, status }) => direction === 'notification' && status === 200) ??
      find(/^notification/),
    refund: find(/orderrefund|\/refund |REFUND|refund_order|refunds /),
  }
}

const meaningful = /^(content-type|authorization|prefer|paypal-request-id)$/
function raw({ method, target, headers, sent }: Exchange): string {
  const lines = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => meaningful.test(name))
    .map(([name, value]) => `${name}: ${value}`)
    .sort()
  return [`${method} ${target}`, ...lines, '', sent].join('\n')
}
const message = (line: string, headers: string[], body: string) => [line, ...headers, '', body].join('\n')

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
type Fields = Record<string, unknown>
const pairs = (fields: Fields) =>
  Object.keys(fields)
    .sort()
    .map((name) => `${name}=${typeof fields[name] === 'object' ? JSON.stringify(fields[name]) : fields[name]}`)
    .join('&')
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const jsonType = 'content-type: application/json'
const jsonUtf8 = 'content-type: application/json; charset=utf-8'
const formType = 'content-type: application/x-www-form-urlencoded'
const formUtf8 = `${formType};charset=UTF-8`
/**
 * The value of a field in the sent text. The test uses this for values from a clock or random numbers, which it cannot
 * predict.
 */
const seen = ({ sent }: Exchange, name: string) => new RegExp(`"?${name}"?[:=]"?([^"&,}]+)`).exec(sent)?.[1] ?? ''

test('SnapPay: one address, amounts in dollars, and a signature over the digits as written', async () => {
  const { payment, number, create, query, notice, refund } = await payAndRefund('snappay')
  const { reference } = payment
  const signed = (body: string) =>
    `${body},"sign_type":"MD5","sign":"${md5(pairs(verbatim(`${body}}`)) + config().SNAPPAY_KEY)}"}`
  const request = (method: string, exchange: Exchange, rest: string) =>
    message(
      'POST /api/gateway',
      [jsonUtf8],
      signed(
        `{"app_id":"demo-app","method":"${method}","merchant_no":"901800000116","format":"JSON","charset":"UTF-8","version":"1.0","timestamp":"${seen(exchange, 'timestamp')}",${rest}`,
      ),
    )
  expect(raw(create)).toBe(
    request(
      'pay.webpay',
      create,
      `"payment_method":"ALIPAY","out_order_no":"${reference}","trans_currency":"CAD","trans_amount":12.3,"description":"灯里 · K7M2QX","notify_url":"${shop.url}/notify","return_url":"${shop.url}/confirmation/ORDER","effective_minutes":15,"extension_parameters":"{\\"store_no\\":\\"80519419\\"}","browser_type":"WAP"`,
    ),
  )
  expect(seen(create, 'timestamp')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect(raw(query)).toBe(request('pay.orderquery', query, `"out_order_no":"${reference}"`))
  expect(raw(refund)).toBe(
    request(
      'pay.orderrefund',
      refund,
      `"out_order_no":"${reference}","out_refund_no":"${reference.replace('-A1', '-R1')}","refund_amount":5.0,"refund_desc":"sold out"`,
    ),
  )
  const at = seen(notice, 'timestamp')
  const told = `{"app_id":"demo-app","format":"JSON","charset":"UTF-8","version":"1.0","timestamp":"${at}","trans_no":"${number}","out_order_no":"${reference}","merchant_no":"901800000116","trans_status":"SUCCESS","payment_method":"ALIPAY","pay_operation_method":9,"pay_user_account_id":"demo","trans_currency":"CAD","exchange_rate":5.21,"trans_amount":12.3,"c_trans_fee":0.0,"customer_paid_amount":12.3,"discount_bmopc":0.0,"discount_bpc":0.0,"trans_end_time":"${seen(notice, 'trans_end_time')}"`
  const sign = md5(pairs(verbatim(`${told}}`)) + config().SNAPPAY_KEY)
  expect(raw(notice)).toBe(
    message(`POST ${shop.url}/notify`, [jsonUtf8], `${told},"sign":"${sign}","sign_type":"MD5"}`),
  )
})

/** The fields of a flat JSON object. Numbers become strings with the same digits. */
const verbatim = (json: string): Fields => JSON.parse(json.replace(/:(-?\d+(?:\.\d+)?)(?=[,}])/g, ':"$1"'))

test('PayPal: Orders v2 with a bearer token, and a request id for each create and refund', async () => {
  const { payment, number, create, query, notice, refund } = await payAndRefund('paypal')
  const { reference } = payment
  const bearer = create.headers.authorization ?? ''
  expect(bearer).toMatch(/^Bearer [\w-]+$/)
  const headers = (id: string) => [
    `authorization: ${bearer}`,
    jsonType,
    `paypal-request-id: ${id}`,
    'prefer: return=representation',
  ]
  const back = `${shop.url}/confirmation/ORDER`
  expect(raw(create)).toBe(
    message(
      'POST /v2/checkout/orders',
      headers(reference),
      `{"intent":"CAPTURE","purchase_units":[{"custom_id":"${reference}","invoice_id":"${reference}","description":"灯里 · K7M2QX","amount":{"currency_code":"CAD","value":"12.30"}}],"payment_source":{"paypal":{"experience_context":{"locale":"zh-CN","shipping_preference":"NO_SHIPPING","user_action":"PAY_NOW","payment_method_preference":"IMMEDIATE_PAYMENT_REQUIRED","return_url":"${back}","cancel_url":"${back}?status=cancelled"}}}}`,
    ),
  )
  expect(raw(query)).toBe(message(`GET /v2/checkout/orders/${number}`, [`authorization: ${bearer}`, jsonType], ''))
  const refundReference = reference.replace('-A1', '-R1')
  expect(raw(refund)).toBe(
    message(
      `POST /v2/payments/captures/C-${number}/refund`,
      headers(refundReference),
      `{"amount":{"currency_code":"CAD","value":"5.00"},"invoice_id":"${refundReference}","note_to_payer":"sold out"}`,
    ),
  )
  expect(raw(notice)).toBe(
    message(
      `POST ${shop.url}/api/istore/more/payments/paypal/notification`,
      [jsonType],
      `{"id":"${seen(notice, 'id')}","event_version":"1.0","event_type":"PAYMENT.CAPTURE.COMPLETED","resource_version":"2.0","resource":{"id":"C-${number}","status":"COMPLETED","amount":{"currency_code":"CAD","value":"12.30"},"custom_id":"${reference}","final_capture":true,"supplementary_data":{"related_ids":{"order_id":"${number}"}}}}`,
    ),
  )
  const { 'PayPal-Transmission-Id': id, 'PayPal-Transmission-Time': time, ...rest } = notice.headers
  const certificate = await (await fetch(rest['PayPal-Cert-Url'] ?? '')).text()
  const text = `${id}|${time}|DEMO-WEBHOOK-1|${crc32(notice.sent)}`
  const key = certificate.includes('CERTIFICATE') ? new X509Certificate(certificate).publicKey : certificate
  expect(
    createVerify('SHA256')
      .update(text)
      .verify(key, rest['PayPal-Transmission-Sig'] ?? '', 'base64'),
  ).toBe(true)
})

test('OTT Pay: an encrypted envelope of texts, with a key from their digest', async () => {
  const { payment, number, create, query, notice, refund } = await payAndRefund('ott')
  const { reference } = payment
  const opened = ({ sent }: Exchange) => {
    const { data, md5: digest, ...envelope } = JSON.parse(sent)
    const key = md5(digest + setting('OTT_SIGN_KEY'))
      .toUpperCase()
      .slice(8, 24)
    const cipher = createDecipheriv('aes-128-ecb', key, null)
    const values: Record<string, string> = JSON.parse(cipher.update(data, 'base64', 'utf8') + cipher.final('utf8'))
    const joined = Object.keys(values)
      .sort()
      .map((name) => values[name])
      .join('')
    expect(digest).toBe(md5(joined).toUpperCase())
    return { ...envelope, values }
  }
  const merchant_id = 'ON00000001'
  for (const exchange of [create, query, refund])
    expect(raw({ ...exchange, sent: '' })).toBe(message('POST /processV2', [jsonUtf8], ''))
  expect(opened(create)).toEqual({
    action: 'H5PAY',
    version: '2.0',
    merchant_id,
    values: {
      merchant_id,
      shop_id: '1',
      operator_id: '0000000001',
      order_id: reference,
      amount: '1230',
      currency_type: 'CAD',
      biz_type: 'WECHATPAY',
      open_id: '',
      submit_type: 'H5',
      call_back_url: payment.notifyUrl,
    },
  })
  expect(opened(query)).toEqual({
    action: 'STATUS_QUERY',
    version: '1.0',
    merchant_id,
    values: { order_id: reference },
  })
  expect(opened(refund)).toEqual({
    action: 'REFUND',
    version: '1.0',
    merchant_id,
    values: {
      order_id: reference,
      refund_order_id: reference.replace('-A1', '-R1'),
      operator_id: '0000000001',
      amount: '500',
      currency_type: 'CAD',
      remarks: 'sold out',
    },
  })
  expect(raw({ ...notice, sent: '' })).toBe(message(`POST ${payment.notifyUrl}`, [jsonUtf8], ''))
  expect(opened(notice)).toEqual({
    rsp_code: 'SUCCESS',
    rsp_msg: '',
    merchant_id,
    values: {
      merchant_id,
      order_id: reference,
      order_status: 'success',
      // `amount` includes the convenience fee of one cent. The wallet gets this fee, not the shop.
      amount: '1231',
      convenience_fee: '1',
      currency_type: 'CAD',
      tip: '0',
      bizpay_order_id: number,
      finish_time: expect.stringMatching(/^\d{14}$/),
      remarks: '',
    },
  })
})

test('Citcon: forms with a bearer token, cents and no duplicates; notifications name their signed fields', async () => {
  const { payment, number, create, query, notice, refund } = await payAndRefund('citcon')
  const { reference } = payment
  const token = setting('CITCON_TOKEN')
  const request = (path: string, fields: Record<string, string>) =>
    message(`POST ${path}`, [`authorization: Bearer ${token}`, formUtf8], form(fields))
  expect(raw(create)).toBe(
    request('/payment/pay', {
      amount: '1230',
      currency: 'CAD',
      vendor: 'alipay',
      reference,
      ipn_url: payment.notifyUrl,
      callback_url: payment.returnUrl,
      allow_duplicates: 'no',
    }),
  )
  expect(raw(query)).toBe(request('/payment/inquire', { reference, inquire_method: 'real' }))
  expect(raw(refund)).toBe(
    request('/payment/refund', {
      amount: '500',
      currency: 'CAD',
      transaction_id: number,
      reason: `${reference.replace('-A1', '-R1')} sold out`,
    }),
  )
  const told = {
    id: number,
    reference,
    amount: '1230',
    currency: 'CAD',
    notify_status: 'success',
    payment_method: 'alipay',
    fields: 'id,reference,amount,currency,notify_status,payment_method',
  }
  const sign = md5(`${pairs(told)}&token=${token}`)
  expect(raw(notice)).toBe(message(`POST ${payment.notifyUrl}`, [formType], form({ ...told, sign })))
})

test.each(['iotpay', 'opay'] as const)('%s: one form field with signed JSON, amounts in cents', async (name) => {
  const { payment, number, create, query, notice, refund } = await payAndRefund(name)
  const { reference } = payment
  const mchId = setting(`${name.toUpperCase()}_MERCHANT_ID`)
  const signOf = (fields: Fields) => md5(`${pairs(fields)}&key=${setting(`${name.toUpperCase()}_KEY`)}`).toUpperCase()
  const request = (path: string, fields: Fields) =>
    message(`POST ${path}`, [formUtf8], form({ params: JSON.stringify({ ...fields, sign: signOf(fields) }) }))
  expect(raw(create)).toBe(
    request('/v1/create_order', {
      mchId,
      mchOrderNo: reference,
      jobNo: 'shop',
      channelId: 'ALIPAY_WAP',
      currency: 'CAD',
      amount: 1230,
      clientIp: '203.0.113.7',
      device: 'WEB',
      osType: 'ANDROID',
      notifyUrl: payment.notifyUrl,
      returnUrl: payment.returnUrl,
      subject: '灯里 · K7M2QX',
      body: '灯里 · K7M2QX',
    }),
  )
  expect(raw(query)).toBe(request('/v1/query_order', { mchId, mchOrderNo: reference }))
  expect(raw(refund)).toBe(
    request('/v1/refund_order', {
      mchId,
      mchRefundNo: reference.replace('-A1', '-R1'),
      payOrderId: number,
      refundAmount: 500,
      currency: 'CAD',
      clientIp: '127.0.0.1',
      device: 'WEB',
      loginName: 'shop',
    }),
  )
  const told = {
    payOrderId: number,
    mchId,
    mchOrderNo: reference,
    channelId: 'ALIPAY_WAP',
    currency: 'CAD',
    amount: '1230',
    status: '2',
    paySuccTime: seen(notice, 'paySuccTime'),
    backType: '2',
  }
  expect(raw(notice)).toBe(message(`POST ${payment.notifyUrl}`, [formType], form({ ...told, sign: signOf(told) })))
})

test('WeChat Pay: API v3, requests signed by the merchant, notifications encrypted and signed', async () => {
  const { payment, number, create, query, notice, refund } = await payAndRefund('wechatpay')
  const { reference } = payment
  const merchantKey = createPublicKey(setting('WECHATPAY_PRIVATE_KEY').replaceAll('\\n', '\n'))
  const signedBy = (exchange: Exchange) => {
    const { authorization = '' } = exchange.headers
    const part = (name: string) => new RegExp(`${name}="([^"]+)"`).exec(authorization)?.[1] ?? ''
    const lines = [exchange.method, exchange.target, part('timestamp'), part('nonce_str'), exchange.sent, '']
    const verify = createVerify('SHA256').update(lines.join('\n'))
    expect(verify.verify(merchantKey, part('signature'), 'base64')).toBe(true)
    expect(authorization.replaceAll(/"[^"]+"/g, '')).toBe(
      'WECHATPAY2-SHA256-RSA2048 mchid=,nonce_str=,signature=,timestamp=,serial_no=',
    )
    expect([part('mchid'), part('serial_no')]).toEqual(['1900000109', setting('WECHATPAY_SERIAL')])
    return raw({ ...exchange, headers: { ...exchange.headers, authorization: 'signed' } })
  }
  const headers = ['authorization: signed', jsonType]
  const who = '"appid":"wx0123456789abcdef","mchid":"1900000109"'
  expect(signedBy(create)).toBe(
    message(
      'POST /v3/global/transactions/jsapi',
      headers,
      `{${who},"description":"灯里 · K7M2QX","out_trade_no":"${reference}","time_expire":"${seen(create, 'time_expire')}","notify_url":"${payment.notifyUrl}","trade_type":"JSAPI","merchant_category_code":"5499","amount":{"total":1230,"currency":"CAD"},"payer":{"openid":"oX-1"}}`,
    ),
  )
  expect(seen(create, 'time_expire')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
  const path = `/v3/global/transactions/out-trade-no/${reference}?mchid=1900000109`
  expect(signedBy(query)).toBe(message(`GET ${path}`, headers, ''))
  expect(signedBy(refund)).toBe(
    message(
      'POST /v3/global/refunds',
      headers,
      `{${who},"out_trade_no":"${reference}","out_refund_no":"${reference.replace('-A1', '-R1')}","reason":"sold out","amount":{"refund":500,"total":1230,"currency":"CAD"}}`,
    ),
  )
  expect(raw({ ...notice, sent: '' })).toBe(message(`POST ${payment.notifyUrl}`, [jsonType], ''))
  const { 'Wechatpay-Timestamp': time, 'Wechatpay-Nonce': nonce, ...rest } = notice.headers
  const platformKey = setting('WECHATPAY_PLATFORM_KEY').replaceAll('\\n', '\n')
  const verify = createVerify('SHA256').update(`${time}\n${nonce}\n${notice.sent}\n`)
  expect(verify.verify(platformKey, rest['Wechatpay-Signature'] ?? '', 'base64')).toBe(true)
  expect(rest['Wechatpay-Serial']).toBe(setting('WECHATPAY_PLATFORM_SERIAL'))
  const { resource, ...envelope } = JSON.parse(notice.sent)
  expect(envelope).toEqual({
    id: expect.any(String),
    create_time: expect.any(String),
    event_type: 'TRANSACTION.SUCCESS',
    resource_type: 'encrypt-resource',
    summary: 'payment successful',
  })
  const sealed = Buffer.from(resource.ciphertext, 'base64')
  const cipher = createDecipheriv('aes-256-gcm', setting('WECHATPAY_API_KEY'), resource.nonce)
  cipher.setAAD(Buffer.from(resource.associated_data)).setAuthTag(sealed.subarray(-16))
  const told = JSON.parse(cipher.update(sealed.subarray(0, -16), undefined, 'utf8') + cipher.final('utf8'))
  expect(told).toMatchObject({
    mchid: '1900000109',
    out_trade_no: reference,
    transaction_id: number,
    trade_state: 'SUCCESS',
    amount: { total: 1230, currency: 'CAD' },
  })
})

describe('with the address of another provider', () => {
  test.each(names)('%s gets no successful answer from any, and rejects their notifications', async (name) => {
    for (const other of names.filter((other) => other !== name)) {
      const provider = open(name, { [`${name.toUpperCase()}_URL`]: urlOf(other) })
      const payment = newPayment(name)
      const tried = { ...payment, providerReference: 'THEIRS-1' }
      const refund = toRefund(payment, 'THEIRS-1')
      expect((await provider.start(payment)).outcome, other).not.toBe('started')
      expect((await provider.check(tried)).outcome, other).toBe('unknown')
      expect((await provider.capture?.(tried))?.outcome ?? 'unknown', other).toBe('unknown')
      expect((await provider.cancel(tried)).outcome, other).not.toBe('cancelled')
      expect((await provider.refund(refund)).outcome, other).not.toBe('refunded')
      expect((await provider.checkRefund(refund)).outcome, other).not.toBe('refunded')
      const { notice } = await payAndRefund(other)
      const headers = Object.fromEntries(
        Object.entries(notice.headers).map(([key, value]) => [key.toLowerCase(), value]),
      )
      const read = await open(name).readNotification({ body: notice.sent, headers, query: '' })
      expect(read.verdict, other).toBe('forged')
    }
  })
})
