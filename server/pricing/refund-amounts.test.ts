import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Part } from '#contract/checkout.ts'
import type { RefundPart, RefundSelection } from './refund-amounts.ts'
import { refundOf, splitRefund, taxesIn } from './refund-amounts.ts'

const sold = (kind: Part['kind'], key: string, values: Partial<Part>): Part => {
  const { amount = 0, deposit = 0, taxes = [0] } = values
  const total = amount + deposit + taxes.reduce((sum, tax) => sum + tax, 0)
  return { kind, key, quantity: 1, discount: 0, ...values, amount, deposit, taxes, total }
}
const tea = sold('line', 'tea', { quantity: 3, amount: 1000, deposit: 30, taxes: [130] })
const cup = sold('line', 'cup', { amount: 500, taxes: [65] })
const bag = sold('fee', 'bag', { amount: 100, taxes: [13] })
const delivery = sold('delivery', 'delivery', { amount: 400, taxes: [52] })
const tip = sold('tip', 'tip', { amount: 300 })
const order = [tea, cup, bag, delivery, tip]
const back = ({ kind, key }: Part, pieces: number, [amount, deposit, tax]: [number, number, number]): RefundPart => ({
  kind,
  key,
  pieces,
  amount,
  deposit,
  taxes: [tax],
  total: amount + deposit + tax,
})
const wholeTea = back(tea, 3, [1000, 30, 130])

describe('the refund of an order', () => {
  test.each<[string, RefundSelection, RefundPart[]]>([
    ['nothing is wanted', {}, []],
    [
      'everything is wanted',
      { everything: true },
      [
        wholeTea,
        back(cup, 1, [500, 0, 65]),
        back(bag, 1, [100, 0, 13]),
        back(delivery, 1, [400, 0, 52]),
        back(tip, 1, [300, 0, 0]),
      ],
    ],
    ['only the fees are wanted', { fees: true }, [back(bag, 1, [100, 0, 13])]],
    ['only the delivery is wanted', { delivery: true }, [back(delivery, 1, [400, 0, 52])]],
    ['only the tip is wanted', { tip: true }, [back(tip, 1, [300, 0, 0])]],
    ['one of three pieces comes back', { lines: { tea: 1 } }, [back(tea, 1, [333, 10, 43])]],
    ['all pieces of a line come back', { lines: { tea: 3 } }, [wholeTea]],
    ['more pieces come back than were sold', { lines: { tea: 9 } }, [wholeTea]],
    ['no piece of a line comes back', { lines: { tea: 0 } }, []],
    [
      'a line and the delivery are wanted',
      { lines: { cup: 1 }, delivery: true },
      [back(cup, 1, [500, 0, 65]), back(delivery, 1, [400, 0, 52])],
    ],
    ['the key of a fee is given as a line', { lines: { bag: 1 } }, []],
  ])('if %s', (_, wanted, expected) => {
    expect(refundOf(order, [], wanted)).toEqual(expected)
  })

  test('returns piece after piece, and with the last one the cents that rounding left', () => {
    const first = refundOf(order, [], { lines: { tea: 1 } })
    const second = refundOf(order, first, { lines: { tea: 1 } })
    const third = refundOf(order, [...first, ...second], { lines: { tea: 1 } })
    expect([first, second, third]).toEqual([
      [back(tea, 1, [333, 10, 43])],
      [back(tea, 1, [333, 10, 43])],
      [back(tea, 1, [334, 10, 44])],
    ])
    expect(refundOf(order, [...first, ...second, ...third], { lines: { tea: 1 } })).toEqual([])
  })

  test('returns with everything only what earlier refunds left', () => {
    const before = refundOf(order, [], { lines: { tea: 2 }, tip: true })
    expect(refundOf(order, before, { everything: true })).toEqual([
      back(tea, 1, [334, 10, 44]),
      back(cup, 1, [500, 0, 65]),
      back(bag, 1, [100, 0, 13]),
      back(delivery, 1, [400, 0, 52]),
    ])
  })

  test('does not take the refund of another part with the same key or of the same kind as its own', () => {
    const line = sold('line', 'delivery', { amount: 700, taxes: [91] })
    const parts = [line, cup, delivery]
    const before = [back(line, 1, [700, 0, 91])]
    expect(refundOf(parts, before, { everything: true })).toEqual([
      back(cup, 1, [500, 0, 65]),
      back(delivery, 1, [400, 0, 52]),
    ])
  })

  test('lists returned pieces that cost nothing, so that they are not returned twice', () => {
    const gift = sold('line', 'gift', { quantity: 2 })
    expect(refundOf([gift, cup], [], { lines: { gift: 1 } })).toEqual([back(gift, 1, [0, 0, 0])])
  })

  test('distributes an amount over what is left of all parts, and within a part over price, deposit and taxes', () => {
    expect(refundOf([tea, cup], [], { amount: 345 })).toEqual([back(tea, 0, [200, 6, 26]), back(cup, 0, [100, 0, 13])])
    const before = refundOf([tea, cup], [], { lines: { tea: 3 } })
    expect(refundOf([tea, cup], before, { amount: 113 })).toEqual([back(cup, 0, [100, 0, 13])])
  })

  test('adds an amount to the parts that come back whole only if something is left of them', () => {
    expect(refundOf([tea, cup], [], { lines: { tea: 3 }, amount: 113 })).toEqual([wholeTea, back(cup, 0, [100, 0, 13])])
    expect(refundOf([tea], [], { lines: { tea: 1 }, amount: 387 })).toEqual([back(tea, 1, [667, 20, 86])])
  })

  test('is never more than what is left of the payment, whatever amount is wanted', () => {
    expect(refundOf([tea, cup], [], { amount: 5000 })).toEqual([
      back(tea, 0, [1000, 30, 130]),
      back(cup, 0, [500, 0, 65]),
    ])
    const before = refundOf([tea, cup], [], { amount: 5000 })
    expect(refundOf([tea, cup], before, { amount: 1 })).toEqual([])
  })

  test('of a piece is reduced by an amount that was refunded before, and never negative', () => {
    const before = [back(tea, 0, [900, 5, 117])]
    expect(refundOf([tea], before, { lines: { tea: 1 } })).toEqual([back(tea, 1, [0, 5, 0])])
    expect(refundOf([tea], before, { everything: true })).toEqual([back(tea, 3, [100, 25, 13])])
  })

  test('is the same in total, in whatever order pieces, parts and amounts come back', () => {
    const step = fc.oneof(
      fc.nat(4).map((pieces): RefundSelection => ({ lines: { tea: pieces } })),
      fc.nat(900).map((amount): RefundSelection => ({ amount })),
      fc.constantFrom<RefundSelection>({ lines: { cup: 1 } }, { fees: true }, { delivery: true }, { tip: true }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const done: RefundPart[] = []
        for (const wanted of [...steps, { everything: true }]) {
          for (const part of refundOf(order, done, wanted)) {
            for (const cents of [part.amount, part.deposit, ...part.taxes]) expect(cents).toBeGreaterThanOrEqual(0)
            done.push(part)
          }
        }
        for (const { kind, key, amount, deposit, taxes, quantity } of order) {
          const own = done.filter((part) => part.kind === kind && part.key === key)
          const sumOf = (read: (part: RefundPart) => number) => own.reduce((sum, part) => sum + read(part), 0)
          expect([sumOf((one) => one.amount), sumOf((one) => one.deposit), sumOf((one) => one.taxes[0] ?? 0)]).toEqual([
            amount,
            deposit,
            taxes[0],
          ])
          expect(sumOf(({ pieces }) => pieces)).toBe(quantity)
        }
      }),
    )
  })
})

