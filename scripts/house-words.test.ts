import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findHouseWords, houseWords } from './house-words.ts'

const words = houseWords.parse(JSON.parse(readFileSync('scripts/house-words.json', 'utf8')))
const find = (file: string, text: string) => findHouseWords(words, file, text)

test.each([
  ['server/cart/adding.ts', 'server/cart/adding.ts: name the file by a noun, not by a word in -ing.'],
  [
    'server/cart/adding.race.test.ts',
    'server/cart/adding.race.test.ts: name the file by a noun, not by a word in -ing.',
  ],
  ['server/cart/lastly.ts', 'server/cart/lastly.ts: name the file `transactions`.'],
])('the name of a file is refused: %s', (file, problem) => {
  expect(find(file, '')).toEqual([problem])
})

test('nouns of the field may end in -ing', () => {
  expect(find('server/pricing/pricing.test.ts', '')).toEqual([])
})

test.each([
  'await together(one, other)',
  'export { together }',
  '`${'.concat('together.length} pieces`'),
  "import { together as all } from './a.ts'\nconst all = [together]",
])('an identifier is refused: %s', (code) => {
  expect(find('server/cart/cart.ts', code)).toEqual(['server/cart/cart.ts: say `inParallel` for the name `together`.'])
})

test.each([
  "const text = 'Neighbours order together, and pay less'",
  'const text = `A and B go together.`',
  '// Both go together: one lock.',
  '/* together() was the name. */',
])('a word of a text or comment is no identifier: %s', (code) => {
  expect(find('server/cart/cart.ts', code)).toEqual([])
})

test.each([
  '/** The order of this id, whoever’s it is. */',
  "/** The order of this id, whoever's\n * it is. */",
  "// The order, whoever's\n// it is.",
])('a phrase is refused in a comment, also across lines: %s', (comment) => {
  const problem = "server/cart/cart.ts: instead of “whoever's it is” write: any owner."
  expect(find('server/cart/cart.ts', `${comment}\nexport const a = 1`)).toEqual([problem])
})

test('a phrase is refused in a document, and not in a text of the shop', () => {
  expect(find('docs/a.md', 'A client that hangs\nup.')).toEqual([
    'docs/a.md: instead of “hangs up” write: disconnects.',
  ])
  expect(find('contract/messages/a.ts', "const a = 'The courier hangs up.' // Why")).toEqual([])
})

test('a comment wider than 120 characters is refused', () => {
  const wide = `/** ${'wide '.repeat(30)}*/`
  expect(find('server/cart/cart.ts', `\n${wide}`)).toEqual([
    'server/cart/cart.ts:2: break the comment within 120 characters.',
  ])
  expect(find('contract/messages/a.ts', `const a = '${'wide '.repeat(30)}' // Why`)).toEqual([])
})
