import { expect, test } from 'vitest'
import type { RefundPart } from './refund-amounts.ts'
import { splitRefund, taxesIn } from './refund-amounts.ts'

const part = (key: string, pieces: number, amount: number, tax: number): RefundPart => ({
  kind: 'line',
  key,
  pieces,
  amount,
  deposit: 0,
  taxes: [tax],
  total: amount + tax,
})
const parts = [part('tea', 2, 1000, 130), part('cup', 1, 500, 65)]

test('splitRefund divides a refund between two payments to the cent; a divided part has its pieces in the second', () => {
  expect(splitRefund(parts, [1695])).toEqual([parts])
  expect(splitRefund(parts, [1130, 565])).toEqual([[parts[0]], [parts[1]]])
  expect(splitRefund(parts, [565, 1130])).toEqual([[part('tea', 0, 500, 65)], [part('tea', 2, 500, 65), parts[1]]])
  for (let first = 1; first < 1695; first++) {
    const [one = [], other = []] = splitRefund(parts, [first, 1695 - first])
    const sum = (some: RefundPart[]) => some.reduce((all, { total }) => all + total, 0)
    expect([sum(one), sum(other)]).toEqual([first, 1695 - first])
    expect([...one, ...other].every(({ amount, taxes }) => amount >= 0 && (taxes[0] ?? 0) >= 0)).toBe(true)
  }
})

test('splitRefund adds nothing if the parts are less than the payments', () => {
  expect(splitRefund([], [500, 500])).toEqual([[], []])
  expect(splitRefund([part('tea', 1, 300, 0)], [500, 500])).toEqual([[part('tea', 1, 300, 0)], []])
})

test('taxesIn returns the share of each tax in an amount, and null if the parts are less than it', () => {
  expect(taxesIn(parts, 1695)).toEqual([195])
  expect(taxesIn(parts, 848)).toEqual([98])
  expect(taxesIn(parts, 1700)).toBeNull()
  expect(taxesIn([], 500)).toBeNull()
})
