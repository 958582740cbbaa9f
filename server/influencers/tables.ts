import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { SocialLink } from '#contract/influencers.ts'
import type { Text } from '#contract/shapes.ts'
import { members } from '#server/members/tables.ts'
import { bytes, instant } from '#server/platform/tables.ts'

/** One version of what a profile says. */
export interface Profile {
  name: Text
  bio: Text
  links: SocialLink[]
  products: string[]
  campaigns: string[]
  /** Ids of pictures, in the order shown. */
  pictures: string[]
}

/** A member who shows what they like of the shop: the version they work on, and the one that everybody sees. */
export const influencers = pgTable(
  'influencers',
  {
    /** 72 random bits: it stands in a public address and says nothing of the member. */
    id: text('id').primaryKey(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    working: jsonb('working').notNull().$type<Profile>(),
    /** What was approved last; null: nothing ever was. */
    published: jsonb('published').$type<Profile>(),
    /** Where `working` stands. */
    state: text('state', { enum: ['DRAFT', 'PENDING', 'APPROVED', 'REFUSED'] }).notNull(),
    reason: text('reason').notNull().default(''),
    /** Taken off the public pages by staff, whatever is approved. */
    paused: boolean('paused').notNull().default(false),
    /** Counts changes of `working`: staff approve what they saw and nothing that came after. */
    version: integer('version').notNull().default(1),
    submittedAt: instant('submitted_at'),
    decidedAt: instant('decided_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('influencers_member').on(table.memberId),
    index('influencers_waiting').on(table.submittedAt).where(sql`${table.state} = 'PENDING'`),
    check('influencers_approved', sql`${table.state} <> 'APPROVED' or ${table.published} is not null`),
  ],
)

/** A picture of a profile, encoded again from the upload; public while the approved version names it. */
export const influencerPictures = pgTable(
  'influencer_pictures',
  {
    /** 128 random bits. */
    id: text('id').primaryKey(),
    influencerId: text('influencer_id')
      .notNull()
      .references(() => influencers.id, { onDelete: 'cascade' }),
    /** WebP, `width` × `height`, and the same no wider than a card. */
    large: bytes('large').notNull(),
    small: bytes('small').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('influencer_pictures_owner').on(table.influencerId)],
)

/** A member likes an influencer: once. */
export const influencerLikes = pgTable(
  'influencer_likes',
  {
    influencerId: text('influencer_id')
      .notNull()
      .references(() => influencers.id, { onDelete: 'cascade' }),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.influencerId, table.memberId] }),
    index('influencer_likes_member').on(table.memberId),
  ],
)
