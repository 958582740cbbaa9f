import type { Environment } from '#contract/environment.ts'
import { fill } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import type { MessageKey } from '#contract/messages.ts'
import { messages } from '#contract/messages.ts'
import type { Visitor } from '#contract/shell.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database, OpenDatabase } from './database.ts'
import { databaseCode } from './database-error.ts'
import type { HandlersOf } from './events.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail.ts'

/** What lives as long as the process. */
export interface App {
  config: Config
  database: OpenDatabase
  log: Log
  mailer: Mailer
  secret: string
  /** What staff show: see `staff-secret.ts`. */
  staffSecret: string
  events: EventHandlers
  /** Aborted when the process is asked to end: what stays open by itself ends then. */
  stopping: AbortSignal
  stop(): void
  /** The database's time: see `clock.ts`. */
  clock: Clock
  /** The same; tests move it. */
  now(): Date
  /** Called after a commit that changed what pages show. */
  onCatalogueChange(what: 'content' | 'stock'): void
  /** Called after a commit that ended a session of a member, or changed what pages tell of them. */
  onMemberChange(memberId: string): void
}

/** What an operation knows of its caller. Everything here is the server's own knowledge, but for the two hints. */
export interface Context {
  app: App
  /** The pool, or the transaction that is open. */
  db: Database
  locale: Locale
  /** Hint: the store the visitor chose, not yet checked. */
  locationHint: string | null
  /** Which of the visitor's carts is meant: that of this campaign; '' for the shop's own. */
  campaignId: string
  /** The remembered session; null for a visitor of whom nothing is remembered yet. */
  sessionId: string | null
  memberId: string | null
  environment: Environment
  /** Whom the page is rendered for, where that is nobody: it is kept for all members like this. */
  standIn?: Visitor | undefined
  /** Hint: how many minutes the visitor's clock is ahead of UTC. */
  utcOffset: number | null
  /** The browser asks not to be tracked: `Sec-GPC` or `DNT`. */
  declinesTracking: boolean
  /** Whether the caller says to be a search engine or another program. */
  isRobot(): boolean
  /** The shop's own address as this visitor reached it, `https://shop.example`. */
  origin: string
  ip: string
  requestId: string
  /** Makes the visitor a remembered one, with the commit of the open transaction; `sessionId` is known at once. */
  ensureSession(): Promise<string>
  /** Gives the visitor a new session, as this member or as nobody; the old one is dead at once. */
  renewSession(memberId: string | null): Promise<string | null>
  /** What the browser holds under a name, not yet checked. */
  cookie(name: string): string | undefined
  /** For a year unless said otherwise; null: until the browser closes. What is hidden no page can read. */
  setCookie(name: string, value: string, options?: { maxAgeSeconds?: number | null; isHidden?: boolean }): void
}

/** What follows an event: see `jobs/events.ts`. */
export type EventHandlers = HandlersOf<Context>

interface Transaction {
  afterCommit: (() => void)[]
  /** Writes that the commit did not wait for. */
  unseen: Promise<unknown>[]
  /** Whether each write is waited for: one of them failed before. */
  isCareful: boolean
}
const open = new WeakMap<Database, Transaction>()

const retryable = new Set(['40001', '40P01'])

/**
 * Runs `work` in one transaction: all of it happens or nothing. Within one it joins. A deadlock or a failed
 * serialisation is tried again, up to three times; and once what failed `lastly`.
 */
export async function transact<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  if (open.has(ctx.db)) return work(ctx)
  let isCareful = false
  for (let attempt = 1; ; attempt++) {
    const state: Transaction = { afterCommit: [], unseen: [], isCareful }
    try {
      const result = await ctx.db.transaction(async (tx) => {
        const db = tx as unknown as Database
        open.set(db, state)
        return work({ ...ctx, db })
      })
      // Where one of them failed, the commit that came after it was answered with a rollback.
      await Promise.all(state.unseen)
      for (const action of state.afterCommit) action()
      return result
    } catch (error) {
      const code = databaseCode(error)
      if (await hasFailedUnseen(state)) isCareful = true
      else if (!code || !retryable.has(code) || attempt === 3) throw error
      ctx.app.log.info('a transaction is tried again', { code, attempt })
      if (!isCareful) await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}

/** Ends the open transaction without a trace and runs it once more, as after a failed serialisation. */
export function tryAgain(why: string): never {
  throw Object.assign(new Error(why), { code: '40001' })
}

/** Whether the database itself refused a write that nobody waited for: nothing of the transaction can have been committed. */
async function hasFailedUnseen({ unseen }: Transaction): Promise<boolean> {
  const results = await Promise.allSettled(unseen)
  return results.some((result) => result.status === 'rejected' && databaseCode(result.reason) !== undefined)
}

/**
 * Does not wait for the answer of one of the transaction's last writes: the commit goes to the database together with them,
 * so that nobody waits for the rows that they lock longer than it takes. Where `write` fails nothing is committed and the
 * transaction runs once more, then with `careful`, which may say what is wrong.
 */
export async function lastly(
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
  state.unseen.push(writing)
}

/** The transaction failed before: PostgreSQL ignores what comes after it. */
const ignoredCode = '25P02'

/**
 * Work of one transaction whose parts do not wait for each other, so that they go to the database together. Fails once all
 * are over, for nothing of it may run after the rollback; with the failure that made PostgreSQL ignore the others.
 */
export async function together<Parts extends readonly unknown[]>(
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

/** A context for work that no visitor asked for: jobs, the demonstration, commands. */
export function systemContext(app: App, locale: Locale = 'en'): Context {
  const none = () => Promise.reject(new Error('there is no visitor here'))
  return {
    app,
    db: app.database.db,
    locale,
    locationHint: null,
    campaignId: '',
    sessionId: null,
    memberId: null,
    environment: { kind: 'browser', isWeChat: false, isMobile: false },
    utcOffset: null,
    declinesTracking: true,
    isRobot: () => false,
    origin: publicOrigin(app.config),
    ip: '',
    requestId: 'system',
    ensureSession: none,
    renewSession: none,
    cookie: () => undefined,
    setCookie: () => {},
  }
}

/** The shop's address where no visitor's request tells it. */
export function publicOrigin(config: Config): string {
  return config.PUBLIC_URL ?? `http://localhost:${config.PORT}`
}

/** A text in the visitor's language. */
export function say(ctx: Context, key: MessageKey, values?: Record<string, string | number>): string {
  return fill(messages[ctx.locale][key], values)
}
