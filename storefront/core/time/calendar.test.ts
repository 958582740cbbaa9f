import { expect, test } from 'vitest'
import { calendarLink } from './calendar.ts'

test('calendarLink writes an event in UTC with escaped text', () => {
  const link = calendarLink({
    id: 'ab2c',
    title: 'Pick up 7K2M at Lantern Lane; bring a bag, please',
    place: '12 Lantern St, Toronto',
    date: '2026-11-20',
    time: '17:40',
    timeZone: 'America/Toronto',
  })
  expect(link.startsWith('data:text/calendar;charset=utf-8,')).toBe(true)
  const lines = decodeURIComponent(link.slice(link.indexOf(',') + 1)).split('\r\n')
  expect(lines).toContain('DTSTART:20261120T224000Z')
  expect(lines).toContain('DTEND:20261120T225500Z')
  expect(lines).toContain('SUMMARY:Pick up 7K2M at Lantern Lane\\; bring a bag\\, please')
  expect(lines).toContain('LOCATION:12 Lantern St\\, Toronto')
})
