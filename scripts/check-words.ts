import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findHouseWords, houseWords } from './house-words.ts'

/** Part of `npm run check`: checks names and phrases against scripts/house-words.json, and the width of comments. */
const roots = [
  'contract',
  'server',
  'storefront',
  'backoffice',
  'ui',
  'jobs',
  'demo',
  'simulators',
  'scripts',
  'bench',
  'tests',
  'main.ts',
  'docs',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'README.md',
]
const words = houseWords.parse(JSON.parse(readFileSync('scripts/house-words.json', 'utf8')))

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name)))
}

const problems = roots
  .flatMap(filesBelow)
  .filter((file) => /\.(tsx?|md)$/.test(file))
  .flatMap((file) => findHouseWords(words, file, readFileSync(file, 'utf8')))
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exit(1)
}
