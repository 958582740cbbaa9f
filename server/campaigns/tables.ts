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
import { slotMethods } from '#contract/fulfilment-methods.ts'
import type { Image, Text } from '#contract/shapes.ts'
import { variants } from '#server/catalogue/tables.ts'
import { locations } from '#server/locations/tables.ts'
import { instant } from '#server/platform/tables.ts'

/** A group-buy: a shared order with a deadline. Participants collect their goods, or a van delivers them. */
export const campaigns = pgTable(
  'campaigns',
  {
    id: text('id').primaryKey(),
    /** The store of the campaign. Its time zone and taxes apply. */
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
    /** `goal` and `cap` are in the unit of `goalKind`: people, pieces or minor units. */
    goal: integer('goal').notNull().default(0),
    cap: integer('cap'),
    /** The maximum number of pieces per person, counting all items together. */
    perPerson: integer('per_person'),
    allowsCoupons: boolean('allows_coupons').notNull().default(false),
    /** Whether participants may pay by e-transfer (`allowsTransfer`), and in cash at pickup (`allowsCash`). */
    allowsTransfer: boolean('allows_transfer').notNull().default(false),
    allowsCash: boolean('allows_cash').notNull().default(false),
    /** Totals of the paid orders. */
    participants: integer('participants').notNull().default(0),
    pieces: integer('pieces').notNull().default(0),
    amount: integer('amount').notNull().default(0),
    /** The outcome, which is decided once, at `decidedAt`. At `settledAt`, all orders were confirmed or cancelled. */
    outcome: text('outcome', { enum: ['succeeded', 'failed', 'cancelled'] }),
    decidedAt: instant('decided_at'),
    settledAt: instant('settled_at'),
    /** The progress of a successful campaign's goods, as reported by the organiser. */
    stage: text('stage', { enum: campaignStages }),
    /** When staff extended the campaign; null before. A campaign can be extended only once. */
    extendedAt: instant('extended_at'),
    /** The state that the shop last published to pages that are open in browsers. */
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

/**
 * An item of a campaign: a variant of the catalogue with separate stock. Its price falls with the number of pieces
 * sold.
 */
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
    /** All pieces of the item. Of these, `held` are held for shoppers who are paying, and `sold` are paid. */
    stock: integer('stock').notNull(),
    held: integer('held').notNull().default(0),
    sold: integer('sold').notNull().default(0),
    /**
     * The price tiers in minor units per piece, in ascending order. A tier applies once `from` pieces are paid. The
     * first tier starts at 1.
     */
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

/** Pieces held for the cart of a shopper who is paying. */
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

/** A pickup point of a campaign, or a van that delivers to the shoppers. */
export const campaignPoints = pgTable(
  'campaign_points',
  {
    id: text('id').primaryKey(),
    campaignId: text('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    position: integer('position').notNull().default(0),
    /**
     * With PICKUP, shoppers collect their goods at the point. With DELIVERY, the point represents a van, which delivers
     * during the point's time windows.
     */
    method: text('method', { enum: slotMethods }).notNull().default('PICKUP'),
    name: jsonb('name').notNull().$type<Text>(),
    address: text('address').notNull(),
    contact: text('contact').notNull().default(''),
    note: jsonb('note').notNull().$type<Text>(),
    /**
     * The time after which shoppers can no longer choose this pickup point. Null if they can choose it until the
     * campaign closes.
     */
    closesAt: instant('closes_at'),
  },
  (table) => [index('campaign_points_campaign').on(table.campaignId)],
)

/** A pickup window of a point, in the store's local time, with its capacity in people. */
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

/** An item in an order of a campaign, as bought. `price` is per piece in minor units. */
export interface JoinedItem {
  itemId: string
  sku: string
  name: Text
  optionText: Text
  quantity: number
  price: number
}

/**
 * An order of a campaign. Only the order itself has the buyer's full name and contact. This row has the masked name,
 * and digests by which the shop recognises other orders of the same person.
 */
export const campaignJoins = pgTable(
  'campaign_joins',
  {
    orderId: text('order_id').primaryKey(),
    campaignId: text('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    /** The position among the paid orders, by time of payment; null before payment. */
    number: integer('number'),
    /** Digests of the buyer's account, email address and phone number. */
    persons: text('persons').array().notNull(),
    /** Identifies the buyer within the campaign. All orders of one buyer have the same value. */
    person: text('person').notNull(),
    sessionId: uuid('session_id').notNull(),
    memberId: text('member_id'),
    /** The masked name, such as "王**". */
    name: text('name').notNull(),
    /** Whether the list of participants omits the name. */
    isHidden: boolean('is_hidden').notNull().default(false),
    items: jsonb('items').notNull().$type<JoinedItem[]>(),
    pieces: integer('pieces').notNull(),
    amount: integer('amount').notNull(),
    pointId: text('point_id').notNull(),
    date: date('date').notNull(),
    from: text('from_time').notNull(),
    until: text('until_time').notNull(),
    pickupCode: text('pickup_code').notNull(),
    /**
     * Whether this order occupies its buyer's place in the pickup window. If the buyer has several orders, only one of
     * them does.
     */
    hasPlace: boolean('has_place').notNull(),
    /**
     * `held`: the order is being paid. `left`: the order failed, was cancelled or lost all its pieces in refunds.
     * `settling` and `settled`: the campaign was decided, and the order is being settled or is settled.
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
