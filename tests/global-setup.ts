import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/log.ts'
import type { TestPostgres } from './postgres.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server's maintenance database. The server's database `template_shop` has all tables, empty. */
    postgresUrl: string
  }
}

/** One PostgreSQL for the whole run, with a migrated template that each test file clones. */
export default async function setUp(project: TestProject) {
  const server = await startPostgres()
  await addTemplate(server)
  project.provide('postgresUrl', server.url('postgres'))
  return () => server.stop()
}

/** Creates the database `template_shop` with all tables. */
export async function addTemplate(server: TestPostgres): Promise<void> {
  const admin = new pg.Client({ connectionString: server.url('postgres') })
  await admin.connect()
  await admin.query('create database template_shop')
  await admin.end()
  const config = readConfig({ DATABASE_URL: server.url('template_shop'), NODE_ENV: 'test' })
  await (await openDatabase(config, createLog('error'))).close()
  await addEmptying(server.url('template_shop'))
}

/**
 * Adds `empty_tables()`, which empties all tables as `truncate … restart identity` does, in a tenth of the time.
 * `truncate` creates new files for every table and index, even if they are empty. `empty_tables()` and `truncate` both
 * wait for open transactions that have written to a table.
 */
async function addEmptying(url: string) {
  const template = new pg.Client({ connectionString: url })
  await template.connect()
  const { rows } = await template.query(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  )
  const tables: string[] = rows.map(({ name }) => name)
  await template.query(`create function empty_tables() returns void language plpgsql as $$
    declare
      written text;
    begin
      set local session_replication_role = replica;
      lock table ${tables.join(', ')} in exclusive mode;
      for written in ${tables.map((name) => `select '${name}' where exists (select from ${name})`).join(' union all ')} loop
        execute 'delete from ' || written;
      end loop;
      perform setval(format('%I.%I', schemaname, sequencename), start_value, false)
        from pg_sequences where schemaname = 'public' and last_value is not null;
    end $$`)
  await template.end()
}
