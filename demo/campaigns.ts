import { sql } from 'drizzle-orm'
import { dayMs } from '#contract/durations.ts'
import { formatPhone } from '#contract/format.ts'
import * as campaigns from '#server/campaigns/campaigns.ts'
import * as campaignCart from '#server/checkout/campaign-cart.ts'
import * as checkout from '#server/checkout/checkout.ts'
import { addressOf } from '#server/locations/locations.ts'
import * as members from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { createSession, endSession, newToken } from '#server/platform/http/sessions.ts'
import { readSetting, writeSetting } from '#server/platform/settings.ts'
import { demoAccounts } from './accounts.ts'
import type { DemoCampaign, DemoJoin } from './campaign-stories.ts'
import { demoCampaigns } from './campaign-stories.ts'
import { addDays, instant, today } from './days.ts'
import type { TextPair } from './product.ts'
import { text } from './product.ts'
import type { Pictures } from './products.ts'
import { payWithGift, shopperAt } from './shoppers.ts'
import { demoStores } from './stores.ts'

const key = 'demo.campaigns'
/** The number of days from the start of one round of group-buys to the start of the next round. */
const roundDays = 5
/** Advisory lock: if several processes start together, only one of them creates a round of group-buys. */
const campaignsLock = 7_272_304

/**
 * Creates a round of group-buys, with one group-buy for each state, and with orders of the demonstration's members. The
 * members order through the shop's usual operations and pay with store credit. The shop's usual job settles group-buys
 * that have ended.
 */
export async function openCampaigns(ctx: Context, pictures: Pictures): Promise<void> {
  const day = today(ctx.app.now())
  if (!(await isDue(ctx, day))) return
  await transact(ctx, async (ctx) => {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(${campaignsLock})`)
    if (!(await isDue(ctx, day))) return
    await writeSetting(ctx, key, day)
    for (const campaign of demoCampaigns) await put(ctx, idOf(campaign, day), { campaign, day, pictures })
    for (const { campaign, join } of joinsInOrder()) await addJoin(ctx, idOf(campaign, day), { campaign, join })
  })
}

async function isDue(ctx: Context, day: string): Promise<boolean> {
  const lastDay = await readSetting<string>(ctx, key)
  return !lastDay || addDays(lastDay, roundDays) <= day
}

interface CampaignOpening {
  campaign: DemoCampaign
  day: string
  pictures: Pictures
}

const idOf = ({ id }: DemoCampaign, day: string) => `${id}-${day.slice(5).replace('-', '')}`

/** All orders of the demonstration's members, oldest first, so that members see their credit entries in order. */
function joinsInOrder() {
  return demoCampaigns
    .flatMap((campaign) => campaign.joins.map((join) => ({ campaign, join, day: campaign.opensIn + join.daysAfter })))
    .sort((one, other) => one.day - other.day)
}

async function put(ctx: Context, id: string, { campaign, day, pictures }: CampaignOpening) {
  const { title, organiser, story, cover, opensIn, closesIn, pickupIn, ...rest } = campaign
  const { joins: _, ...terms } = rest
  await campaigns.put(ctx, {
    ...terms,
    id,
    locationId,
    title: text(title),
    organiser: text(organiser),
    story: text(story),
    cover: { ...pictures(cover), alt: text(title) },
    // A campaign of which `opensIn` is in the past opens one day earlier than `opensIn` says. Otherwise, the opening at
    // 9:00 could be later than the campaign's first orders.
    opensAt: instant(addDays(day, opensIn < 0 ? opensIn - 1 : opensIn), '09:00'),
    closesAt: instant(addDays(day, closesIn), '20:00'),
    points: demoPoints(day).map(({ name, note, hours, ...point }) => ({
      ...point,
      name: text(name),
      note: text(note),
      windows: hours.map((window) => ({ ...window, date: addDays(day, pickupIn) })),
    })),
  })
}

const locationId = 'markham'

interface DemoPoint {
  method?: 'DELIVERY'
  name: TextPair
  address: string
  contact: string
  note: TextPair
  hours: { from: string; until: string; capacity?: number }[]
}

/** Pickup points of group-buys; the first is the counter of the campaign's store. */
export function demoPoints(day: string): DemoPoint[] {
  const store = demoStores(day).find(({ id }) => id === locationId)
  if (!store) throw new Error(`there is no store ${locationId}`)
  const { street = '', city = '', province, postCode = '', phone } = store
  return [
    {
      name: ['Markham, at the counter', '万锦店柜台'],
      address: addressOf({ street, city, province, postCode }),
      contact: formatPhone(phone ?? ''),
      note: ['Say your pickup code. Crates are behind the counter.', '报取货码就行，货在柜台后面。'],
      hours: [
        { from: '10:00', until: '13:00' },
        { from: '16:00', until: '19:00' },
      ],
    },
    {
      name: ['Unionville library, north door', '于人村图书馆北门'],
      address: '15 Library Lane, Markham',
      contact: '',
      note: ['Look for the lantern on the white van.', '找挂灯笼的白色小货车。'],
      hours: [{ from: '14:00', until: '15:30', capacity: 20 }],
    },
    {
      method: 'DELIVERY',
      name: ['To your door', '送货上门'],
      address: '',
      contact: '',
      note: ['Where our bicycles go; the fee is told with your address.', '在配送范围内，填好地址就显示运费。'],
      hours: [{ from: '16:00', until: '20:00', capacity: 30 }],
    },
  ]
}

/**
 * Places one member's order and pays for it with newly granted credit. The order is dated `daysAfter` days after
 * `opensIn`, but never in the future.
 */
async function addJoin(ctx: Context, id: string, { campaign, join }: { campaign: DemoCampaign; join: DemoJoin }) {
  const { opensIn } = campaign
  const { who, daysAfter, items } = join
  const member = await members.findByEmail(ctx, demoAccounts[who].email)
  if (!member) return
  const now = new Date(ctx.app.now().getTime() + Math.min(0, opensIn + daysAfter) * dayMs)
  const session = await createSession(ctx.db, { token: newToken(), memberId: member.id, device: '', now })
  const buyer = { member, session }
  const shopper = shopperAt(ctx, buyer, now)
  for (const { sku, quantity } of items) await campaignCart.add(shopper, { id, sku, quantity })
  await chooseWindow(shopper)
  await checkout.setContact(shopper, { name: member.name, phone: member.phone ?? '', email: member.email })
  await payWithGift(shopper, buyer, {
    key: `demo/${id}/${who}/${daysAfter}`,
    note: text(['For the group-buy', '用于团购']),
    expiresAt: new Date(now.getTime() + dayMs),
  })
  await endSession(ctx, session.id)
}

/**
 * Chooses the first free window. Keeps the window of a member who has already joined, because all their orders have the
 * same window.
 */
async function chooseWindow(shopper: Context) {
  const { campaign } = await checkout.config(shopper)
  if (!campaign || campaign.isJoined) return
  for (const { id, windows } of campaign.points) {
    const freeWindow = windows.find(({ state }) => state !== 'full')
    if (freeWindow)
      return checkout.setPickupSlot(shopper, { pickupPointId: id, date: freeWindow.date, time: freeWindow.from })
  }
}
