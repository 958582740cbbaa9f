import type { Environment } from '#contract/environment.ts'
import { fill } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import { defaultLocale } from '#contract/languages.ts'
import type { MessageKey } from '#contract/messages.ts'
import { messages } from '#contract/messages.ts'
import type { DeviceWallet } from '#contract/payment-methods.ts'
import type { RoleAt } from '#contract/rights.ts'
import type { Visitor } from '#contract/shell.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database, OpenDatabase } from './database/database.ts'
import type { HandlersOf } from './events.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mail.ts'
import type { Change, Topic } from './topics.ts'

/** The state that all work of the process shares: settings, database, log, mailer, secrets and clock. */
export interface App {
  config: Config
  database: OpenDatabase
  log: Log
  mailer: Mailer
  secret: string
  /** The secret of staff commands: see `staff-secret.ts`. */
  staffSecret: string
  events: EventHandlers
  /** Aborted when the process must end. All open streams then end too. */
  stopping: AbortSignal
  stop(): void
  /** Database time: see `clock.ts`. */
  clock: Clock
  /** The current time of `clock`. Tests replace this function to move the time. */
  now(): Date
  /**
   * Called after a commit that changed what pages show. With `isSoon`, the process collects such changes for a short
   * time, and then removes all outdated entries from the caches at once.
   */
  onCatalogueChange(change: Change, options?: { isSoon?: boolean }): void
  /**
   * Corrects the hints in place: replaces a language that the shop does not support, and removes a store that shoppers
   * cannot choose. The server calls it before other code uses the hints.
   */
  checkHints(hints: Pick<Context, 'locale' | 'locationHint'>): Promise<void>
  /** Called after a commit that ended a member's session or changed the member's data on pages. */
  onMemberChange(memberId: string): void
}

/** The caller of a staff call: a staff member, or a program with the staff secret. */
export interface Staff {
  /** The id of the staff member; null for a caller with the staff secret. */
  personId: string | null
  name: string
  /** The language of messages to the caller; null to use the language of the request. */
  locale: Locale | null
  roles: readonly RoleAt[]
  sessionId: string | null
  /** The id of the counter device on which the session was opened; null for a session on another device. */
  deviceId: string | null
  /**
   * Whether the caller has missed the deadline to set up a second factor. The caller can then make only calls about
   * their own account.
   */
  isHeldBack: boolean
  /**
   * When the caller last confirmed their identity. Null for a caller with the staff secret, who needs no confirmation.
   */
  confirmedAt: Date | null
  device: string
  /** Records what the call changed, for the audit log. Without this record, the log entry contains the call's input. */
  note(change: Partial<StaffChange>): void
  /** Writes the call's audit log entry in the open transaction. Present only in calls that write their own entry. */
  log?(ctx: Context): Promise<void>
}

/** What a staff call changed, for the audit log. */
export interface StaffChange {
  /** Identifies the changed record, for example by its id. */
  subject: string
  location: string | null
  /** The changed fields: `before` has their old values, and `after` has their new values. */
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/**
 * Facts about the caller of an operation. The server determines them, except for the two hints and the cookies, which
 * the browser sends.
 */
export interface Context {
  app: App
  /** The database: the pool, or the open transaction. */
  db: Database
  locale: Locale
  /** A hint: the store that the visitor chose, not validated. */
  locationHint: string | null
  /** The campaign that the visitor's cart belongs to; '' for the shop's regular cart. */
  campaignId: string
  /** Collects the topics that the response shows (`recordTopics`), if the response is cached. */
  shown?: Set<Topic> | undefined
  /**
   * Whether the operation changes many products in several batches. Each batch removes only the cached pages of the
   * products that it changes. Cached lists and counts stay until they expire, or until the operation publishes their
   * change at its end.
   */
  defersLists?: boolean
  /** The id of the visitor's session. Null if the visitor has no session. */
  sessionId: string | null
  memberId: string | null
  /** The caller, if this is a staff call. */
  staff?: Staff | undefined
  environment: Environment
  /**
   * Placeholders instead of the personal data of the visitor, for rendering a page that the cache shares among members.
   * Such a context has no session.
   */
  placeholderVisitor?: Visitor | undefined
  /** A hint: how many minutes the visitor's clock is ahead of UTC. */
  utcOffset: number | null
  /** Whether the browser declines tracking, with a `Sec-GPC` or `DNT` header. */
  declinesTracking: boolean
  /** Whether the user agent names a search engine or another program. */
  isRobot(): boolean
  /** The names of the browser and its device, such as "Safari · iPhone". */
  device(): string
  /** The wallet that the visitor's browser can open; null if it can open none. */
  deviceWallet(): DeviceWallet | null
  /** The shop's URL in this visitor's requests, such as `https://shop.example`. */
  origin: string
  ip: string
  requestId: string
  /**
   * Creates the visitor's session and sets `sessionId` at once. The commit of the open transaction stores the session.
   */
  ensureSession(): Promise<string>
  /**
   * Ends the visitor's session and opens a new one for this member. If `memberId` is null, opens no new session. Both
   * changes take effect when the open transaction commits. Returns the new session's id, or null if there is none.
   */
  renewSession(memberId: string | null): Promise<string | null>
  /** The browser's cookie of this name, not validated. */
  cookie(name: string): string | undefined
  /** Sets a cookie, by default for a year. */
  setCookie(name: string, value: string, options?: CookieOptions): void
}

export interface CookieOptions {
  /** How long the browser keeps the cookie; null to keep it until the browser closes. */
  maxAgeSeconds?: number | null
  /** Whether the cookie is hidden from scripts in the page. */
  isHidden?: boolean
  /** Whether the browser sends the cookie only with requests that come from the shop's own pages. */
  isStrict?: boolean
}

/** The handlers of events: see `jobs/events.ts`. */
export type EventHandlers = HandlersOf<Context>

/** Creates a context for work without a visitor, such as jobs, commands and notifications of payment providers. */
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
    deviceWallet: () => null,
    origin: publicOrigin(app.config),
    ip: '',
    requestId: 'system',
    ensureSession: none,
    renewSession: none,
    cookie: () => undefined,
    setCookie: () => {},
  }
}

/** The shop's URL for work without a request. */
export function publicOrigin(config: Config): string {
  return config.PUBLIC_URL ?? `http://localhost:${config.PORT}`
}

/** A message in the visitor's language. */
export function translate(ctx: Context, key: MessageKey, values?: Record<string, string | number>): string {
  return fill(messages[ctx.locale][key], values)
}
