import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/**
 * Creates a database as a copy of the database `template`. By default, the new database is empty. `server` is the URL
 * of the PostgreSQL server, by default the tests' server. Returns the URL of the new database.
 */
export async function emptyDatabase(server = inject('postgresUrl'), template = 'template1'): Promise<string> {
  const name = `empty_${randomBytes(6).toString('hex')}`
  await queryDatabase(server, `create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = name
  return url.href
}

/** Runs one query in a database. */
export async function queryDatabase<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/**
 * For each table, the number of rows and a digest that does not depend on the order of the rows. Leaves out the shop's
 * secret.
 */
export async function digestTables(url: string): Promise<Record<string, string>> {
  const tables = await queryDatabase<{ name: string }>(
    url,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
     order by relname collate "C"`,
  )
  const digests: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await queryDatabase<{ digest: string }>(
      url,
      `select count(*) || ' ' || coalesce(md5(string_agg(digest, '' order by digest)), '') as digest
       from (select md5(t::text) as digest
       from "${name}" t ${name === 'settings' ? "where key <> 'app.secret'" : ''}) d`,
    )
    digests[name] = row?.digest ?? ''
  }
  return digests
}

/** The constraints, indexes and columns of a database, one text each. */
export async function describeSchema(url: string): Promise<string[]> {
  const rows = await queryDatabase<{ what: string }>(
    url,
    `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as what from pg_constraint
       where connamespace = 'public'::regnamespace
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select table_name || '.' || column_name || ' ' || data_type || ' ' || coalesce(column_default, '')
       from information_schema.columns where table_schema = 'public' order by 1`,
  )
  return rows.map(({ what }) => what)
}
