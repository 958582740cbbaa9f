import { bigserial, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { idTypes } from '#contract/contacts.ts'
import { members } from '#server/members/tables.ts'
import { bytes, instant } from '#server/platform/tables.ts'

/**
 * The columns for the result of `encrypt` in `server/platform/encryption.ts`. The result is unreadable without the
 * shop's key.
 */
const sealed = {
  keyId: text('key_id').notNull(),
  wrappedKey: bytes('wrapped_key').notNull(),
  sealed: bytes('sealed').notNull(),
}

/**
 * A person whose identity must be declared to customs. The full name and number are stored only in `sealed`, encrypted.
 * `maskedName` and `maskedNumber` show only some of the characters.
 */
export const verifiedContacts = pgTable(
  'verified_contacts',
  {
    /** 128 random bits, so that nobody can guess the id. */
    id: text('id').primaryKey(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    idType: text('id_type', { enum: idTypes }).notNull(),
    maskedName: text('masked_name').notNull(),
    maskedNumber: text('masked_number').notNull(),
    ...sealed,
    status: text('status', { enum: ['WAITING', 'VERIFIED', 'REFUSED'] })
      .notNull()
      .default('WAITING'),
    reason: text('reason').notNull().default(''),
    /**
     * Starts at 1 and increases with each change. A decision names the version that staff saw, so that a decision about
     * an older version is refused.
     */
    version: integer('version').notNull().default(1),
    consentAt: instant('consent_at').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the contact was last created, changed or used for an order. Retention is measured from then. */
    usedAt: instant('used_at').notNull(),
    decidedAt: instant('decided_at'),
  },
  (table) => [
    index('verified_contacts_member').on(table.memberId, table.createdAt),
    index('verified_contacts_used').on(table.usedAt),
  ],
)

/** A photo of an identity card or passport. A watermark restricts its use to customs. */
export const contactPhotos = pgTable(
  'contact_photos',
  {
    /** 128 random bits, so that nobody can guess the id. */
    id: text('id').primaryKey(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The contact that uses the photo, or null. */
    contactId: text('contact_id').references(() => verifiedContacts.id, { onDelete: 'cascade' }),
    position: integer('position').notNull().default(0),
    ...sealed,
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('contact_photos_member').on(table.memberId), index('contact_photos_contact').on(table.contactId)],
)

/**
 * Who accessed which identity, when and why, without data of the identity itself. Calls only add rows. `purge` deletes
 * old rows, and the erasure of a member clears the notes.
 */
export const contactAccesses = pgTable(
  'contact_accesses',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    by: text('by', { enum: ['member', 'staff', 'shop'] }).notNull(),
    what: text('what', {
      enum: ['made', 'changed', 'number', 'photo', 'opened', 'decided', 'ordered', 'exported', 'removed', 'expired'],
    }).notNull(),
    memberId: text('member_id').notNull(),
    contactId: text('contact_id'),
    photoId: text('photo_id'),
    /** The reason that staff gave. */
    note: text('note').notNull().default(''),
  },
  (table) => [
    index('contact_accesses_contact').on(table.contactId, table.id),
    index('contact_accesses_at').on(table.at),
  ],
)
