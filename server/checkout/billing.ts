import type { Country } from '#contract/addresses.ts'
import type { Bill } from '#contract/billing.ts'
import type { Contact, Method } from '#contract/checkout.ts'
import { isSlotMethod } from '#contract/fulfilment-methods.ts'
import { addDays } from '#contract/hours.ts'
import { limits } from '#contract/limits.ts'
import type { Arrival, Order } from '#contract/orders.ts'
import type { StoredReferral } from '#contract/referral.ts'
import type { ShippingDays } from '#contract/shapes.ts'
import type { Buyer, PricedCart } from '#server/cart/cart.ts'
import { buyerOf, choices, lock, lockPriced, priced as readPriced } from '#server/cart/cart.ts'
import { notingRefusals } from '#server/catalogue/catalogue.ts'
import * as contacts from '#server/contacts/contacts.ts'
import { refuseCheckoutOff, settings } from '#server/content/content.ts'
import * as coupons from '#server/coupons/coupons.ts'
import * as credit from '#server/credit/credit.ts'
import type { LocationRow, TableSession } from '#server/locations/locations.ts'
import { dining, provincesOf, toLocal } from '#server/locations/locations.ts'
import type { OrderRow, Unpaid } from '#server/orders/orders.ts'
import {
  draft,
  fulfil,
  fail as giveUp,
  insert,
  join,
  live,
  newOrderId,
  paidEvent,
  refuseTooMany,
  toOrder,
} from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel, transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { networkDigest } from '#server/platform/http/client-address.ts'
import { emit } from '#server/platform/queue.ts'
import { moneyRules } from '#server/pricing/pricing.ts'
import type { MadeBill } from './bill.ts'
import { makeBill } from './bill.ts'
import { redeemFor } from './coupon-facts.ts'
import { refuseMethod } from './fulfilment-methods.ts'
import { refuseOverBounds } from './hold-bounds.ts'
import { hold, orderTerm, planHold } from './hold-plan.ts'
import { takeCode } from './order-code.ts'

/** How long a placed order waits for its payment. */
const payWithinMs = limits.minutesToPay * 60_000
/** The minimum time to pay for an order, even if its group-buy closes sooner. */
const lastPayWithinMs = 10 * 60_000

/**
 * The bill of the visitor's cart, or a preview of the bill for another method or postal code. Fails with `cart.empty`
 * if the visitor has no cart.
 */
export async function view(
  ctx: Context,
  { pickUpAandPayAtStore = false, ...wish }: { pickUpAandPayAtStore?: boolean | undefined } & Wish,
): Promise<Bill> {
  const found = await readPriced(ctx)
  if (!found) fail('cart.empty')
  await choices.noteSeen(ctx, found.cart)
  const before = await live(ctx, found.cart.id)
  const { bill } = await makeBill(ctx, supposing(found, wish), { payAtStore: pickUpAandPayAtStore, before })
  return { ...bill, waiting: waitingOf(before, bill.hash) }
}

/** The fulfilment that a preview assumes: the method, and a postal code or its beginning. */
interface Wish {
  methodName?: Method | undefined
  country?: Country | undefined
  postCode?: string | undefined
}

/** The cart with the previewed method and postal code. Nothing is saved. */
function supposing(found: PricedCart, { methodName, country = 'CA', postCode }: Wish): PricedCart {
  const { cart, location } = found
  const method = methodName ?? cart.method
  const isKnown = !postCode || (cart.address?.country === country && isSamePostCode(cart.address.postCode, postCode))
  if (isKnown) return { ...found, cart: { ...cart, method } }
  const code = postCode.toUpperCase().replace(/\s/g, '')
  const [province = country === 'CA' ? location.province : ''] = country === 'CA' ? provincesOf(code) : []
  return { ...found, cart: { ...cart, method, address: { ...noAddress, country, province, postCode: code } } }
}

const isSamePostCode = (one: string, other: string) =>
  one.replace(/\s/g, '').toUpperCase() === other.replace(/\s/g, '').toUpperCase()
const noAddress = { city: '', district: '', street: '', unit: '', buzzer: '', note: '', leaveAtDoor: false }

/** The cart's order whose payment was started and is still pending; null if there is none. */
function waitingOf(order: OrderRow | null, hash: string): Bill['waiting'] {
  if (order?.status !== 'INTERIM' || order.paymentOption === null) return null
  const { amountDue } = toOrder(order)
  return { orderID: order.id, paymentOption: order.paymentOption, amount: amountDue, isSame: order.billHash === hash }
}

