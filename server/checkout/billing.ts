import { createHash } from 'node:crypto'
import type { Bill } from '#contract/billing.ts'
import type { Order } from '#contract/orders.ts'
import type { PricedCart } from '#server/cart/cart.ts'
import { lock, priced, priceLocked } from '#server/cart/cart.ts'
import { toLocal } from '#server/locations/locations.ts'
import type { OrderRow } from '#server/orders/orders.ts'
import { create, fulfil, fail as giveUp, live, toOrder } from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { emit } from '#server/platform/queue.ts'
import { addressOf, methodOf } from './checkout.ts'
import { hold } from './holding.ts'
import { taxesOf } from './tax.ts'

/** How long a placed order waits for its payment. */
const payWithinMs = 30 * 60_000

/** The bill of the visitor's cart; `cart.empty` without one. */
export async function view(
  ctx: Context,
  { pickUpAandPayAtStore = false }: { pickUpAandPayAtStore?: boolean | undefined },
): Promise<Bill> {
  const found = await priced(ctx)
  if (!found) fail('cart.empty')
  return toBill(ctx, found, pickUpAandPayAtStore)
}

/**
 * Places exactly one live order of the bill, however often it is sent; again with the same bill it answers the same
 * order. Refuses a bill that changed (`billing.changed`), names the step that is missing (`checkout.slot_required`,
 * `checkout.contact_required`) and what cannot be had any more (`cart.out_of_stock`, `checkout.slot_unavailable`).
 */
export function place(
  ctx: Context,
  { id, hash, pickUpAandPayAtStore }: { id: string; hash: string; pickUpAandPayAtStore: boolean },
): Promise<Order> {
  return transact(ctx, async (ctx) => {
    const cart = await lock(ctx, id)
    const before = await live(ctx, id)
    if (before?.billHash === hash) return toOrder(before)
    if (cart.state === 'closed') fail('billing.changed')
    const found = await priceLocked(ctx, cart)
    const bill = toBill(ctx, found, pickUpAandPayAtStore)
    if (bill.hash !== hash) fail('billing.changed')
    if (!before) return toOrder(await placeNew(ctx, found, bill))
    // The shopper changed the cart after placing: the order that waits makes room for the new one.
    await giveUp(ctx, before)
    return toOrder(await placeNew(ctx, { ...found, cart: await lock(ctx, id) }, bill))
  })
}

async function placeNew(ctx: Context, found: PricedCart, bill: Bill): Promise<OrderRow> {
  const { slot, contact, method } = bill
  if (!slot?.time) fail('checkout.slot_required')
  if (!contact) fail('checkout.contact_required')
  const isFree = bill.total.amount === 0
  const isSettled = bill.payAtStore || isFree
  const now = ctx.app.now()
  const expiresAt = new Date(now.getTime() + payWithinMs)
  const held = await hold(ctx, found, { method, slot, until: expiresAt })
  const { cart, location } = found
  const order = await create(ctx, {
    cartId: cart.id,
    sessionId: ctx.sessionId ?? cart.sessionId,
    memberId: cart.memberId,
    status: isSettled ? 'NEW' : 'INTERIM',
    paymentStatus: isFree ? 'PAID_ONLINE' : 'NOT_PAID',
    payAtStore: bill.payAtStore && !isFree,
    paymentOption: bill.payAtStore && !isFree ? 'pay_at_store' : null,
    billHash: bill.hash,
    locale: ctx.locale,
    locationId: location.id,
    location: { ...bill.location, mapUrl: location.mapUrl },
    timeZone: location.timeZone,
    method,
    slot,
    slotStartsAt: held.heldSlot ? new Date(held.heldSlot.startsAt) : null,
    contact,
    address: bill.address,
    tableNumber: null,
    tableSessionId: null,
    placeOfSupply: bill.placeOfSupply,
    comment: bill.comment,
    lines: bill.lines,
    adjustments: bill.adjustments,
    currency: bill.total.currency,
    subtotal: bill.subtotal.amount,
    total: bill.total.amount,
    paidAt: isFree ? now : null,
    expiresAt: isSettled ? null : expiresAt,
  })
  if (isSettled) {
    await emit(ctx, isFree ? 'order.paid' : 'order.placed', { orderId: order.id })
    await fulfil(ctx, order)
  }
  return order
}

/** Refuses an empty cart (`cart.empty`) and paying at the store where that is not possible. */
function toBill(ctx: Context, found: PricedCart, payAtStore: boolean): Bill {
  const { cart, lines, subtotal, currency, location } = found
  if (lines.length === 0) fail('cart.empty')
  const method = methodOf(cart, location)
  if (payAtStore && method !== 'PICKUP') fail('checkout.pay_at_store_unavailable')
  const placeOfSupply = location.province
  const adjustments = taxesOf({
    province: placeOfSupply,
    date: toLocal(ctx.app.now(), location.timeZone).date,
    currency,
    goods: lines.map(({ taxClass, total }) => ({ taxClass, amount: total.amount })),
  })
  const amount = adjustments.reduce((sum, { amount }) => sum + amount.amount, subtotal)
  const total = { amount, currency }
  const bill = {
    id: cart.id,
    lines,
    subtotal: { amount: subtotal, currency },
    adjustments,
    total,
    amountDue: total,
    method,
    slot: cart.slot,
    contact: cart.contact,
    address: method === 'DELIVERY' ? cart.address : null,
    delivery: null,
    table: null,
    placeOfSupply,
    comment: cart.comment,
    location: { id: location.id, name: location.name, address: addressOf(location) },
    payAtStore,
  }
  const isHeld = cart.heldUntil !== null && cart.heldUntil > ctx.app.now()
  return { ...bill, heldUntil: isHeld ? (cart.heldUntil?.toISOString() ?? null) : null, hash: hashOf(bill) }
}

/** Says what was agreed: whatever a shopper would want to look at again when it changes. */
function hashOf(bill: Omit<Bill, 'hash' | 'heldUntil'>): string {
  const { id, lines, adjustments, total, method, slot, contact, comment, location, payAtStore } = bill
  const agreed = [
    id,
    lines.map(({ key, sku, quantity, unitPrice }) => [key, sku, quantity, unitPrice.amount]),
    adjustments.map(({ kind, label, amount }) => [kind, label.en, amount.amount]),
    [total.amount, total.currency, method, slot?.date, slot?.time, comment, location.id, payAtStore],
    contact && [contact.name, contact.phone, contact.email],
  ]
  return createHash('sha256').update(JSON.stringify(agreed)).digest('base64url')
}
