import { z } from 'zod'
import { shopCall, specificationCall } from './call.ts'
import { cart, cartView } from './cart.ts'
import { maxQuantity } from './constants.ts'
import { date, id, image, instant, money, queryInteger, text, time } from './shapes.ts'

/**
 * Where a campaign stands. `scheduled` before it opens; `open`; `reached` and still open; `full` and still open, for others
 * may leave; `settling` when it is over and not every order is settled or refunded; then `succeeded` or `failed`. A
 * campaign that the organiser took back is `cancelled`. What succeeded goes on as the organiser says: its goods are `ordered`
 * and have `arrived`, are being handed out (`handing_out`), and all is `done`.
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

/** What is counted: people, pieces, or what they pay for goods in minor units; `none`: it takes place in any case. */
export const goalKind = z.enum(['participants', 'pieces', 'amount', 'none'])
export type GoalKind = z.infer<typeof goalKind>

/** What came of it, of paid orders alone. */
const progress = z.object({
  participants: z.int(),
  pieces: z.int(),
  amount: money,
  reached: z
    .int()
    .describe(
      "In the goal's kind: how far it is, what is still missing, and what can still be joined; null " +
        'without a cap.',
    ),
  missing: z.int(),
  left: z.int().nullable(),
})

export const campaignSummary = z.object({
  id: z.string(),
  title: text,
  organiser: text.describe('Who organises it.'),
  cover: image.nullable(),
  state: campaignState,
  opensAt: instant,
  closesAt: instant,
  timeZone: z.string().describe("The store's, by which times are to be shown."),
  locationId: z.string(),
  localStoreName: text,
  goal: z.object({ kind: goalKind, target: z.int(), cap: z.int().nullable() }),
  progress,
  pickupDates: z.array(date).describe('Days on which it can be fetched, in order.'),
  fromPrice: money.nullable().describe('The lowest price of today among its items.'),
  serverTime: instant.describe('By which countdowns go.'),
  settledAt: instant
    .nullable()
    .describe(
      "Of one that is over: when everybody's order was settled or their money sent back; null before " + 'that.',
    ),
})
export type CampaignSummary = z.infer<typeof campaignSummary>

/** Where and when it can be fetched, in the store's wall-clock time; of DELIVERY: when it is brought to the door. */
export const pickupPoint = z.object({
  id: z.string(),
  method: z.enum(['PICKUP', 'DELIVERY']),
  name: text,
  address: z.string(),
  contact: z.string().describe('Whom to ask there, and what to know.'),
  note: text,
  windows: z
    .array(z.object({ date, from: time, until: time, state: z.enum(['free', 'few', 'full']) }))
    .describe('`state` tells whether the point still takes orders.'),
  closesAt: instant.nullable().describe('Until when it can be chosen, where that is before the campaign closes.'),
})
export type PickupPoint = z.infer<typeof pickupPoint>

/** From so many paid pieces on a piece costs so much. */
const tier = z.object({ from: z.int(), price: money, isReached: z.boolean() })

export const campaignItem = z.object({
  id: z.string(),
  fissionCampaignId: z.string(),
  productId: z.string(),
  sku: z.string().describe("By which it is put into the campaign's cart."),
  name: text,
  optionText: text,
  image: image.nullable(),
  price: money.describe(
    'What a piece costs now, and in the shop. At the close everybody has the price of the tier that ' +
      'was reached then.',
  ),
  regularPrice: money,
  tiers: z.array(tier).describe('In order; the first is from one piece on.'),
  sold: z.int().describe('Paid pieces; how many more lower the price; null at the last tier.'),
  toNextTier: z.int().nullable(),
  purchasable: z.int().describe('What can still be bought: exact up to five, at least so many above.'),
  perOrder: z.int().nullable(),
  perPerson: z.int().nullable(),
})
export type CampaignItem = z.infer<typeof campaignItem>

/** What the visitor has in a campaign: their paid orders, and the pickup they all share. */
const mine = z.object({
  orders: z.array(z.object({ orderID: z.string(), pieces: z.int(), pickupCode: z.string() })),
  pickup: z.object({ pickupPointId: z.string(), date, from: time, until: time }).nullable(),
  isHidden: z.boolean().describe('Their name does not stand in the list of who joined.'),
})

