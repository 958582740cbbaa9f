import type { Context } from '#server/platform/context.ts'
import type { Connection, Database } from './drizzle.ts'
import { bindDatabase } from './drizzle.ts'
import { databaseCode } from './errors.ts'

interface Transaction {
  afterCommit: (() => void)[]
  /** Writes whose results the commit does not await. */
  pendingWrites: Promise<unknown>[]
  /** Whether `writeWithCommit` awaits each write, because a write failed in the previous run. */
  isCareful: boolean
}
const openTransactions = new WeakMap<Database, Transaction>()

const retryable = new Set(['40001', '40P01'])

/**
 * Runs `work` in the open transaction, or in a new one if none is open. After a deadlock or a serialization failure,
 * runs `work` again, up to three times in total. Also runs `work` again if a write of `writeWithCommit` failed. This
 * run awaits each write of `writeWithCommit`.
 */
export async function transact<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  if (openTransactions.has(ctx.db)) return work(ctx)
  let isCareful = false
  for (let attempt = 1; ; attempt++) {
    const state: Transaction = { afterCommit: [], pendingWrites: [], isCareful }
    try {
      const result = await runTransaction(ctx.db, (db) => {
        openTransactions.set(db, state)
        return work({ ...ctx, db })
      })
      // If a pending write failed, PostgreSQL has turned the commit into a rollback.
      await Promise.all(state.pendingWrites)
      for (const action of state.afterCommit) action()
      return result
    } catch (error) {
      const code = databaseCode(error)
      if (await hasFailedWrite(state)) isCareful = true
      else if (!code || !retryable.has(code) || attempt === 3) throw error
      ctx.app.log.info('a transaction is tried again', { code, attempt })
      if (!isCareful) await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}

/**
 * Runs `work` over one connection. `begin` is sent together with the first statement, so it costs no extra round trip.
 * A transaction without statements sends nothing.
 */
async function runTransaction<T>({ $client: pool }: Database, work: (db: Database) => Promise<T>): Promise<T> {
  if (!('connect' in pool)) throw new Error('a transaction is open already')
  const client = await pool.connect()
  let hasStarted = false
  const connection: Connection = {
    query(...statement) {
      // If `begin` fails, the connection is lost, and the statement that follows `begin` fails too.
      if (!hasStarted) client.query('begin').catch(() => {})
      hasStarted = true
      return client.query(...statement)
    },
  }
  const end = async (command: 'commit' | 'rollback') => {
    if (hasStarted) await client.query(command)
  }
  try {
    const result = await work(bindDatabase(connection))
    await end('commit')
    client.release()
    return result
  } catch (error) {
    // If the rollback fails, the pool closes the connection.
    await end('rollback').then(
      () => client.release(),
      (failure: Error) => client.release(failure),
    )
    throw error
  }
}

/** Whether a transaction is open. */
export const isInTransaction = (ctx: Context): boolean => openTransactions.has(ctx.db)

/**
 * Throws if a transaction is open. Call it before work that waits or takes a second connection. If transactions held
 * all connections and each transaction needed one more, no transaction could end.
 */
export function requireNoTransaction(ctx: Context): void {
  if (isInTransaction(ctx)) throw new Error('this must run outside a transaction')
}

/** Throws an error that makes `transact` roll back and run the transaction again, as after a serialization failure. */
export function retryTransaction(why: string): never {
  throw Object.assign(new Error(why), { code: '40001' })
}

/** Whether the database refused a write that was not awaited. If it did, the transaction was not committed. */
async function hasFailedWrite({ pendingWrites }: Transaction): Promise<boolean> {
  const results = await Promise.allSettled(pendingWrites)
  return results.some((result) => result.status === 'rejected' && databaseCode(result.reason) !== undefined)
}

/**
 * Sends one of the transaction's last writes together with the commit, without awaiting the write's result. The written
 * rows are then locked only for the duration of the write and the commit. On a conflict `write` must fail, by a
 * constraint or by `abortUnless`. PostgreSQL then turns the commit into a rollback. The transaction runs once more and
 * calls `awaitedWrite` in place of `write`. `awaitedWrite` must await the result, and fail if no row was affected.
 */
export async function writeWithCommit(
  ctx: Context,
  write: () => Promise<unknown>,
  awaitedWrite: () => Promise<unknown> = write,
): Promise<void> {
  const state = openTransactions.get(ctx.db)
  if (!state || state.isCareful) {
    await awaitedWrite()
    return
  }
  const writing = write()
  writing.catch(() => {})
  state.pendingWrites.push(writing)
}

/** PostgreSQL's error code for a statement that it does not run, because the transaction has already failed. */
const ignoredCode = '25P02'

/**
 * Runs independent parts of a transaction in parallel, so that their queries are sent to the database together. On
 * failure it waits for all parts, because none may run after the rollback. It throws the failure that made PostgreSQL
 * ignore the other statements.
 */
export async function inParallel<Parts extends readonly unknown[]>(
  ...parts: Parts
): Promise<{ -readonly [Part in keyof Parts]: Awaited<Parts[Part]> }> {
  const outcomes = await Promise.allSettled(parts)
  const failures = outcomes.flatMap((outcome): unknown[] => (outcome.status === 'rejected' ? [outcome.reason] : []))
  for (const failure of failures) if (databaseCode(failure) !== ignoredCode) throw failure
  return Promise.all(parts)
}

/** Runs an action after the open transaction commits. Without an open transaction, runs the action at once. */
export function afterCommit(ctx: Context, action: () => void) {
  const state = openTransactions.get(ctx.db)
  if (state) state.afterCommit.push(action)
  else action()
}
