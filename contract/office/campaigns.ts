import { z } from 'zod'
import { staffCall } from '../call.ts'
import { campaignStages, campaignSummary, goalKind } from '../campaigns.ts'
import { slotMethods } from '../fulfilment-methods.ts'
import { noText } from '../languages.ts'
import { date, id, image, instant, text, time, typedName, typedText } from '../shapes.ts'

const campaignReference = z.strictObject({ campaign: id })
const campaignChange = { input: campaignReference, output: campaignSummary }

/**
 * A row of the hand-out list: the items from all orders of one participant in one pickup window. Deliveries to
 * different addresses have separate rows, because the driver stops at each address.
 */
const handOutPerson = z.object({
  orders: z
    .array(z.object({ orderID: z.string(), code: z.string(), fulfilmentStatus: z.string() }))
    .describe('The codes that the participant may say, with their orders.'),
  name: z.string(),
  phone: z.string(),
  address: z.string().describe("The delivery address; '' for pickup."),
  items: z.array(z.object({ name: text, optionText: text, quantity: z.int() })),
  isGone: z.boolean().describe('The participant has received everything at this door.'),
})
const handOut = z.object({
  campaign: campaignSummary,
  totals: z
    .array(z.object({ sku: z.string(), name: text, optionText: text, quantity: z.int() }))
    .describe('Total pieces to have ready.'),
  windows: z
    .array(
      z.object({
        place: text,
        date,
        from: time,
        until: time,
        participants: z.int(),
        pieces: z.int(),
        people: z.array(handOutPerson).describe('One row for each participant and door.'),
      }),
    )
    .describe('What to hand out at each place and time, in order.'),
})
/** The list that staff use to hand out a group-buy. */
export type HandOut = z.infer<typeof handOut>

const named = typedName(120)
const count = z.int().min(1).max(1_000_000)
const limit = count.nullable().default(null)
/** An instant with the UTC offset of the owner's clock. */
const ownInstant = z.iso.datetime({ offset: true })
const window = z.strictObject({ date, from: time, until: time, capacity: limit })

/** A group-buy as its organiser writes it; amounts in minor units. A missing field is empty or unlimited. */
export const campaignDraft = z.strictObject({
  id: id.max(60),
  location: id,
  title: named,
  organiser: named,
  story: typedText(4000).default(noText),
  rules: typedText(4000).default(noText),
  cover: image.nullable().default(null).describe("Default: the first item's picture."),
  opensAt: ownInstant,
  closesAt: ownInstant,
  goal: z.strictObject({ kind: goalKind, target: z.int().min(0).max(100_000_000).default(0), cap: limit }),
  perPerson: limit.describe('Most pieces per shopper, of all items together.'),
  allowsCoupons: z.boolean().default(false),
  allowsTransfer: z.boolean().default(false).describe('Shoppers may pay by e-transfer, before it closes.'),
  allowsCash: z.boolean().default(false).describe('Shoppers may pay in cash when they get the goods.'),
  items: z
    .array(
      z.strictObject({
        sku: z.string().min(1).max(200),
        stock: count,
        tiers: z
          .array(z.strictObject({ from: count, price: z.int().min(1).max(100_000_000) }))
          .min(1)
          .max(10)
          .describe('Unit prices from a number of paid pieces on; the first tier starts at 1.'),
        perOrder: limit,
        perPerson: limit,
      }),
    )
    .min(1)
    .max(50),
  points: z
    .array(
      z.strictObject({
        method: z.enum(slotMethods).default('PICKUP').describe('DELIVERY: to any address where the store delivers.'),
        name: named,
        address: z.string().trim().max(200).default(''),
        contact: z.string().trim().max(200).default(''),
        note: typedText(500).default(noText),
        closesAt: ownInstant.nullable().default(null),
        windows: z.array(window).min(1).max(50),
      }),
    )
    .min(1)
    .max(20),
})
export type CampaignDraft = z.infer<typeof campaignDraft>

/** Calls of the staff API for group-buys. */
export const campaignStaffCalls = {
  campaigns: staffCall('GET /campaigns', {
    right: 'groups.see',
    place: 'mine',
    description: 'Every group-buy, soonest closing first.',
    input: z.strictObject({}),
    output: z.object({ campaigns: z.array(campaignSummary) }),
  }),
  createCampaign: staffCall('POST /campaigns', {
    right: 'groups.write',
    place: 'shop',
    description:
      'Creates a group-buy, or replaces one of that id that has not opened. `rehearse` returns the result without ' +
      'saving it. `campaigns.state`, `campaigns.times`, `campaigns.goal`, `campaigns.prices`, `campaigns.twice`, ' +
      '`campaigns.membership`, `campaigns.windows`, `checkout.method_unavailable`, `staff.unknown`.',
    refusals: [
      'campaigns.state',
      'campaigns.times',
      'campaigns.goal',
      'campaigns.prices',
      'campaigns.twice',
      'campaigns.membership',
      'campaigns.windows',
      'checkout.method_unavailable',
      'staff.unknown',
    ],
    input: campaignDraft.extend({ rehearse: z.boolean().default(false) }),
    output: campaignSummary,
  }),
  openCampaign: staffCall('POST /campaigns/:campaign/open', {
    right: 'groups.write',
    place: 'campaign',
    description: 'Opens a group-buy before its time.',
    ...campaignChange,
  }),
  closeCampaign: staffCall('POST /campaigns/:campaign/close', {
    right: 'groups.write',
    place: 'campaign',
    description:
      'Closes a group-buy before its time, and settles it by its result. Payments that are under way can still ' +
      'arrive, e-transfers for one more hour.',
    ...campaignChange,
  }),
  cancelCampaign: staffCall('POST /campaigns/:campaign/cancel', {
    right: 'groups.write',
    place: 'campaign',
    description: 'Cancels a group-buy with its paid and unpaid orders, and refunds paid money.',
    ...campaignChange,
  }),
  stageCampaign: staffCall('POST /campaigns/:campaign/stage', {
    right: 'groups.write',
    place: 'campaign',
    description: 'Moves the goods of a successful group-buy to the next stage, and notifies its buyers.',
    input: campaignReference.extend({ stage: z.enum(campaignStages) }),
    output: campaignSummary,
  }),
  extendCampaign: staffCall('POST /campaigns/:campaign/extend', {
    right: 'groups.write',
    place: 'campaign',
    description:
      'Moves the end of an open group-buy to a later time, once. Every pickup window must still leave the last buyer ' +
      "the goods' lead time. `campaigns.extended`, `campaigns.earlier`, `campaigns.windows`.",
    refusals: ['campaigns.extended', 'campaigns.earlier', 'campaigns.windows'],
    input: campaignReference.extend({ until: instant }),
    output: campaignSummary,
  }),
  lowerGoal: staffCall('POST /campaigns/:campaign/goal', {
    right: 'groups.write',
    place: 'campaign',
    description: "Lowers the goal while it is not reached, in the goal's unit. `campaigns.higher`.",
    refusals: ['campaigns.higher'],
    input: campaignReference.extend({ goal: z.int().min(1).max(100_000_000) }),
    output: campaignSummary,
  }),
  handOut: staffCall('GET /campaigns/:campaign/hand-out', {
    right: 'groups.handout',
    place: 'campaign',
    description: 'Who picks up what, where and when, with names and phone numbers.',
    input: campaignReference,
    output: handOut,
  }),
}