export const campaignDetail = campaignSummary.extend({
  story: text,
  rules: text.describe('What is promised, in plain words; empty where the facts above say all.'),
  items: z.array(campaignItem),
  points: z.array(pickupPoint),
  perPerson: z.int().nullable().describe('Pieces that one person may have of all items together.'),
  allowsCoupons: z.boolean(),
  mine: mine.nullable().describe('Null for somebody who has not joined: the next order is a first one.'),
})
export type CampaignDetail = z.infer<typeof campaignDetail>

/** One who joined. Never who they are. */
export const joinedRow = z.object({
  number: z.int().describe('In the order in which they joined, from 1.'),
  name: z.string().describe('"王**", "Li**"; \'\' for one who would rather not be named.'),
  items: z.array(z.object({ name: text, optionText: text, quantity: z.int() })),
  at: instant,
  isOwn: z.boolean(),
  isFurther: z.boolean().describe('They had joined before, and added to it.'),
})
export type JoinedRow = z.infer<typeof joinedRow>

export const campaigns = {
  list: specificationCall('GET /common3/campaign/fissionList', {
    description:
      'Campaigns that are open, come, or are over: in this order, each the soonest first, those over the latest ' +
      'first.',
    input: z.object({}),
    output: z.object({ campaigns: z.array(campaignSummary) }),
  }),
  detail: specificationCall('GET /common3/campaign/fission/:id', {
    description:
      'A group-buy with its items, rules, pickup points and how far it has come; `not_found` for one that is ' +
      'not shown.',
    refusals: ['not_found'],
    input: z.object({ id }),
    output: campaignDetail,
  }),
  items: specificationCall('GET /productManagement2/campaignProductItem/list/all', {
    description: 'The items of a campaign: `not_found` where there is no such campaign.',
    refusals: ['not_found'],
    input: z.object({ fissionCampaignId: id }),
    output: z.object({ items: z.array(campaignItem) }),
  }),
  item: specificationCall('GET /productManagement2/campaignProductItem/:id', {
    description: 'One item by its id; `not_found` as for its campaign.',
    refusals: ['not_found'],
    input: z.object({ id }),
    output: campaignItem,
  }),
  joined: specificationCall('GET /common3/orders/list', {
    description: 'Who joined, the newest first.',
    input: z.object({
      fissionCampaignId: id,
      numberToLoad: queryInteger(1, 50).default(20),
      startingPosition: queryInteger(0, 100_000).default(0),
    }),
    output: z.object({ joined: z.array(joinedRow), count: z.int(), hasMore: z.boolean() }),
  }),
}

const key = z.string().min(1).max(64)

/**
 * The visitor's cart of the campaign `id`, beside the shop's own: a cart like that one, of the campaign's items alone.
 * Refuses a campaign that has not begun (`campaigns.not_started`), is over (`campaigns.ended`), was taken back
 * (`campaigns.cancelled`) or is full (`campaigns.full`), more than a person may have (`campaigns.limit`), and as `cart.add`.
 */
export const campaignCart = {
  view: specificationCall('GET /shoppingManagement4/myCart/fc/:id', {
    access: 'shopper',
    description: "The visitor's cart of this group-buy; an empty one where there is none.",
    input: z.object({ id }),
    output: cartView,
  }),
  add: specificationCall('POST /shoppingManagement4/myCart/fc/:id', {
    access: 'shopper',
    description:
      'As `cart.add`. Refuses before the opening, after the close and beyond what one person may have: ' +
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
    description: 'As `cart.change`: 0 removes. Still possible after the close, so that the cart can be emptied.',
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
      "Whether the visitor's name is left out of the list of who joined: for all they have in the campaign, and " +
      'for what they will order.',
    input: z.strictObject({ id, isHidden: z.boolean() }),
    output: z.object({ isHidden: z.boolean() }),
  }),
}

/**
 * Which of the visitor's carts a call of the checkout means: the one of this campaign, or the shop's own. In a call's query.
 */
export const inCampaign = { fissionCampaignId: id.optional() }
