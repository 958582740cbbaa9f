import type { Client } from '#contract/client.ts'
import type { Order } from '#contract/orders.ts'

/** Whoever buys: by the calls, over any transport. */
interface Buyer {
  api: Client
}

/** A contact that the shop accepts. */
export const somebody = { name: 'Mei Lin', phone: '416-555-0123', email: 'mei@shop.example' }

/** Chooses the first pickup slot and who fetches. */
export async function chooseAll({ api }: Buyer): Promise<void> {
  const { methods } = await api.checkout.config()
  const earliest = methods[0]?.earliest
  if (!earliest?.time) throw new Error('there is no free slot')
  await api.checkout.setPickupSlot({ date: earliest.date, time: earliest.time })
  await api.checkout.setContact(somebody)
}

/** A cart with these pieces of one variant, all chosen, ready to be placed. */
export async function fillCart(visitor: Buyer, sku: string, quantity = 1): Promise<void> {
  await visitor.api.cart.add({ sku, quantity })
  await chooseAll(visitor)
}

/** Places what is in the cart; to be paid online unless said. */
export async function placeOrder({ api }: Buyer, { payAtStore = false } = {}): Promise<Order> {
  const bill = await api.billing.view({ pickUpAandPayAtStore: payAtStore })
  return api.billing.place({ id: bill.id, hash: bill.hash, pickUpAandPayAtStore: payAtStore })
}
