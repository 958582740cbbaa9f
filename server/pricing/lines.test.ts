import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ModifierGroup } from './lines.ts'
import { lineKey, normaliseModifiers, priceLine } from './lines.ts'

const name = { en: 'Toppings', zh: '配料' }
const topping = (id: string, price: number, available = true) => ({ id, name: { en: id, zh: id }, price, available })
const toppings = (rules: Partial<ModifierGroup> = {}): ModifierGroup => ({
  id: 'toppings',
  name,
  min: 0,
  max: 3,
  free: 0,
  modifiers: [topping('pearls', 75), topping('jelly', 50), topping('foam', 150)],
  ...rules,
})
const tea = (...modifierGroups: ModifierGroup[]) => ({ price: 600, modifierGroups })

describe('the price of a line', () => {
  test.each([
    ['nothing chosen', {}, [], 600],
    ['one topping', {}, [{ id: 'pearls', quantity: 1 }], 675],
    [
      'two of one and one of another',
      {},
      [
        { id: 'pearls', quantity: 2 },
        { id: 'jelly', quantity: 1 },
      ],
      800,
    ],
    [
      'the dearest is free',
      { free: 1 },
      [
        { id: 'jelly', quantity: 1 },
        { id: 'foam', quantity: 1 },
      ],
      650,
    ],
    ['one of two of a kind is free', { free: 1 }, [{ id: 'foam', quantity: 2 }], 750],
    [
      'more free than chosen',
      { free: 9 },
      [
        { id: 'foam', quantity: 1 },
        { id: 'jelly', quantity: 1 },
      ],
      600,
    ],
  ])('%s', (_, rules, chosen, unitPrice) => {
    const price = priceLine(tea(toppings(rules)), chosen, 3)
    expect(price).toMatchObject({ unitPrice, total: unitPrice * 3, wrongGroup: null, hasUnknown: false })
  })

  test('the price of a modifier excludes its free pieces', () => {
    const chosen = [
      { id: 'pearls', quantity: 1 },
      { id: 'foam', quantity: 2 },
    ]
    expect(priceLine(tea(toppings({ free: 1 })), chosen, 1).modifiers).toEqual([
      { id: 'pearls', name: { en: 'pearls', zh: 'pearls' }, quantity: 1, price: 75 },
      { id: 'foam', name: { en: 'foam', zh: 'foam' }, quantity: 2, price: 150 },
    ])
  })

  test.each([
    ['too few', { min: 1 }, []],
    ['too many', { max: 1 }, [{ id: 'pearls', quantity: 2 }]],
    ['one that is sold out', { modifiers: [topping('pearls', 75, false)] }, [{ id: 'pearls', quantity: 1 }]],
  ])('a choice that is not allowed returns its modifier group: %s', (_, rules, chosen) => {
    expect(priceLine(tea(toppings(rules)), chosen, 1).wrongGroup?.name).toEqual(name)
  })

  test('a modifier of another product is reported as unknown', () => {
    expect(priceLine(tea(toppings()), [{ id: 'chilli', quantity: 1 }], 1).hasUnknown).toBe(true)
  })
})

const cents = fc.integer({ min: 0, max: 100_000_00 })
const chosenOf = fc.record({ pearls: fc.nat(20), jelly: fc.nat(20), foam: fc.nat(20) }).map((quantities) =>
  Object.entries(quantities)
    .filter(([, quantity]) => quantity > 0)
    .map(([id, quantity]) => ({ id, quantity })),
)

describe('for every price and choice', () => {
  test('the unit price includes the modifiers, and the total is the quantity times the unit price', () => {
    fc.assert(
      fc.property(cents, chosenOf, fc.nat(5), fc.integer({ min: 1, max: 999 }), (price, chosen, free, quantity) => {
        const line = priceLine({ price, modifierGroups: [toppings({ free })] }, chosen, quantity)
        const added = line.modifiers.reduce((sum, modifier) => sum + modifier.price, 0)
        expect(line.unitPrice).toBe(price + added)
        expect(line.total).toBe(line.unitPrice * quantity)
        expect(Number.isSafeInteger(line.total)).toBe(true)
      }),
    )
  })

  test('the most expensive modifier pieces are the free ones', () => {
    fc.assert(
      fc.property(chosenOf, fc.nat(10), (chosen, free) => {
        const { unitPrice } = priceLine(tea(toppings({ free })), chosen, 1)
        const pieces = chosen.flatMap(({ id, quantity }) =>
          Array<number>(quantity).fill({ pearls: 75, jelly: 50, foam: 150 }[id] ?? 0),
        )
        const paid = pieces.sort((one, other) => other - one).slice(free)
        expect(unitPrice).toBe(600 + paid.reduce((sum, price) => sum + price, 0))
      }),
    )
  })

  test('the order of the modifiers does not change the key of the line', () => {
    fc.assert(
      fc.property(chosenOf, fc.string(), (chosen, note) => {
        const again = chosen
          .toReversed()
          .flatMap(({ id, quantity }) => Array.from({ length: quantity }, () => ({ id, quantity: 1 })))
        expect(lineKey('tea', normaliseModifiers(again), note)).toBe(lineKey('tea', normaliseModifiers(chosen), note))
      }),
    )
  })
})
