import { z } from 'zod'
import { campaignStages, campaignSummary } from './campaigns.ts'
import { date, id, instant, text, time } from './shapes.ts'

const one = z.strictObject({ campaign: id })
const changed = { input: one, output: campaignSummary }

/** What somebody has in a group-buy, all their orders together. */
const handOutPerson = z.object({
  /** The codes that they may say, and the orders behind them. */
  orders: z.array(z.object({ orderID: z.string(), code: z.string(), fulfilmentStatus: z.string() })),
  name: z.string(),
  phone: z.string(),
  /** Where it is brought to; '' for who fetches it. */
  address: z.string(),
  items: z.array(z.object({ name: text, optionText: text, quantity: z.int() })),
  /** All of it was fetched. */
  isGone: z.boolean(),
})
const handOut = z.object({
  campaign: campaignSummary,
  /** What has to be there in all. */
  totals: z.array(z.object({ sku: z.string(), name: text, optionText: text, quantity: z.int() })),
  /** Where and when what is handed out, in order. */
  windows: z.array(
    z.object({ place: text, date, from: time, until: time, pieces: z.int(), people: z.array(handOutPerson) }),
  ),
})
/** The list that whoever hands out a group-buy goes by. */
export type HandOut = z.infer<typeof handOut>

/** Input and output of what staff do with group-buys. */
export const campaignStaffSchemas = {
  /** Every group-buy, those that close soonest first. */
  campaigns: { input: z.strictObject({}), output: z.object({ campaigns: z.array(campaignSummary) }) },
  /** Opens one before its time; ends one now, to be settled by what it came to; takes one back, and all money goes back. */
  openCampaign: changed,
  closeCampaign: changed,
  cancelCampaign: changed,
  /** The goods of one that took place are a stage further: whoever bought is told. */
  stageCampaign: { input: one.extend({ stage: z.enum(campaignStages) }), output: campaignSummary },
  /** Moves the end of one that is open to a later time, once. `campaigns.extended`, `campaigns.earlier`. */
  extendCampaign: { input: one.extend({ until: instant }), output: campaignSummary },
  /** Asks for less, in what the goal counts. `campaigns.higher`. */
  lowerGoal: { input: one.extend({ goal: z.int().min(1).max(100_000_000) }), output: campaignSummary },
  /** Who fetches what where and when, with names and numbers. */
  handOut: { input: one, output: handOut },
}
