import { expect, test } from 'vitest'
import { readParameters, signParameters } from '#simulators/iotpay-signature.ts'
import { isSigned, sign } from './iotpay-signature.ts'

const key = 'TESTKEY0123456789'
/** The manual's own parameters, with a key of ours: the manual does not print its key. */
const params = { c: 'cat', a: 'apple', b: 'boat', d: '' }
const signature = '41B714157139D669289209D7225F27A9'

test('the manual’s parameters are signed in their order, without the empty one', () => {
  expect(sign(params, key)).toBe(signature)
  expect(signParameters(new Map(Object.entries(params)), key)).toBe(signature)
})

test('a signature counts with the right key, for the right values and when it is there', () => {
  expect(isSigned({ ...params, sign: signature }, key)).toBe(true)
  expect(isSigned({ ...params, sign: signature.toLowerCase() }, key)).toBe(false)
  expect(isSigned({ ...params, sign: signature }, `${key}?`)).toBe(false)
  expect(isSigned({ ...params, c: 'dog', sign: signature }, key)).toBe(false)
  expect(isSigned({ ...params, sign: '' }, key)).toBe(false)
  expect(isSigned(params, key)).toBe(false)
})

test('numbers, nested values, Chinese and parameters that are new to us are signed by both sides alike', () => {
  const json = '{"amount":1234,"subject":"灯里 & 茶=1","new":{"b":1,"a":"x"},"none":null,"isTest":true}'
  expect(sign(JSON.parse(json), key)).toBe(signParameters(readParameters(json), key))
})
