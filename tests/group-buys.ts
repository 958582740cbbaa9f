import { hourMs } from '#contract/durations.ts'
import type { Order } from '#contract/orders.ts'
import type { CampaignInput } from '#server/campaigns/campaigns.ts'
import * as campaigns from '#server/campaigns/campaigns.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { Visitor } from './harness.ts'

const hour = hourMs

/** Default pickup window of the tests' group-buys. */
export const saturday = { date: '2026-11-28', from: '10:00', until: '12:00' }

/**
 * Creates a group-buy of `lychee` at `markham`. It began an hour ago and ends in two hours. A piece costs 10.00, or
 * 9.00 from 5 pieces, or 8.00 from 10 pieces. There are 20 pieces, and the goal is 3 participants. Pickup is on
 * Saturday at one of two points.
 */
export async function openGroupBuy(ctx: Context, changes: Partial<CampaignInput> = {}): Promise<void> {
  const now = ctx.app.now().getTime()
  await campaigns.put(ctx, {
    id: 'lychees',
    locationId: 'markham',
    title: { en: 'Lychee box', zh: '荔枝一箱' },
    organiser: { en: 'Auntie Wang', zh: '王阿姨' },
    opensAt: new Date(now - hour),
    closesAt: new Date(now + 2 * hour),
    goalKind: 'participants',
    goal: 3,
    items: [groupItem()],
    points: [
      { name: { en: 'Markham Plaza', zh: '万锦广场' }, address: '1 Main Street', windows: [saturday] },
      {
        name: { en: 'Bayview', zh: '湾景' },
        address: '2 Bay Street',
        windows: [{ ...saturday, from: '14:00', until: '15:00', capacity: 1 }],
      },
    ],
    ...changes,
  })
}

/** The item of the group-buy that `openGroupBuy` opens, with these changes. */
export function groupItem(changes: Partial<CampaignInput['items'][number]> = {}): CampaignInput['items'][number] {
  const tiers = [
    { from: 1, price: 1000 },
    { from: 5, price: 900 },
    { from: 10, price: 800 },
  ]
  return { sku: 'lychee', stock: 20, tiers, ...changes }
}

interface GroupOrderInput {
  id?: string
  sku?: string
  quantity?: number
  name?: string
  email?: string
  phone?: string
  pickupPointId?: string
}

/** Fills a visitor's group-buy cart and chooses pickup point and contact, so that the order can be placed. */
export async function fillGroupCart({ api }: Visitor, input: GroupOrderInput = {}): Promise<void> {
  const { id = 'lychees', sku = 'lychee', quantity = 1, pickupPointId = `${id}-p1` } = input
  const fissionCampaignId = id
  await api.campaignCart.add({ id, sku, quantity })
  const { campaign } = await api.checkout.config({ fissionCampaignId })
  const window = campaign?.points.find((point) => point.id === pickupPointId)?.windows[0]
  if (!window) throw new Error(`there is no window at ${pickupPointId}`)
  await api.checkout.setPickupSlot({ fissionCampaignId, pickupPointId, date: window.date, time: window.from })
  const { name = 'Li Na', email = 'li@shop.example', phone = '416-555-0199' } = input
  await api.checkout.setContact({ fissionCampaignId, name, email, phone })
}

/** Places the order of the visitor's group-buy cart. It still has to be paid. */
export async function placeGroupOrder({ api }: Visitor, fissionCampaignId = 'lychees'): Promise<Order> {
  const { id, hash } = await api.billing.view({ fissionCampaignId })
  return api.billing.place({ id, hash })
}

/** Marks an order as paid, as a settled payment does. */
export function markOrderPaid(ctx: Context, orderId: string): Promise<'paid' | 'already' | 'closed'> {
  return transact(ctx, async (ctx) =>
    orders.markPaid(ctx, await orders.lock(ctx, orderId), { paymentOption: 'snappay_alipay' }),
  )
}

/** Orders and pays as this visitor. */
export async function joinGroupBuy(ctx: Context, visitor: Visitor, input: GroupOrderInput = {}): Promise<Order> {
  await fillGroupCart(visitor, input)
  const order = await placeGroupOrder(visitor, input.id)
  await markOrderPaid(ctx, order.orderID)
  return order
}