/**
 * Places an order for the bill. Retries with the same bill return the same order. `code` is the emailed code that
 * verifies the buyer's email address. Fails with `billing.changed` if the bill has changed, and with
 * `checkout.slot_required`, `checkout.contact_required`, `checkout.address_required` or `checkout.table_required` if a
 * step is missing. Fails with `cart.out_of_stock` or `checkout.slot_unavailable` if goods or the slot are no longer
 * available, and with `membership.sign_in` if a guest buys a membership. Fails as `refuseTooMany` does if the buyer has
 * too many unpaid orders.
 */
export async function place(
  ctx: Context,
  {
    id,
    hash,
    pickUpAandPayAtStore,
    code,
    ...held
  }: { id: string; hash: string; pickUpAandPayAtStore: boolean; code?: string | undefined } & StoredReferral,
): Promise<Order> {
  // Checks the code before the transaction, because a wrong code must count as an attempt even if the transaction is
  // rolled back.
  if (code !== undefined) await takeCode(ctx, { cartId: id, code })
  const placing = () =>
    transact(ctx, async (ctx) => {
      const [found, before, buyer] = await inParallel(lockPriced(ctx, id), live(ctx, id), buyerOf(ctx, id))
      if (before?.billHash === hash) return before
      if (found.cart.state === 'closed') fail('billing.changed')
      const made = await makeBill(ctx, found, { payAtStore: pickUpAandPayAtStore, before })
      if (made.bill.hash !== hash) fail('billing.changed')
      return placeInstead(ctx, found, { made: { ...made, held, buyer }, before })
    })
  // Converts the order after the commit, because its number is not known earlier.
  return toOrder(await notingRefusals(ctx, placing))
}

/**
 * A bill to place. `buyer` shows whether the buyer's email address is verified. `held` is the referral that the buyer's
 * browser stores.
 */
type ToPlace = MadeBill & { buyer: Buyer; held: StoredReferral }

/** Places an order for the bill of a locked cart. First cancels the cart's pending order, if there is one. */
export async function placeInstead(
  ctx: Context,
  found: PricedCart,
  { made, before }: { made: ToPlace; before: OrderRow | null },
): Promise<OrderRow> {
  if (!before) return placeNew(ctx, found, made)
  await giveUp(ctx, before)
  return placeNew(ctx, { ...found, cart: await lock(ctx, before.cartId) }, made)
}

/**
 * The email address, phone number, session and IP network by which the shop limits unpaid orders. Null for an order
 * without this limit: nothing is due, guests order at a table, the contact has the member's verified email address, or
 * the shop itself places the order.
 */
function unpaidOf(ctx: Context, { cart }: PricedCart, { bill, priced, way, buyer }: ToPlace): Unpaid | null {
  const network = networkDigest(ctx.app.secret, ctx.ip)
  if (!bill.contact || priced.amountDue === 0 || way.party || buyer.isProvenMember || network === '') return null
  const { email, phone } = bill.contact
  return { email, phone, sessionId: ctx.sessionId ?? cart.sessionId, network, isEmailProven: buyer.isEmailProven }
}

/** The payment deadline of an order placed now. It is earlier than usual if the order's group-buy closes soon. */
function payUntil(now: Date, closesAt?: Date): Date {
  const usual = now.getTime() + payWithinMs
  if (!closesAt) return new Date(usual)
  return new Date(Math.min(usual, Math.max(closesAt.getTime(), now.getTime() + lastPayWithinMs)))
}

