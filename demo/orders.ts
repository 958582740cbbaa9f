import { sql } from 'drizzle-orm'
import type { Address } from '#contract/addresses.ts'
import { hourMs, minuteMs } from '#contract/durations.ts'
import * as members from '#server/members/members.ts'
import * as orders from '#server/orders/orders.ts'
import * as payments from '#server/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { createSession, endSession, newToken } from '#server/platform/http/sessions.ts'
import { readSetting, writeSetting } from '#server/platform/settings.ts'
import { demoAccounts } from './accounts.ts'
import type { Buyer, CartItem } from './shoppers.ts'
import { contextAt, fillCart, payWithGift, place, shopperAt } from './shoppers.ts'

/** A step that a shopper or the staff takes with an order. */
type OrderAction = (ctx: Context, id: string) => Promise<unknown>

interface Story {
  who: 'mei' | 'sofia' | 'zhou'
  hoursAgo: number
  items: CartItem[]
  paid: 'at_store' | 'credit' | 'not_yet'
  to?: Address
  /** The steps, in the order in which they happen. `minutesBetweenActions` minutes lie between two steps. */
  actions: OrderAction[]
}

/**
 * The minutes between two steps of an order. This time must be shorter than the time that shoppers have to cancel,
 * which is shortest for an order whose slot is near.
 */
const minutesBetweenActions = 4
const key = 'demo.orders'
/** Advisory lock: if several processes start together, only one of them places the orders. */
const ordersLock = 7_272_303

const emails = { mei: demoAccounts[0].email, sofia: demoAccounts[2].email, zhou: demoAccounts[3].email }
const home: Address = {
  ...{ country: 'CA', province: 'ON', city: 'Markham', district: '', street: '4300 Highway 7', unit: '805' },
  postCode: 'L3R 1A1',
  buzzer: '805',
  note: '',
  leaveAtDoor: false,
}

const bun = (quantity: number) => [{ sku: 'char-siu-bun.single', quantity }]
const apples = (quantity: number) => [{ sku: 'honeycrisp-apples', quantity }]
const mandarins = (quantity: number) => [{ sku: 'honey-mandarins', quantity }]
const soda = (quantity: number) => [{ sku: 'yuzu-soda', quantity }]

const accept: OrderAction = (ctx, id) => orders.accept(ctx, { id })
const prepare: OrderAction = (ctx, id) => orders.prepare(ctx, { id })
const ready: OrderAction = (ctx, id) => orders.ready(ctx, { id })
const sendOut: OrderAction = (ctx, id) => orders.sendOut(ctx, { id })
const handOver: OrderAction = (ctx, id) => orders.handOver(ctx, { id })
const noShow: OrderAction = (ctx, id) => orders.noShow(ctx, { id })
const askToCancel =
  (note: string): OrderAction =>
  (ctx, id) =>
    orders.askToCancel(ctx, { id, note })
const refund =
  (note: string, amount?: number): OrderAction =>
  (ctx, id) =>
    payments.staff.refund(ctx, { order: id, note, amount })
const delay: OrderAction = async (ctx, id) => {
  const order = await orders.find(ctx, id)
  const promisedAt = new Date((order?.slotStartsAt ?? ctx.app.now()).getTime() + 15 * minuteMs)
  await orders.delay(ctx, { id, promisedAt, note: 'The oven needs a little longer. 烤箱要多等一会儿。' })
}

/**
 * Orders of members, at least one for each state that a shopper can see. Each order gets its state through the
 * operations that shoppers and staff use.
 */
