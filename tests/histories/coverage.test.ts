import { expect, test } from 'vitest'
import { enoughHistories, openCoverage } from './coverage.ts'
import { operations } from './history.ts'
import type { Play } from './play.ts'

const names = Object.keys(operations)
const played = (outcomes: Play['outcomes']) => ({ touched: new Map(), outcomes })

test('after enough histories, coverage names the operations that never succeeded', () => {
  const coverage = openCoverage(operations)
  for (let n = 1; n < enoughHistories; n++) coverage.add(played([]))
  expect(coverage.missing()).toEqual([])
  coverage.add(played(names.map((name) => ({ name, outcome: name === 'noShow' ? 'orders.step' : 'done' }))))
  expect(coverage.missing()).toEqual(['noShow'])
  expect(coverage.report()).toContain('noShow         succeeded 0 of 1; orders.step 1')
})
