import type { App, Context } from './context.ts'
import type { Database } from './database/database.ts'

const usualAgeMs = 5000

interface Entry {
  making: Promise<unknown>
  settled?: { value: unknown }
  until: number
}
const entries = new WeakMap<App, Map<symbol, Entry>>()
/** Transactions that changed something: they see their own change before anybody else does. */
const changed = new WeakSet<Database>()

/**
 * A reading of something small that every request needs, kept in the process for at most five seconds unless another
 * time is said. Never waits for a reading outside the open transaction: with one connection that would be for ever.
 */
export function memoize<T>(load: (ctx: Context) => Promise<T>, maxAgeMs = usualAgeMs): (ctx: Context) => Promise<T> {
  const key = Symbol('remembered')
  return (ctx) => {
    const kept = keptBy(ctx.app)
    const entry = kept.get(key)
    const isFresh = entry !== undefined && entry.until > performance.now()
    if (isInTransaction(ctx)) {
      return isFresh && entry.settled && !changed.has(ctx.db) ? Promise.resolve(entry.settled.value as T) : load(ctx)
    }
    if (isFresh) return entry.making as Promise<T>
    // A query of Drizzle runs anew each time it is awaited; a promise of it runs once.
    const making = Promise.resolve(load({ ...ctx, db: ctx.app.database.pagesDb }))
    const made: Entry = { making, until: performance.now() + maxAgeMs }
    kept.set(key, made)
    making.then(
      (value) => {
        made.settled = { value }
      },
      () => {
        if (kept.get(key) === made) kept.delete(key)
      },
    )
    return making
  }
}

/** Drops all that is remembered, what is being read at this moment included: call it after a change. */
export function clearMemos(app: App) {
  entries.delete(app)
}

/** Says that the open transaction changed something that is remembered. */
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
