import { expect, test } from 'vitest'
import { addFollowed } from './referral-click.ts'

const day = '2026-11-20'

test('each member’s link counts once a day, also after another member’s link', () => {
  const first = addFollowed(null, { referId: 'mei', day })
  expect(first).toBe('2026-11-20 mei')
  const both = addFollowed(first, { referId: 'lin', day })
  expect(both).toBe('2026-11-20 mei lin')
  for (const referId of ['mei', 'lin']) expect(addFollowed(both, { referId, day })).toBe(null)
})

test('a link counts again on the next day', () => {
  expect(addFollowed('2026-11-20 mei lin', { referId: 'mei', day: '2026-11-21' })).toBe('2026-11-21 mei')
})

test('the list of a day has at most 50 members', () => {
  const full = [day, ...Array.from({ length: 50 }, (_, n) => `m${n}`)].join(' ')
  const next = addFollowed(full, { referId: 'mei', day })?.split(' ') ?? []
  expect([next.length, next[1], next.at(-1)]).toEqual([51, 'm1', 'mei'])
})
