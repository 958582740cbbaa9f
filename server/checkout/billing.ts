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
import { recordingRefusals } from '#server/catalogue/catalogue.ts'
import * as contacts from '#server/contacts/contacts.ts'
import { refuseCheckoutOff, settings } from '#server/content/content.ts'
import * as coupons from '#server/coupons/coupons.ts'
import * as credit from '#server/credit/credit.ts'
import type { LocationRow, TableSession } from '#server/locations/locations.ts'
import { dining, provincesOf, toLocal } from '#server/locations/locations.ts'
import type { OrderRow, UnpaidBuyer } from '#server/orders/orders.ts'
import {
  buildOrder,
  markFailed as cancelUnpaid,
  findLiveOrder,
  fulfil,
  hasOrdered,
  insert,
  join,
  limitUnpaidOrders,
  newOrderId,
  paidPayload,
  toOrder,
} from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel, transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { networkDigest } from '#server/platform/http/client-address.ts'
import { emit } from '#server/platform/queue.ts'
import { moneyRules } from '#server/pricing/pricing.ts'
import type { PricedBill } from './bill.ts'
import { makeBill } from './bill.ts'
import { redeemFor } from './coupon-facts.ts'
import { refuseMethod } from './fulfilment-methods.ts'
import { refuseOverHoldLimits } from './hold-bounds.ts'
import { hold, orderTerm, planHold } from './hold-plan.ts'
import { verifyOrderCode } from './order-code.ts'

/** How long a placed order waits for its payment. */
const paymentWindowMs = limits.minutesToPay * 60_000
/** The minimum time to pay for an order, even if its group-buy closes sooner. */
const minPaymentWindowMs = 10 * 60_000

/**
 * The bill of the visitor's cart, or a preview of the bill for another method or postal code. Fails with `cart.empty`
 * if the visitor has no cart.
 */
export async function view(
  ctx: Context,
  { pickUpAandPayAtStore = false, ...preview }: { pickUpAandPayAtStore?: boolean | undefined } & BillPreview,
): Promise<Bill> {
  const pricedCart = await readPriced(ctx)
  if (!pricedCart) fail('cart.empty')
  await choices.recordSeen(ctx, pricedCart.cart)
  const before = await findLiveOrder(ctx, pricedCart.cart.id)
  const { bill } = await makeBill(ctx, withPreview(pricedCart, preview), { payAtStore: pickUpAandPayAtStore, before })
  return { ...bill, waiting: toPendingPayment(before, bill.hash) }
}

/** The fulfilment that a preview assumes: the method, and a postal code or its beginning. */
interface BillPreview {
  methodName?: Method | undefined
  country?: Country | undefined
  postCode?: string | undefined
}

/** The cart with the previewed method and postal code. Nothing is saved. */
function withPreview(pricedCart: PricedCart, { methodName, country = 'CA', postCode }: BillPreview): PricedCart {
  const { cart, location } = pricedCart
  const method = methodName ?? cart.method
  const isCurrentPostCode =
    !postCode || (cart.address?.country === country && isSamePostCode(cart.address.postCode, postCode))
  if (isCurrentPostCode) return { ...pricedCart, cart: { ...cart, method } }
  const code = postCode.toUpperCase().replace(/\s/g, '')
  const [province = country === 'CA' ? location.province : ''] = country === 'CA' ? provincesOf(code) : []
  return { ...pricedCart, cart: { ...cart, method, address: { ...emptyAddress, country, province, postCode: code } } }
}

const isSamePostCode = (first: string, second: string) =>
  first.replace(/\s/g, '').toUpperCase() === second.replace(/\s/g, '').toUpperCase()
const emptyAddress = { city: '', district: '', street: '', unit: '', buzzer: '', note: '', leaveAtDoor: false }

/** The cart's order whose payment was started and is still pending; null if there is none. */
function toPendingPayment(order: OrderRow | null, hash: string): Bill['waiting'] {
  if (order?.status !== 'INTERIM' || order.paymentOption === null) return null
  const { amountDue } = toOrder(order)
  return { orderID: order.id, paymentOption: order.paymentOption, amount: amountDue, isSame: order.billHash === hash }
}

