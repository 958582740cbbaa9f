import { describe, expect, test } from 'vitest'
import { isPostalArea, normaliseAddress, toPostCode, toPrefix } from './addresses.ts'
import type { Place, Zone } from './zones.ts'
import { distanceTo, feeRange, freeFrom, quote } from './zones.ts'

const store = { country: 'CA', latitude: 43.656, longitude: -79.3935, zoneChoice: 'first' } as const
const zone = (own: Partial<Zone>): Zone => ({
  id: 'zone',
  locationId: 'store',
  position: 0,
  name: { en: 'Zone', zh: '区' },
  area: { kind: 'postal', prefixes: ['M5T'] },
  fees: [{ from: 0, fee: 500 }],
  distanceFees: [],
  minimum: 0,
  hours: [],
  extraMinutes: 0,
  taxClass: 'as_goods',
  active: true,
  version: 1,
  ...own,
})
const place = (prefix: string, point: Place['point'] = null): Place => ({ country: 'CA', prefix, point })
const fee = (zones: Zone[], where: Place, subtotal = 1000) =>
  quote(store, zones, { place: where, subtotal })?.fee ?? null

describe('a zone of postal codes', () => {
  test.each([
    ['M5T', 'M5T', true],
    ['M5T', 'M5T1L4', true],
    ['M5', 'M5T', true],
    ['M5T1L4', 'M5T', false],
    ['M5T', 'M5V', false],
    ['M5A-M5T', 'M5A', true],
    ['M5A-M5T', 'M5A1A1', true],
    ['M5A-M5T', 'M5T', true],
    ['M5A-M5T', 'M5G2B1', true],
    ['M5A-M5T', 'M5T9Z9', true],
    ['M5A-M5T', 'M5V1A1', false],
    ['M5A-M5T', 'M4Y1A1', false],
  ])('%s covers %s: %s', (prefix, where, isCovered) => {
    expect(fee([zone({ area: { kind: 'postal', prefixes: [prefix] } })], place(where)) !== null).toBe(isCovered)
  })
})

test('a zone covers a place that one of its postal codes covers', () => {
  const zones = [zone({ area: { kind: 'postal', prefixes: ['M5V', 'M5T', 'L3R'] } })]
  expect([fee(zones, place('M5T')), fee(zones, place('M4Y'))]).toEqual([500, null])
})

test('a zone that is switched off, or a place in another country, has no quote', () => {
  expect(fee([zone({ active: false })], place('M5T'))).toBeNull()
  expect(fee([zone({})], { ...place('M5T'), country: 'US' })).toBeNull()
})

test('a quote has all facts of its zone', () => {
  const own = zone({
    minimum: 2500,
    fees: [
      { from: 0, fee: 500 },
      { from: 4000, fee: 0 },
    ],
  })
  expect(quote(store, [own], { place: place('M5T'), subtotal: 1000 })).toEqual({
    zone: own,
    fee: 500,
    minimum: 2500,
    missing: 1500,
    freeFrom: 4000,
    distanceKm: null,
    days: null,
    maxGrams: null,
    isTooHeavy: false,
  })
  expect(quote(store, [own], { place: place('M5T'), subtotal: 9000 })).toMatchObject({ fee: 0, missing: 0 })
})

describe('the distance from a store', () => {
  test.each([
    ['to itself', [43.656, -79.3935], 0],
    ['to the end of the street', [43.6569, -79.3935], 0.1],
    ['to Montreal', [45.5017, -73.5673], 504.9],
    ['to Vancouver', [49.2827, -123.1207], 3358.0],
    ['to Quito, on the equator', [-0.1807, -78.4678], 4875.3],
  ] as [string, [number, number], number][])(
    'is along a great circle, to a tenth of a kilometre: %s',
    (_, point, km) => {
      expect(distanceTo(store, { point })).toBe(km)
    },
  )

  test('is unknown without one of the positions', () => {
    const point: [number, number] = [45.5, -73.5]
    expect(distanceTo({ ...store, latitude: null }, { point })).toBeNull()
    expect(distanceTo({ ...store, longitude: null }, { point })).toBeNull()
    expect(distanceTo(store, { point: null })).toBeNull()
  })
})

