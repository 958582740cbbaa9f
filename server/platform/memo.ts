import type { App, Context } from './context.ts'
import type { Database } from './database/database.ts'
import type { Topic } from './topics.ts'
import { noteShown } from './topics.ts'

const usualAgeMs = 5000

interface Entry {
  making: Promise<unknown>
  settled?: { value: unknown }
  /** What the value shows: see `noteShown`. */
  shown: Set<Topic>
  until: number
}
const entries = new WeakMap<App, Map<symbol, Entry>>()
/** Transactions that changed a memoized value. They must read their own change instead of the memoized value. */
const changed = new WeakSet<Database>()

/**
 * Memoizes a small query that every request needs, for `maxAgeMs`, by default five seconds. Inside a transaction it
 * never waits for a query on another connection, because transactions that hold all connections would deadlock.
 */
export function memoize<T>(load: (ctx: Context) => Promise<T>, maxAgeMs = usualAgeMs): (ctx: Context) => Promise<T> {
  const key = Symbol('remembered')
  return (ctx) => {
    const kept = keptBy(ctx.app)
    const entry = kept.get(key)
    const isFresh = entry !== undefined && entry.until > performance.now()
    if (isInTransaction(ctx)) {
      // The cast is safe: `load` made the entry, so the entry's value has the type `T`.
      return isFresh && entry.settled && !changed.has(ctx.db) ? Promise.resolve(entry.settled.value as T) : load(ctx)
    }
    // The cast is safe: `load` made the entry, so the entry's promise has the type `T`.
    if (isFresh) return noted(ctx, entry.shown, entry.making) as Promise<T>
    const shown = new Set<Topic>()
    // Each `await` of a Drizzle query would run the query again. `Promise.resolve` runs the query only once.
    const making = Promise.resolve(load({ ...ctx, db: ctx.app.database.pagesDb, shown }))
    const made: Entry = { making, shown, until: performance.now() + maxAgeMs }
    kept.set(key, made)
    making.then(
      (value) => {
        made.settled = { value }
      },
      () => {
        if (kept.get(key) === made) kept.delete(key)
      },
    )
    return noted(ctx, shown, making)
  }
}

/** Waits for the value of an entry. Records that the response shows the topics of the value. */
async function noted<Value>(ctx: Context, shown: Set<Topic>, making: Promise<Value>): Promise<Value> {
  const value = await making
  noteShown(ctx, ...shown)
  return value
}

/** Drops all memoized values, including queries in progress. Call it after a change. */
export function clearMemos(app: App) {
  entries.delete(app)
}

/** Marks that the open transaction changed a memoized value. */
export function markChanged(ctx: Context) {
  if (isInTransaction(ctx)) changed.add(ctx.db)
}

const isInTransaction = ({ db, app: { database } }: Context) => db !== database.db && db !== database.pagesDb

function keptBy(app: App) {
  let kept = entries.get(app)
  if (!kept) {
    kept = new Map()
    entries.set(app, kept)
  }
  return kept
}
