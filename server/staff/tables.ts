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
import type { DeviceScreen, RoleAt } from '#contract/rights.ts'
import { roleNames } from '#contract/rights.ts'
import { bytes, instant } from '#server/platform/tables.ts'

/** A passkey of a staff member. `id` and `publicKey` are base64url, as browsers write them. */
export interface Passkey {
  id: string
  publicKey: string
  /**
   * The number of times that the authenticator was used. The number never decreases. It is always 0 for passkeys that
   * are copied between devices.
   */
  counter: number
  transports: string[]
  /** The browser and device on which the passkey was created. */
  device: string
  createdAt: string
  usedAt: string | null
}

/**
 * A staff member. Staff members are not members of the shop: their sessions are separate and give no access to the
 * shop's pages.
 */
export const staffPeople = pgTable(
  'staff_people',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    locale: text('locale', { enum: locales }).notNull().default(defaultLocale),
    /** argon2id hash of the password, with its parameters. */
    passwordHash: text('password_hash').notNull(),
    /** The encrypted secret of the authenticator app; null if the staff member uses none. */
    totpSecret: bytes('totp_secret'),
    /** The secret of a new authenticator app, which the staff member has not confirmed with a code yet. */
    nextTotpSecret: bytes('next_totp_secret'),
    /** The 30-second step of the last used code, so that each code works only once. */
    totpStep: bigint('totp_step', { mode: 'number' }).notNull().default(0),
    /** Hashes of the unused recovery codes. */
    recoveryCodes: jsonb('recovery_codes').notNull().$type<string[]>().default([]),
    passkeys: jsonb('passkeys').notNull().$type<Passkey[]>().default([]),
    /** argon2id hash of the PIN for counter devices; null if the staff member has no PIN. */
    pinHash: text('pin_hash'),
    /** A staff member whose roles require a second step can work without one until this time. */
    secondStepDue: instant('second_step_due').notNull(),
    /**
     * The names of the devices on which the staff member last signed in, newest first. A sign-in on any other device
     * sends an email, unless this list is empty.
     */
    knownDevices: jsonb('known_devices').notNull().$type<string[]>().default([]),
    /** All notifications up to this id are read. `noticesRead` lists the later notifications that are read. */
    noticesReadUpTo: bigint('notices_read_up_to', { mode: 'number' }).notNull().default(0),
    noticesRead: jsonb('notices_read').notNull().$type<number[]>().default([]),
    /** Kinds of notifications that the bell does not count. */
    noticesOff: jsonb('notices_off').notNull().$type<NoticeKind[]>().default([]),
    /** When the staff member was deactivated; null while they may sign in. */
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
    role: text('role', { enum: roleNames }).notNull(),
    /** The store in which the role applies; null for all stores. */
    locationId: text('location_id'),
  },
  (table) => [
    uniqueIndex('staff_roles_once').on(table.personId, table.role, sql`coalesce(${table.locationId}, '')`),
    index('staff_roles_owner').on(table.role).where(sql`${table.role} = 'owner'`),
  ],
)

/** A counter device: a store's shared tablet, on which staff members sign in with a tap on their name. */
export const staffDevices = pgTable(
  'staff_devices',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    locationId: text('location_id').notNull(),
    screens: jsonb('screens').notNull().$type<DeviceScreen[]>(),
    /** The hash of the link's code, or of the device's token once a tablet has opened the link. */
    tokenHash: text('token_hash').notNull(),
    isEnrolled: boolean('is_enrolled').notNull().default(false),
    madeBy: text('made_by').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at'),
    /**
     * When the link expires or, once a tablet is enrolled, when the device expires. Use of the device postpones this
     * time.
     */
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
    /**
     * Whether the staff member has yet to complete the second step of the sign-in. Until then the session gives no
     * access.
     */
    isPending: boolean('is_pending').notNull(),
    /**
     * When the staff member last confirmed their identity, by the sign-in or later. For a sign-in on a counter device,
     * the time is 1970 until the staff member confirms with the PIN.
     */
    confirmedAt: instant('confirmed_at').notNull(),
    device: text('device').notNull(),
    /** The counter device of the session; null for a staff member's own device. */
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

/** A challenge for a passkey. Each challenge works once. The table stores only the challenge's hash. */
export const staffChallenges = pgTable('staff_challenges', {
  hash: text('hash').primaryKey(),
  /** The staff member who adds a passkey; null if an existing passkey is used. */
  personId: text('person_id').references(() => staffPeople.id, { onDelete: 'cascade' }),
  expiresAt: instant('expires_at').notNull(),
})

/**
 * An invitation, or a start link, which gives its user the owner role. A link works once. The table stores only the
 * hash of its code.
 */
export const staffInvitations = pgTable(
  'staff_invitations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    codeHash: text('code_hash').notNull(),
    /** The invited address; '' for a start link, because the owner types the address. */
    email: text('email').notNull().default(''),
    roles: jsonb('roles').notNull().$type<RoleAt[]>(),
    /** The staff member who created the link; null for a link that was created on the server. */
    madeBy: text('made_by').references(() => staffPeople.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [uniqueIndex('staff_invitations_code').on(table.codeHash)],
)

/** The audit log, which is append-only. An entry is written in the transaction of the change that it describes. */
export const staffLog = pgTable(
  'staff_log',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    /** The staff member who made the change. Null if a counter device or the holder of the staff secret made it. */
    personId: text('person_id'),
    /**
     * The name that the staff member or counter device had when it made the change; '' if the holder of the staff
     * secret made the change.
     */
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

/** A notification for staff. The kind decides which staff members see it: see `noticeRights`. */
export const staffNotices = pgTable(
  'staff_notices',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** Identifies the event that caused the notification. Handling an event twice writes only one notification. */
    key: text('key').notNull(),
    kind: text('kind', { enum: noticeKinds }).notNull(),
    /** The only staff member who sees the notification; null if all staff members with the kind's right see it. */
    personId: text('person_id').references(() => staffPeople.id, { onDelete: 'cascade' }),
    /** The store that the notification concerns; null for the whole shop. */
    locationId: text('location_id'),
    subject: text('subject').notNull(),
    data: jsonb('data').notNull().$type<Notice['data']>(),
    at: instant('at').notNull(),
  },
  (table) => [uniqueIndex('staff_notices_key').on(table.key)],
)
