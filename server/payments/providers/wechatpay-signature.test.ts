import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { areSigned, encryptResource, readAuthorization, signLines } from '#simulators/wechatpay-signature.ts'
import { createAuthorization, decryptResource, isSigned, signForMiniProgram } from './wechatpay-signature.ts'

const now = new Date('2026-11-20T17:00:00Z')
const seconds = String(now.getTime() / 1000)
const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
const own = pair()
const theirs = pair()
const key = { merchantId: '1900000001', privateKey: own.privateKey, serial: 'OWN1' }
const platform = { publicKey: theirs.publicKey, serial: 'PLATFORM1' }

/**
 * Test vectors of AES-256-GCM: two published vectors with a nonce of 16 bytes, and our own vector with WeChat's nonce
 * of 12 bytes.
 */
const resources: [text: string, secret: { key: string; nonce: string; aad: string }, ciphertext: string][] = [
  [
    'hello',
    { key: '0123456789abcdef0123456789abcdef', nonce: '0123456789abcdef', aad: 'world' },
    'APoZlYpivU3HjbAiB4CvW1rAFr8J',
  ],
  ['', { key: '0123456789abcdef0123456789abcdef', nonce: '0123456789abcdef', aad: '' }, 'GvpmmdtYwexXIPhySs9Tlg=='],
  [
    '{"out_trade_no":"SIM-0001-A1","trade_state":"SUCCESS"}',
    { key: '0123456789abcdef0123456789abcdef', nonce: 'sim-nonce-12', aad: 'transaction' },
    'RQqV7fk+4duFvym0aZGq4aDXgGaduJwXKCOZ8mgPGe7V5nJjoUFvHqffMrU4m0N+SCXSDdjK3eOyweJjLskY3jJ7fKFFHg==',
  ],
]

test.each(resources)(
  'shop and simulator encrypt and decrypt a resource with the text "%s" alike',
  (text, secret, ciphertext) => {
    const resource = { ciphertext, nonce: secret.nonce, associated_data: secret.aad }
    expect(decryptResource(resource, secret.key)).toBe(text)
    expect(encryptResource(text, secret)).toBe(ciphertext)
    expect(decryptResource({ ...resource, associated_data: 'other' }, secret.key)).toBeNull()
    expect(decryptResource(resource, 'f'.repeat(32))).toBeNull()
    expect(decryptResource({ ...resource, ciphertext: 'AAAA' }, secret.key)).toBeNull()
  },
)

test('the merchant’s signature covers method, path, time, nonce and body', () => {
  const request = { method: 'POST', path: '/v3/global/refunds?a=1', body: '{"a":"灯"}', now }
  const line = createAuthorization(key, request)
  const parts = readAuthorization(line)
  expect(parts).toMatchObject({ mchid: '1900000001', serial_no: 'OWN1', timestamp: seconds })
  const { timestamp = '', nonce_str: nonce = '', signature = '' } = parts
  const lines = ['POST', request.path, timestamp, nonce, request.body]
  const publicKey = createPublicKey(own.publicKey)
  expect(areSigned(publicKey, signature, ...lines)).toBe(true)
  expect(areSigned(publicKey, signature, ...lines.with(4, '{}'))).toBe(false)
  expect(createAuthorization(key, request)).not.toBe(line)
})

test('an answer is valid only with WeChat Pay’s signature and serial number, within five minutes', () => {
  const body = '{"trade_state":"SUCCESS"}'
  const signed = (timestamp = seconds, changes = {}) => ({
    body,
    headers: {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': 'n1',
      'wechatpay-serial': 'PLATFORM1',
      'wechatpay-signature': signLines(createPrivateKey(theirs.privateKey), timestamp, 'n1', body),
      ...changes,
    },
  })
  expect(isSigned(signed(), platform, now)).toBe(true)
  expect(isSigned({ ...signed(), body: `${body} ` }, platform, now)).toBe(false)
  expect(isSigned(signed(String(Number(seconds) - 301)), platform, now)).toBe(false)
  expect(isSigned(signed(String(Number(seconds) + 301)), platform, now)).toBe(false)
  expect(isSigned(signed(String(Number(seconds) - 299)), platform, now)).toBe(true)
  expect(isSigned(signed(seconds, { 'wechatpay-serial': 'OTHER' }), platform, now)).toBe(false)
  expect(isSigned(signed(seconds, { 'wechatpay-signature': '' }), platform, now)).toBe(false)
  expect(isSigned(signed(seconds, { 'wechatpay-signature': 'not base64 %%' }), platform, now)).toBe(false)
  expect(isSigned({ body, headers: {} }, platform, now)).toBe(false)
  expect(isSigned(signed(), { ...platform, publicKey: own.publicKey }, now)).toBe(false)
})

test('the mini-program gets the parameters of wx.requestPayment, with a signature over four lines', () => {
  const parameters = signForMiniProgram(key, 'wx0123456789abcdef', { prepayId: 'wx-prepared-1', now })
  expect(parameters).toEqual({
    timeStamp: seconds,
    nonceStr: expect.stringMatching(/^[0-9a-f]{32}$/),
    package: 'prepay_id=wx-prepared-1',
    signType: 'RSA',
    paySign: expect.any(String),
  })
  const { timeStamp, nonceStr, package: packed, paySign } = parameters
  const lines = ['wx0123456789abcdef', timeStamp, nonceStr, packed]
  expect(areSigned(createPublicKey(own.publicKey), paySign, ...lines)).toBe(true)
})
