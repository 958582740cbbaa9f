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
import { locales } from '#contract/languages.ts'
import { bytes, instant } from '#server/platform/tables.ts'

/** Somebody with an account. */
export const members = pgTable(
  'members',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    /** When it was shown that the address is theirs. */
    emailVerifiedAt: instant('email_verified_at'),
    /** argon2id, with its parameters; null for who signs in otherwise. */
    passwordHash: text('password_hash'),
    name: text('name').notNull(),
    phone: text('phone'),
    /** Their picture of `member_pictures`. */
    pictureId: text('picture_id'),
    locale: text('locale', { enum: locales }).notNull().default('en'),
    /** By which they recommend the shop. */
    referralId: text('referral_id').notNull().default(sql`substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)`),
    /** The group whose terms hold for who comes by their link; null: they recommend nobody. */
    referrerGroup: text('referrer_group'),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastLoginAt: instant('last_login_at'),
    /** Of an account that was deleted: nothing else of the person is left, and the address is no address. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('members_email').on(sql`lower(${table.email})`),
    uniqueIndex('members_referral').on(table.referralId),
  ],
)

/** An address that a member kept, to bring things to or to write on bills. */
export const memberAddresses = pgTable(
  'member_addresses',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    type: text('type', { enum: ['BILLING', 'DELIVERY'] }).notNull(),
    /** What the member calls it: "Home". */
    label: text('label').notNull().default(''),
    address: jsonb('address').notNull().$type<Address>(),
    /** The first one that is offered of its type. */
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    usedAt: instant('used_at').notNull().defaultNow(),
  },
  (table) => [
    index('member_addresses_member').on(table.memberId, table.type, table.usedAt),
    uniqueIndex('member_addresses_one_default').on(table.memberId, table.type).where(sql`${table.isDefault}`),
  ],
)

/** A token or code that was mailed to a member and is still to be used; the newest of each purpose. */
export const mailedSecrets = pgTable(
  'mailed_secrets',
  {
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: ['reset', 'sign_in', 'proof', 'link'] }).notNull(),
    hash: text('hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Wrong codes so far. */
    attempts: integer('attempts').notNull().default(0),
    /** How many were mailed since `countedFrom`. */
    sent: integer('sent').notNull().default(1),
    countedFrom: instant('counted_from').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.purpose] }),
    index('mailed_secrets_hash').on(table.hash),
    index('mailed_secrets_expiry').on(table.expiresAt),
  ],
)

/** A registration that waits for its emailed code. Nobody has an account by it yet, and the address is not proven. */
export const registrations = pgTable(
  'registrations',
  {
    /** Of the token that the visitor got: with it and the emailed code the account begins. */
    hash: text('hash').primaryKey(),
    email: text('email').notNull(),
    /** argon2id; null where a wallet's identity stands in for a password. */
    passwordHash: text('password_hash'),
    name: text('name').notNull(),
    phone: text('phone'),
    locale: text('locale', { enum: locales }).notNull(),
    /** Consents to news by email. */
    news: boolean('news').notNull().default(false),
    referId: text('refer_id'),
    referGroup: text('refer_group'),
    /** The wallet whose identity the session has shown; the session must still show it when the code comes. */
    provider: text('provider', { enum: ['wechat', 'alipay'] }),
    /** Null until a code is emailed, and for an address that has an account. */
    codeHash: text('code_hash'),
    codeExpiresAt: instant('code_expires_at'),
    /** Wrong codes so far. */
    attempts: integer('attempts').notNull().default(0),
    /** Emails asked for so far. */
    sent: integer('sent').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('registrations_email').on(table.email), index('registrations_created').on(table.createdAt)],
)

/** A code that was mailed to a guest's session, to show whose the address of an order is; and the proof. */
export const addressCodes = pgTable(
  'address_codes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    email: text('email').notNull(),
    sessionId: uuid('session_id').notNull(),
    /** '' before the mail is written, and after the code was used. */
    hash: text('hash').notNull(),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Codes that were tried so far. */
    attempts: integer('attempts').notNull().default(0),
    provenAt: instant('proven_at'),
  },
  (table) => [
    index('address_codes_email').on(table.email, table.sentAt),
    index('address_codes_session').on(table.sessionId, table.email),
    index('address_codes_sent').on(table.sentAt),
  ],
)

/** What a member said, once, about being written to; the newest of each kind counts. */
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

/** A picture of a member, encoded again from the upload; only the member sees it. */
export const memberPictures = pgTable(
  'member_pictures',
  {
    /** 128 random bits. */
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

/** Somebody set out to another company's page; the one who comes back with the state is the same session. */
export const identityHandshakes = pgTable(
  'identity_handshakes',
  {
    /** Of the state; whoever reads this table cannot come back with it. */
    hash: text('hash').primaryKey(),
    sessionId: text('session_id').notNull(),
    way: text('way', { enum: ['official', 'website', 'mini_program', 'alipay'] }).notNull(),
    purpose: text('purpose', { enum: ['sign_in', 'link'] }).notNull(),
    /** A path of ours. */
    next: text('next'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('identity_handshakes_expiry').on(table.expiresAt)],
)

/** What a session has just shown: that its visitor is somebody at another company. Not linked to anybody by that. */
export const provenIdentities = pgTable(
  'proven_identities',
  {
    sessionId: text('session_id').notNull(),
    provider: text('provider', { enum: ['wechat', 'alipay'] }).notNull(),
    /** As in `member_identities`, each name by which they are known there. */
    names: jsonb('names').notNull().$type<{ app: string; subject: string }[]>(),
    nickname: text('nickname').notNull().default(''),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.provider] }),
    index('proven_identities_expiry').on(table.expiresAt),
  ],
)

/** A member as another company knows them: who signs in there is signed in here. */
export const memberIdentities = pgTable(
  'member_identities',
  {
    provider: text('provider', { enum: ['wechat', 'alipay'] }).notNull(),
    /** Which of the company's apps knows them by this; '' for what is the same in all of ours (WeChat's unionid). */
    app: text('app').notNull(),
    subject: text('subject').notNull(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** What they are called there. */
    nickname: text('nickname').notNull().default(''),
    linkedAt: instant('linked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.app, table.subject] }),
    index('member_identities_member').on(table.memberId, table.provider),
  ],
)
