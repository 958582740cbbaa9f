import { describe, expect, test } from 'vitest'
import type { StateFacts } from './states.ts'
import { isReached, progressOf, stateOf, tierAt } from './states.ts'

const opensAt = new Date('2026-11-20T14:00:00Z')
const closesAt = new Date('2026-11-27T14:00:00Z')
const during = new Date('2026-11-22T14:00:00Z')
const standing: StateFacts = {
  opensAt,
  closesAt,
  goalKind: 'pieces',
  goal: 20,
  cap: null,
  participants: 5,
  pieces: 12,
  amount: 7200,
  outcome: null,
  settledAt: null,
  stage: null,
}

describe('the state of a group-buy', () => {
  test.each<[string, Partial<StateFacts>, Date, boolean, ReturnType<typeof stateOf>]>([
    ['is scheduled until it opens', {}, new Date(opensAt.getTime() - 1), false, 'scheduled'],
    ['is open from its first moment on', {}, opensAt, false, 'open'],
    ['is open until its last moment', {}, new Date(closesAt.getTime() - 1), false, 'open'],
    ['is settling from its end on', {}, closesAt, false, 'settling'],
    ['is full if all pieces are sold', {}, during, true, 'full'],
    ['is full at its cap', { cap: 12 }, during, false, 'full'],
    ['is open one piece below its cap', { cap: 13 }, during, false, 'open'],
    ['is reached at its goal', { goal: 12 }, during, false, 'reached'],
    ['is open one piece below its goal', { goal: 13 }, during, false, 'open'],
    ['is full rather than reached', { goal: 10, cap: 12 }, during, false, 'full'],
    ['is open without a goal', { goalKind: 'none', goal: 0 }, during, false, 'open'],
    ['is cancelled, whatever the time', { outcome: 'cancelled' }, during, false, 'cancelled'],
    ['is settling until everybody is charged', { outcome: 'succeeded' }, closesAt, false, 'settling'],
    ['has its outcome once it is settled', { outcome: 'succeeded', settledAt: closesAt }, closesAt, false, 'succeeded'],
    ['has failed once it is settled', { outcome: 'failed', settledAt: closesAt }, closesAt, false, 'failed'],
    [
      'has its stage after the outcome',
      { outcome: 'succeeded', settledAt: closesAt, stage: 'arrived' },
      closesAt,
      false,
      'arrived',
    ],
  ])('%s', (_, own, now, isSoldOut, expected) => {
    expect(stateOf({ ...standing, ...own }, now, { isSoldOut })).toBe(expected)
  })

  test('counts participants, money or pieces, as its goal does', () => {
    expect(progressOf({ ...standing, goalKind: 'participants' })).toBe(5)
    expect(progressOf({ ...standing, goalKind: 'amount' })).toBe(7200)
    expect(progressOf({ ...standing, goalKind: 'pieces' })).toBe(12)
    expect(progressOf({ ...standing, goalKind: 'none' })).toBe(12)
  })

  test('is successful from the goal on', () => {
    expect([11, 12, 13].map((goal) => isReached({ ...standing, goal }))).toEqual([true, true, false])
  })
})

describe('the price tier of an item', () => {
  const tiers = [
    { from: 1, price: 1000 },
    { from: 10, price: 900 },
    { from: 25, price: 750 },
  ]

  test.each([
    [0, 1000],
    [1, 1000],
    [9, 1000],
    [10, 900],
    [24, 900],
    [25, 750],
    [1000, 750],
  ])('after %i paid pieces costs %i', (sold, price) => {
    expect(tierAt(tiers, sold).price).toBe(price)
  })

  test('must exist', () => {
    expect(() => tierAt([], 3)).toThrow('no price')
  })
})
