import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { CampaignState } from '#contract/campaigns.ts'
import { campaignStages } from '#contract/campaigns.ts'
import type { Image, Text } from '#contract/shapes.ts'
import { variants } from '#server/catalogue/tables.ts'
import { locations } from '#server/locations/tables.ts'
import { instant } from '#server/platform/tables.ts'

/** A group-buy: a list with a deadline that everybody joins, fetched at its pickup points. */
export const campaigns = pgTable(
  'campaigns',
  {
    id: text('id').primaryKey(),
    /** Whose time zone and taxes count. */
    locationId: text('location_id')
      .notNull()
      .references(() => locations.id),
    title: jsonb('title').notNull().$type<Text>(),
    organiser: jsonb('organiser').notNull().$type<Text>(),
    story: jsonb('story').notNull().$type<Text>(),
    rules: jsonb('rules').notNull().$type<Text>(),
    cover: jsonb('cover').$type<Image>(),
    opensAt: instant('opens_at').notNull(),
    closesAt: instant('closes_at').notNull(),
    goalKind: text('goal_kind', { enum: ['participants', 'pieces', 'amount', 'none'] }).notNull(),
    /** In people, pieces or minor units, as is `cap`. */
    goal: integer('goal').notNull().default(0),
    cap: integer('cap'),
    /** Pieces of all items that one person may have. */
    perPerson: integer('per_person'),
    allowsCoupons: boolean('allows_coupons').notNull().default(false),
    /** What paid orders come to. */
    participants: integer('participants').notNull().default(0),
    pieces: integer('pieces').notNull().default(0),
    amount: integer('amount').notNull().default(0),
    /** How it ended, decided once; `settledAt`: everybody has their goods or money promised by then. */
    outcome: text('outcome', { enum: ['succeeded', 'failed', 'cancelled'] }),
    decidedAt: instant('decided_at'),
    settledAt: instant('settled_at'),
    /** How far the goods of one that took place are, as the organiser says. */
    stage: text('stage', { enum: campaignStages }),
    /** When its end was moved, which is done once. */
    extendedAt: instant('extended_at'),
    /** The state that pages were last told of. */
    told: text('told').notNull().default('scheduled').$type<CampaignState>(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('campaigns_unsettled').on(table.closesAt).where(sql`${table.settledAt} is null`),
    check('campaigns_times', sql`${table.opensAt} < ${table.closesAt}`),
    check('campaigns_goal', sql`(${table.goalKind} = 'none') = (${table.goal} = 0) and ${table.goal} >= 0`),
    check('campaigns_cap', sql`${table.cap} is null or ${table.cap} >= greatest(${table.goal}, 1)`),
    check('campaigns_per_person', sql`${table.perPerson} is null or ${table.perPerson} > 0`),
    check('campaigns_counted', sql`${table.participants} >= 0 and ${table.pieces} >= 0 and ${table.amount} >= 0`),
    check('campaigns_decided', sql`(${table.outcome} is null) = (${table.decidedAt} is null)`),
    check('campaigns_settled', sql`${table.settledAt} is null or ${table.outcome} is not null`),
    check('campaigns_stage', sql`${table.stage} is null or ${table.outcome} = 'succeeded'`),
  ],
)

/** What a campaign sells: a variant of the catalogue from a stock of its own, cheaper the more are sold. */
export const campaignItems = pgTable(
  'campaign_items',
  {
    id: text('id').primaryKey(),
    campaignId: text('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    sku: text('sku')
      .notNull()
      .references(() => variants.sku, { onUpdate: 'cascade' }),
    position: integer('position').notNull().default(0),
    /** Pieces in all; held for those who are paying; paid. */
    stock: integer('stock').notNull(),
    held: integer('held').notNull().default(0),
    sold: integer('sold').notNull().default(0),
    /** From so many paid pieces on a piece costs so much, in minor units; the first from 1 on, in order. */
    tiers: jsonb('tiers').notNull().$type<{ from: number; price: number }[]>(),
    perOrder: integer('per_order'),
    perPerson: integer('per_person'),
  },
  (table) => [
    uniqueIndex('campaign_items_sku').on(table.campaignId, table.sku),
    check(
      'campaign_items_stock',
      sql`${table.held} >= 0 and ${table.sold} >= 0 and ${table.held} + ${table.sold} <= ${table.stock}`,
    ),
    check('campaign_items_tiers', sql`jsonb_array_length(${table.tiers}) > 0`),
    check('campaign_items_limits', sql`coalesce(${table.perOrder}, 1) > 0 and coalesce(${table.perPerson}, 1) > 0`),
  ],
)

/** Pieces kept for a cart whose shopper is paying. */
export const campaignHolds = pgTable(
  'campaign_holds',
  {
    holder: text('holder').notNull(),
    itemId: text('item_id')
      .notNull()
      .references(() => campaignItems.id),
    quantity: integer('quantity').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.holder, table.itemId] }),
    check('campaign_holds_quantity', sql`${table.quantity} > 0`),
  ],
)

