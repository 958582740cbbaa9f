import { sql } from 'drizzle-orm'
import type { App, Context } from './context.ts'
import { afterCommit } from './database/transactions.ts'
import { clearMemos, markChanged } from './memo.ts'

/** Notifies every process, when the transaction commits, that pages and cached responses are out of date. */
export async function catalogueChanged(ctx: Context) {
  await ctx.db.execute(sql`select pg_notify('catalogue', 'content')`)
  markChanged(ctx)
  afterCommit(ctx, () => {
    clearMemos(ctx.app)
    ctx.app.onCatalogueChange('content')
  })
}

/** Maximum delay before other processes are notified. */
const toldMs = 200

const waiting = new WeakMap<App, Map<string, { channel: string; payload: string }>>()

/**
 * Notifies all processes after the commit, in batches of several changes. PostgreSQL serializes the commits of
 * transactions that notify, and wakes all listeners for each one.
 */
export function publishBatched(ctx: Context, channel: string, payload: string) {
  const { app } = ctx
  afterCommit(ctx, () => {
    const isWaiting = waiting.has(app)
    const told = waiting.get(app) ?? new Map()
    waiting.set(app, told.set(`${channel}|${payload}`, { channel, payload }))
    if (isWaiting) return
    setTimeout(() => {
      waiting.delete(app)
      app.database.db
        .execute(sql`select pg_notify(channel, payload)
          from json_to_recordset(${JSON.stringify([...told.values()])}::json) as told(channel text, payload text)`)
        .catch((error: unknown) => app.log.warn('other processes were not notified of a change', { error }))
    }, toldMs)
  })
}

/** Publishes a stock change. Within a second, every process refreshes what shows stock. */
export function stockChanged(ctx: Context) {
  afterCommit(ctx, () => ctx.app.onCatalogueChange('stock'))
  publishBatched(ctx, 'catalogue', 'stock')
}
