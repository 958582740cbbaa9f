import { expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { isOrderToken, newOrderId, newPickupCode, orderToken } from './codes.ts'

const now = new Date('2026-11-20T12:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * dayMs)

test('order ids are 128 random bits in 26 letters and digits', () => {
  const ids = Array.from({ length: 1000 }, newOrderId)
  expect(new Set(ids).size).toBe(1000)
  for (const id of ids) expect(id).toMatch(/^[a-z2-7]{25}[a-h]$/)
})

test('pickup codes contain no ambiguous letters or digits', () => {
  for (const code of Array.from({ length: 1000 }, newPickupCode)) expect(code).toMatch(/^[A-Z3-9]{6}$/)
  expect(Array.from({ length: 1000 }, newPickupCode).join('')).not.toMatch(/[BGILOQSZ01258]/)
})

test('a token is valid for its own order, for 90 days, with its secret', () => {
  const token = orderToken('secret', 'one', now)
  expect(isOrderToken('secret', 'one', { token, now: later(89) })).toBe(true)
  expect(isOrderToken('secret', 'one', { token, now: later(91) })).toBe(false)
  expect(isOrderToken('secret', 'other', { token, now })).toBe(false)
  expect(isOrderToken('other secret', 'one', { token, now })).toBe(false)
})

test.each(['', '.', 'x', '1.2.3', `zzzzzzzz.${'a'.repeat(43)}`])('"%s" is not a valid token', (token) => {
  expect(isOrderToken('secret', 'one', { token, now })).toBe(false)
})
