import { createCipheriv } from 'node:crypto'
import { expect, test } from 'vitest'
import { unwrap, wrap } from '#simulators/ott-envelope.ts'
import { digest, envelopeKey, seal, unseal } from './ott-envelope.ts'

/** The vendor's published example. */
const signKey = 'A8B5FE540E38A5A9'
const values = {
  amount: '1234',
  biz_type: 'WECHATPAY',
  call_back_url: 'https://shop.example/n',
  operator_id: '0000000001',
  order_id: 'SIM0001A1',
}
const md5 = 'F0F92F72D81ABAFFC0EE54A6D8C73CE2'
const data =
  'njLY9aRSNzreBShe33L1Wfiyr885SCBgItQTVBsSeu/Gfi58KeFmOacs+8MlgNRG63UTlojMaiO3ggZHA+yHoqyYkhopSzjRBh2x1hfCTtIuIhqTvgkAgM65IIZSnqLegYH6vjzRckFhapC9pj4gWJMRk1HGDmNQ5CI2E4Rad8vyrInX8exV8+IoC+BhH7ms'

test('the key of an envelope matches the vendor’s example', () => {
  expect(envelopeKey('5A917182659DE14DCB3022CA6518F34F', signKey)).toBe('BFE59D83C221F217')
})

test('shop and simulator encrypt and decrypt an envelope alike', () => {
  expect(digest(values)).toBe(md5)
  expect(seal(values, signKey)).toEqual({ data, md5 })
  expect(wrap(values, signKey)).toEqual({ data, md5 })
  expect(unseal({ data, md5 }, signKey)).toEqual(values)
  expect(unwrap({ data, md5 }, signKey)).toEqual(values)
})

test('an envelope with another key, a changed text or a wrong digest is refused', () => {
  expect(unseal({ data, md5 }, 'A8B5FE540E38A5A8')).toBeNull()
  expect(unseal({ data: data.replace('nj', 'ni'), md5 }, signKey)).toBeNull()
  expect(unseal({ data: `${data.slice(0, -24)}`, md5 }, signKey)).toBeNull()
  expect(unseal({ data, md5: md5.toLowerCase() }, signKey)).toBeNull()
  expect(unseal({ data, md5: digest({ ...values, amount: '1' }) }, signKey)).toBeNull()
  expect(unseal({ data: '', md5 }, signKey)).toBeNull()
  expect(unseal({}, signKey)).toBeNull()
})

test('an attacker without the key cannot change values by changing the digest', () => {
  const own = { ...values, order_status: 'success' }
  const cipher = createCipheriv('aes-128-ecb', '0123456789ABCDEF', null)
  const forged = cipher.update(JSON.stringify(own), 'utf8', 'base64') + cipher.final('base64')
  expect(unseal({ data: forged, md5: digest(own) }, signKey)).toBeNull()
})

test('the digest uses a number as it is written', () => {
  const json = '{"amount":12.0,"order_id":"SIM"}'
  const spelled = digest({ amount: '12.0', order_id: 'SIM' })
  const cipher = createCipheriv('aes-128-ecb', envelopeKey(spelled, signKey), null)
  const sent = cipher.update(json, 'utf8', 'base64') + cipher.final('base64')
  expect(unseal({ data: sent, md5: spelled }, signKey)).toEqual({ amount: '12.0', order_id: 'SIM' })
})
