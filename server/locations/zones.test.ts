import { describe, expect, test } from 'vitest'
import { normaliseAddress, toPostCode, toPrefix } from './addresses.ts'
import type { Place, Zone } from './zones.ts'
import { freeFrom, quote } from './zones.ts'

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
    ['M5A-M5T', 'M5G2B1', true],
    ['M5A-M5T', 'M5T9Z9', true],
    ['M5A-M5T', 'M5V1A1', false],
    ['M5A-M5T', 'M4Y1A1', false],
  ])('%s covers %s: %s', (prefix, where, isCovered) => {
    expect(fee([zone({ area: { kind: 'postal', prefixes: [prefix] } })], place(where)) !== null).toBe(isCovered)
  })
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
