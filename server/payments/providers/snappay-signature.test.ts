import { parse } from 'lossless-json'
import { describe, expect, test } from 'vitest'
import { signText } from '#simulators/snappay-signature.ts'
import type { Fields } from './snappay-signature.ts'
import { isSigned, sign, toSignedText } from './snappay-signature.ts'

/** Example data from the vendor's tests. */
const key = '7e2083699dd510575faa1c72f9e35d43'
const paid = (amount: string, end = '}') =>
  `{"trans_no":"TRANS12345","out_order_no":"test1","merchant_no":"901800000116","trans_status":"SUCCESS","payment_method":"ALIPAY","pay_operation_method":5,"pay_user_account_id":"2088101117955611","pay_user_account_name":"15900000000","trans_currency":"CAD","exchange_rate":5.21,"trans_amount":${amount},"c_trans_fee":2.5,"customer_paid_amount":524.09,"discount_bmopc":0.0,"discount_bpc":0.0,"trans_end_time":"2021-03-02 15:16:55"${end}`
const answer = (data: string, msg = 'payment successful') =>
  `{"code":"0","msg":"${msg}","total":1,"psn":"12345","data":[${data}]}`
const refund =
  '{"trans_no": "TRANS12345","out_order_no": "test1","out_refund_no": "refund1","trans_status": "SUCCESS","refund_trans_no": "TRANS67890","refund_trans_end_time": "2021-03-02 15:32:45"}'

const vectors: [name: string, body: string, sign: string][] = [
  [
    'a: an error',
    '{"code":"E000001","msg":"payment failed","psn":"12345","data":[]}',
    '8888fa81407c46edf9cab10e1df4bba8',
  ],
  ['b: a payment', answer(paid('123.45')), '5259982d84faab397e758e82b0b4324e'],
  [
    'c: too little money',
    '{"code":"E066006","msg":"Insufficient balance, current balance is (50.24).","total":0,"psn":"12345","data":[]}',
    '6b5d0c4ed27f90da5dd485588dbcfcc0',
  ],
  ['d: another amount', answer(paid('50.24')), 'f512d47248fe697b29f72d20e2f36d56'],
  [
    'e: a query, with a JSON text in it',
    answer(paid('50.24', ',"attach":"{\\"test\\":\\"value\\"}"}'), 'query successful'),
    '87946cde03ebce206c4e22b423a06cfe',
  ],
  ['f: a refund, with blanks on the wire', answer(refund, 'refund successful'), 'ebcabe64d25c747e88240bf3c0ae450e'],
]
const withoutZeros = answer(paid('123.45')).replaceAll('0.0', '0')

describe.each([
  ['the shop', (body: string) => sign(parse(body) as Fields, key)],
  ['the simulator', (body: string) => signText(body, key)],
])('the signature that %s computes', (_, compute) => {
  test.each(vectors)('matches the vendor’s example %s', (_, body, expected) => {
    expect(compute(body)).toBe(expected)
  })

  test('uses the digits of a number as written', () => {
    expect(compute(withoutZeros)).toBe('f5d38ce5342a9ef5f29e749e7bc3afd5')
    expect(compute(withoutZeros)).not.toBe('5259982d84faab397e758e82b0b4324e')
  })

  test('leaves out empty values, also within an object', () => {
    const body = '{"b":{"x":null,"y":"","z":1.50},"a":"","c":null,"d":[{"k":null}],"e":true}'
    expect(compute(body)).toBe(compute('{"b":{"z":1.50},"d":[],"e":true}'))
  })
})

test('a request is signed with its names in alphabetical order (our own example)', () => {
  const request = {
    app_id: '9f00cd9a873c511e',
    method: 'pay.h5pay',
    merchant_no: '901800000116',
    format: 'JSON',
    charset: 'UTF-8',
    version: '1.0',
    sign_type: 'MD5',
    timestamp: '2024-01-02 03:04:05',
    payment_method: 'WECHATPAY',
    out_order_no: 'SIM-0001-A1',
    trans_currency: 'CAD',
    trans_amount: 12.34,
    description: 'Order SIM-0001',
    notify_url: 'https://shop.example/api/pay/snappay/notify',
    return_url: 'https://shop.example/pay/return',
    attach: null,
  }
  expect(toSignedText(request)).toBe(
    'app_id=9f00cd9a873c511e&charset=UTF-8&description=Order SIM-0001&format=JSON&merchant_no=901800000116&method=pay.h5pay&notify_url=https://shop.example/api/pay/snappay/notify&out_order_no=SIM-0001-A1&payment_method=WECHATPAY&return_url=https://shop.example/pay/return&timestamp=2024-01-02 03:04:05&trans_amount=12.34&trans_currency=CAD&version=1.0',
  )
  expect(sign(request, key)).toBe('b529f43c4c7c239d5c8059ed1f5c790f')
})

test.each([
  ['a missing one', undefined],
  ['an empty one', ''],
  ['a wrong one', '5259982d84faab397e758e82b0b4324f'],
  ['one in capitals', '5259982D84FAAB397E758E82B0B4324E'],
  ['a number', 5],
])('%s is not accepted as a signature', (_, given) => {
  const fields = parse(answer(paid('123.45'))) as Fields
  expect(isSigned({ ...fields, sign: given }, key)).toBe(false)
  expect(isSigned({ ...fields, sign: '5259982d84faab397e758e82b0b4324e' }, key)).toBe(true)
})

test('a signature of another type is not accepted as MD5', () => {
  const fields = { ...(parse(answer(paid('123.45'))) as Fields), sign: '5259982d84faab397e758e82b0b4324e' }
  expect(isSigned({ ...fields, sign_type: 'RSA' }, key)).toBe(false)
  expect(isSigned({ ...fields, sign_type: 'MD5' }, key)).toBe(true)
})
