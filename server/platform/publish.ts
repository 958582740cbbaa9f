import { sql } from 'drizzle-orm'
import type { App, Context } from './context.ts'
import { afterCommit } from './database/transactions.ts'
import { clearMemos, markChanged } from './memo.ts'

/** Says, with the commit, that pages and kept answers are out of date, at once and in every process. */
export async function catalogueChanged(ctx: Context) {
  await ctx.db.execute(sql`select pg_notify('catalogue', 'content')`)
  markChanged(ctx)
  afterCommit(ctx, () => {
    clearMemos(ctx.app)
    ctx.app.onCatalogueChange('content')
  })
}

/** Other processes hear of it this much later at the latest. */
const toldMs = 200

const waiting = new WeakMap<App, Map<string, { channel: string; payload: string }>>()

/**
 * Tells all processes something after the commit, for many at once: PostgreSQL lets transactions that notify commit
 * only one after the other, and wakes everybody who listens for each.
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
        .catch((error: unknown) => app.log.warn('other processes were not told of a change', { error }))
    }, toldMs)
  })
}

/** Says that stock changed: what shows it is out of date within a second, in every process. */
export function stockChanged(ctx: Context) {
  afterCommit(ctx, () => ctx.app.onCatalogueChange('stock'))
  publishBatched(ctx, 'catalogue', 'stock')
}
