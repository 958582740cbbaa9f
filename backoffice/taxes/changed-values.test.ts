import { expect, test } from 'vitest'
import { changedValues, loadedName } from './changed-values.ts'

test('only the fields that differ from what the page loaded count as changed, also if they are now empty', () => {
  const form = new FormData()
  const values = { GST: ['123', '123'], QST: ['', '1206'], PST: ['77', ''], RST: ['', ''] }
  for (const [name, [loaded = '', value = '']] of Object.entries(values)) {
    form.set(loadedName(name), loaded)
    form.set(name, value)
  }
  expect(changedValues(form, ['GST', 'QST', 'PST', 'RST'])).toEqual({ QST: '1206', PST: '' })
})