/** Where a campaign is fetched, or that it is brought. */
export const campaignPoints = pgTable(
  'campaign_points',
  {
    id: text('id').primaryKey(),
    campaignId: text('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    position: integer('position').notNull().default(0),
    /** Fetched there; or it stands for a van that brings it to the door, in its windows. */
    method: text('method', { enum: ['PICKUP', 'DELIVERY'] })
      .notNull()
      .default('PICKUP'),
    name: jsonb('name').notNull().$type<Text>(),
    address: text('address').notNull(),
    contact: text('contact').notNull().default(''),
    note: jsonb('note').notNull().$type<Text>(),
    /** Until when it can be chosen, where that is before the campaign closes. */
    closesAt: instant('closes_at'),
  },
  (table) => [index('campaign_points_campaign').on(table.campaignId)],
)

/** When a point hands out, in the store's wall-clock time, and for how many people. */
export const campaignWindows = pgTable(
  'campaign_windows',
  {
    pointId: text('point_id')
      .notNull()
      .references(() => campaignPoints.id),
    date: date('date').notNull(),
    from: text('from_time').notNull(),
    until: text('until_time').notNull(),
    capacity: integer('capacity'),
    taken: integer('taken').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.pointId, table.date, table.from] }),
    check('campaign_windows_times', sql`${table.from} < ${table.until}`),
    check(
      'campaign_windows_taken',
      sql`${table.taken} >= 0 and (${table.capacity} is null or ${table.taken} <= ${table.capacity})`,
    ),
  ],
)

/** An item in an order of a campaign, as it was bought; `price` of a piece in minor units. */
export interface JoinedItem {
  itemId: string
  sku: string
  name: Text
  optionText: Text
  quantity: number
  price: number
}

/** An order of a campaign. Who it is of stands in the order; here only what tells the same person again. */
export const campaignJoins = pgTable(
  'campaign_joins',
  {
    orderId: text('order_id').primaryKey(),
    campaignId: text('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    /** In which order they joined; of paid ones. */
    number: integer('number'),
    /** Digests of member, e-mail and phone; `person` is the same for all orders of one. */
    persons: text('persons').array().notNull(),
    person: text('person').notNull(),
    sessionId: uuid('session_id').notNull(),
    memberId: text('member_id'),
    /** Masked: "王**". */
    name: text('name').notNull(),
    /** They would rather not stand in the list with a name. */
    isHidden: boolean('is_hidden').notNull().default(false),
    items: jsonb('items').notNull().$type<JoinedItem[]>(),
    pieces: integer('pieces').notNull(),
    amount: integer('amount').notNull(),
    pointId: text('point_id').notNull(),
    date: date('date').notNull(),
    from: text('from_time').notNull(),
    until: text('until_time').notNull(),
    pickupCode: text('pickup_code').notNull(),
    /** Whose place in the window it is: of several orders of one person one has it. */
    hasPlace: boolean('has_place').notNull(),
    /**
     * `held` while it is being paid; `left`: given up, cancelled or never paid; `settling` and `settled` after the
     * close.
     */
    state: text('state', { enum: ['held', 'paid', 'left', 'settling', 'settled'] }).notNull(),
    joinedAt: instant('joined_at').notNull(),
    settledAt: instant('settled_at'),
  },
  (table) => [
    index('campaign_joins_campaign').on(table.campaignId, table.state),
    uniqueIndex('campaign_joins_number').on(table.campaignId, table.number),
    check('campaign_joins_sums', sql`${table.pieces} > 0 and ${table.amount} >= 0`),
    check('campaign_joins_place_is_taken', sql`not (${table.hasPlace} and ${table.state} = 'left')`),
  ],
)
