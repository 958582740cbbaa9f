import pg from 'pg'
import { expect } from 'vitest'
import type { TestShop } from './harness.ts'

const gateKey = 42

export interface CommitGate {
  /** Waits until `count` connections to this shop's database wait for a lock, or until `unless` settles. */
  waiting(count: number, unless?: Promise<unknown>): Promise<void>
  /** Lets all waiting and later transactions commit. */
  open(): Promise<void>
}

/**
 * Holds each transaction that writes a matching row of `table`. The transaction waits just before its commit and keeps
 * all its locks. `condition` is an SQL expression about `new`. The held transactions always overlap. Without the gate,
 * parallel requests overlap only by chance.
 */
export async function closeCommitGate(shop: TestShop, table: string, condition: string): Promise<CommitGate> {
  const gateClient = new pg.Client({ connectionString: shop.url })
  await gateClient.connect()
  await gateClient.query(`
    create or replace function wait_at_gate() returns trigger language plpgsql
      as $$ begin perform pg_advisory_xact_lock_shared(${gateKey}); return null; end $$;
    create constraint trigger commit_gate after insert or update on ${table} deferrable initially deferred
      for each row when (${condition}) execute function wait_at_gate();
    select pg_advisory_lock(${gateKey})`)
  const countWaiting = async () => {
    const { rowCount } = await gateClient.query(
      `select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`,
    )
    return rowCount ?? 0
  }
  return {
    async waiting(count, unless = new Promise(() => {})) {
      let isSettled = false
      const settle = () => {
        isSettled = true
      }
      unless.then(settle, settle)
      await expect.poll(async () => isSettled || (await countWaiting()) >= count, { timeout: 10_000 }).toBe(true)
    },
    async open() {
      await gateClient.query(`select pg_advisory_unlock(${gateKey})`)
      await gateClient.query(`drop trigger commit_gate on ${table}`)
      await gateClient.end()
    },
  }
}
