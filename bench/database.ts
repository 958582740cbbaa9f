import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestPostgres } from '#tests/postgres.ts'

/** The PostgreSQL that the measured servers use. */
export type BenchDatabase = Pick<TestPostgres, 'socketUrl' | 'pid' | 'stop'>

/**
 * The PostgreSQL that a shop's server starts in its data folder and stops again. `socketUrl('shop')` returns the URL of
 * the shop's own database.
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
