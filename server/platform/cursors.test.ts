import { expect, test } from 'vitest'
import { isStoredTime, readCursor } from './cursors.ts'

test('a stored time has the form in which PostgreSQL writes times, and exists', () => {
  const real = ['2026-11-20 17:00:00+00', '2028-02-29 00:00:00.123456-03:30', '0001-01-01 23:59:59+14']
  const wrong = [
    '2026-99-99 1',
    '2027-02-29 00:00:00+00',
    '0000-01-01 00:00:00+00',
    '2026-11-20 24:00:00+00',
    '',
    'now',
  ]
  expect([...real, ...wrong].filter(isStoredTime)).toEqual(real)
})

test('a cursor has a key and an id that PostgreSQL can store', () => {
  expect(readCursor('', () => false)).toBeNull()
  expect(readCursor('["tea","t1"]', (key) => key === 'tea')).toEqual({ key: 'tea', id: 't1' })
  for (const after of ['tea', '{}', '["tea"]', '[1,"t1"]', '["bun","t1"]', '["tea","t\\u0000"]'])
    expect(() => readCursor(after, (key) => key === 'tea')).toThrow()
})
