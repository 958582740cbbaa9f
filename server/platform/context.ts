import type { Environment } from '#contract/environment.ts'
import { fill } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import { defaultLocale } from '#contract/languages.ts'
import type { MessageKey } from '#contract/messages.ts'
import { messages } from '#contract/messages.ts'
import type { RoleAt } from '#contract/rights.ts'
import type { Visitor } from '#contract/shell.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database, OpenDatabase } from './database/database.ts'
import type { HandlersOf } from './events.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mail.ts'

/** Resources of the process. */
export interface App {
  config: Config
  database: OpenDatabase
  log: Log
  mailer: Mailer
  secret: string
  /** The secret of staff commands: see `staff-secret.ts`. */
  staffSecret: string
  events: EventHandlers
  /** Aborted when the process must end; open streams end then. */
  stopping: AbortSignal
  stop(): void
  /** Database time: see `clock.ts`. */
  clock: Clock
  /** The time of `clock`; tests move it. */
  now(): Date
  /** Called after a commit that changed the content of pages. */
  onCatalogueChange(what: 'content' | 'stock'): void
  /** Called after a commit that ended a member's session, or changed the member's data on pages. */
  onMemberChange(memberId: string): void
}

/** Who makes a staff call. */
export interface Staff {
  /** Null for a caller with the staff secret. */
  personId: string | null
  name: string
  /** Null: the language of the request. */
  locale: Locale | null
  roles: readonly RoleAt[]
  sessionId: string | null
  /** The counter device of the session. */
  deviceId: string | null
  /** Whether the time to set up the second step is over. Then only calls about the own account work. */
  isHeldBack: boolean
  /** When the caller last confirmed who they are; null for the staff secret, which needs no confirmation. */
  confirmedAt: Date | null
  device: string
  /** Sets what the call changed, for its line in the audit log. Without it the log has the call's input. */
  note(change: Partial<StaffChange>): void
  /** Writes the line of the audit log, in the open transaction. Only calls that log themselves have it. */
  log?(ctx: Context): Promise<void>
}

/** What a staff call changed. */
export interface StaffChange {
  /** The id of what was changed. */
  subject: string
  location: string | null
  /** The changed fields. */
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** The facts about the caller of an operation. The server knows all of them itself, except for two hints. */
export interface Context {
  app: App
  /** The pool, or the open transaction. */
  db: Database
  locale: Locale
  /** Hint: the visitor's chosen store, not validated. */
  locationHint: string | null
  /** The campaign of the visitor's cart; '' for the shop's own cart. */
  campaignId: string
  /** The stored session; null for visitors without one. */
  sessionId: string | null
  memberId: string | null
  /** The staff member, in a staff call. */
  staff?: Staff | undefined
  environment: Environment
  /** The placeholder for a page that is cached for all members of a kind. */
  placeholderVisitor?: Visitor | undefined
  /** Hint: minutes that the visitor's clock is ahead of UTC. */
  utcOffset: number | null
  /** The browser declines tracking: `Sec-GPC` or `DNT`. */
  declinesTracking: boolean
  /** Whether the user agent names a search engine or another program. */
  isRobot(): boolean
  /** Name of the browser: "Safari · iPhone". */
  device(): string
  /** The shop's address in this visitor's requests, `https://shop.example`. */
  origin: string
  ip: string
  requestId: string
  /** Creates the visitor's session with the commit of the open transaction. `sessionId` is set at once. */
  ensureSession(): Promise<string>
  /** Replaces the visitor's session with one of this member, or with none. The old session ends with the commit. */
  renewSession(memberId: string | null): Promise<string | null>
  /** The browser's cookie of this name, not validated. */
  cookie(name: string): string | undefined
  /** Sets a cookie, by default for a year. */
  setCookie(name: string, value: string, options?: CookieOptions): void
}

export interface CookieOptions {
  /** Null: until the browser closes. */
  maxAgeSeconds?: number | null
  /** Pages cannot read it. */
  isHidden?: boolean
  /** The browser sends it only with requests from pages of the shop. */
  isStrict?: boolean
}

/** The handlers of events: see `jobs/events.ts`. */
export type EventHandlers = HandlersOf<Context>

/** A context for work without a visitor: jobs, the demonstration, commands. */
export function systemContext(app: App, locale: Locale = defaultLocale): Context {
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
    device: () => '',
    origin: publicOrigin(app.config),
    ip: '',
    requestId: 'system',
    ensureSession: none,
    renewSession: none,
    cookie: () => undefined,
    setCookie: () => {},
  }
}

/** The shop's address for work without a request. */
export function publicOrigin(config: Config): string {
  return config.PUBLIC_URL ?? `http://localhost:${config.PORT}`
}

/** A message in the visitor's language. */
export function translate(ctx: Context, key: MessageKey, values?: Record<string, string | number>): string {
  return fill(messages[ctx.locale][key], values)
}