describe('a zone that is drawn on a map', () => {
  const within = (corners: [number, number][], point: [number, number]) =>
    fee([zone({ area: { kind: 'polygon', corners } })], place('M5V', point)) !== null
  const triangle: [number, number][] = [
    [40, -80],
    [50, -80],
    [40, -70],
  ]
  // A square with a notch in its upper side. The tip of the notch is in the middle of the square.
  const notched: [number, number][] = [
    [40, -80],
    [50, -80],
    [45, -75],
    [50, -70],
    [40, -70],
  ]

  test.each([
    ['a triangle', triangle, [44, -76.1], true],
    ['a triangle', triangle, [44, -73.9], false],
    ['a triangle', triangle, [48, -78.1], true],
    ['a triangle', triangle, [48, -77.9], false],
    ['a triangle', triangle, [41, -71.1], true],
    ['a triangle', triangle, [39.9, -79], false],
    ['a triangle', triangle, [50.1, -79.9], false],
    ['a triangle', triangle, [45, -80.1], false],
    ['a notched square', notched, [42, -75], true],
    ['a notched square', notched, [44.9, -75], true],
    ['a notched square', notched, [45.1, -75], false],
    ['a notched square', notched, [48, -78.1], true],
    ['a notched square', notched, [48, -77.9], false],
    ['a notched square', notched, [48, -71.9], true],
    ['a notched square', notched, [48, -72.1], false],
    ['a notched square', notched, [48, -69.9], false],
  ] as [string, [number, number][], [number, number], boolean][])(
    'covers the points inside: %s %j has %j: %s',
    (_, corners, point, isInside) => {
      expect(within(corners, point)).toBe(isInside)
    },
  )
})

describe('zones by radius or polygon', () => {
  const near = place('M5V', [43.641, -79.396])
  const far = place('L3R', [43.85, -79.33])

  test('cover places inside them, and no place without a known position', () => {
    const circle = [zone({ area: { kind: 'radius', km: 5 } })]
    expect([fee(circle, near), fee(circle, far), fee(circle, place('M5V'))]).toEqual([500, null, null])
    const corners: [number, number][] = [
      [43.63, -79.42],
      [43.67, -79.42],
      [43.67, -79.36],
      [43.63, -79.36],
    ]
    const drawn = [zone({ area: { kind: 'polygon', corners } })]
    expect([fee(drawn, near), fee(drawn, far), fee(drawn, place('M5V'))]).toEqual([500, null, null])
  })

  test('add a fee by distance, and end at the last distance', () => {
    const zones = [
      zone({
        area: { kind: 'radius', km: 50 },
        distanceFees: [
          { upToKm: 5, fee: 100 },
          { upToKm: 10, fee: 300 },
        ],
      }),
    ]
    expect(quote(store, zones, { place: near, subtotal: 0 })).toMatchObject({ fee: 600, distanceKm: 1.7 })
    expect(fee(zones, far)).toBeNull()
  })

  test('have their radius and their distances included, in whatever order the distances stand', () => {
    expect(fee([zone({ area: { kind: 'radius', km: 1.7 } })], near)).toBe(500)
    expect(fee([zone({ area: { kind: 'radius', km: 1.6 } })], near)).toBeNull()
    const distanceFees = [
      { upToKm: 10, fee: 300 },
      { upToKm: 1.7, fee: 100 },
      { upToKm: 5, fee: 200 },
    ]
    const area = { kind: 'postal' as const, prefixes: ['M5V'] }
    expect(fee([zone({ area, distanceFees })], near)).toBe(600)
    expect(fee([zone({ area, distanceFees: distanceFees.slice(0, 1) })], near)).toBe(800)
    expect(fee([zone({ area, distanceFees })], place('M5V'))).toBeNull()
  })
})

describe('a fee', () => {
  const tiers = [
    { from: 0, fee: 500 },
    { from: 3000, fee: 300 },
    { from: 5000, fee: 0 },
  ]

  test.each([
    [0, 500],
    [2999, 500],
    [3000, 300],
    [4999, 300],
    [5000, 0],
  ])('for a subtotal of %i is %i', (subtotal, expected) => {
    expect(fee([zone({ fees: tiers })], place('M5T'), subtotal)).toBe(expected)
  })

  test('is free from the end of the highest paid tier, and never free if the distance has a fee', () => {
    expect(freeFrom(zone({ fees: tiers }))).toBe(5000)
    expect(freeFrom(zone({ fees: [{ from: 0, fee: 500 }] }))).toBeNull()
    expect(freeFrom(zone({ fees: tiers, distanceFees: [{ upToKm: 5, fee: 100 }] }))).toBeNull()
    expect(freeFrom(zone({ fees: tiers, distanceFees: [{ upToKm: 5, fee: 0 }] }))).toBe(5000)
    expect(freeFrom(zone({ fees: [{ from: 0, fee: 0 }] }))).toBe(0)
    expect(freeFrom(zone({ fees: [] }))).toBe(0)
    const mixed = [
      { from: 0, fee: 500 },
      { from: 3000, fee: 0 },
      { from: 4000, fee: 100 },
      { from: 6000, fee: 0 },
      { from: 8000, fee: 0 },
    ]
    expect(freeFrom(zone({ fees: mixed }))).toBe(6000)
    expect(
      freeFrom(
        zone({
          fees: [
            { from: 0, fee: 0 },
            { from: 0, fee: 500 },
          ],
        }),
      ),
    ).toBeNull()
  })

  test('has a lowest and a highest amount, of the goods and of the distance', () => {
    const distanceFees = [
      { upToKm: 5, fee: 100 },
      { upToKm: 10, fee: 300 },
    ]
    expect(feeRange(zone({ fees: tiers, distanceFees }))).toEqual({ from: 100, to: 800 })
    expect(feeRange(zone({ fees: tiers }))).toEqual({ from: 0, to: 500 })
    expect(feeRange(zone({ fees: [], distanceFees }))).toEqual({ from: 100, to: 300 })
    expect(feeRange(zone({ fees: [] }))).toEqual({ from: 0, to: 0 })
  })

  test('is that of the lowest tier for goods below it', () => {
    const fees = [
      { from: 6000, fee: 0 },
      { from: 2000, fee: 599 },
    ]
    expect([0, 1999, 2000, 6000].map((subtotal) => fee([zone({ fees })], place('M5T'), subtotal))).toEqual([
      599, 599, 599, 0,
    ])
    expect(fee([zone({ fees: [] })], place('M5T'), 1999)).toBe(0)
  })

  test('is that of the first zone, or the cheapest if the store says so; a quote has the missing minimum', () => {
    const zones = [zone({ minimum: 2500 }), zone({ id: 'other', fees: [{ from: 0, fee: 100 }] })]
    expect(quote(store, zones, { place: place('M5T'), subtotal: 1000 })).toMatchObject({
      fee: 500,
      minimum: 2500,
      missing: 1500,
    })
    expect(quote({ ...store, zoneChoice: 'cheapest' }, zones, { place: place('M5T'), subtotal: 1000 })).toMatchObject({
      fee: 100,
    })
    expect(quote(store, zones, { place: { ...place('100'), country: 'US' }, subtotal: 1000 })).toBeNull()
  })
})

