import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { App, Context } from './context.ts'
import { afterCommit } from './database/transactions.ts'
import { clearMemos, markChanged } from './memo.ts'
import type { Change, Topic } from './topics.ts'

/** A change of more topics than this clears all caches. */
const maxTopics = 300
/**
 * Maximum size of a notification. Larger changes are split, because PostgreSQL refuses notifications of 8,000 bytes.
 */
const maxPayloadBytes = 7000
/** The topics of product lists and product counts. An operation with `defersLists` does not publish them. */
const listTopics: ReadonlySet<Topic> = new Set(['published', 'lists', 'order'])

/**
 * When the transaction commits, tells every process that the pages and cached responses that show one of `topics` are
 * out of date. If `topics` is missing or has more than `maxTopics` entries, all pages and responses are out of date.
 */
export async function publishCatalogueChange(ctx: Context, topics?: Topic[]) {
  markChanged(ctx)
  const change = toChange(ctx, topics)
  if (change.length === 0) return
  const payloads = JSON.stringify(toPayloads(ctx.app, { change, isSoon: false }))
  await ctx.db.execute(sql`select pg_notify('catalogue', payload)
    from json_array_elements_text(${payloads}::json) as told(payload)`)
  afterCommit(ctx, () => {
    clearMemos(ctx.app)
    ctx.app.onCatalogueChange(change)
  })
}

/**
 * A change as a process sends it to all other processes. If `isSoon` is true, the receiving processes collect such
 * changes for a short time before they remove entries from their caches.
 */
interface ChangeNotification {
  change: Change
  isSoon: boolean
}

const names = new WeakMap<App, string>()
/** A unique name of this process, by which the process recognises its own notifications. */
function processNameOf(app: App): string {
  const name = names.get(app) ?? randomUUID()
  names.set(app, name)
  return name
}

function toChange({ defersLists }: Context, topics?: Topic[]): Change {
  if (!topics || topics.length > maxTopics) return 'content'
  return defersLists ? topics.filter((topic) => !listTopics.has(topic)) : topics
}

/** The notifications for a change. A change of more than `maxPayloadBytes` is split into several. */
function toPayloads(app: App, { change, isSoon }: ChangeNotification): string[] {
  const toPayload = (part: Change) => JSON.stringify({ from: processNameOf(app), change: part, isSoon })
  const wholePayload = toPayload(change)
  if (change === 'content' || change.length < 2 || Buffer.byteLength(wholePayload) <= maxPayloadBytes)
    return [wholePayload]
  const middle = Math.ceil(change.length / 2)
  return [change.slice(0, middle), change.slice(middle)].flatMap((part) => toPayloads(app, { change: part, isSoon }))
}

/**
 * Reads a notification of a change. Returns null if this process sent the notification, because it already knows the
 * change.
 */
export function readChange(app: App, payload: string): ChangeNotification | null {
  // During an upgrade, a process of an earlier release may still run. It sends a single word instead of JSON. The word
  // counts as a change of all content.
  if (!payload.startsWith('{')) return { change: 'content', isSoon: false }
  // The cast is safe: `toPayloads` made the payload.
  const { from, ...notification }: ChangeNotification & { from: string } = JSON.parse(payload)
  return from === processNameOf(app) ? null : notification
}

/** Maximum delay before other processes are notified. */
const notifyDelayMs = 200

const pendingBatches = new WeakMap<App, Map<string, { channel: string; payload: string }>>()

/**
 * Notifies all processes after the commit. Sends the notifications of several changes in one transaction, because
 * PostgreSQL commits transactions with notifications one after the other, and wakes all listeners for each transaction.
 */
export function publishBatched(ctx: Context, channel: string, payload: string) {
  const { app } = ctx
  afterCommit(ctx, () => {
    const isScheduled = pendingBatches.has(app)
    const batch = pendingBatches.get(app) ?? new Map()
    pendingBatches.set(app, batch.set(`${channel}|${payload}`, { channel, payload }))
    if (isScheduled) return
    setTimeout(() => {
      pendingBatches.delete(app)
      app.database.db
        .execute(sql`select pg_notify(channel, payload)
          from json_to_recordset(${JSON.stringify([...batch.values()])}::json) as told(channel text, payload text)`)
        .catch((error: unknown) => app.log.warn('other processes were not notified of a change', { error }))
    }, notifyDelayMs)
  })
}

/**
 * Publishes changes that orders cause, such as changes of stock. Within a second, every process removes from its caches
 * the entries that show one of these topics. Does nothing without topics.
 */
export function publishTopics(ctx: Context, topics: Topic[]) {
  const change = toChange(ctx, topics)
  if (change.length === 0) return
  afterCommit(ctx, () => ctx.app.onCatalogueChange(change, { isSoon: true }))
  for (const payload of toPayloads(ctx.app, { change, isSoon: true })) publishBatched(ctx, 'catalogue', payload)
}
