import { expect, test } from 'vitest'
import { readParameters, signParameters } from '#simulators/iotpay-signature.ts'
import { isSigned, sign } from './iotpay-signature.ts'

const key = 'TESTKEY0123456789'
/** The manual's parameters, signed with a key of ours, because the manual does not print its key. */
const params = { c: 'cat', a: 'apple', b: 'boat', d: '' }
const signature = '41B714157139D669289209D7225F27A9'

test('parameters are signed in the order of the manual, without empty ones', () => {
  expect(sign(params, key)).toBe(signature)
  expect(signParameters(new Map(Object.entries(params)), key)).toBe(signature)
})

test('a signature is valid only with the right key and values', () => {
  expect(isSigned({ ...params, sign: signature }, key)).toBe(true)
  expect(isSigned({ ...params, sign: signature.toLowerCase() }, key)).toBe(false)
  expect(isSigned({ ...params, sign: signature }, `${key}?`)).toBe(false)
  expect(isSigned({ ...params, c: 'dog', sign: signature }, key)).toBe(false)
  expect(isSigned({ ...params, sign: '' }, key)).toBe(false)
  expect(isSigned(params, key)).toBe(false)
})

test('shop and simulator sign numbers, nested values, Chinese and unknown parameters alike', () => {
  const json = '{"amount":1234,"subject":"灯里 & 茶=1","new":{"b":1,"a":"x"},"none":null,"isTest":true}'
  expect(sign(JSON.parse(json), key)).toBe(signParameters(readParameters(json), key))
})
