import type { Environment } from '#contract/environment.ts'
import { fill } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import type { MessageKey } from '#contract/messages.ts'
import { messages } from '#contract/messages.ts'
import type { Visitor } from '#contract/shell.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database, OpenDatabase } from './database/database.ts'
import type { HandlersOf } from './events.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mail.ts'

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
  placeholderVisitor?: Visitor | undefined
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
export function translate(ctx: Context, key: MessageKey, values?: Record<string, string | number>): string {
  return fill(messages[ctx.locale][key], values)
}
