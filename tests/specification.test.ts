import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Checks the checklist in the specification as far as a machine can: the files and tests that it lists for each rule.
const document = readFileSync('docs/specification.md', 'utf8')
const states = ['done', 'part', 'open'] as const
const nothing = '—'

interface Rule {
  id: string
  rule: string
  places: string[]
  tests: { file: string; title: string }[]
  state: string
}

const cellsOf = (line: string) =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
const lines = document.split('\n').filter((line) => line.startsWith('| ') && !/^\| (id|section) \|/.test(line))
const rows = lines.map(cellsOf)
const table = rows.filter(([first = '']) => /^\d+\.\d/.test(first))
const counts = rows.filter(([first = '']) => !/^\d+\.\d/.test(first))
const rules: Rule[] = table.map(([id = '', rule = '', places = '', tests = '', state = '']) => ({
  id,
  rule,
  places: places === nothing ? [] : places.split(',').map((place) => place.trim().replaceAll('`', '')),
  tests: tests === nothing ? [] : tests.split('<br>').map(readTest),
  state,
}))

function readTest(text: string) {
  const [, file = '', title = ''] = /^`([^`]+)` › (.+)$/.exec(text) ?? []
  return { file, title }
}

/** Whether the file has a test with exactly this title. */
function hasTest({ file, title }: { file: string; title: string }): boolean {
  if (!title || !existsSync(file)) return false
  const source = readFileSync(file, 'utf8')
  return ["'", '"', '`'].some(
    (quote) => source.includes(`(${quote}${title}${quote},`) || standsAlone(source, quote, title),
  )
}
/** Whether the title stands alone on a line of the source. The formatter puts long titles on their own line. */
const standsAlone = (source: string, quote: string, title: string) =>
  source.split('\n').some((line) => line.trim() === `${quote}${title}${quote},`)

test('each rule has a unique id and all columns', () => {
  expect(rules.length).toBeGreaterThan(400)
  expect(table.filter((cells) => cells.length !== 5 || cells.includes(''))).toEqual([])
  expect(rules.filter(({ state }) => !(states as readonly string[]).includes(state))).toEqual([])
  const ids = rules.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

test('each file that a rule names exists and contains the named tests', () => {
  const missing = rules.flatMap(({ id, places, tests }) => [
    ...places.filter((place) => !existsSync(place)).map((place) => `${id}: ${place}`),
    ...tests.filter((named) => !hasTest(named)).map(({ file, title }) => `${id}: ${file} › ${title}`),
  ])
  expect(missing).toEqual([])
})

test('a rule that is done names its files and its tests', () => {
  const unshown = rules.filter(({ state, places, tests }) => state === 'done' && !(places.length && tests.length))
  expect(unshown.map(({ id, rule }) => `${id} ${rule}`)).toEqual([])
  const unbuilt = rules.filter(({ state, places }) => state === 'part' && places.length === 0)
  expect(unbuilt.map(({ id, rule }) => `${id} ${rule}`)).toEqual([])
})

test('the counts in the first table are right', () => {
  const sections = [...document.matchAll(/^## (\d+) (.+)$/gm)].map(([, number = '', title = '']) => ({ number, title }))
  const countOf = (of: Rule[]) => [
    ...states.map((state) => of.filter((rule) => rule.state === state).length),
    of.length,
  ]
  const expected = [
    ...sections.map(({ number, title }) => [
      `${number} ${title}`,
      ...countOf(rules.filter(({ id }) => id.startsWith(`${number}.`))),
    ]),
    ['all', ...countOf(rules)],
  ]
  expect(counts).toEqual(expected.map((row) => row.map(String)))
})