const stories: Story[] = [
  { who: 'mei', hoursAgo: 144, items: bun(2), paid: 'at_store', actions: [accept, ready, handOver] },
  { who: 'mei', hoursAgo: 96, items: soda(2), paid: 'at_store', actions: [ready, noShow] },
  {
    who: 'mei',
    hoursAgo: 48,
    items: mandarins(3),
    paid: 'at_store',
    actions: [(ctx, id) => orders.cancel(ctx, { id, reason: 'wrong_time' })],
  },
  {
    who: 'mei',
    hoursAgo: 26,
    items: [...apples(2), ...soda(4)],
    paid: 'at_store',
    actions: [
      accept,
      askToCancel('Our guests cannot come. 客人来不了了。'),
      (ctx, id) =>
        orders.staff.grantCancel(ctx, {
          order: id,
          note: 'No harm done. See you soon! 没关系，下次见！',
          keepStock: false,
        }),
    ],
  },
  {
    who: 'mei',
    hoursAgo: 1,
    items: bun(1),
    paid: 'at_store',
    actions: [
      prepare,
      askToCancel('Can I come tomorrow instead? 能改明天吗？'),
      (ctx, id) => orders.staff.declineCancel(ctx, { order: id, note: 'They are in the oven already. 已经进烤箱了。' }),
    ],
  },
  { who: 'mei', hoursAgo: 0.9, items: mandarins(2), paid: 'at_store', actions: [accept, ready] },
  { who: 'mei', hoursAgo: 0.8, items: bun(2), paid: 'at_store', actions: [accept, prepare, delay] },
  {
    who: 'mei',
    hoursAgo: 0.6,
    items: soda(1),
    paid: 'at_store',
    actions: [accept, askToCancel('Wrong day, sorry! 订错日子了，抱歉！')],
  },
  { who: 'mei', hoursAgo: 0.4, items: apples(3), paid: 'at_store', actions: [accept] },
  {
    who: 'mei',
    hoursAgo: 0.2,
    items: mandarins(1),
    paid: 'at_store',
    actions: [(ctx, id) => orders.comment(ctx, { id, comment: 'Leaves on, please. 请留着叶子。' })],
  },
  {
    who: 'sofia',
    hoursAgo: 120,
    items: [...soda(6), ...apples(2)],
    paid: 'credit',
    actions: [accept, ready, handOver, refund('Two bottles were flat', 698)],
  },
  {
    who: 'sofia',
    hoursAgo: 72,
    items: mandarins(4),
    paid: 'credit',
    actions: [ready, handOver, refund('They were not as sweet as they should be')],
  },
  {
    who: 'sofia',
    hoursAgo: 30,
    items: apples(4),
    paid: 'credit',
    actions: [
      (ctx, id) =>
        orders.cancelByStore(ctx, { id, note: 'The apples came bruised. 这批苹果碰伤了。', restocks: false }),
    ],
  },
  {
    who: 'sofia',
    hoursAgo: 0.8,
    items: [...soda(4), ...mandarins(2)],
    paid: 'credit',
    to: home,
    actions: [accept, prepare, ready, sendOut],
  },
  // Placing the second order abandons the first, which is unpaid.
  { who: 'zhou', hoursAgo: 0.1, items: soda(1), paid: 'not_yet', actions: [] },
  { who: 'zhou', hoursAgo: 0, items: soda(1), paid: 'not_yet', actions: [] },
]

/** Places the orders once. Throws and places none if the shop does not sell a product of these orders. */
export async function openOrders(ctx: Context): Promise<void> {
  if (await readSetting(ctx, key)) return
  await transact(ctx, async (ctx) => {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(${ordersLock})`)
    if (await readSetting(ctx, key)) return
    await writeSetting(ctx, key, true)
    for (const [who, email] of Object.entries(emails)) {
      const memberStories = stories.filter((story) => story.who === who)
      const member = await members.findByEmail(ctx, email)
      if (member) await playStories(ctx, member, memberStories)
    }
  })
}

async function playStories(ctx: Context, member: members.Member, stories: Story[]) {
  const now = ctx.app.now()
  const session = await createSession(ctx.db, { token: newToken(), memberId: member.id, device: '', now })
  for (const story of stories) await playStory(ctx, { member, session }, story)
  await endSession(ctx, session.id)
}

async function playStory(ctx: Context, buyer: Buyer, { hoursAgo, items, paid, to, actions }: Story) {
  const placedAt = ctx.app.now().getTime() - hoursAgo * hourMs
  const shopper = shopperAt(ctx, buyer, new Date(placedAt))
  if (!(await fillCart(shopper, buyer, items, to))) return
  const id =
    paid === 'credit'
      ? await payWithGift(shopper, buyer, { key: `demo/orders/${hoursAgo}` })
      : await place(shopper, { payAtStore: paid === 'at_store' })
  for (const [index, action] of actions.entries()) {
    await action(contextAt(shopper, new Date(placedAt + (index + 1) * minutesBetweenActions * minuteMs)), id)
  }
}
