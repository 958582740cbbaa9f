import type { Client } from '#contract/client.ts'
import type { Order } from '#contract/orders.ts'

/** A buyer with a client over any transport. */
interface Buyer {
  api: Client
}

/** A valid contact. */
export const sampleContact = { name: 'Mei Lin', phone: '416-555-0123', email: 'mei@shop.example' }

/** Chooses the first pickup slot and a contact. */
export async function fillCheckout({ api }: Buyer): Promise<void> {
  const { methods } = await api.checkout.config()
  const earliest = methods[0]?.earliest
  if (!earliest?.time) throw new Error('there is no free slot')
  await api.checkout.setPickupSlot({ date: earliest.date, time: earliest.time })
  await api.checkout.setContact(sampleContact)
}

/** Fills the cart with pieces of one variant and makes all choices, so that the order can be placed. */
export async function fillCart(visitor: Buyer, sku: string, quantity = 1): Promise<void> {
  await visitor.api.cart.add({ sku, quantity })
  await fillCheckout(visitor)
}

/** Places an order for the cart. The buyer pays online, or at the store if `payAtStore` is set. */
export async function placeOrder({ api }: Buyer, { payAtStore = false } = {}): Promise<Order> {
  const bill = await api.billing.view({ pickUpAandPayAtStore: payAtStore })
  return api.billing.place({ id: bill.id, hash: bill.hash, pickUpAandPayAtStore: payAtStore })
}
