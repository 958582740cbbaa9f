import type { Context } from '#server/platform/context.ts'
import type { Connection, Database } from './drizzle.ts'
import { bindDatabase } from './drizzle.ts'
import { databaseCode } from './errors.ts'

interface Transaction {
  afterCommit: (() => void)[]
  /** Writes whose answers the commit does not wait for. */
  pendingWrites: Promise<unknown>[]
  /** Whether `writeWithCommit` waits for each write, because one of them failed in the run before. */
  isCareful: boolean
}
const open = new WeakMap<Database, Transaction>()

const retryable = new Set(['40001', '40P01'])

/**
 * Runs `work` in one transaction: all of it happens or nothing. Within one it joins. A deadlock or a failed
 * serialisation is tried again, up to three times; a failed `writeWithCommit` once.
 */
export async function transact<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  if (open.has(ctx.db)) return work(ctx)
  let isCareful = false
  for (let attempt = 1; ; attempt++) {
    const state: Transaction = { afterCommit: [], pendingWrites: [], isCareful }
    try {
      const result = await runTransaction(ctx.db, (db) => {
        open.set(db, state)
        return work({ ...ctx, db })
      })
      // If one of them failed, PostgreSQL answered the commit after it with a rollback.
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
 * Runs `work` over one connection. `begin` is sent together with the first statement, so that it costs no round trip of
 * its own; a transaction without statements sends nothing.
 */
async function runTransaction<T>({ $client: pool }: Database, work: (db: Database) => Promise<T>): Promise<T> {
  if (!('connect' in pool)) throw new Error('a transaction is open already')
  const client = await pool.connect()
  let hasBegun = false
  const connection: Connection = {
    query(...statement) {
      // If `begin` fails, the connection is lost, and the statement after it fails too.
      if (!hasBegun) client.query('begin').catch(() => {})
      hasBegun = true
      return client.query(...statement)
    },
  }
  const end = async (command: 'commit' | 'rollback') => {
    if (hasBegun) await client.query(command)
  }
  try {
    const result = await work(bindDatabase(connection))
    await end('commit')
    client.release()
    return result
  } catch (error) {
    // The pool closes a connection that cannot roll back.
    await end('rollback').then(
      () => client.release(),
      (failure: Error) => client.release(failure),
    )
    throw error
  }
}

/** Ends the open transaction without a trace and runs it once more, as after a failed serialisation. */
export function retryTransaction(why: string): never {
  throw Object.assign(new Error(why), { code: '40001' })
}

/**
 * Whether the database itself refused a write that nobody waited for: nothing of the transaction can have been
 * committed.
 */
async function hasFailedWrite({ pendingWrites }: Transaction): Promise<boolean> {
  const results = await Promise.allSettled(pendingWrites)
  return results.some((result) => result.status === 'rejected' && databaseCode(result.reason) !== undefined)
}

/**
 * Sends one of the transaction's last writes together with the commit, without waiting for its answer: the rows that it
 * locks are locked only while it runs. On a conflict `write` must fail, by a constraint or by `abortUnless`. PostgreSQL
 * then answers the commit with a rollback, and the transaction runs once more, with `careful`. That waits for the
 * answer, and refuses where no row was affected.
 */
export async function writeWithCommit(
  ctx: Context,
  write: () => Promise<unknown>,
  careful: () => Promise<unknown> = write,
): Promise<void> {
  const state = open.get(ctx.db)
  if (!state || state.isCareful) {
    await careful()
    return
  }
  const writing = write()
  writing.catch(() => {})
  state.pendingWrites.push(writing)
}

/** The transaction failed before: PostgreSQL ignores what comes after it. */
const ignoredCode = '25P02'

/**
 * Work of one transaction whose parts do not wait for each other, so that they go to the database together. Fails once
 * all are over, for nothing of it may run after the rollback; with the failure that made PostgreSQL ignore the others.
 */
export async function inParallel<Parts extends readonly unknown[]>(
  ...parts: Parts
): Promise<{ -readonly [Part in keyof Parts]: Awaited<Parts[Part]> }> {
  const outcomes = await Promise.allSettled(parts)
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  for (const failure of failures) if (databaseCode(failure) !== ignoredCode) throw failure
  return (await Promise.all(parts)) as never
}

/** Does this once the open transaction is committed; at once where none is open. */
export function afterCommit(ctx: Context, action: () => void) {
  const state = open.get(ctx.db)
  if (state) state.afterCommit.push(action)
  else action()
}
