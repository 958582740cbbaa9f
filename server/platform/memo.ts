import type { App, Context } from './context.ts'
import type { Database } from './database/database.ts'
import type { Topic } from './topics.ts'
import { recordTopics } from './topics.ts'

const defaultMaxAgeMs = 5000

interface Entry {
  making: Promise<unknown>
  settled?: { value: unknown }
  /** What the value shows: see `recordTopics`. */
  shown: Set<Topic>
  until: number
}
const entries = new WeakMap<App, Map<symbol, Entry>>()
/** Transactions that changed a memoized value. They must read their own change instead of the memoized value. */
const changedTransactions = new WeakSet<Database>()

/**
 * Memoizes a small query that every request needs, for `maxAgeMs`, by default five seconds. Inside a transaction it
 * never waits for a query on another connection, because transactions that hold all connections would deadlock.
 */
export function memoize<T>(
  load: (ctx: Context) => Promise<T>,
  maxAgeMs = defaultMaxAgeMs,
): (ctx: Context) => Promise<T> {
  const key = Symbol('remembered')
  return (ctx) => {
    const appEntries = entriesOf(ctx.app)
    const entry = appEntries.get(key)
    const isFresh = entry !== undefined && entry.until > performance.now()
    if (isInTransaction(ctx)) {
      // The cast is safe: `load` made the entry, so the entry's value has the type `T`.
      return isFresh && entry.settled && !changedTransactions.has(ctx.db)
        ? Promise.resolve(entry.settled.value as T)
        : load(ctx)
    }
    // The cast is safe: `load` made the entry, so the entry's promise has the type `T`.
    if (isFresh) return recordWhenLoaded(ctx, entry.shown, entry.making) as Promise<T>
    const shown = new Set<Topic>()
    // Each `await` of a Drizzle query would run the query again. `Promise.resolve` runs the query only once.
    const making = Promise.resolve(load({ ...ctx, db: ctx.app.database.pagesDb, shown }))
    const newEntry: Entry = { making, shown, until: performance.now() + maxAgeMs }
    appEntries.set(key, newEntry)
    making.then(
      (value) => {
        newEntry.settled = { value }
      },
      () => {
        if (appEntries.get(key) === newEntry) appEntries.delete(key)
      },
    )
    return recordWhenLoaded(ctx, shown, making)
  }
}

/** Waits for the value of an entry. Records that the response shows the topics of the value. */
async function recordWhenLoaded<Value>(ctx: Context, shown: Set<Topic>, making: Promise<Value>): Promise<Value> {
  const value = await making
  recordTopics(ctx, ...shown)
  return value
}

/** Drops all memoized values, including the results of queries in progress. Call it after a change of such a value. */
export function clearMemos(app: App) {
  entries.delete(app)
}

/** Marks that the open transaction changed a memoized value. */
export function markChanged(ctx: Context) {
  if (isInTransaction(ctx)) changedTransactions.add(ctx.db)
}

const isInTransaction = ({ db, app: { database } }: Context) => db !== database.db && db !== database.pagesDb

function entriesOf(app: App) {
  let appEntries = entries.get(app)
  if (!appEntries) {
    appEntries = new Map()
    entries.set(app, appEntries)
  }
  return appEntries
}
