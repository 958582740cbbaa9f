import { z } from 'zod'
import { shopCall, specificationCall } from './call.ts'
import { cart, cartView } from './cart.ts'
import { maxQuantity } from './constants.ts'
import { slotMethods } from './fulfilment-methods.ts'
import { date, id, image, instant, money, queryInteger, text, time } from './shapes.ts'

/**
 * A campaign is `scheduled` until it opens, then `open`. An open campaign becomes `reached` when it meets its goal, and
 * `full` when no places or pieces are left, but participants may still leave. After the close, the campaign is
 * `settling` until the shop has confirmed or cancelled every order, then `succeeded` or `failed`. Staff can cancel a
 * campaign before its outcome is decided, and can move a succeeded campaign through the stages below.
 */
export const campaignStages = ['ordered', 'arrived', 'handing_out', 'done'] as const
export type CampaignStage = (typeof campaignStages)[number]
export const campaignState = z.enum([
  'scheduled',
  'open',
  'reached',
  'full',
  'settling',
  'succeeded',
  'failed',
  'cancelled',
  ...campaignStages,
])
export type CampaignState = z.infer<typeof campaignState>

/**
 * What the goal counts: participants, pieces, or the goods' price in minor units. With `none`, the campaign always
 * succeeds.
 */
export const goalKind = z.enum(['participants', 'pieces', 'amount', 'none'])
export type GoalKind = z.infer<typeof goalKind>

/** How far a campaign is from its goal. Only paid orders count. */
const progress = z.object({
  participants: z.int(),
  pieces: z.int(),
  amount: money,
  reached: z.int().describe("In the goal's unit: progress, missing amount, and places left; null without a cap."),
  missing: z.int(),
  left: z.int().nullable(),
})

/** The unit price once at least `from` pieces are paid. */
const tier = z.object({ from: z.int(), price: money, isReached: z.boolean() })
export type Tier = z.infer<typeof tier>

export const campaignSummary = z.object({
  id: z.string(),
  title: text,
  organiser: text.describe('The organiser.'),
  cover: image.nullable(),
  state: campaignState,
  opensAt: instant,
  closesAt: instant,
  timeZone: z.string().describe("The store's time zone, in which clients show times."),
  locationId: z.string(),
  localStoreName: text,
  goal: z.object({ kind: goalKind, target: z.int(), cap: z.int().nullable() }),
  progress,
  pickupDates: z.array(date).describe('Days of pickup, in order.'),
  fromPrice: money.nullable().describe('Lowest current price among the items.'),
  priceTo: money.nullable().describe('Highest current price, if the items differ in price; otherwise null.'),
  ladder: z.array(tier).describe('Price tiers of the item that has most of them; empty if each has a single price.'),
  toNextTier: z
    .int()
    .nullable()
    .describe('Further pieces of that item to its next lower price; null if there is none.'),
  serverTime: instant.describe("The server's clock, for countdowns."),
  settledAt: instant
    .nullable()
    .describe(
      'When the last order of a closed campaign was confirmed or cancelled; null before. Refunds may end later.',
    ),
})
export type CampaignSummary = z.infer<typeof campaignSummary>

/**
 * A place where shoppers pick up their orders, with its pickup times in the store's local time. For the method
 * DELIVERY, the times are delivery times.
 */
export const pickupPoint = z.object({
  id: z.string(),
  method: z.enum(slotMethods),
  name: text,
  address: z.string(),
  contact: z.string().describe('Whom to contact there, and notes.'),
  note: text,
  windows: z
    .array(z.object({ date, from: time, until: time, state: z.enum(['free', 'few', 'full']) }))
    .describe('`state` says whether the window still takes orders.'),
  closesAt: instant.nullable().describe('Last moment to choose this point, if before the close of the campaign.'),
})
export type PickupPoint = z.infer<typeof pickupPoint>

export const campaignItem = z.object({
  id: z.string(),
  fissionCampaignId: z.string(),
  productId: z.string(),
  sku: z.string().describe("The SKU for the campaign's cart."),
  name: text,
  optionText: text,
  image: image.nullable(),
  price: money.describe(
    "Current unit price, and the shop's regular one. At the close everybody pays the price of the reached " + 'tier.',
  ),
  regularPrice: money,
  tiers: z.array(tier).describe('In order; the first starts at one piece.'),
  sold: z.int().describe('Paid pieces; further pieces to the next lower price; null at the last tier.'),
  toNextTier: z.int().nullable(),
  purchasable: z.int().describe('Pieces left: exact up to five, a lower bound above.'),
  perOrder: z.int().nullable(),
  perPerson: z.int().nullable(),
})
export type CampaignItem = z.infer<typeof campaignItem>

/** The visitor's paid orders in a campaign, and the pickup that they share. */
const ownParticipation = z.object({
  orders: z.array(z.object({ orderID: z.string(), pieces: z.int(), pickupCode: z.string() })),
  pickup: z.object({ pickupPointId: z.string(), date, from: time, until: time }).nullable(),
  isHidden: z.boolean().describe("The list of participants omits the visitor's name."),
})