describe('addresses', () => {
  test.each([
    ['CA', 'm5t1l4', 'M5T 1L4'],
    ['CA', ' M5T-1L4 ', 'M5T 1L4'],
    ['CA', 'Ｍ５Ｔ１Ｌ４', 'M5T 1L4'],
    ['CA', 'D5T 1L4', null],
    ['CA', 'M5T 1O4', null],
    ['CA', 'M5T', null],
    ['US', '10001', '10001'],
    ['US', '100011234', '10001-1234'],
    ['US', '1000', null],
    ['CN', '100020', '100020'],
    ['CN', '10002', null],
  ] as const)('%s: the postal code %s is normalised to %s', (country, text, expected) => {
    expect(toPostCode(country, text)).toBe(expected)
  })

  test.each([
    ['CA', 'm5t', 'M5T'],
    ['CA', 'm5t1', 'M5T1'],
    ['CA', 'm5', null],
    ['CA', '555', null],
    ['US', '100', '100'],
  ] as const)('%s: the beginning %s of a postal code gives the prefix %s', (country, text, expected) => {
    expect(toPrefix(country, text)).toBe(expected)
  })

  test.each([
    ['CA', 'L', true],
    ['CA', 'L3R', true],
    ['CA', 'M5T1L4', true],
    ['CA', 'M5A-M5T', true],
    ['CA', 'M5A-M6', true],
    ['CA', 'M5T-M5', true],
    ['US', '100', true],
    ['US', '10001-10099', true],
    ['CN', '100020', true],
    ['CA', 'L3RL3S', false],
    ['CA', 'M5!', false],
    ['CA', 'D5T', false],
    ['CA', '100', false],
    ['CA', 'M5T-M5A', false],
    ['CA', 'M5A-', false],
    ['CA', '', false],
    ['CA', 'M5A-M5C-M5T', false],
    ['US', 'M5T', false],
    ['CN', '1000200', false],
  ] as const)('%s: the entry %s of a zone is a postal area: %s', (country, text, expected) => {
    expect(isPostalArea(country, text)).toBe(expected)
  })

  const good = {
    country: 'CA',
    province: 'ON',
    city: 'Toronto',
    district: '',
    street: '52 Baldwin Street',
    unit: '3',
    postCode: 'm5t1l4',
    buzzer: '',
    note: '',
    leaveAtDoor: false,
  } as const
  test.each([
    ['province', { province: 'NY' }],
    ['city', { city: '' }],
    ['street', { street: '' }],
    ['postCode', { postCode: 'M5T' }],
    ['postCode', { province: 'BC' }],
    ['district', { country: 'CN' as const, province: 'BJ', postCode: '100020' }],
    ['postCode', { country: 'US' as const, province: 'NY' }],
  ])('with an invalid %s are refused: %j', (field, own) => {
    expect(() => normaliseAddress({ ...good, ...own })).toThrow(
      expect.objectContaining({ items: [expect.objectContaining({ code: 'checkout.address_invalid', field })] }),
    )
  })

  test('are stored in the format of their country', () => {
    expect(normaliseAddress(good).postCode).toBe('M5T 1L4')
    const beijing = { country: 'CN', province: 'BJ', city: '北京市', district: '朝阳区', postCode: '100020' } as const
    expect(normaliseAddress({ ...good, ...beijing })).toMatchObject(beijing)
  })
})
