import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Address } from '#contract/addresses.ts'
import { defaultLocale, locales } from '#contract/languages.ts'
import { bytes, instant } from '#server/platform/tables.ts'

/** A person with an account. */
export const members = pgTable(
  'members',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    /** When the member proved the email address. */
    emailVerifiedAt: instant('email_verified_at'),
    /** argon2id hash with its parameters; null for members who sign in by other means. */
    passwordHash: text('password_hash'),
    name: text('name').notNull(),
    phone: text('phone'),
    /** The picture in `member_pictures`. */
    pictureId: text('picture_id'),
    locale: text('locale', { enum: locales }).notNull().default(defaultLocale),
    /** The id in the member's referral links. */
    referralId: text('referral_id').notNull().default(sql`substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)`),
    /** The group whose terms apply to the member's referrals; null if the member is not a referrer. */
    referrerGroup: text('referrer_group'),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastLoginAt: instant('last_login_at'),
    /** When the account was deleted. The row then has no personal data, and its email address is a placeholder. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('members_email').on(sql`lower(${table.email})`),
    uniqueIndex('members_referral').on(table.referralId),
  ],
)

/** A member's saved address, for deliveries or bills. */
export const memberAddresses = pgTable(
  'member_addresses',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    type: text('type', { enum: ['BILLING', 'DELIVERY'] }).notNull(),
    /** The member's name for the address, such as "Home". */
    label: text('label').notNull().default(''),
    address: jsonb('address').notNull().$type<Address>(),
    /** Whether the address is preselected among the addresses of its type. */
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    usedAt: instant('used_at').notNull().defaultNow(),
  },
  (table) => [
    index('member_addresses_member').on(table.memberId, table.type, table.usedAt),
    uniqueIndex('member_addresses_one_default').on(table.memberId, table.type).where(sql`${table.isDefault}`),
  ],
)

/** The newest unused token or code that was emailed to a member, for each purpose. */
export const mailedSecrets = pgTable(
  'mailed_secrets',
  {
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /**
     * `device_sign_in` is a sign-in code for browsers that were signed in to the account before. It is separate from
     * `sign_in`, so that strangers who request and guess codes cannot make the member's code invalid.
     */
    purpose: text('purpose', { enum: ['reset', 'sign_in', 'device_sign_in', 'proof', 'link'] }).notNull(),
    hash: text('hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** How many attempts were made to enter the code; limited by `attemptsPerCode`. Uses of a token are not counted. */
    attempts: integer('attempts').notNull().default(0),
    /** How many emails the shop has sent for this purpose since `countedFrom`. */
    sent: integer('sent').notNull().default(1),
    countedFrom: instant('counted_from').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.purpose] }),
    index('mailed_secrets_hash').on(table.hash),
    index('mailed_secrets_expiry').on(table.expiresAt),
  ],
)

/** A registration that awaits its emailed code. It has no account yet, and its email address is not proven. */
export const registrations = pgTable(
  'registrations',
  {
    /** Hash of the visitor's token. Token and emailed code together create the account. */
    hash: text('hash').primaryKey(),
    email: text('email').notNull(),
    /** argon2id hash; null if the visitor registers with an identity at a provider. */
    passwordHash: text('password_hash'),
    name: text('name').notNull(),
    phone: text('phone'),
    locale: text('locale', { enum: locales }).notNull(),
    /** Whether the visitor consents to news by email. */
    news: boolean('news').notNull().default(false),
    referId: text('refer_id'),
    referGroup: text('refer_group'),
    /**
     * The provider at which the session has proven an identity. The proof must still be valid when the visitor enters
     * the code.
     */
    provider: text('provider', { enum: ['wechat', 'alipay'] }),
    /**
     * The hash of the emailed code; null until a code is emailed. An address with an account gets a sign-in link
     * instead.
     */
    codeHash: text('code_hash'),
    codeExpiresAt: instant('code_expires_at'),
    /** How many attempts were made to enter the code; limited by `attemptsPerCode`. */
    attempts: integer('attempts').notNull().default(0),
    /** How many emails were requested so far. */
    sent: integer('sent').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('registrations_email').on(table.email), index('registrations_created').on(table.createdAt)],
)

/**
 * A code that was emailed to prove the address of a guest's order. `provenAt` is set when the guest enters the code.
 */
export const addressCodes = pgTable(
  'address_codes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    email: text('email').notNull(),
    sessionId: uuid('session_id').notNull(),
    /** Hash of the code; '' until the email is sent, and again after the code was used. */
    hash: text('hash').notNull(),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** How many attempts were made to enter the code; limited by `attemptsPerCode`. */
    attempts: integer('attempts').notNull().default(0),
    provenAt: instant('proven_at'),
  },
  (table) => [
    index('address_codes_email').on(table.email, table.sentAt),
    index('address_codes_session').on(table.sessionId, table.email),
    index('address_codes_sent').on(table.sentAt),
  ],
)

/** A member's consent to emails, or its withdrawal. The newest row of each kind applies. */
export const memberConsents = pgTable(
  'member_consents',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['news', 'reminders'] }).notNull(),
    given: boolean('given').notNull(),
    source: text('source', { enum: ['registration', 'profile'] }).notNull(),
    at: instant('at').notNull(),
  },
  (table) => [index('member_consents_member').on(table.memberId, table.kind, table.id)],
)

/** A member's picture, encoded again after the upload. Only the member can read it. */
export const memberPictures = pgTable(
  'member_pictures',
  {
    /** 128 random bits, so that nobody can guess the id. */
    id: text('id').primaryKey(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    bytes: bytes('bytes').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('member_pictures_member').on(table.memberId)],
)

/**
 * An unfinished visit to a provider, where the visitor wants to sign in or to link an identity. Only the session that
 * started the visit can finish it.
 */
export const identityHandshakes = pgTable(
  'identity_handshakes',
  {
    /** Hash of the state in the return URL. A person who reads the table cannot complete a sign-in with the hash. */
    hash: text('hash').primaryKey(),
    sessionId: text('session_id').notNull(),
    way: text('way', { enum: ['official', 'website', 'mini_program', 'alipay'] }).notNull(),
    purpose: text('purpose', { enum: ['sign_in', 'link'] }).notNull(),
    /** The path of the shop to open afterwards. */
    next: text('next'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('identity_handshakes_expiry').on(table.expiresAt)],
)

/** An identity that a session has just proven at a provider. The proof alone does not link the identity to a member. */
export const provenIdentities = pgTable(
  'proven_identities',
  {
    sessionId: text('session_id').notNull(),
    provider: text('provider', { enum: ['wechat', 'alipay'] }).notNull(),
    /** All of the visitor's ids at the provider, as in `member_identities`. */
    names: jsonb('names').notNull().$type<{ app: string; subject: string }[]>(),
    nickname: text('nickname').notNull().default(''),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.provider] }),
    index('proven_identities_expiry').on(table.expiresAt),
  ],
)

/** A member's identity at a provider. The member can sign in with it. */
export const memberIdentities = pgTable(
  'member_identities',
  {
    provider: text('provider', { enum: ['wechat', 'alipay'] }).notNull(),
    /**
     * The provider's app to which the id in `subject` belongs. It is '' for an id that is the same in all of the shop's
     * apps (WeChat's unionid, Alipay's user number).
     */
    app: text('app').notNull(),
    subject: text('subject').notNull(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The nickname at the provider. */
    nickname: text('nickname').notNull().default(''),
    linkedAt: instant('linked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.app, table.subject] }),
    index('member_identities_member').on(table.memberId, table.provider),
  ],
)
