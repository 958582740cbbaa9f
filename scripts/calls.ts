import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Call } from '#contract/call.ts'
import { listCalls } from '#contract/calls.ts'
import { specificationBase } from '#contract/constants.ts'
import { listStaffCalls } from '#contract/office/calls.ts'

/**
 * `npm run calls` prints the table of calls. `--write` writes the tables that browsers load to `contract/routes.ts` and
 * `contract/office/routes.ts`. `--check` fails if one of these files is out of date.
 */
const shopperCalls = listCalls()
const files = { 'contract/routes.ts': routesFile, 'contract/office/routes.ts': officeRoutesFile }

if (process.argv.includes('--write')) {
  for (const [file, write] of Object.entries(files)) writeFileSync(file, formatted(file, write()))
} else if (process.argv.includes('--check')) {
  for (const [file, write] of Object.entries(files)) {
    if (readFileSync(file, 'utf8') === formatted(file, write())) continue
    process.stderr.write(`${file} is out of date. Run: npm run calls -- --write\n`)
    process.exitCode = 1
  }
} else printTable([...shopperCalls, ...listStaffCalls()])

function routesFile(): string {
  const [specification, shopOnly] = [true, false].map((isSpecification) =>
    shopperCalls.filter(({ base }) => (base === specificationBase) === isSpecification),
  )
  return `// Written by \`npm run calls -- --write\` from the rows in \`contract/\`; do not edit.

/** The specification's calls: method and path, for browsers, which load no schemas. */
export const specificationRoutes = ${tableOf(specification)} as const

/** The calls that the shop adds: method and path. */
export const shopRoutes = ${tableOf(shopOnly)} as const

/** GET calls that change state. */
export const changingGets: ReadonlySet<string> = new Set(${namesOf(({ changesState }) => changesState)})

/** Calls whose body is a multipart form with a file. */
export const fileCalls: ReadonlySet<string> = new Set(${namesOf(({ takesFile }) => takesFile)})
`
}

function officeRoutesFile(): string {
  return `// Written by \`npm run calls -- --write\` from the rows in \`contract/office/\`; do not edit.

/** The staff calls: method and path, for the back office, which loads no schemas. */
export const officeRoutes = ${tableOf(listStaffCalls())} as const
`
}

function namesOf(has: (call: Call) => true | undefined): string {
  return JSON.stringify(shopperCalls.filter(has).map(({ name }) => name))
}

function tableOf(calls: Call[] = []): string {
  const table: Record<string, Record<string, string>> = {}
  for (const { name, method, path, query } of calls) {
    const [area = '', operation = ''] = name.split('.')
    table[area] ??= {}
    table[area][operation] = `${method} ${path}${query.length > 0 ? `?${query.join('&')}` : ''}`
  }
  return JSON.stringify(table)
}

function formatted(file: string, source: string): string {
  return execFileSync('biome', ['format', '--stdin-file-path', file], { input: source, encoding: 'utf8' })
}

function printTable(calls: Call[]) {
  const rows = calls.map(({ name, method, base, path, access, right, place, limit, isCached }) => [
    name,
    `${method} ${base}${path}`,
    right ? `${right} (${place})` : access,
    limit
      ? `${limit.points}${limit.failures ? ' failures' : ''} in ${limit.seconds} s${limit.isShared ? ', shared' : ''}`
      : '',
    isCached ? 'cached' : '',
  ])
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  // Writes all lines in one call, so that a program such as `head` can close the pipe early without an error.
  process.stdout.write(`${lines.join('\n')}\n`)
}
