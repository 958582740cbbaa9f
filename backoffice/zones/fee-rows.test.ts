import { expect, test } from 'vitest'
import { readFees } from './fee-rows.ts'

function read(values: Record<string, string>) {
  const form = new FormData()
  const empty = { from_0: '', fee_0: '', from_1: '', fee_1: '', upTo_0: '', added_0: '', minimum: '' }
  for (const [name, value] of Object.entries({ ...empty, ...values })) form.set(name, value)
  return readFees(form, 'CAD')
}

test('the fees of a zone are read from the rows that are filled in', () => {
  expect(read({})).toEqual({ fees: [], distanceFees: [], minimum: 0 })
  expect(read({ fee_0: '5.99', from_1: '60', fee_1: '0', upTo_0: '2,5', added_0: '1', minimum: '20' })).toEqual({
    fees: [
      { from: 0, fee: 599 },
      { from: 6000, fee: 0 },
    ],
    distanceFees: [{ upToKm: 2.5, fee: 100 }],
    minimum: 2000,
  })
})

test.each([
  ['a fee', { from_0: '60' }, 'fee_0', 'zone.fee_missing'],
  ['the value of the goods in a second row', { fee_0: '5', fee_1: '3' }, 'from_1', 'zone.from_missing'],
  ['the amount of a distance', { upTo_0: '5' }, 'added_0', 'zone.added_missing'],
  ['the distance of an amount', { added_0: '2' }, 'upTo_0', 'zone.km_wrong'],
])('a row without %s is refused at this field', (_, values, field, message) => {
  expect(read(values)).toEqual({ wrong: [{ field, message }] })
})

test('each amount that is no amount is refused at its field', () => {
  expect(read({ from_0: 'x', fee_0: '5', minimum: '-' })).toEqual({
    wrong: [
      { field: 'from_0', message: 'zone.amount_wrong' },
      { field: 'minimum', message: 'zone.amount_wrong' },
    ],
  })
})