describe('the refund of a line that the end of a group-buy made cheaper', () => {
  const lychees = sold('line', 'lychees', { quantity: 4, amount: 4000, taxes: [520] })
  const none = { amount: 0, taxes: [0] }
  const lowered = (pieces: number, amount: number, tax: number): Part => ({
    ...lychees,
    lowered: { pieces, later: none, back: { amount, taxes: [tax] } },
  })
  const all = lowered(4, 400, 52)
  const reduction: RefundPart = { ...back(lychees, 0, [400, 0, 52]), isReduction: true }

  test('is the reduction of the line alone, once', () => {
    expect(refundOf([all, bag, tip], [], { reduction: true })).toEqual([reduction])
    expect(refundOf([lychees, bag, tip], [], { reduction: true })).toEqual([])
  })

  test('is at most what is left of the line', () => {
    const before = [back(lychees, 0, [3900, 0, 507])]
    expect(refundOf([all, tip], before, { reduction: true })).toEqual([
      { ...back(lychees, 0, [100, 0, 13]), isReduction: true },
    ])
  })

  test.each([
    ['was refunded', [reduction]],
    ['was not refunded yet', []],
  ])('has the lower price for each piece if the reduction %s', (_, before: RefundPart[]) => {
    const piece = back(lychees, 1, [900, 0, 117])
    expect(refundOf([all], before, { lines: { lychees: 1 } })).toEqual([piece])
    expect(refundOf([all], [...before, piece, piece], { lines: { lychees: 1 } })).toEqual([piece])
    expect(refundOf([all], before, { lines: { lychees: 9 } })).toEqual([back(lychees, 4, [3600, 0, 468])])
  })

  test('has the old price only for the pieces that left the order before the end', () => {
    const early = refundOf([lychees], [], { lines: { lychees: 1 } })
    expect(early).toEqual([back(lychees, 1, [1000, 0, 130])])
    const paid = { ...back(lychees, 0, [300, 0, 39]), isReduction: true as const }
    expect(refundOf([lowered(3, 300, 39)], [...early, paid], { lines: { lychees: 1 } })).toEqual([
      back(lychees, 1, [900, 0, 117]),
    ])
  })

  test('counts a reduction that lowered what was to pay, whose amounts the part no longer contains', () => {
    const billed: Part = {
      ...lychees,
      amount: 3700,
      taxes: [481],
      total: 4181,
      lowered: { pieces: 3, later: { amount: 300, taxes: [39] }, back: none },
    }
    const early = back(lychees, 1, [1000, 0, 130])
    const piece = back(lychees, 1, [900, 0, 117])
    expect(refundOf([billed], [early], { lines: { lychees: 1 } })).toEqual([piece])
    expect(refundOf([billed], [early, piece, piece], { everything: true })).toEqual([piece])
    const both: Part = {
      ...billed,
      lowered: { pieces: 3, later: { amount: 300, taxes: [39] }, back: { amount: 300, taxes: [39] } },
    }
    expect(refundOf([both], [early], { lines: { lychees: 1 } })).toEqual([back(lychees, 1, [800, 0, 104])])
  })

  test('rounds the price of each piece down, and the last piece returns the rest', () => {
    const odd = lowered(3, 100, 13)
    const before = [back(lychees, 1, [1000, 0, 130]), { ...back(lychees, 0, [100, 0, 13]), isReduction: true as const }]
    for (const cents of [
      [966, 125],
      [967, 126],
      [967, 126],
    ]) {
      const [piece] = refundOf([odd], before, { lines: { lychees: 1 } })
      expect(piece).toEqual(back(lychees, 1, [cents[0] ?? 0, 0, cents[1] ?? 0]))
      before.push(piece as RefundPart)
    }
    expect(refundOf([odd], before, { everything: true })).toEqual([])
  })

  test('returns with everything what is left, with a reduction that was not refunded', () => {
    expect(refundOf([all], [reduction], { everything: true })).toEqual([back(lychees, 4, [3600, 0, 468])])
    expect(refundOf([all], [], { everything: true })).toEqual([back(lychees, 4, [4000, 0, 520])])
  })

  test('stays a reduction when two payments share it', () => {
    const [first, second] = splitRefund([reduction], [113, 339])
    expect([first, second]).toEqual([
      [{ ...back(lychees, 0, [100, 0, 13]), isReduction: true }],
      [{ ...back(lychees, 0, [300, 0, 39]), isReduction: true }],
    ])
  })
})

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

