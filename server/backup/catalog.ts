import type { ClientBase } from 'pg'
import { migrationTags } from '#server/platform/database/migrations.ts'
import { secretSetting } from '#server/platform/tables.ts'
import type { Table } from './archive.ts'
import { BackupError } from './problem.ts'

// Queries of PostgreSQL's catalog about the shop's tables. `ofExtension` excludes tables that belong to an extension.

const ofExtension = (catalog: string, oid: string) =>
  `exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

/** Lists the shop's tables with their writable columns, by name. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and not ${ofExtension('pg_class', 'c.oid')}
    group by c.oid, c.relname order by c.relname collate "C"`)
  return rows
}

/**
 * Returns the tag of the last migration of this database. Refuses a database without a shop, and a database of a newer
 * release.
 */
export async function lastMigration(client: ClientBase): Promise<string> {
  const { rows: found } = await client.query("select to_regclass('drizzle.__drizzle_migrations') is not null as found")
  if (!found[0]?.found) throw new BackupError('backup_no_shop')
  const { rows } = await client.query('select count(*)::int as done from drizzle.__drizzle_migrations')
  const tags = migrationTags()
  const { done } = rows[0]
  if (done > tags.length) throw new BackupError('backup_newer_database')
  const last = tags[done - 1]
  if (!last) throw new BackupError('backup_no_shop')
  return last
}

/**
 * Lists the sequences that were used, each with its last number. Sequences ignore the snapshot of a transaction, so
 * this number may be higher than the numbers in the tables, but never lower.
 */
export async function listSequences(client: ClientBase): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query(`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`)
  return rows
}

/** Finds an object in the database that is not PostgreSQL's own. Returns its name, or null if the database is empty. */
export async function findContent(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query(`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and not ${ofExtension('pg_class', 'c.oid')}
    order by c.relkind = 'r' desc, 1 limit 1`)
  return rows[0]?.name ?? null
}

/** Lists the foreign keys, each with the statements that drop it and add it again. */
export async function listForeignKeys(client: ClientBase): Promise<{ drop: string; add: string }[]> {
  const { rows } = await client.query(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by oid`)
  return rows
}

/** Lists the tables with bytes encrypted by `server/platform/encryption.ts`, and the number of rows per key. */
export async function countSealed(client: ClientBase): Promise<{ table: string; keyId: string; rows: number }[]> {
  const { rows: tables } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname in ('key_id', 'wrapped_key')
    group by 1 having count(*) = 2 order by 1`)
  const counts = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ keyId: string; rows: number }>(
      `select key_id as "keyId", count(*)::int as rows from ${quotedTable(name)} group by 1 order by 1`,
    )
    counts.push(...rows.map((row) => ({ table: name, ...row })))
  }
  return counts
}

/** Whether the database contains the shop's secret. */
export async function hasAppSecretRow(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query('select from settings where key = $1', [secretSetting])
  return rowCount === 1
}

/** The SQL name of a table in the shop's schema. */
export const quotedTable = (name: string) => `public.${identifier(name)}`
export const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`
