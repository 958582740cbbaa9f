import { sql } from 'drizzle-orm'
import * as cart from '#server/cart/cart.ts'
import * as billing from '#server/checkout/billing.ts'
import * as checkout from '#server/checkout/checkout.ts'
import * as members from '#server/members/members.ts'
import * as orders from '#server/orders/orders.ts'
import type { App, Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/context.ts'
import { keep, recall } from '#server/platform/remembered.ts'
import type { Session } from '#server/platform/session.ts'
import { createSession, endSession, newToken } from '#server/platform/session.ts'
import { demoAccounts } from './accounts.ts'

interface Story {
  daysAgo: number
  items: { sku: string; quantity: number }[]
  /** What the shopper and the staff do about it afterwards. */
  after(ctx: Context, id: string): Promise<unknown>
}

const dayMs = 86_400_000
const key = 'demo.orders'
/** So that only one of several processes that start together places them. */
const ordersLock = 7_272_303

/** What the first of the demonstration's members has ordered: one in each state, reached as it is by shoppers and staff. */
const stories: Story[] = [
  {
    daysAgo: 6,
    items: [{ sku: 'hk-pineapple-bun.single', quantity: 4 }],
    after: async (ctx, id) => {
      await orders.accept(ctx, { id })
      await orders.ready(ctx, { id })
      await orders.handOver(ctx, { id })
    },
  },
  {
    daysAgo: 4,
    items: [{ sku: 'cocktail-bun.single', quantity: 2 }],
    after: async (ctx, id) => {
      await orders.ready(ctx, { id })
      await orders.noShow(ctx, { id })
    },
  },
  {
    daysAgo: 2,
    items: [{ sku: 'char-siu-bun.single', quantity: 3 }],
    after: (ctx, id) => orders.cancel(ctx, { id, reason: 'wrong_time' }),
  },
  {
    daysAgo: 0,
    items: [{ sku: 'hk-pineapple-bun.single', quantity: 2 }],
    after: async (ctx, id) => {
      await orders.accept(ctx, { id })
      await orders.ready(ctx, { id })
    },
  },
  {
    daysAgo: 0,
    items: [{ sku: 'char-siu-bun.single', quantity: 2 }],
    after: async (ctx, id) => {
      await orders.accept(ctx, { id })
      await orders.prepare(ctx, { id })
      const order = await orders.find(ctx, id)
      const promisedAt = new Date((order?.slotStartsAt ?? ctx.app.now()).getTime() + 15 * 60_000)
      await orders.delay(ctx, { id, promisedAt, note: 'The oven needs a little longer. 烤箱要多等一会儿。' })
    },
  },
  {
    daysAgo: 0,
    items: [{ sku: 'cocktail-bun.single', quantity: 4 }],
    after: (ctx, id) => orders.comment(ctx, { id, comment: 'Please put the tarts in a box. 请用盒子装。' }),
  },
]

/** Places them, once; a shop that sells no such thing goes without. */
export async function openOrders(ctx: Context): Promise<void> {
  if (await recall(ctx, key)) return
  await transact(ctx, async (ctx) => {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(${ordersLock})`)
    if (!(await recall(ctx, key))) await placeAll(ctx)
  })
}

async function placeAll(ctx: Context) {
  const member = await members.findByEmail(ctx, demoAccounts[0].email)
  if (!member) return
  await keep(ctx, key, true)
  const session = await createSession(ctx.db, {
    token: newToken(),
    memberId: member.id,
    device: '',
    now: ctx.app.now(),
  })
  for (const story of stories) await tell(ctx, member, session, story)
  await endSession(ctx.db, session.id)
}

async function tell(ctx: Context, member: members.Member, session: Session, { daysAgo, items, after }: Story) {
  const shopper = shopperAt(ctx, member, session, daysAgo)
  if (!(await fillCart(shopper, member, items))) return
  const { id, hash } = await billing.view(shopper, { pickUpAandPayAtStore: true })
  const { orderID } = await billing.place(shopper, { id, hash, pickUpAandPayAtStore: true })
  await after(shopper, orderID)
}

/** A member as they shop, so many days ago. */
export function shopperAt(ctx: Context, member: members.Member, session: Session, daysAgo: number): Context {
  const app = daysAgo === 0 ? ctx.app : at(ctx.app, new Date(ctx.app.now().getTime() - daysAgo * dayMs))
  return {
    ...ctx,
    app,
    locale: member.locale,
    sessionId: session.id,
    memberId: member.id,
    ensureSession: async () => session.id,
  }
}

/** Puts these into the shopper's cart and chooses the first pickup and who fetches; false where there is none. */
export async function fillCart(shopper: Context, member: members.Member, items: Story['items']): Promise<boolean> {
  for (const { sku, quantity } of items) await cart.add(shopper, { sku, quantity, modifiers: [], note: '' })
  const { methods } = await checkout.config(shopper)
  const earliest = methods.find(({ method }) => method === 'PICKUP')?.earliest
  if (!earliest?.time) return false
  await checkout.setPickupSlot(shopper, { date: earliest.date, time: earliest.time })
  await checkout.setContact(shopper, { name: member.name, phone: member.phone ?? '', email: member.email })
  return true
}

/** The same shop at another time. */
function at(app: App, time: Date): App {
  return { ...app, now: () => time }
}
