import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server's maintenance database; `template_shop` holds all tables, empty. */
    postgresUrl: string
  }
}

/** One PostgreSQL for the whole run, with a migrated template that each test file clones. */
export default async function setUp(project: TestProject) {
  const server = await startPostgres()
  const admin = new pg.Client({ connectionString: server.url('postgres') })
  await admin.connect()
  await admin.query('create database template_shop')
  await admin.end()
  const config = readConfig({ DATABASE_URL: server.url('template_shop'), NODE_ENV: 'test' })
  await (await openDatabase(config, createLog('error'))).close()
  project.provide('postgresUrl', server.url('postgres'))
  return () => server.stop()
}