/**
 * Places an order for the bill. Retries with the same bill return the same order until its deadline. `code` is the
 * emailed code that verifies the buyer's email address. Fails with `billing.changed` if the bill has changed, and with
 * `checkout.slot_required`, `checkout.contact_required`, `checkout.address_required` or `checkout.table_required` if a
 * step is missing. Fails with `cart.out_of_stock` or `checkout.slot_unavailable` if goods or the slot are no longer
 * available, and with `membership.sign_in` if a guest buys a membership. Fails as `limitUnpaidOrders` does if the buyer
 * has too many unpaid orders.
 */
export async function place(
  ctx: Context,
  {
    id,
    hash,
    pickUpAandPayAtStore,
    code,
    ...storedReferral
  }: { id: string; hash: string; pickUpAandPayAtStore: boolean; code?: string | undefined } & StoredReferral,
): Promise<Order> {
  // Checks the code before the transaction, because a wrong code must count as an attempt even if the transaction is
  // rolled back.
  if (code !== undefined) await verifyOrderCode(ctx, { cartId: id, code })
  const placeOrder = () =>
    transact(ctx, async (ctx) => {
      const [pricedCart, before, buyer] = await inParallel(
        lockPriced(ctx, id),
        findLiveOrder(ctx, id),
        buyerOf(ctx, id),
      )
      if (before?.billHash === hash && !isOverdue(ctx, before)) return before
      if (pricedCart.cart.state === 'closed') fail('billing.changed')
      const pricedBill = await makeBill(ctx, pricedCart, { payAtStore: pickUpAandPayAtStore, before })
      if (pricedBill.bill.hash !== hash) fail('billing.changed')
      return replaceOrder(ctx, pricedCart, { billToPlace: { ...pricedBill, storedReferral, buyer }, before })
    })
  // Converts the order after the commit, because its number is not known earlier.
  return toOrder(await recordingRefusals(ctx, placeOrder))
}

/**
 * Whether an unpaid order's time to pay is over. While the payment provider does not respond, such an order stays
 * pending, but the shopper cannot start another payment.
 */
const isOverdue = ({ app }: Context, { status, expiresAt }: OrderRow) =>
  status === 'INTERIM' && expiresAt !== null && expiresAt <= app.now()

/**
 * A bill to place. `buyer` shows whether the buyer's email address is verified. `storedReferral` is the referral that
 * the buyer's browser stores.
 */
type BillToPlace = PricedBill & { buyer: Buyer; storedReferral: StoredReferral }

/**
 * Places an order for the bill of a locked cart. First cancels the cart's pending order, if there is one. The new order
 * takes over the stock and the time that the cart holds, even if the store no longer offers this time to other carts.
 */
export async function replaceOrder(
  ctx: Context,
  pricedCart: PricedCart,
  { billToPlace: made, before }: { billToPlace: BillToPlace; before: OrderRow | null },
): Promise<OrderRow> {
  if (!before) return placeNew(ctx, pricedCart, { ...made, replacedId: null })
  await cancelUnpaid(ctx, before, { keepsHold: true })
  const replacement = { ...made, replacedId: before.id }
  return placeNew(ctx, { ...pricedCart, cart: await lock(ctx, before.cartId) }, replacement)
}

/**
 * The email address, phone number, session and IP network by which the shop limits unpaid orders. Null for an order
 * without this limit: nothing is due, guests order at a table, the contact has the member's verified email address, or
 * the shop itself places the order.
 */
function toUnpaid(ctx: Context, { cart }: PricedCart, { bill, priced, way, buyer }: BillToPlace): UnpaidBuyer | null {
  const network = networkDigest(ctx.app.secret, ctx.ip)
  if (!bill.contact || priced.amountDue === 0 || way.party || buyer.isProvenMember || network === '') return null
  const { email, phone } = bill.contact
  return { email, phone, sessionId: ctx.sessionId ?? cart.sessionId, network, isEmailProven: buyer.isEmailProven }
}

