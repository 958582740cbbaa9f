import { expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import type { Order } from '#contract/orders.ts'
import { checkStatus } from './check.ts'
import { readSource } from './source.ts'

const pending = { orderID: 'ab2c', qrCodeScan: false, status: 'INTERIM', paymentStatus: 'NOT_PAID' }

/**
 * Calls `checkStatus` for a confirmation page with this query. The API responds with `answer`. Returns the API request
 * and the result.
 */
async function ask(query: string, { answer = pending, isPoll = false, option = 'snappay_wechat' }: Partial<Case> = {}) {
  const asked: { path: string; body: unknown }[] = []
  const api = createClient(async (url, init) => {
    asked.push({
      path: new URL(url, 'http://shop').pathname.split('/').slice(5).join('/'),
      body: JSON.parse(String(init.body)),
    })
    return Response.json(answer)
  })
  const url = new URL(`http://shop/confirmation/ab2c?${query}`)
  const order = { orderID: 'ab2c', paymentOption: option } as Order
  const result = await checkStatus(api, order, { source: readSource(url.searchParams), url, isPoll })
  return { asked: asked[0], result }
}
interface Case {
  answer: object
  isPoll: boolean
  option: string
}

test.each([
  ['opay_h5', 'checkOPayPaymentStatus', false],
  ['snappay_h5', 'checkSnapPayPaymentStatus', false],
  ['iot_h5', 'checkIOTPayPaymentStatus', true],
  ['citcon_classic_h5', 'checkCitconPaymentStatus', true],
  ['ott_h5', 'checkOttPaymentStatus', true],
])('a return with source %s calls %s, with the status: %s', async (source, call, sendsStatus) => {
  const query = `from_source=${source}Xab2c&status=success`
  const { asked, result } = await ask(query)
  expect(asked).toEqual({
    path: call,
    body: { orderID: 'ab2c', returnUrlInfo: `?${query}`, ...(sendsStatus && { status: 'success' }) },
  })
  expect(result).toEqual({ ...pending, problem: null })
})

test.each([
  ['opay_h5', 'confirmation.source_status'],
  ['snappay_h5', 'confirmation.source_status'],
  ['iot_h5', null],
  ['citcon_classic_h5', null],
  ['ott_h5', null],
])('a response to %s without a status has the problem %s', async (source, problem) => {
  for (const answer of [{ orderID: 'ab2c' }, { ...pending, status: undefined }, { ...pending, paymentStatus: '' }]) {
    expect((await ask(`from_source=${source}Xab2c`, { answer })).result.problem).toBe(problem)
  }
})

test('without a source the payment option of the order decides which call is made', async () => {
  expect((await ask('', { option: 'citcon' })).asked?.path).toBe('checkCitconPaymentStatus')
  expect((await ask('', { option: 'nothing' })).asked?.path).toBe('checkSnapPayPaymentStatus')
})

test('the result of the mini-program is reported once; polls make the usual call', async () => {
  const ok = 'MP_paymentstatus=OK&orderID=ab2c&wmpoid=oX-1'
  expect((await ask(ok)).asked).toEqual({
    path: 'processWeChatMiniProgramPayment/success',
    body: { orderID: 'ab2c', weChatOpenId: 'oX-1', returnUrlInfo: `?${ok}` },
  })
  const fail = 'MP_paymentstatus=FAIL&orderID=ab2c&message=no%20money'
  expect((await ask(fail)).asked).toEqual({
    path: 'processWeChatMiniProgramPayment/error',
    body: { orderID: 'ab2c', errorMessage: 'no money', returnUrlInfo: `?${fail}` },
  })
  const poll = await ask(ok, { isPoll: true, option: 'wechat_mini_program' })
  expect(poll.asked?.path).toBe('checkOttPaymentStatus')
})