test('splitRefund gives the last payment all that is left, even if it paid less', () => {
  expect(splitRefund(parts, [1130, 100])).toEqual([[parts[0]], [parts[1]]])
  expect(splitRefund(parts, [0, 1695])).toEqual([[], parts])
})

test('splitRefund counts each part once against a payment that covers several', () => {
  const three = [part('tea', 1, 100, 0), part('cup', 1, 200, 0), part('bun', 1, 300, 0)]
  expect(splitRefund(three, [500, 100])).toEqual([
    [three[0], three[1], part('bun', 0, 200, 0)],
    [part('bun', 1, 100, 0)],
  ])
})

test('splitRefund divides the deposit of a part too', () => {
  expect(splitRefund([back(cup, 1, [800, 100, 100])], [500, 500])).toEqual([
    [back(cup, 0, [400, 50, 50])],
    [back(cup, 1, [400, 50, 50])],
  ])
})

test('splitRefund adds nothing if the parts are less than the payments', () => {
  expect(splitRefund([], [500, 500])).toEqual([[], []])
  expect(splitRefund([part('tea', 1, 300, 0)], [500, 500])).toEqual([[part('tea', 1, 300, 0)], []])
})

test('taxesIn returns the share of each tax in an amount, and null if the parts are less than it', () => {
  expect(taxesIn(parts, 1695)).toEqual([195])
  expect(taxesIn(parts, 848)).toEqual([98])
  expect(taxesIn([back(cup, 1, [800, 100, 100])], 500)).toEqual([50])
  expect(taxesIn(parts, 1700)).toBeNull()
  expect(taxesIn([], 500)).toBeNull()
})