/** The payment deadline of an order placed now. It is earlier than usual if the order's group-buy closes soon. */
function paymentDeadline(now: Date, closesAt?: Date): Date {
  const defaultDeadline = now.getTime() + paymentWindowMs
  if (!closesAt) return new Date(defaultDeadline)
  return new Date(Math.min(defaultDeadline, Math.max(closesAt.getTime(), now.getTime() + minPaymentWindowMs)))
}

/** A bill to place as an order. `replacedId` is the cart's earlier order, which the same transaction cancels. */
type OrderToPlace = BillToPlace & { replacedId: string | null }

/**
 * Places an order. Locks the coupon and the credit before the stock. Payments and cancellations lock in the same
 * sequence, so that no two transactions deadlock.
 */
async function placeNew(ctx: Context, pricedCart: PricedCart, made: OrderToPlace): Promise<OrderRow> {
  const { bill, way, storedReferral } = made
  const { cart } = pricedCart
  await refuseCheckoutOff(ctx)
  const contact = requireComplete(ctx, made)
  if (way.party) await lockTable(ctx, way.party)
  const verifiedContactId = await attachVerifiedContact(ctx, pricedCart, bill)
  const expiresAt = paymentDeadline(ctx.app.now(), way.campaign?.campaign.closesAt)
  const orderId = newOrderId()
  const seller = await findSeller(ctx)
  await takeCouponAndCredit(ctx, pricedCart, { orderId, contact, made })
  if (storedReferral.referId) await emitReferral(ctx, { orderId, memberId: cart.memberId, contact, ...storedReferral })
  const plannedHold = planHold(ctx, pricedCart, { way, slot: bill.slot, term: orderTerm(expiresAt) })
  const facts = { id: orderId, contact, verifiedContactId, seller, plannedHold, expiresAt }
  const order = toNewOrder(ctx, pricedCart, { made, facts })
  await inParallel(hold(ctx, pricedCart, { way, held: plannedHold }), order.campaignId && join(ctx, order))
  if (order.status === 'NEW') await settle(ctx, order)
  // Checks the limits late, because the locks for them make all orders from one IP network wait until this transaction
  // ends.
  await refuseOverHoldLimits(ctx, pricedCart, { way, held: plannedHold })
  const unpaid = toUnpaid(ctx, pricedCart, made)
  if (unpaid) await limitUnpaidOrders(ctx, { ...unpaid, orderId })
  await insert(ctx, order)
  return order
}

/** Returns the contact of a bill. Fails if the shopper must still sign in, or choose a method, time or contact. */
function requireComplete(ctx: Context, { bill, way }: BillToPlace): Contact {
  if (bill.asksSignIn) fail('membership.sign_in')
  refuseMethod(ctx, way, bill.total.currency)
  if (isSlotMethod(bill.method) && !bill.isService && !bill.slot?.time) {
    fail(way.campaign ? 'campaigns.point_required' : 'checkout.slot_required')
  }
  return bill.contact ?? fail('checkout.contact_required')
}

/** Uses the cart's verified contact for the order. Returns the contact's id, or null if no goods require one. */
async function attachVerifiedContact(
  ctx: Context,
  { cart: { verifiedContactId, memberId } }: PricedCart,
  { lines }: Bill,
): Promise<string | null> {
  if (!lines.some(({ contactRequired }) => contactRequired)) return null
  await contacts.attachToOrder(ctx, { contactId: verifiedContactId, memberId })
  return verifiedContactId
}

/** Redeems the bill's coupon for the order, and holds the store credit that the bill deducts. */
async function takeCouponAndCredit(
  ctx: Context,
  { cart }: PricedCart,
  {
    orderId,
    contact,
    made: { bill, priced, buyer, replacedId },
  }: { orderId: string; contact: Contact; made: OrderToPlace },
) {
  const coupon = usedCoupon(bill)
  if (coupon) {
    const persons = coupons.personsOf(ctx, { ...cart, ...buyer })
    const buyerFacts = { memberId: cart.memberId, contact, isEmailProven: buyer.isEmailProven, except: replacedId }
    await redeemFor(ctx, { code: coupon.code, orderId, persons, hasOrdered: () => hasOrdered(ctx, buyerFacts) })
  }
  if (priced.credit > 0 && cart.memberId) {
    const money = { amount: priced.credit, currency: bill.total.currency }
    await credit.hold(ctx, { orderId, memberId: cart.memberId, money })
  }
}