export const campaignDetail = campaignSummary.extend({
  story: text,
  rules: text.describe('The terms in plain words; empty if the other fields say all.'),
  items: z.array(campaignItem),
  points: z.array(pickupPoint),
  perPerson: z.int().nullable().describe('Most pieces per shopper, of all items together.'),
  allowsCoupons: z.boolean(),
  allowsCash: z.boolean().describe('Shoppers may pay when they get the goods.'),
  mine: ownParticipation.nullable().describe('Null before the visitor has joined; their next order is then the first.'),
})
export type CampaignDetail = z.infer<typeof campaignDetail>

/** An order in the list of participants, with the shopper's name shortened or hidden. */
export const campaignParticipant = z.object({
  number: z.int().describe('In order of joining, from 1.'),
  name: z.string().describe('"王**", "Li**"; \'\' for shoppers who hide their name.'),
  items: z.array(z.object({ name: text, optionText: text, quantity: z.int() })),
  at: instant,
  isOwn: z.boolean(),
  isFurther: z.boolean().describe('A further order of a shopper who had already joined.'),
})
export type CampaignParticipant = z.infer<typeof campaignParticipant>

export const campaigns = {
  list: specificationCall('GET /common3/campaign/fissionList', {
    description: 'Open campaigns, then scheduled ones, both soonest first; then closed ones, latest first.',
    input: z.object({}),
    output: z.object({ campaigns: z.array(campaignSummary) }),
  }),
  detail: specificationCall('GET /common3/campaign/fission/:id', {
    description: 'A group-buy with items, rules, pickup points and progress; `not_found` for a hidden one.',
    refusals: ['not_found'],
    input: z.object({ id }),
    output: campaignDetail,
  }),
  items: specificationCall('GET /productManagement2/campaignProductItem/list/all', {
    description: 'The items of a campaign; `not_found` for an unknown campaign.',
    refusals: ['not_found'],
    input: z.object({ fissionCampaignId: id }),
    output: z.object({ items: z.array(campaignItem) }),
  }),
  item: specificationCall('GET /productManagement2/campaignProductItem/:id', {
    description: 'One item by id; `not_found` for an unknown item or campaign.',
    refusals: ['not_found'],
    input: z.object({ id }),
    output: campaignItem,
  }),
  joined: specificationCall('GET /common3/orders/list', {
    description: 'Participants, newest first.',
    input: z.object({
      fissionCampaignId: id,
      numberToLoad: queryInteger(1, 50).default(20),
      startingPosition: queryInteger(0, 100_000).default(0),
    }),
    output: z.object({ joined: z.array(campaignParticipant), count: z.int(), hasMore: z.boolean() }),
  }),
}

const key = z.string().min(1).max(64)

/**
 * Calls for the visitor's cart for campaign `id`. This cart is separate from the shop's cart, and holds only the
 * campaign's items.
 */
export const campaignCart = {
  view: specificationCall('GET /shoppingManagement4/myCart/fc/:id', {
    access: 'shopper',
    description: "The visitor's cart of this group-buy; an empty one if there is none.",
    input: z.object({ id }),
    output: cartView,
  }),
  add: specificationCall('POST /shoppingManagement4/myCart/fc/:id', {
    access: 'shopper',
    description:
      'Like `cart.add`. Refuses before the opening, after the close and beyond the limit per shopper: ' +
      '`campaigns.not_started`, `campaigns.ended`, `campaigns.cancelled`, `campaigns.full`, `campaigns.limit`, ' +
      '`cart.out_of_stock`.',
    refusals: [
      'request.key_reused',
      'cart.out_of_stock',
      'cart.unavailable',
      'cart.limit',
      'cart.too_many_lines',
      'cart.modifiers',
      'cart.cross_border',
      'checkout.off',
      'campaigns.not_started',
      'campaigns.ended',
      'campaigns.cancelled',
      'campaigns.full',
      'campaigns.limit',
    ],
    input: z.strictObject({ id, ...cart.add.input.omit({ modifiers: true, note: true }).shape }),
    output: cartView,
  }),
  change: specificationCall('PUT /shoppingManagement4/myCart/fc/:id', {
    access: 'shopper',
    description: 'Like `cart.change`: 0 removes. Works after the close too, so that shoppers can empty the cart.',
    refusals: [
      'request.key_reused',
      'cart.out_of_stock',
      'cart.unavailable',
      'cart.limit',
      'cart.too_many_lines',
      'cart.modifiers',
      'cart.cross_border',
      'checkout.off',
      'cart.changed',
    ],
    input: z.strictObject({
      id,
      lineItems: z.record(key, z.strictObject({ quantity: z.int().min(0).max(maxQuantity) })),
      version: z.int().optional(),
    }),
    output: cartView,
  }),
  hideName: shopCall('POST /campaigns/:id/name', {
    access: 'shopper',
    description:
      "Hides or shows the visitor's name in the list of participants, for present and future orders of the " +
      'campaign.',
    input: z.strictObject({ id, isHidden: z.boolean() }),
    output: z.object({ isHidden: z.boolean() }),
  }),
}

/** Query parameter with which a checkout call uses the visitor's cart for a campaign instead of the shop's cart. */
export const campaignQuery = { fissionCampaignId: id.optional() }
