import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestPostgres } from '#tests/postgres.ts'

/** The PostgreSQL that the measured servers use. */
export type BenchDatabase = Pick<TestPostgres, 'socketUrl' | 'pid' | 'stop'>

/**
 * The PostgreSQL in the data folder of a shop. The shop's server starts and stops this PostgreSQL, so `stop` does
 * nothing. `socketUrl('shop')` returns the URL of the shop's own database, whose name is `postgres`.
 */
export function embeddedIn(folder: string): BenchDatabase {
  const data = join(folder, 'postgres')
  return {
    socketUrl: (name) =>
      `postgres://shop@localhost/${name === 'shop' ? 'postgres' : name}?host=${encodeURIComponent(data)}`,
    pid: () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
    stop: async () => {},
  }
}