const usedCoupon = ({ coupon }: Bill) => (coupon && coupon.problem === null ? coupon : null)

/** The parts of a new order that the bill does not contain. */
interface NewOrderFacts {
  id: string
  contact: Contact
  verifiedContactId: string | null
  seller: Awaited<ReturnType<typeof findSeller>>
  plannedHold: ReturnType<typeof planHold>
  expiresAt: Date
}

/** Builds the row of a new order. If nothing is due or the shopper pays at the store, the order is settled at once. */
function toNewOrder(
  ctx: Context,
  { cart, location }: PricedCart,
  { made, facts }: { made: BillToPlace; facts: NewOrderFacts },
): OrderRow {
  const { bill, priced, way, buyer } = made
  const { id, contact, verifiedContactId, seller, plannedHold, expiresAt } = facts
  const isFree = priced.amountDue === 0
  const isSettled = bill.payAtStore || isFree
  const coupon = usedCoupon(bill)
  return buildOrder(ctx, {
    id,
    cartId: cart.id,
    sessionId: ctx.sessionId ?? cart.sessionId,
    memberId: cart.memberId,
    status: isSettled ? 'NEW' : 'INTERIM',
    paymentStatus: isFree ? 'PAID_ONLINE' : 'NOT_PAID',
    payAtStore: bill.payAtStore && !isFree,
    paymentOption: settledOption(made),
    billHash: bill.hash,
    locale: ctx.locale,
    locationId: location.id,
    location: { ...bill.location, mapUrl: location.mapUrl, phone: location.phone, seller },
    timeZone: location.timeZone,
    method: bill.method,
    slot: bill.slot,
    campaignId: cart.campaignId,
    campaign: bill.campaign,
    slotStartsAt: plannedHold.heldSlot ? new Date(plannedHold.heldSlot.startsAt) : null,
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
    verifiedContactId,
    expiresAt: isSettled ? null : expiresAt,
  })
}

/** How a new order is paid, if that is settled. Null if the shopper must still pay online, or if the order is free. */
function settledOption({ bill, priced }: BillToPlace): 'pay_at_store' | 'store_credit' | null {
  if (priced.amountDue !== 0) return bill.payAtStore ? 'pay_at_store' : null
  return priced.credit > 0 ? 'store_credit' : null
}

/** Emits `order.paid` or `order.placed` for a settled order, and starts the order's fulfilment. */
async function settle(ctx: Context, order: OrderRow) {
  const isPaid = order.paymentStatus === 'PAID_ONLINE'
  await (isPaid ? emit(ctx, 'order.paid', paidPayload(order)) : emit(ctx, 'order.placed', { orderId: order.id }))
  await fulfil(ctx, order)
}

/**
 * Locks the guests' party, so that it keeps its table until the order is placed. Fails with `checkout.table_required`
 * if the party has ended or the table was removed, and with `billing.changed` if the table's number differs from the
 * number on the bill.
 */
async function lockTable(ctx: Context, party: TableSession): Promise<void> {
  const number = await dining.lockParty(ctx, party)
  if (number === null) fail('checkout.table_required')
  if (number !== party.tableNumber) fail('billing.changed')
}

/** The first and last day on which the carrier is expected to deliver, in the store's time zone. */
function arrivalOf(ctx: Context, { timeZone }: LocationRow, { from, to }: ShippingDays): Arrival {
  const today = toLocal(ctx.app.now(), timeZone).date
  return { from: addDays(today, from), to: addDays(today, to) }
}

/** The current seller, for the order's receipt. GST and HST share one registration number. */
async function findSeller(ctx: Context) {
  const [{ sellerName, registrations }, { storeName }] = await Promise.all([moneyRules(ctx), settings(ctx)])
  return { name: sellerName || storeName, registration: registrations.HST ?? registrations.GST ?? '' }
}

function emitReferral(
  ctx: Context,
  {
    referId = '',
    referGroup,
    ...order
  }: StoredReferral & { orderId: string; memberId: string | null; contact: Contact },
) {
  return emit(ctx, 'order.referred', { ...order, referId, referGroup: referGroup ?? null })
}
