import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'

const operations = readFileSync('docs/operations.md', 'utf8')
const rows = operations
  .slice(operations.indexOf('## Limits'))
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test('the table of limits in docs/operations.md has the defaults of contract/limits.ts', () => {
  const documented = Object.fromEntries(rows.map(([, name = '', value]) => [name.slice(1, -1), Number(value)]))
  expect(documented).toEqual(limits)
})

test('each limit in docs/operations.md names a test that exists', () => {
  const missing = rows.filter(([, , , , reference = '']) => {
    const [, file = '', title = ''] = /`(.+?)` › (.+)/.exec(reference) ?? []
    return !file || !readFileSync(file, 'utf8').includes(title)
  })
  expect(missing).toEqual([])
})
