import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { defaultLocale, locales } from '#contract/languages.ts'
import type { Notice, NoticeKind } from '#contract/office/notices.ts'
import { noticeKinds } from '#contract/office/notices.ts'
import type { DeviceScreen, Role, RoleAt } from '#contract/rights.ts'
import { roleNames } from '#contract/rights.ts'
import { bytes, instant } from '#server/platform/tables.ts'

/** A passkey of a person. `id` and `publicKey` are base64url, as browsers write them. */
export interface Passkey {
  id: string
  publicKey: string
  /** The authenticator's count of its uses, which only grows; always 0 for passkeys that are copied between devices. */
  counter: number
  transports: string[]
  /** The browser and device where it was made. */
  device: string
  createdAt: string
  usedAt: string | null
}

/** A staff member. Staff are no members: they have sessions of their own, which open nothing of the shop's pages. */
export const staffPeople = pgTable(
  'staff_people',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    locale: text('locale', { enum: locales }).notNull().default(defaultLocale),
    /** argon2id, with its parameters. */
    passwordHash: text('password_hash').notNull(),
    /** The encrypted secret of the authenticator app; null without a second step. */
    totpSecret: bytes('totp_secret'),
    /** A secret that the person has not confirmed yet. */
    nextTotpSecret: bytes('next_totp_secret'),
    /** The 30-second step of the last used code: a code works once. */
    totpStep: bigint('totp_step', { mode: 'number' }).notNull().default(0),
    /** Hashes of the unused recovery codes. */
    recoveryCodes: jsonb('recovery_codes').notNull().$type<string[]>().default([]),
    passkeys: jsonb('passkeys').notNull().$type<Passkey[]>().default([]),
    /** argon2id of the PIN for counter devices; null without one. */
    pinHash: text('pin_hash'),
    /** Until then a person who needs a second step can work without one. */
    secondStepDue: instant('second_step_due').notNull(),
    /** Names of devices that have signed in; another one is told by email. */
    knownDevices: jsonb('known_devices').notNull().$type<string[]>().default([]),
    /** Notifications up to this one are read; of the later ones, those in the list. */
    noticesReadUpTo: bigint('notices_read_up_to', { mode: 'number' }).notNull().default(0),
    noticesRead: jsonb('notices_read').notNull().$type<number[]>().default([]),
    /** Kinds of notifications that the bell does not count. */
    noticesOff: jsonb('notices_off').notNull().$type<NoticeKind[]>().default([]),
    /** When the person was stopped; null while they may sign in. */
    stoppedAt: instant('stopped_at'),
    lastSeenAt: instant('last_seen_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    version: integer('version').notNull().default(1),
  },
  (table) => [uniqueIndex('staff_people_email').on(sql`lower(${table.email})`)],
)

/** The roles of staff, each in one store or in all. */
export const staffRoles = pgTable(
  'staff_roles',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    personId: text('person_id')
      .notNull()
      .references(() => staffPeople.id, { onDelete: 'cascade' }),
    role: text('role', { enum: roleNames as [Role, ...Role[]] }).notNull(),
    /** Null: all stores. */
    locationId: text('location_id'),
  },
  (table) => [
    uniqueIndex('staff_roles_once').on(table.personId, table.role, sql`coalesce(${table.locationId}, '')`),
    index('staff_roles_owner').on(table.role).where(sql`${table.role} = 'owner'`),
  ],
)

/** A counter device: a tablet of a store on which staff choose themselves with a tap. */
export const staffDevices = pgTable(
  'staff_devices',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    locationId: text('location_id').notNull(),
    screens: jsonb('screens').notNull().$type<DeviceScreen[]>(),
    /** The hash of the link's code; of the device's token after a tablet has opened the link. */
    tokenHash: text('token_hash').notNull(),
    isEnrolled: boolean('is_enrolled').notNull().default(false),
    madeBy: text('made_by').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at'),
    /** The end of the link, or of the device if nobody uses it. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [uniqueIndex('staff_devices_token').on(table.tokenHash)],
)

/** A session of a staff member. Stores only the token's hash. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    tokenHash: text('token_hash').notNull(),
    personId: text('person_id')
      .notNull()
      .references(() => staffPeople.id, { onDelete: 'cascade' }),
    /** Whether the second step is missing. The session then opens nothing. */
    isPending: boolean('is_pending').notNull(),
    /** When the person last confirmed who they are. */
    confirmedAt: instant('confirmed_at').notNull(),
    device: text('device').notNull(),
    /** The counter device of the session; null for a person's own device. */
    deviceId: uuid('device_id').references(() => staffDevices.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('staff_sessions_token').on(table.tokenHash),
    index('staff_sessions_person').on(table.personId),
  ],
)

/** A challenge for a passkey. It works once. Stores only its hash. */
export const staffChallenges = pgTable('staff_challenges', {
  hash: text('hash').primaryKey(),
  /** The person who adds a passkey; null for the use of one. */
  personId: text('person_id').references(() => staffPeople.id, { onDelete: 'cascade' }),
  expiresAt: instant('expires_at').notNull(),
})

/** A link that makes an owner, or an invitation. It works once. Stores only the hash of its code. */
export const staffInvitations = pgTable(
  'staff_invitations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    codeHash: text('code_hash').notNull(),
    /** '' for a start link: the owner types it. */
    email: text('email').notNull().default(''),
    roles: jsonb('roles').notNull().$type<RoleAt[]>(),
    /** The person who made it; null for the machine. */
    madeBy: text('made_by').references(() => staffPeople.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [uniqueIndex('staff_invitations_code').on(table.codeHash)],
)

/** The audit log: only inserts. A line is written in the transaction of what it describes. */
export const staffLog = pgTable(
  'staff_log',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    /** Null for the machine. */
    personId: text('person_id'),
    /** The name at that time; '' for the machine. */
    personName: text('person_name').notNull(),
    call: text('call').notNull(),
    locationId: text('location_id'),
    subject: text('subject').notNull(),
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    device: text('device').notNull(),
    ip: text('ip').notNull(),
    requestId: text('request_id').notNull(),
  },
  (table) => [
    index('staff_log_subject').on(table.subject, table.id),
    index('staff_log_person').on(table.personId, table.id),
    index('staff_log_location').on(table.locationId, table.id),
  ],
)

/** A notification of staff. Who sees it depends on the kind: see `noticeRights`. */
export const staffNotices = pgTable(
  'staff_notices',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** Names the occasion: an event that is handled twice writes one notification. */
    key: text('key').notNull(),
    kind: text('kind', { enum: noticeKinds }).notNull(),
    /** The person whom it concerns; null: everybody with the right. */
    personId: text('person_id').references(() => staffPeople.id, { onDelete: 'cascade' }),
    /** Null: the whole shop. */
    locationId: text('location_id'),
    subject: text('subject').notNull(),
    data: jsonb('data').notNull().$type<Notice['data']>(),
    at: instant('at').notNull(),
  },
  (table) => [uniqueIndex('staff_notices_key').on(table.key)],
)
