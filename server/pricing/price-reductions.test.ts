import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Part } from '#contract/checkout.ts'
import { lowerParts, lowerTaxes, reductionIn } from './price-reductions.ts'
import type { RefundPart } from './refund-amounts.ts'
import { refundOf } from './refund-amounts.ts'

const sold = (key: string, amount: number, tax: number, kind: Part['kind'] = 'line'): Part => {
  const values = { quantity: 4, amount, discount: 0, deposit: 0, taxes: [tax], total: amount + tax }
  return { kind, key, ...values }
}
const lychees = sold('lychees', 4000, 520)
const plums = sold('plums', 2000, 0)
const tip = sold('tip', 300, 0, 'tip')
const cheaper = [
  { key: 'lychees', pieces: 4, less: 400, of: 4000 },
  { key: 'plums', pieces: 2, less: 300, of: 2000 },
]
const loweredOf = (parts: Part[]) => parts.map(({ lowered }) => lowered)
const none = { amount: 0, taxes: [0] }
const paid = { billed: 0, open: 0, left: 9999 }

test('a reduction has its taxes, and belongs to the lines that became cheaper', () => {
  const parts = lowerParts([lychees, plums, tip], cheaper, paid)
  expect(loweredOf(parts)).toEqual([
    { pieces: 4, later: none, back: { amount: 400, taxes: [52] } },
    { pieces: 2, later: none, back: { amount: 300, taxes: [0] } },
    undefined,
  ])
  expect(parts.map(({ total }) => total)).toEqual([4520, 2000, 300])
  expect(reductionIn(parts)).toEqual({ later: 0, back: 752 })
})

test('a reduction is in proportion to what a line costs after its coupon, rounded half up', () => {
  // A tenth of 37.66.
  expect(reductionIn(lowerParts([sold('lychees', 3333, 433)], cheaper, paid))).toEqual({ later: 0, back: 377 })
  expect(lowerParts([sold('lychees', 0, 0)], cheaper, paid)).toEqual([sold('lychees', 0, 0)])
})

test('a reduction first lowers what is still to pay, with the amounts and taxes of its parts', () => {
  const all = lowerParts([lychees, plums], cheaper, { billed: 0, open: 5000, left: 9999 })
  expect(all).toEqual([
    {
      ...sold('lychees', 3600, 468),
      lowered: { pieces: 4, later: { amount: 400, taxes: [52] }, back: none },
    },
    { ...sold('plums', 1700, 0), lowered: { pieces: 2, later: { amount: 300, taxes: [0] }, back: none } },
  ])
  const some = lowerParts([lychees, plums], cheaper, { billed: 0, open: 376, left: 9999 })
  expect(some).toMatchObject([
    {
      amount: 3800,
      taxes: [494],
      total: 4294,
      lowered: { later: { amount: 200, taxes: [26] }, back: { amount: 200, taxes: [26] } },
    },
    { amount: 1850, total: 1850, lowered: { later: { amount: 150 }, back: { amount: 150 } } },
  ])
  expect(reductionIn(some)).toEqual({ later: 376, back: 376 })
})

test('the pieces of a cheaper line return all that was paid, each about the same', () => {
  const cents = fc.integer({ min: 1, max: 3000 })
  const sumOf = (refunds: RefundPart[]) => refunds.reduce((all, { total }) => all + total, 0)
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.nat(5),
      cents,
      cents,
      fc.nat(),
      (quantity, gone, price, off, open) => {
        const tax = Math.round(price * quantity * 0.13)
        const line = { ...sold('lychees', price * quantity, tax), quantity }
        const before: RefundPart[] = []
        const takePiece = (from: Part[]) => {
          const refund = refundOf(from, before, { lines: { lychees: 1 } })
          before.push(...refund)
          return sumOf(refund)
        }
        for (let at = 0; at < Math.min(gone, quantity - 1); at++) takePiece([line])
        const pieces = quantity - before.length
        const less = Math.min(off, price - 1) * pieces
        const parts = lowerParts([line], [{ key: 'lychees', pieces, less, of: price * quantity }], {
          billed: 0,
          open,
          left: line.total,
        })
        before.push(...refundOf(parts, before, { reduction: true }))
        const left = (parts[0]?.total ?? 0) - sumOf(before)
        const prices = Array.from({ length: pieces }, () => takePiece(parts))
        expect(prices.reduce((all, one) => all + one, 0)).toBe(left)
        expect(Math.max(...prices) - Math.min(...prices)).toBeLessThan(7)
      },
    ),
  )
})

test('a lowered bill has lower taxes, and a lower taxed amount if the bill shows it', () => {
  const cad = (amount: number) => ({ amount, currency: 'CAD' })
  const label = { en: 'HST 13%', zh: '统一销售税 HST 13%' }
  const fee = { kind: 'fee' as const, label, amount: cad(100) }
  const tax = { kind: 'tax' as const, label, amount: cad(520), base: cad(4000) }
  const parts = lowerParts([lychees, plums], cheaper, { billed: 0, open: 5000, left: 0 })
  expect(lowerTaxes([fee, tax], parts)).toEqual([fee, { ...tax, amount: cad(468), base: cad(3600) }])
  const { base: _, ...whole } = tax
  expect(lowerTaxes([whole], parts)).toEqual([{ ...whole, amount: cad(468) }])
  expect(lowerTaxes([fee, tax], lowerParts([lychees, plums], cheaper, paid))).toEqual([fee, tax])
})

test('a refund leaves out what the bill already contains, and is at most what is left', () => {
  const some = lowerParts([lychees, plums], cheaper, { billed: 376, open: 0, left: 9999 })
  expect(some.map(({ total }) => total)).toEqual([4520, 2000])
  expect(loweredOf(some)).toMatchObject([{ back: { amount: 200, taxes: [26] } }, { back: { amount: 150 } }])
  const least = lowerParts([lychees, plums], cheaper, { billed: 376, open: 0, left: 100 })
  expect(reductionIn(least)).toEqual({ later: 0, back: 100 })
  const whole = lowerParts([lychees, plums], cheaper, { ...paid, billed: 752 })
  expect(reductionIn(whole)).toEqual({ later: 0, back: 0 })
})
