import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { SocialLink } from '#contract/influencers.ts'
import type { Text } from '#contract/shapes.ts'
import { members } from '#server/members/tables.ts'
import { bytes, instant } from '#server/platform/tables.ts'

/** One version of a profile's content. */
export interface Profile {
  name: Text
  bio: Text
  links: SocialLink[]
  products: string[]
  campaigns: string[]
  /** Ids of pictures, in the order shown. */
  pictures: string[]
}

/** A member's influencer profile, which recommends products. The row has the working version and the public version. */
export const influencers = pgTable(
  'influencers',
  {
    /** 72 random bits, because the public URL must not identify the member. */
    id: text('id').primaryKey(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    working: jsonb('working').notNull().$type<Profile>(),
    /** The last approved version; null before the first approval. */
    published: jsonb('published').$type<Profile>(),
    /** The review state of `working`. */
    state: text('state', { enum: ['DRAFT', 'PENDING', 'APPROVED', 'REFUSED'] }).notNull(),
    reason: text('reason').notNull().default(''),
    /** Whether staff removed the profile from the public pages, even if it is approved. */
    paused: boolean('paused').notNull().default(false),
    /** Counts changes of `working`, so that staff approve exactly the version that they saw. */
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

/** A picture of a profile, encoded again after the upload. It is public while the approved version contains it. */
export const influencerPictures = pgTable(
  'influencer_pictures',
  {
    /** 128 random bits, so that nobody can guess the id. */
    id: text('id').primaryKey(),
    influencerId: text('influencer_id')
      .notNull()
      .references(() => influencers.id, { onDelete: 'cascade' }),
    /** The picture in WebP with `width` × `height` pixels, and a smaller copy for cards. */
    large: bytes('large').notNull(),
    small: bytes('small').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('influencer_pictures_owner').on(table.influencerId)],
)

/** A member's like of an influencer. A member can like an influencer only once. */
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
