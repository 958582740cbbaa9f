import { expect, it } from 'vitest'
import type { Location } from '#contract/locations.ts'
import { openState } from './hours.ts'

const store = {
  timeZone: 'America/Toronto',
  hours: [
    { weekday: 5, from: '17:00', to: '21:00' },
    { weekday: 5, from: '11:00', to: '15:00' },
  ],
  exceptions: [
    { date: '2026-12-25', closed: true },
    { date: '2026-11-27', closed: false, from: '08:00', to: '12:00' },
  ],
} as unknown as Location

it.each([
  ['2026-11-20T15:59:00Z', { kind: 'opens', at: '11:00' }],
  ['2026-11-20T16:00:00Z', { kind: 'open', until: '15:00' }],
  ['2026-11-20T20:00:00Z', { kind: 'opens', at: '17:00' }],
  ['2026-11-21T01:59:00Z', { kind: 'open', until: '21:00' }],
  ['2026-11-21T02:00:00Z', { kind: 'closed' }],
  ['2026-11-21T16:00:00Z', { kind: 'closed' }],
  ['2026-12-25T17:00:00Z', { kind: 'closed' }],
  ['2026-11-27T13:30:00Z', { kind: 'open', until: '12:00' }],
])('at %s the store is %j', (instant, state) => {
  expect(openState(store, new Date(instant))).toEqual(state)
})
