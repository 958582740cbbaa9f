import type { Bill } from '#contract/billing.ts'
import type { Order } from '#contract/orders.ts'
import type { StoredReferral } from '#contract/referral.ts'
import type { CartRow } from '#server/cart/cart.ts'
import { buyerOf, choices, lockPriced, priced } from '#server/cart/cart.ts'
import { findLiveOrder, toOrder } from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel, transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { makeBill } from './bill.ts'
import { replaceOrder } from './billing.ts'

export { balance, history } from '#server/credit/credit.ts'

type Use = NonNullable<CartRow['credit']>
/** An amount larger than any bill. A request for this amount applies all available credit. */
const amountAboveAnyBill = 1_000_000_000

interface CreditRequest {
  /** The amount in minor units. If omitted, as much credit as possible is used. 0 removes the credit. */
  amount?: number | undefined
}

/**
 * Applies store credit to the visitor's bill and returns the bill. Never applies more than the amount due or the credit
 * balance. Fails with `credit.insufficient` if the visitor has no credit, unless `amount` is 0.
 */
export function apply(ctx: Context, { amount }: CreditRequest): Promise<Bill> {
  return choose(ctx, { wanted: amount ?? amountAboveAnyBill, use: 'bill' })
}

/**
 * Like `apply`, but applies credit only to the deposit, which is the part of the bill that is due with the order. Fails
 * with `credit.no_deposit` if the whole bill is due with the order.
 */
export function applyToDeposit(ctx: Context, { amount }: CreditRequest): Promise<Bill> {
  return choose(ctx, { wanted: amount ?? amountAboveAnyBill, use: 'deposit' })
}

async function choose(ctx: Context, { wanted, use }: Use): Promise<Bill> {
  const pricedCart = await priced(ctx)
  if (!pricedCart) fail('cart.empty')
  const { bill } = await makeBill(ctx, pricedCart, { payAtStore: false })
  if (wanted > 0 && !bill.creditAvailable?.amount) fail('credit.insufficient')
  if (wanted > 0 && use === 'deposit' && !bill.depositDue) fail('credit.no_deposit')
  const cart = await choices.choose(ctx, { credit: wanted > 0 ? { wanted, use } : null })
  return (await makeBill(ctx, { ...pricedCart, cart }, { payAtStore: false })).bill
}

/**
 * Places the bill's order and pays it completely with store credit. Retries with the same bill return the same order.
 * Cancels an unpaid order of the same cart. Fails as placing an order does, and with `credit.insufficient` if the
 * credit is not enough.
 */
export async function pay(
  ctx: Context,
  { id, hash, ...storedReferral }: { id: string; hash: string } & StoredReferral,
): Promise<Order> {
  const order = await transact(ctx, async (ctx) => {
    const [pricedCart, before, buyer] = await inParallel(lockPriced(ctx, id), findLiveOrder(ctx, id), buyerOf(ctx, id))
    const { cart } = pricedCart
    if (before?.status === 'NEW' && before.billHash === hash) return before
    if (cart.state === 'closed') fail('billing.changed')
    const shownBill = await makeBill(ctx, pricedCart, { payAtStore: false })
    const credit: Use = { wanted: amountAboveAnyBill, use: 'bill' }
    const creditBill = await makeBill(ctx, { ...pricedCart, cart: { ...cart, credit } }, { payAtStore: false })
    if (hash !== shownBill.bill.hash && hash !== creditBill.bill.hash) fail('billing.changed')
    const { credit: usedCredit, total } = creditBill.priced
    if (usedCredit < total || usedCredit === 0) fail('credit.insufficient')
    return replaceOrder(ctx, pricedCart, {
      billToPlace: { ...creditBill, storedReferral, buyer, bill: { ...creditBill.bill, hash } },
      before,
    })
  })
  return toOrder(order)
}
