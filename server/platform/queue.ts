import { and, asc, eq, getTableColumns, isNotNull, isNull, lt, lte, notExists, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { alias } from 'drizzle-orm/pg-core'
import { dayMs, hourMs } from '#contract/durations.ts'
import { toError } from '#server/platform/node-errors.ts'
import type { App, Context } from './context.ts'
import { systemContext } from './context.ts'
import type { Database } from './database/database.ts'
import { prepared, typedPlaceholder } from './database/prepared-queries.ts'
import { afterCommit, transact, writeWithCommit } from './database/transactions.ts'
import { maxAttempts, setAsideFilter } from './dead-letters.ts'
import type { EventName, EventPayloads } from './events.ts'
import { describeError } from './log.ts'
import { events } from './tables.ts'

const leaseMs = 60_000
const leaseBatchSize = 20
const maxRetryDelayMs = hourMs
const retentionDays = 7
const setAsideRetentionDays = 30
/** When a job starts, the last reading of the database clock may be at most this old. */
const clockAgeMs = 1000

/**
 * Emails have a lane of their own. A mail server that answers slowly then delays only emails, and no refund or
 * cancellation.
 */
const lanes = ['work', 'mail'] as const
type Lane = (typeof lanes)[number]

/**
 * Publishes an event in the open transaction: a worker handles it only if the transaction commits. Returns the results
 * of the `within` handlers.
 */
export async function emit<Name extends EventName>(
  ctx: Context,
  name: Name,
  payload: EventPayloads[Name],
): Promise<unknown[]> {
  const handlers = ctx.app.events[name]
  const results: unknown[] = []
  for (const handler of handlers?.within ?? []) results.push(await handler(ctx, payload))
  const { lane, own } = divide(handlers)
  if (own.length > 0) {
    await writeWithCommit(ctx, () => insertEvent(ctx.db, { name, payload, runAt: ctx.app.now() }))
    afterCommit(ctx, () => wake.get(ctx.app)?.(lane))
  }
  return results
}
const insertEvent = prepared((db) =>
  db.insert(events).values({
    name: sql.placeholder('name'),
    payload: sql.placeholder('payload'),
    runAt: sql.placeholder('runAt'),
  }),
)
const wake = new WeakMap<App, (lane: Lane) => void>()

export interface Job {
  name: string
  everyMs: number
  run(ctx: Context): Promise<unknown>
}

export interface Worker {
  /** Stops the worker after its current event and jobs. Gives back the events that it has leased and not handled. */
  stop(): Promise<void>
}

/**
 * Runs one loop for each lane of events and one for each scheduled job, so that a slow job delays no other job. Any
 * number of workers may run. A worker leases an event before it handles it. If that worker dies, the lease expires. A
 * failed event is retried with growing delays. After 20 failures, the event is set aside (`dead-letters.ts`).
 */
export function startWorker(app: App, jobs: Job[]): Worker {
  // Jobs compare times with the current time, for example to find what has expired. So the clock must be fresh.
  const run = async (job: Job) => {
    await app.clock.sync(clockAgeMs)
    await job.run(systemContext(app))
  }
  let isStopped = false
  // A process that ends first waits for open requests, and only then calls `stop`. `app.stopping` is aborted before the
  // wait, so that the worker takes no further events during the wait.
  const hasStopped = () => isStopped || app.stopping.aborted
  const repeatLane = (lane: Lane) =>
    repeat(app, `events: ${lane}`, {
      pauseMs: 500,
      work: async () => {
        while (!hasStopped() && (await handleDueEvents(app, [lane], hasStopped)) === leaseBatchSize) {}
      },
    })
  const events = { work: repeatLane('work'), mail: repeatLane('mail') }
  const loops = [
    ...Object.values(events),
    ...jobs.map((job) => repeat(app, job.name, { pauseMs: job.everyMs, work: () => run(job) })),
  ]
  wake.set(app, (lane) => events[lane].runSoon())
  return {
    async stop() {
      isStopped = true
      wake.delete(app)
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

/** Runs `work` again and again, never concurrently, with a pause after each run. `runSoon` ends the current pause. */
function repeat(app: App, name: string, { pauseMs, work }: { pauseMs: number; work: () => Promise<unknown> }) {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let currentRun: Promise<void> | null = null
  let mustRunAgain = false
  const run = () => {
    currentRun = work()
      .catch((error: unknown) => app.log.error('work in the background failed', { name, error }))
      .then(() => {
        currentRun = null
        if (!stopped) wait(mustRunAgain ? 0 : pauseMs)
        mustRunAgain = false
      })
  }
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
  }
  wait(0)
  return {
    runSoon() {
      if (currentRun) mustRunAgain = true
      else if (!stopped) wait(0)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await currentRun
    },
  }
}

/**
 * Leases and handles one batch of due events for each lane in `from`. Returns the number of leased events. Once
 * `isStopped` returns true, gives back the leased events that are not handled yet.
 */
export async function handleDueEvents(
  app: App,
  from: readonly Lane[] = lanes,
  isStopped = () => false,
): Promise<number> {
  let count = 0
  for (const lane of from) {
    const now = app.now()
    const values = {
      now,
      until: new Date(now.getTime() + leaseMs),
      names: namesIn(app, lane),
      works: namesIn(app, 'work'),
    }
    const leased = await lease(app.database.db, values, lane)
    for (const leasedEvent of leased.sort(byDueTime)) {
      if (isStopped()) {
        await giveBack(app, leasedEvent)
        continue
      }
      const event = await withFreshLease(app, leasedEvent)
      if (event) await handle(app, event)
    }
    count += leased.length
  }
  return count
}

/** An event that this worker has leased. `dueAt` is the time at which the event was due before the lease. */
type LeasedEvent = typeof events.$inferSelect & { dueAt: Date }

/** Compares two events by due time, because the database returns the rows of an update in any order. */
const byDueTime = (one: LeasedEvent, other: LeasedEvent) =>
  one.dueAt.getTime() - other.dueAt.getTime() || one.id - other.id

// During an upgrade or after a rollback, the table may contain events of a newer release. These events wait for a
// worker that knows them.
const lease = prepared((db, lane: Lane) => {
  const knownNameCondition = sql`${events.name} = any(${sql.placeholder('names')}::text[])`
  const due = db.$with('due').as(
    db
      .select({ id: events.id, dueAt: events.runAt })
      .from(events)
      .where(
        and(
          isNull(events.doneAt),
          lte(events.runAt, sql.placeholder('now')),
          lt(events.attempts, maxAttempts),
          knownNameCondition,
          lane === 'mail' ? notExists(selectEarlierWork(db)) : undefined,
        ),
      )
      .orderBy(asc(events.runAt), asc(events.id))
      .limit(leaseBatchSize)
      .for('update', { skipLocked: true }),
  )
  return db
    .with(due)
    .update(events)
    .set({ runAt: typedPlaceholder('until', events.runAt) })
    .from(due)
    .where(eq(events.id, due.id))
    .returning({ ...getTableColumns(events), dueAt: due.dueAt })
})

/**
 * For an email about an order, selects earlier events of the lane `work` that concern the same order and that no worker
 * has tried yet. The email waits for these events. They may queue an email of their own, such as the receipt, which
 * must arrive before an email about a later step.
 */
function selectEarlierWork(db: Database) {
  const earlier = alias(events, 'earlier')
  const orderIn = (payload: PgColumn) => sql`${payload} ->> 'orderId'`
  return db
    .select({ id: earlier.id })
    .from(earlier)
    .where(
      and(
        isNull(earlier.doneAt),
        eq(earlier.attempts, 0),
        lt(earlier.id, events.id),
        sql`${earlier.name} = any(${sql.placeholder('works')}::text[])`,
        sql`${orderIn(earlier.payload)} = ${orderIn(events.payload)}`,
      ),
    )
}

type StoredHandler = (ctx: Context, payload: unknown) => Promise<unknown>

/**
 * Divides the handlers that a worker runs for an event. The worker runs the `own` handlers for the event itself: the
 * `later` handlers or, if there are none, the first email. The worker queues the `following` emails as another event.
 */
function divide({ later = [], mails = [] }: { later?: unknown[]; mails?: unknown[] } = {}) {
  const isMail = later.length === 0 && mails.length > 0
  // The cast is safe: the types of `emit` ensure that the payload fits the event's name.
  return {
    lane: isMail ? 'mail' : 'work',
    own: isMail ? mails.slice(0, 1) : later,
    following: isMail ? mails.slice(1) : mails,
  } as { lane: Lane; own: StoredHandler[]; following: StoredHandler[] }
}

const mailsSuffix = '.mails'
/** The name of the event that sends the emails of another event. */
const mailsOf = (name: string) => `${name}${mailsSuffix}`

/** The names of a lane's events that this release knows. */
const namesIn = (app: App, lane: Lane): string[] =>
  Object.entries(app.events).flatMap(([name, handlers]) => {
    const divided = divide(handlers)
    return [
      ...(divided.lane === lane ? [name] : []),
      ...(lane === 'mail' && divided.following.length > 0 ? [mailsOf(name)] : []),
    ]
  })

/** Whether emails follow an event with this name. */
const hasMails = (app: App, name: string): boolean => divide(app.events[name as EventName]).following.length > 0

/** The handlers of a stored event; empty for an unknown name. */
function handlersOf(app: App, name: string): StoredHandler[] {
  if (!name.endsWith(mailsSuffix)) return divide(app.events[name as EventName]).own
  return divide(app.events[name.slice(0, -mailsSuffix.length) as EventName]).following
}

/**
 * Renews the lease of an event if at most half of its time remains, because slow emails of earlier events in the batch
 * use up that time. Returns null if this worker no longer has the lease, for example because another worker took the
 * event.
 */
async function withFreshLease(app: App, event: LeasedEvent): Promise<LeasedEvent | null> {
  const now = app.now().getTime()
  if (event.runAt.getTime() - now > leaseMs / 2) return event
  const [renewed] = await app.database.db
    .update(events)
    .set({ runAt: new Date(now + leaseMs) })
    .where(and(eq(events.id, event.id), eq(events.runAt, event.runAt), isNull(events.doneAt)))
    .returning()
  return renewed ? { ...renewed, dueAt: event.dueAt } : null
}

/** Ends the lease of an event, so that another worker can take the event at once. */
async function giveBack(app: App, { id, runAt, dueAt }: LeasedEvent): Promise<void> {
  await app.database.db
    .update(events)
    .set({ runAt: dueAt })
    .where(and(eq(events.id, id), eq(events.runAt, runAt), isNull(events.doneAt)))
}

async function handle(app: App, event: LeasedEvent): Promise<void> {
  const ctx = systemContext(app)
  try {
    for (const handler of handlersOf(app, event.name)) await handler(ctx, event.payload)
    if (!hasMails(app, event.name)) {
      await markDone(ctx.db, { id: event.id, now: app.now() })
      return
    }
    await transact(ctx, async (ctx) => {
      await queueMails(ctx, event)
      await markDone(ctx.db, { id: event.id, now: app.now() })
    })
  } catch (error) {
    const attempts = event.attempts + 1
    const isLast = attempts === maxAttempts
    const message = isLast ? 'an event failed for the last time and is set aside' : 'an event could not be handled'
    app.log.error(message, { event: event.name, id: event.id, attempt: attempts, error })
    const delay = Math.min(1000 * 2 ** attempts, maxRetryDelayMs)
    await transact(ctx, async (ctx) => {
      await queueMails(ctx, event)
      // Changes the event only while this worker has the lease. If the lease has expired, another worker or staff may
      // have taken the event.
      const failed = await ctx.db
        .update(events)
        .set({ attempts, runAt: new Date(app.now().getTime() + delay), lastError: toLastError(error) })
        .where(and(eq(events.id, event.id), eq(events.runAt, event.runAt), isNull(events.doneAt)))
        .returning({ id: events.id })
      const isNewlySetAside = isLast && failed.length > 0 && event.name !== 'event.set_aside'
      if (isNewlySetAside) await emit(ctx, 'event.set_aside', { at: app.now().toISOString() })
    })
  }
}

/**
 * Queues the emails that follow an event as another event, only once. A refused email then cannot repeat or stop the
 * event's own handlers, such as refunds. The emails follow these handlers, because they describe what the handlers did.
 * The email event gets the due time of the original event, so that a receipt is sent before the email about a later
 * step.
 */
async function queueMails(ctx: Context, { id, name, payload, dueAt }: LeasedEvent): Promise<void> {
  if (!hasMails(ctx.app, name)) return
  const marked = await ctx.db
    .update(events)
    .set({ payload: sql`${events.payload} || '{"areMailsQueued": true}'` })
    .where(and(eq(events.id, id), sql`not ${events.payload} ? 'areMailsQueued'`))
    .returning({ id: events.id })
  if (marked.length === 0) return
  await ctx.db.insert(events).values({ name: mailsOf(name), payload, runAt: dueAt })
  afterCommit(ctx, () => wake.get(ctx.app)?.('mail'))
}

/** Describes an error for staff. The text must not contain personal data, such as query values or email addresses. */
function toLastError(error: unknown): string {
  const { name, message, cause } = describeError(toError(error))
  const [line = ''] = (cause ?? message).split('\n')
  return `${name}: ${line.replace(/\S+@\S+/g, '…')}`
}

const markDone = prepared((db) =>
  db
    .update(events)
    .set({
      doneAt: typedPlaceholder('now', events.doneAt),
      lastError: null,
      payload: sql`case when ${events.payload} ? 'email' then '{}'::jsonb else ${events.payload} end`,
    })
    .where(eq(events.id, sql.placeholder('id'))),
)

/**
 * Deletes events because they contain personal data: a week after their success, or, if they were set aside, a month
 * after they were created.
 */
export async function sweepEvents(ctx: Context) {
  const before = new Date(ctx.app.now().getTime() - retentionDays * dayMs)
  await ctx.db.delete(events).where(and(isNotNull(events.doneAt), lt(events.doneAt, before)))
  const monthAgo = new Date(ctx.app.now().getTime() - setAsideRetentionDays * dayMs)
  await ctx.db.delete(events).where(and(setAsideFilter, lt(events.createdAt, monthAgo)))
}
