import { isSlotMethod } from '#contract/fulfilment-methods.ts'
import type { CartRow, PricedCart } from '#server/cart/cart.ts'
import { acceptPrices, choices, lockOpen, lockPriced } from '#server/cart/cart.ts'
import { recordingRefusals } from '#server/catalogue/catalogue.ts'
import { refuseCheckoutOff } from '#server/content/content.ts'
import { findLiveOrder, isService } from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel, transact } from '#server/platform/database/transactions.ts'
import { Failure, fail } from '#server/platform/fail.ts'
import { findChosenMethod, findChosenSlot, refuseMethod } from './fulfilment-methods.ts'
import { refuseOverHoldLimits } from './hold-bounds.ts'
import { hold, nextTerm, orderTerm, planHold } from './hold-plan.ts'

/**
 * The end of the hold. Null if nothing is held, because the cart has used up its hour of holds, or because the session
 * or IP network holds too much.
 */
export interface Reserved {
  heldUntil: string | null
}

/**
 * Holds stock and slot for some minutes, all or nothing; repeated calls extend the hold. Does not change the hold of an
 * unpaid order. Fails with `checkout.off` while the checkout is switched off, with `cart.empty` for an empty cart, with
 * `checkout.slot_unavailable` if the slot is no longer available, with `cart.out_of_stock` if pieces are missing, and
 * as `planHold` and `refuseMethod` do.
 */
export async function reserve(ctx: Context): Promise<Reserved> {
  await refuseCheckoutOff(ctx)
  return recordingRefusals(ctx, () => orWithoutHold(() => reserveOwn(ctx)))
}

/**
 * Lets the shopper continue without a hold if the session or IP network already holds too much. Placing the order
 * applies the same limits again.
 */
export async function orWithoutHold(reserveStock: () => Promise<Reserved>, onFull = async () => {}): Promise<Reserved> {
  try {
    return await reserveStock()
  } catch (error) {
    if (!(error instanceof Failure) || error.items[0]?.code !== 'checkout.holds_full') throw error
    await onFull()
    return { heldUntil: null }
  }
}

function reserveOwn(ctx: Context): Promise<Reserved> {
  return transact(ctx, async (ctx) => {
    const cart = (await lockOpen(ctx)) ?? fail('cart.empty')
    return reserveFor(ctx, cart.id, Promise.resolve(cart))
  })
}

/**
 * Holds stock and slot for the visitor's cart. `id` is the cart that the caller read, and `locking` resolves to the
 * locked cart. If they are different carts, the hold is for the locked cart.
 */
export async function reserveFor(ctx: Context, id: string, locking: Promise<CartRow>): Promise<Reserved> {
  const [pricedCart, pendingOrder] = await inParallel(lockPriced(ctx, id, locking), findLiveOrder(ctx, id))
  const pending = pricedCart.cart.id === id ? pendingOrder : await findLiveOrder(ctx, pricedCart.cart.id)
  if (pricedCart.lines.length === 0) fail('cart.empty')
  if (pending?.expiresAt) return { heldUntil: pending.expiresAt.toISOString() }
  await acceptPrices(ctx, pricedCart)
  const chosen = await findChosenFulfilment(ctx, pricedCart)
  const term = nextTerm(ctx, pricedCart.cart)
  const held = planHold(ctx, pricedCart, { ...chosen, term: term ?? orderTerm(ctx.app.now()) })
  if (!term) return { heldUntil: null }
  await hold(ctx, pricedCart, { way: chosen.way, held })
  await refuseOverHoldLimits(ctx, pricedCart, { way: chosen.way, held })
  return { heldUntil: term.until.toISOString() }
}

async function findChosenFulfilment(ctx: Context, { cart, lines, location, subtotal, currency }: PricedCart) {
  if (isService(lines))
    return { way: await findChosenMethod(ctx, { cart, location, subtotal, lines, isService: true }), slot: null }
  const way = await findChosenMethod(ctx, { cart, location, subtotal, lines })
  refuseMethod(ctx, way, currency)
  const slot = await findChosenSlot(ctx, { cart, way, lines })
  if (cart.slot?.asap && isSlotMethod(way.method) && !slot) fail('checkout.slot_unavailable')
  if (slot?.asap) await choices.choose(ctx, { slot })
  return { way, slot }
}
