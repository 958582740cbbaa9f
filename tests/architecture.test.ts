import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { listSpecificationCalls } from '#contract/calls.ts'
import { languages } from '#contract/languages.ts'
import { texts } from '#contract/messages.ts'

const ours = [
  'contract',
  'server',
  'storefront',
  'backoffice',
  'ui',
  'jobs',
  'demo',
  'simulators',
  'scripts',
  'tests',
  'bench',
  'main.ts',
]
const modules: string[] = JSON.parse(readFileSync('server/modules.json', 'utf8'))

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name)))
}
const sources = ours.flatMap(filesBelow).filter((file) => /\.(ts|tsx|mjs)$/.test(file))
const product = sources.filter((file) => !/\.test\.tsx?$|^(tests|bench)\//.test(file))
const read = (file: string) => readFileSync(file, 'utf8')
const importsOf = (file: string) =>
  [...read(file).matchAll(/from '([^']+)'|import\('([^']+)'\)/g)].map((match) => match[1] ?? match[2] ?? '')

test('pages import nothing of the server, jobs, demo, simulators and tests, not even types', () => {
  const strays = product
    .filter((file) => /^(storefront|ui)\//.test(file))
    .flatMap((file) =>
      importsOf(file)
        .filter((path) => /^#(server|jobs|demo|simulators|tests)/.test(path))
        .map((path) => `${file}: ${path}`),
    )
  expect(strays).toEqual([])
})

test('server modules import only earlier modules of the list, also for types', () => {
  const strays = product.flatMap((file) => {
    const at = modules.findIndex((name) => file.startsWith(`server/${name}/`))
    if (at < 0) return []
    return importsOf(file)
      .filter((path) => {
        const other = modules.findIndex((name) => path.startsWith(`#server/${name}/`))
        return other > at
      })
      .map((path) => `${file}: ${path}`)
  })
  expect(strays).toEqual([])
})

test('a folder of pages has at most 25 files', () => {
  const folders = Map.groupBy(['storefront', 'backoffice', 'ui'].flatMap(filesBelow), dirname)
  expect([...folders].filter(([, files]) => files.length > 25).map(([folder]) => folder)).toEqual([])
})

test('no line is longer than 120 characters, except texts and data', () => {
  // A line of more than 120 characters passes if at most 60 characters are outside quoted texts. SQL counts as outside,
  // because it can be broken at any space.
  const quoted = /(?<!sql)(['"`])(?:(?!\1).)*\1/g
  const isTooLong = (line: string) => line.length > 120 && line.replace(quoted, '').length > 60
  const written = [
    ...sources,
    ...['ui', 'storefront', 'backoffice'].flatMap(filesBelow).filter((file) => file.endsWith('.css')),
  ]
  const strays = written
    .filter(
      (file) => !/^(contract\/messages|demo)\/|^server\/catalogue\/search\/(?:dish|food|need)-words\.ts$/.test(file),
    )
    .flatMap((file) =>
      read(file)
        .split('\n')
        .filter(isTooLong)
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(strays).toEqual([])
})

test('no code outside the table of languages names a language', () => {
  const names = Object.keys(languages).join('|')
  const spellings = [
    `(?<![\\w./-])'(?:${names})'`,
    `->>?\\s?'(?:${names})'`,
    `\\w\\.(?:${names})\\b(?!\\.)`,
    `\\((?:${names})\\|`,
    `\\{ (?:${names}),`,
    `\\[(?:${names}),`,
    `lang="(?:${names})\\b`,
  ]
  const named = new RegExp(spellings.join('|'), 'g')
  const inEnglish = ['contract/money.ts', 'scripts/check-migrations.ts', 'server/platform/database/migrations.ts']
  const exempt = new Set([...inEnglish, 'contract/languages.ts', 'server/platform/http/api-docs-files.ts'])
  const strays = product
    .filter((file) => !/^(contract\/messages|demo|simulators)\//.test(file) && !exempt.has(file))
    .flatMap((file) => [...read(file).matchAll(named)].map(([found]) => `${file}: ${found}`))
  expect(strays).toEqual([])
})

test('pages of the back office keep the answers of their forms', () => {
  const readers = product.filter((file) => file.startsWith('backoffice/') && read(file).includes('useActionData'))
  expect(readers).toEqual(['backoffice/core/form-answer.ts'])
})

test('pages work without https', () => {
  // Browsers have these functions only on pages with https. `storefront/offline` may use them, because the service
  // worker runs only on such pages.
  const withHttps = product.filter(
    (file) =>
      /^(storefront|backoffice|ui)\//.test(file) &&
      !file.startsWith('storefront/offline/') &&
      /crypto\.(randomUUID\(|subtle\.)/.test(read(file)),
  )
  expect(withHttps).toEqual([])
})

test('only config.ts reads the environment of the server', () => {
  const readers = product.filter((file) => file.startsWith('server/') && /process\.env/.test(read(file)))
  expect(readers).toEqual(['server/platform/config.ts'])
})

test('only separate processes decode and encode pictures', () => {
  const loaded = (file: string) =>
    [...read(file).matchAll(/^import (?!type )[^']*? from '([^']+)'/gm)].map(([, path = '']) =>
      path.startsWith('.') ? join(file, '..', path) : path.replace(/^#/, ''),
    )
  const whoLoads = (path: string) => product.filter((file) => loaded(file).includes(path))
  const inside = ['encoder', 'uploads', 'image-process'].map((name) => `server/platform/pictures/${name}.ts`)
  const [encoding = '', sent = '', program = ''] = inside
  const drawing = ['demo/drawings.ts', 'demo/pictures.ts']
  // These programs are started by hand, not by the shop, so they may load `sharp` too.
  const tools = ['demo/renders/labels.ts', 'demo/renders/render.ts', 'scripts/icons.ts', 'scripts/screenshots.ts']
  expect(whoLoads('sharp').sort()).toEqual([...drawing, ...tools, encoding, sent].sort())
  expect(whoLoads('demo/renders/labels.ts')).toEqual(['demo/renders/render.ts'])
  expect(whoLoads(encoding)).toEqual([program, sent, 'demo/drawings.ts'])
  expect(whoLoads(sent)).toEqual([program])
  expect(whoLoads('demo/pictures.ts')).toEqual(['demo/drawings.ts'])
  for (const alone of [program, 'demo/drawings.ts', 'demo/renders/render.ts']) expect(whoLoads(alone)).toEqual([])
})

test('each text is used by the code', () => {
  const everything = product
    .filter((file) => !file.startsWith('contract/messages'))
    .map(read)
    .join('\n')
  const used = new Set([...everything.matchAll(/['"`]([a-z]\w*(?:\.\w+)+)['"`]/g)].map((match) => match[1] ?? ''))
  const prefixes = [...everything.matchAll(/`([a-z]\w*\.[\w.]*)\$\{/g)].map((match) => match[1] ?? '')
  const isUsed = (key: string) =>
    used.has(key) || used.has(key.replace(/\.(one|other)$/, '')) || prefixes.some((prefix) => key.startsWith(prefix))
  const unused = Object.keys(texts).filter((key) => key.includes('.') && !isUsed(key))
  expect(unused).toEqual([])
})

test('each file that a document names exists', () => {
  const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...filesBelow('docs')]
  const missing = documents.flatMap((document) =>
    [
      ...read(document).matchAll(
        /\]\(([^)#:]+)\)|`((?:contract|server|storefront|ui|jobs|demo|tests|scripts|docs|bench|simulators)\/[\w./-]+\.\w+)`/g,
      ),
    ]
      .map((match) => (match[1] ? join(document, '..', match[1]) : (match[2] ?? '')))
      .filter((path) => !path.includes('*') && !existsSync(path))
      .map((path) => `${document}: ${path}`),
  )
  expect(missing).toEqual([])
})

test('code for the browser imports no schemas', () => {
  const files: string[] = JSON.parse(readFileSync('contract/browser-files.json', 'utf8'))
  const safe = new RegExp(`#contract/(${files.join('|')})\\.ts$`)
  const strays = product
    // Skips `core/texts.ts`, because only the server's loader uses it.
    .filter((file) => /^(storefront|ui)\/(?!offline\/|core\/texts\.ts)/.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/^import (?!type )[\w*{}\s,$]+ from '(#contract\/[^']+|zod)'/gm)].map(
        (match) => `${file}: ${match[1]}`,
      ),
    )
    .filter((line) => !safe.test(line))
  expect(strays).toEqual([])
})

test('pages contain no literal texts', () => {
  const says = new RegExp(
    [
      '(?:>[^<>{}=;()]*[A-Za-z]{3,}[^<>{}=;()]*</)',
      '(?:\\b(?:aria-label|title|placeholder|alt)="[^"]*[A-Za-z\\p{Script=Han}][^"]*")',
      '\\p{Script=Han}',
    ].join('|'),
    'gu',
  )
  const said = product
    .filter((file) => /^(storefront|ui)\/.*[.]tsx$/.test(file))
    .flatMap((file) =>
      read(file)
        .split('\n')
        .filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line))
        .flatMap((line) => [...line.matchAll(says)].map((match) => `${file}: ${match[0]}`)),
    )
  expect(said).toEqual([])
})

test('each call is named by its area and operation in camel case', () => {
  for (const { name } of listSpecificationCalls()) expect(name).toMatch(/^[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*$/)
})