async function placeNew(ctx: Context, found: PricedCart, made: ToPlace): Promise<OrderRow> {
  const { bill, priced, way, buyer, held } = made
  await refuseCheckoutOff(ctx)
  const { slot, contact, method } = bill
  if (bill.asksSignIn) fail('membership.sign_in')
  refuseMethod(ctx, way, bill.total.currency)
  if (isSlotMethod(method) && !bill.isService && !slot?.time) {
    fail(way.campaign ? 'campaigns.point_required' : 'checkout.slot_required')
  }
  if (!contact) fail('checkout.contact_required')
  if (way.party) await keepTable(ctx, way.party)
  const asksContact = bill.lines.some(({ contactRequired }) => contactRequired)
  if (asksContact)
    await contacts.takeFor(ctx, { contactId: found.cart.verifiedContactId, memberId: found.cart.memberId })
  const isFree = priced.amountDue === 0
  const isSettled = bill.payAtStore || isFree
  const expiresAt = payUntil(ctx.app.now(), way.campaign?.campaign.closesAt)
  const { cart, location } = found
  const id = newOrderId()
  const seller = await sellerNow(ctx)
  const coupon = bill.coupon && bill.coupon.problem === null ? bill.coupon : null
  if (coupon) {
    const persons = coupons.personsOf(ctx, { ...cart, ...buyer })
    await redeemFor(ctx, { code: coupon.code, orderId: id, persons })
  }
  // Locks the coupon and the credit before the stock. Payments and cancellations lock in the same sequence, so that no
  // two transactions deadlock.
  if (priced.credit > 0 && cart.memberId) {
    const money = { amount: priced.credit, currency: bill.total.currency }
    await credit.hold(ctx, { orderId: id, memberId: cart.memberId, money })
  }
  if (held.referId) await emitReferred(ctx, { orderId: id, memberId: cart.memberId, contact, ...held })
  const reserved = planHold(ctx, found, { way, slot, term: orderTerm(expiresAt) })
  const order = draft(ctx, {
    id,
    cartId: cart.id,
    sessionId: ctx.sessionId ?? cart.sessionId,
    memberId: cart.memberId,
    status: isSettled ? 'NEW' : 'INTERIM',
    paymentStatus: isFree ? 'PAID_ONLINE' : 'NOT_PAID',
    payAtStore: bill.payAtStore && !isFree,
    paymentOption: !isSettled ? null : !isFree ? 'pay_at_store' : priced.credit > 0 ? 'store_credit' : null,
    billHash: bill.hash,
    locale: ctx.locale,
    locationId: location.id,
    location: { ...bill.location, mapUrl: location.mapUrl, phone: location.phone, seller },
    timeZone: location.timeZone,
    method,
    slot,
    campaignId: cart.campaignId,
    campaign: bill.campaign,
    slotStartsAt: reserved.heldSlot ? new Date(reserved.heldSlot.startsAt) : null,
    contact,
    isEmailProven: buyer.isEmailProven,
    network: networkDigest(ctx.app.secret, ctx.ip),
    address: bill.address,
    arrival: bill.delivery?.days ? arrivalOf(ctx, location, bill.delivery.days) : null,
    tracking: null,
    tableNumber: way.party?.tableNumber ?? null,
    tableSessionId: way.party?.id ?? null,
    placeOfSupply: bill.placeOfSupply,
    comment: bill.comment,
    lines: bill.lines,
    adjustments: bill.adjustments,
    currency: bill.total.currency,
    subtotal: bill.subtotal.amount,
    total: priced.total,
    parts: priced.parts,
    coupon: coupon && { code: coupon.code, label: coupon.label },
    credit: priced.credit,
    balance: priced.balance,
    verifiedContactId: asksContact ? found.cart.verifiedContactId : null,
    expiresAt: isSettled ? null : expiresAt,
  })
  await inParallel(hold(ctx, found, { way, held: reserved }), order.campaignId && join(ctx, order))
  if (isSettled) {
    await (isFree ? emit(ctx, 'order.paid', paidEvent(order)) : emit(ctx, 'order.placed', { orderId: order.id }))
    await fulfil(ctx, order)
  }
  // Checks the limits late, because the locks for them make all orders from one IP network wait until this transaction
  // ends.
  await refuseOverBounds(ctx, found, { way, held: reserved })
  const unpaid = unpaidOf(ctx, found, made)
  if (unpaid) await refuseTooMany(ctx, { ...unpaid, orderId: id })
  await insert(ctx, order)
  return order
}

/**
 * Locks the guests' party, so that it keeps its table until the order is placed. Fails with `checkout.table_required`
 * if the party has ended or the table was removed, and with `billing.changed` if the table's number differs from the
 * number on the bill.
 */
async function keepTable(ctx: Context, party: TableSession): Promise<void> {
  const number = await dining.keepParty(ctx, party)
  if (number === null) fail('checkout.table_required')
  if (number !== party.tableNumber) fail('billing.changed')
}

/** The first and last day on which the carrier is expected to deliver, in the store's time zone. */
function arrivalOf(ctx: Context, { timeZone }: LocationRow, { from, to }: ShippingDays): Arrival {
  const today = toLocal(ctx.app.now(), timeZone).date
  return { from: addDays(today, from), to: addDays(today, to) }
}

/** The current seller, for the order's receipt. GST and HST share one registration number. */
async function sellerNow(ctx: Context) {
  const [{ sellerName, registrations }, { storeName }] = await Promise.all([moneyRules(ctx), settings(ctx)])
  return { name: sellerName || storeName, registration: registrations.HST ?? registrations.GST ?? '' }
}

function emitReferred(
  ctx: Context,
  {
    referId = '',
    referGroup,
    ...order
  }: StoredReferral & { orderId: string; memberId: string | null; contact: Contact },
) {
  return emit(ctx, 'order.referred', { ...order, referId, referGroup: referGroup ?? null })
}
