import { expect, test } from 'vitest'
import { conflictingLines, findUnavailable, tooLateForTable, withinWindows } from './windows.ts'

const both = (text: string) => ({ en: text, zh: text })
const line = (name: string, ...windows: [from: string, to: string, weekdays?: number[]][]) => ({
  name: both(name),
  windows: windows.map(([from, to, weekdays = []]) => ({ name: both(''), from, to, weekdays })),
})
const tea = line('tea')
const lunch = line('lunch', ['11:00', '14:30', [1, 2, 3, 4, 5]])
const twice = line('twice', ['08:00', '10:00'], ['14:00', '16:00'])
// A Friday, and the Saturday after it.
const [friday, saturday] = ['2026-11-20', '2026-11-21']

test.each([
  [[], friday, '20:00', '20:30', null],
  [[tea], friday, '20:00', '20:30', null],
  [[tea, lunch], friday, '11:00', '11:30', null],
  [[tea, lunch], friday, '14:00', '14:30', null],
  [[tea, lunch], friday, '14:15', '14:45', 'lunch'],
  [[tea, lunch], friday, '10:30', '11:00', 'lunch'],
  [[tea, lunch], saturday, '12:00', '12:30', 'lunch'],
  [[twice], saturday, '09:30', '10:00', null],
  [[twice], saturday, '12:00', '12:30', 'twice'],
  [[line('late', ['20:00', '23:59'])], friday, '23:30', '00:00', 'late'],
  [[twice, lunch], friday, '14:00', '14:30', null],
  [[twice, lunch], friday, '11:00', '11:30', 'twice'],
])('for %j on %s from %s to %s the unavailable product is: %s', (lines, date, time, until, name) => {
  expect(findUnavailable(lines, { date, time, until })?.en ?? null).toBe(name)
})

test('days without a slot for all goods are left out', () => {
  const slots = ['10:00', '11:00', '12:00'].map((time) => ({ time, until: time, state: 'free' as const }))
  const days = [friday, saturday].map((date) => ({ date, slots }))
  expect(withinWindows(days, [tea])).toEqual(days)
  expect(withinWindows(days, [tea, lunch])).toEqual([{ date: friday, slots: slots.slice(1) }])
})

const breakfast = line('breakfast', ['08:00', '11:00'])
const congee = line('congee', ['08:00', '11:00'])
const weekend = line('weekend', ['09:00', '14:00', [6, 0]])
const dayOf = (date: string, ...times: [time: string, until: string, state?: 'full'][]) => ({
  date,
  slots: times.map(([time, until, state = 'free' as const]) => ({ time, until, state })),
})
const early: [string, string] = ['09:00', '09:30']
const noon: [string, string] = ['12:00', '12:30']
const late: [string, string] = ['20:00', '20:30']

test.each([
  ['none if one slot suits all', [[friday, noon]], [tea, lunch], []],
  ['none if goods are sold at all times', [[friday, noon]], [tea], []],
  ['two that never overlap', [[friday, early, noon]], [tea, lunch, breakfast], ['lunch', 'breakfast']],
  ['all with the same windows', [[friday, early, noon]], [breakfast, lunch, congee], ['breakfast', 'congee', 'lunch']],
  [
    'only those that do not overlap',
    [
      [friday, early, noon],
      [saturday, early],
    ],
    [twice, lunch, weekend],
    ['lunch', 'weekend'],
  ],
  [
    'one that no slot suits',
    [
      [friday, late],
      [saturday, noon],
    ],
    [tea, lunch, weekend],
    ['lunch'],
  ],
  ['one whose slots are full', [[friday, early, [...noon, 'full']]], [tea, lunch], ['lunch']],
  ['none if all slots of the store are full', [[friday, [...noon, 'full']]], [lunch, breakfast], []],
  ['none if the store is closed', [], [lunch, breakfast], []],
] as [string, [string, ...[string, string, 'full'?][]][], ReturnType<typeof line>[], string[]][])(
  'goods without a common time are named: %s',
  (_, days, lines, names) => {
    const found = conflictingLines(
      days.map(([date, ...times]) => dayOf(date, ...times)),
      lines,
    )
    expect(found.map(({ name }) => name.en)).toEqual(names)
  },
)

test('a moment at the end of a window is outside of it', () => {
  expect(findUnavailable([lunch], { date: friday, time: '14:29' })).toBeNull()
  expect(findUnavailable([lunch], { date: friday, time: '14:30' })).toEqual(both('lunch'))
})

test('days stay as they are for goods without windows, days without slots too', () => {
  const days = [dayOf(friday), dayOf(saturday, noon)]
  expect(withinWindows(days, [tea, tea])).toEqual(days)
  expect(withinWindows(days, [tea, weekend])).toEqual([dayOf(saturday, noon)])
})

test('goods that take more than an hour are too late for guests at a table', () => {
  const goods = [{}, { leadMinutes: 0 }, { leadMinutes: 60 }, { leadMinutes: 61 }, { leadMinutes: 1440 }]
  expect(tooLateForTable(goods)).toEqual([{ leadMinutes: 61 }, { leadMinutes: 1440 }])
})
