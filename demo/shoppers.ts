import type { Address } from '#contract/addresses.ts'
import * as cart from '#server/cart/cart.ts'
import * as billing from '#server/checkout/billing.ts'
import * as checkout from '#server/checkout/checkout.ts'
import * as storeCredit from '#server/checkout/store-credit.ts'
import * as credit from '#server/credit/credit.ts'
import type { Member } from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import type { Session } from '#server/platform/http/sessions.ts'

/** A signed-in shopper. */
export interface Buyer {
  member: Member
  session: Session
}

export interface CartItem {
  sku: string
  quantity: number
}

/** Returns a copy of the context in which `time` is the current time. */
export const contextAt = (ctx: Context, time: Date): Context => ({ ...ctx, app: { ...ctx.app, now: () => time } })

/** Returns the context of this signed-in member, in which `time` is the current time. */
export function shopperAt(ctx: Context, { member, session }: Buyer, time: Date): Context {
  return {
    ...contextAt(ctx, time),
    locale: member.locale,
    sessionId: session.id,
    memberId: member.id,
    ensureSession: async () => session.id,
  }
}

/**
 * Fills the shopper's cart. Chooses delivery to the address `to`, or pickup without an address. Then sets the first
 * free slot and the contact. Returns false if no slot is free.
 */
export async function fillCart(shopper: Context, { member }: Buyer, items: CartItem[], to?: Address): Promise<boolean> {
  for (const { sku, quantity } of items) await cart.add(shopper, { sku, quantity, modifiers: [], note: '' })
  const method = to ? 'DELIVERY' : 'PICKUP'
  if (to) {
    await checkout.setMethod(shopper, { method })
    await checkout.setDeliveryAddress(shopper, to)
  }
  const { methods } = await checkout.config(shopper)
  const earliest = methods.find((candidate) => candidate.method === method)?.earliest
  if (!earliest?.time) return false
  const setSlot = to ? checkout.setDeliverySlot : checkout.setPickupSlot
  await setSlot(shopper, { date: earliest.date, time: earliest.time })
  await checkout.setContact(shopper, { name: member.name, phone: member.phone ?? '', email: member.email })
  return true
}

/**
 * Places the cart's order. With `payAtStore`, the shopper pays at the store; without it, the order stays unpaid.
 * Returns the order's id.
 */
export async function place(shopper: Context, { payAtStore }: { payAtStore: boolean }): Promise<string> {
  const { id, hash } = await billing.view(shopper, { pickUpAandPayAtStore: payAtStore })
  const { orderID } = await billing.place(shopper, { id, hash, pickUpAandPayAtStore: payAtStore })
  return orderID
}

type Gift = Omit<Parameters<typeof credit.grant>[1], 'memberId' | 'money' | 'reason'>

/** Pays the cart's order with newly granted credit. Returns the order's id. */
export async function payWithGift(shopper: Context, { member }: Buyer, gift: Gift): Promise<string> {
  const { total: money } = await billing.view(shopper, {})
  await credit.grant(shopper, { memberId: member.id, money, reason: 'gift', ...gift })
  const { id, hash } = await billing.view(shopper, {})
  const { orderID } = await storeCredit.pay(shopper, { id, hash })
  return orderID
}
