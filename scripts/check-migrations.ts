import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { z } from 'zod'
import { migrationTags, release } from '#server/platform/database/migrations.ts'
import type { KnownTable } from './migration-rules.ts'
import { findBreaks } from './migration-rules.ts'

/**
 * Part of `npm run check`: checks that the previous release still works after the migrations that were added since.
 * Also checks that the releases are in order, that every migration file is in the journal, and that the migrations
 * create the tables that the code defines.
 */
const version = z.string().regex(/^\d+\.\d+\.\d+$/)
const releases = z
  .array(
    z.strictObject({
      version,
      commit: z.string().regex(/^[0-9a-f]{40}$/),
      lastMigration: z.enum(migrationTags()),
      unused: z.array(z.string()),
      satisfied: z.array(z.string()),
    }),
  )
  .min(1)
  .parse(JSON.parse(readFileSync('releases.json', 'utf8')))
const previous = releases.at(-1)
const tags = migrationTags()
const pending = tags.slice(tags.indexOf(previous?.lastMigration ?? '') + 1)
const fileOf = (tag: string) => join('migrations', `${tag}.sql`)

const problems = await findBreaks(
  pending.map((tag) => ({ tag, sql: readFileSync(fileOf(tag), 'utf8') })),
  releases,
  readTables(previous?.lastMigration ?? ''),
)
const versions = [...releases.map(({ version }) => version), release]
for (const [index, version] of versions.entries()) {
  const lastVersion = versions[index - 1]
  if (lastVersion && lastVersion.localeCompare(version, 'en', { numeric: true }) >= 0)
    problems.push(`Release ${version} does not come after ${lastVersion}: see releases.json and package.json.`)
}
for (const file of readdirSync('migrations')) {
  if (file.endsWith('.sql') && !tags.some((tag) => fileOf(tag) === join('migrations', file)))
    problems.push(`migrations/${file} is not in migrations/meta/_journal.json, so it never runs.`)
}
const missing = await findUnmigrated()
if (missing.length > 0)
  problems.push(`The tables in server/*/tables.ts differ from the migrations; run npm run db:generate: ${missing[0]}`)
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\nSee docs/decisions/017-safe-upgrades.md.\n`)
  process.exit(1)
}

/** The SQL statements that would turn the tables of the last migration into the tables that the code defines. */
async function findUnmigrated(): Promise<string[]> {
  const files = readdirSync('server').map((module) => join('server', module, 'tables.ts'))
  const modules = await Promise.all(files.filter(existsSync).map((file) => import(pathToFileURL(file).href)))
  const lastSnapshot = join('migrations', 'meta', `${tags.at(-1)?.slice(0, 4)}_snapshot.json`)
  return generateMigration(
    JSON.parse(readFileSync(lastSnapshot, 'utf8')),
    generateDrizzleJson(Object.assign({}, ...modules.map((tables) => ({ ...tables })))),
  )
}

/** The tables of a release, from the snapshot of its last migration. */
function readTables(tag: string): Map<string, KnownTable> {
  const file = join('migrations', 'meta', `${tag.slice(0, 4)}_snapshot.json`)
  const namedRecords = z.record(z.string(), z.object({ name: z.string() }))
  const snapshot = z
    .object({
      tables: z.record(
        z.string(),
        z.object({
          name: z.string(),
          columns: namedRecords,
          indexes: z.record(z.string(), z.object({ name: z.string(), isUnique: z.boolean() })),
          uniqueConstraints: namedRecords,
          compositePrimaryKeys: namedRecords,
        }),
      ),
    })
    .parse(JSON.parse(readFileSync(file, 'utf8')))
  return new Map(
    Object.values(snapshot.tables).map((table) => {
      const indexes = Object.values(table.indexes).filter(({ isUnique }) => isUnique)
      const keys = [...indexes, ...Object.values(table.uniqueConstraints), ...Object.values(table.compositePrimaryKeys)]
      // Snapshots contain no name for a primary key of one column. PostgreSQL gives it the name `TABLE_pkey`.
      const uniques = new Set([...keys.map(({ name }) => name), `${table.name}_pkey`])
      return [table.name, { columns: new Set(Object.keys(table.columns)), uniques }]
    }),
  )
}
