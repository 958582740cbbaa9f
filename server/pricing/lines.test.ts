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

  test('the only choice of a group is named with its question, unless it repeats it', () => {
    const asked = (question: string, frage: string, en: string, zh: string) =>
      priceLine(
        tea({
          ...toppings({ max: 1 }),
          name: { en: question, zh: frage },
          modifiers: [{ id: 'it', name: { en, zh }, price: 0, available: true }],
        }),
        [{ id: 'it', quantity: 1 }],
        1,
      ).modifiers[0]?.name
    expect(asked('Sugar', '甜度', '100%', '全糖')).toEqual({ en: 'Sugar: 100%', zh: '甜度：全糖' })
    expect(asked('Ice (for cold drinks)', '冰量（冷饮）', 'None', '去冰')).toEqual({
      en: 'Ice: None',
      zh: '冰量：去冰',
    })
    expect(asked('Ice, for cold drinks', '冰量（冷饮）', 'Less ice', '少冰')).toEqual({
      en: 'Less ice',
      zh: '冰量：少冰',
    })
  })

  test.each([
    ['too few', { min: 1 }, []],
    ['too many', { max: 1 }, [{ id: 'pearls', quantity: 2 }]],
    ['one that is sold out', { modifiers: [topping('pearls', 75, false)] }, [{ id: 'pearls', quantity: 1 }]],
    [
      'one that is sold out, beside one that is not',
      { modifiers: [topping('pearls', 75, false), topping('jelly', 50)] },
      [{ id: 'pearls', quantity: 1 }],
    ],
  ])('a choice that is not allowed returns its modifier group: %s', (_, rules, chosen) => {
    expect(priceLine(tea(toppings(rules)), chosen, 1).wrongGroup?.name).toEqual(name)
  })

  test('a modifier that is sold out is marked, and others are not', () => {
    const group = toppings({ modifiers: [topping('pearls', 75, false), topping('jelly', 50)] })
    const chosen = ['pearls', 'jelly'].map((id) => ({ id, quantity: 1 }))
    expect(priceLine(tea(group), chosen, 1).modifiers).toStrictEqual([
      { id: 'pearls', name: { en: 'pearls', zh: 'pearls' }, quantity: 1, price: 75, isSoldOut: true },
      { id: 'jelly', name: { en: 'jelly', zh: 'jelly' }, quantity: 1, price: 50 },
    ])
  })

  test.each([
    ['the usual price', {}, true, [600, null, null, 0]],
    ['a sale, with the price before it', { compareAtPrice: 800 }, false, [600, 800, 'sale', 0]],
    ['no sale if the price before it was the same', { compareAtPrice: 600 }, false, [600, null, null, 0]],
    ['no sale if the price before it was lower', { compareAtPrice: 500 }, false, [600, null, null, 0]],
    ['no sale without a price before it', { compareAtPrice: null }, false, [600, null, null, 0]],
    ['the member price, for a member', { memberPrice: 500 }, true, [500, 600, 'member', 100]],
    ['the usual price, for others', { memberPrice: 500 }, false, [600, null, null, 0]],
    ['a member price of nothing', { memberPrice: 0 }, true, [0, 600, 'member', 600]],
    ['the usual price if no member price is set', { memberPrice: null }, true, [600, null, null, 0]],
    ['the usual price if the member price is the same', { memberPrice: 600 }, true, [600, null, null, 0]],
    ['the usual price if the member price is higher', { memberPrice: 700 }, true, [600, null, null, 0]],
    [
      'the member price below a sale, with the price before the sale',
      { compareAtPrice: 800, memberPrice: 500 },
      true,
      [500, 800, 'member', 100],
    ],
    ['the sale if the member price is higher', { compareAtPrice: 800, memberPrice: 700 }, true, [600, 800, 'sale', 0]],
  ])('a piece costs %s', (_, prices, hasMemberPrices, expected) => {
    const { unitPrice, regularPrice, reason, memberSaving } = priceLine({ ...tea(), ...prices }, [], 2, {
      hasMemberPrices,
    })
    expect([unitPrice, regularPrice, reason, memberSaving]).toEqual(expected)
  })

  test('nobody has member prices unless the caller says so', () => {
    expect(priceLine({ ...tea(), memberPrice: 500 }, [], 1).unitPrice).toBe(600)
  })

  test('modifiers are added to the price before a sale too', () => {
    const line = priceLine({ ...tea(toppings()), compareAtPrice: 800 }, [{ id: 'pearls', quantity: 2 }], 3)
    expect([line.unitPrice, line.regularPrice, line.total]).toEqual([750, 950, 2250])
  })

  describe('with a group that is offered for cold drinks only', () => {
    const value = (id: string) => ({ id, name: { en: id, zh: id } })
    const temperature = { en: 'Temperature', zh: '温度' }
    const options = [{ id: 'temperature', name: temperature, values: [value('hot'), value('cold')] }]
    const cold = { option: temperature, value: { en: 'cold', zh: 'cold' } }
    const ice = toppings({
      condition: { kind: 'only', modifiers: [], values: [cold] },
      modifiers: [topping('cubes', 25), topping('crushed', 30)],
    })
    const chosen = [{ id: 'cubes', quantity: 1 }]
    const priced = (optionPair: string, own = chosen) => priceLine({ ...tea(ice), options, optionPair }, own, 1)

    test('its modifiers are valid with a cold drink', () => {
      const { modifiers, wrongGroup } = priced('size:large,temperature:cold')
      expect(wrongGroup).toBeNull()
      expect(modifiers.map(({ isNotOffered }) => isNotOffered)).toEqual([undefined])
    })

    test('its modifiers are refused with a hot drink, and marked', () => {
      const { modifiers, wrongGroup } = priced('size:large,temperature:hot')
      expect(wrongGroup).toBe(ice)
      expect(modifiers.map(({ isNotOffered }) => isNotOffered)).toEqual([true])
      expect(priced('size:large,temperature:hot', []).wrongGroup).toBeNull()
    })

    test('it is offered with a modifier of another group, if it depends on one', () => {
      const syrup = { ...ice, id: 'ice', condition: { kind: 'only' as const, modifiers: ['pearls'] } }
      const wrong = (...ids: string[]) =>
        priceLine(
          tea(toppings(), syrup),
          ids.map((id) => ({ id, quantity: 1 })),
          1,
        ).wrongGroup
      expect(wrong('cubes', 'pearls')).toBeNull()
      expect(wrong('cubes', 'jelly')).toBe(syrup)
    })

    test('it is offered for a product without that option', () => {
      expect(priceLine(tea(ice), chosen, 1).wrongGroup).toBeNull()
    })
  })

  test('a modifier of another product is reported as unknown', () => {
    expect(priceLine(tea(toppings()), [{ id: 'chilli', quantity: 1 }], 1).hasUnknown).toBe(true)
  })
})

test('equal modifiers are added up, and sorted by id', () => {
  const chosen = [
    { id: 'pearls', quantity: 2 },
    { id: 'foam', quantity: 1 },
    { id: 'pearls', quantity: 3 },
    { id: 'jelly', quantity: 1 },
  ]
  expect(normaliseModifiers(chosen)).toEqual([
    { id: 'foam', quantity: 1 },
    { id: 'jelly', quantity: 1 },
    { id: 'pearls', quantity: 5 },
  ])
})

test('the key of a line differs by variant, modifier, quantity and note, and never changes, because carts keep it', () => {
  const keys = [
    lineKey('tea', [], ''),
    lineKey('tea-large', [], ''),
    lineKey('tea', [], 'warm'),
    lineKey('tea', [{ id: 'pearls', quantity: 1 }], ''),
    lineKey('tea', [{ id: 'pearls', quantity: 2 }], ''),
    lineKey('tea', [{ id: 'jelly', quantity: 1 }], ''),
  ]
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys[0]).toBe('lDWRm2eBNe5l94FA9')
  expect(keys[4]).toBe('lMf_TFsP5nLN3sJU_')
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
