import { createHash } from 'node:crypto'
import type { Bill } from '#contract/billing.ts'
import type { Line } from '#contract/cart.ts'
import type { Method, TipChoice } from '#contract/checkout.ts'
import { carriesGoods, goesTo, isAddressMethod, isSlotMethod } from '#contract/fulfilment-methods.ts'
import { textInAllLanguages } from '#contract/languages.ts'
import type { HandOverPlace } from '#contract/payment-methods.ts'
import type { CampaignRow } from '#server/campaigns/campaigns.ts'
import type { PricedCart } from '#server/cart/cart.ts'
import type { CheckedCoupon } from '#server/coupons/coupons.ts'
import * as credit from '#server/credit/credit.ts'
import type { Quote } from '#server/locations/locations.ts'
import { addressOf, toLocal } from '#server/locations/locations.ts'
import type { OrderRow } from '#server/orders/orders.ts'
import { findLiveOrder, isService as isServiceOnly } from '#server/orders/orders.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import type { Discount, MoneyRules, PricedSale, Sale } from '#server/pricing/pricing.ts'
import { feesOf, memberSaved, missingToFreeDelivery, moneyRules, price, tipOf } from '#server/pricing/pricing.ts'
import { couponsOf, toBillCoupon } from './coupon-facts.ts'
import type { FulfilmentMethod } from './fulfilment-methods.ts'
import { findChosenMethod, findChosenSlot } from './fulfilment-methods.ts'
import { toGoods } from './goods.ts'
import { holdOf } from './hold-plan.ts'
import { toPickup } from './pickup.ts'
import { toQuote } from './quotes.ts'

/** A bill for the browser, with its price calculation and fulfilment method. */
export interface PricedBill {
  bill: Bill
  priced: PricedSale
  way: FulfilmentMethod
}

/** The inputs of the price calculation, except the cart. */
interface PricingInputs {
  way: FulfilmentMethod
  rules: Awaited<ReturnType<typeof moneyRules>>
  discount: Discount | null
  /** Store credit that the member can spend, in minor units. */
  spendable: number
}

type HandOverRules = Pick<MoneyRules, 'payAtStore' | 'payOnDelivery'>

/** The facts that decide whether an order can be paid at the hand-over. */
interface HandOverFacts {
  method: Method
  campaign: { campaign: Pick<CampaignRow, 'allowsCash'> } | null
}

/**
 * Whether the shopper can pay the order at the hand-over: at the store, to the driver, or when the goods of a group-buy
 * are handed over. The owner's settings decide for stores and deliveries, and the organiser's setting decides for a
 * group-buy. Memberships, goods with a prepayment and parcels must be paid online.
 */
export function isPayableAtHandOver(
  rules: HandOverRules,
  { method, campaign }: HandOverFacts,
  lines: Pick<Line, 'isMembership' | 'prepayment'>[],
): boolean {
  if (lines.some(({ isMembership, prepayment }) => isMembership || prepayment)) return false
  return campaign ? campaign.campaign.allowsCash : isMethodPayable(rules, method)
}

/** Whether the owner allows payment at the hand-over for this method. */
export function isMethodPayable({ payAtStore, payOnDelivery }: HandOverRules, method: Method): boolean {
  return goesTo(method, 'address') ? payOnDelivery && isSlotMethod(method) : payAtStore
}

/** The place where the shopper pays an order with this method, if the order is paid at the hand-over. */
export function handOverPlaceOf({
  method,
  campaign,
}: {
  method: Method | null
  campaign: object | null
}): HandOverPlace {
  if (goesTo(method, 'address')) return 'delivery'
  return campaign ? 'pickup' : 'store'
}

/**
 * Makes the bill of a cart. `before` is the cart's pending or placed order; if it is undefined, this function reads
 * that order. Fails with `cart.empty` for an empty cart. Fails with `campaigns.online_only` or
 * `checkout.pay_at_store_unavailable` if `payAtStore` is set but the order must be paid online.
 */
export async function makeBill(
  ctx: Context,
  pricedCart: PricedCart,
  { payAtStore, before }: { payAtStore: boolean; before?: OrderRow | null | undefined },
): Promise<PricedBill> {
  const { cart, lines, subtotal, currency, location } = pricedCart
  if (lines.length === 0) fail('cart.empty')
  const isService = isServiceOnly(lines)
  const hasMembership = lines.some(({ isMembership }) => isMembership)
  const [way, rules, spendable] = await Promise.all([
    findChosenMethod(ctx, { cart, location, subtotal, lines, isService }),
    moneyRules(ctx),
    findSpendableCredit(ctx, pricedCart, before),
  ])
  const { method, quote, party, placeOfSupply } = way
  if (payAtStore && !isPayableAtHandOver(rules, way, lines))
    fail(way.campaign ? 'campaigns.online_only' : 'checkout.pay_at_store_unavailable')
  const hasCoupons = way.campaign?.campaign.allowsCoupons !== false
  const coupons = hasCoupons ? await couponsOf(ctx, pricedCart, { method, before }) : { typed: null, claimed: [] }
  const { coupon, priced } = withBestCoupon(coupons, (discount) =>
    price(toSale(ctx, pricedCart, { way, rules, discount, spendable: spendable ?? 0 })),
  )
  const money = (amount: number) => ({ amount, currency })
  const bill = {
    id: cart.id,
    lines,
    subtotal: money(priced.subtotal),
    adjustments: priced.adjustments,
    total: money(priced.total),
    memberSaved: money(memberSaved({ lines, parts: priced.parts })),
    isService,
    asksSignIn: hasMembership && !cart.memberId,
    tip: tipOn(pricedCart, { way, rules }),
    tipOffers: offeredTips(pricedCart, { way, rules }).map((percent) => ({
      percent,
      amount: money(tipOf({ percent }, priced.tipBase)),
    })),
    coupon: coupon && toBillCoupon(ctx, coupon, coupon !== coupons.typed),
    credit: money(priced.credit),
    creditAvailable: spendable === null ? null : money(spendable),
    depositDue: priced.depositDue === null ? null : money(priced.depositDue),
    amountDue: money(priced.amountDue),
    balance: money(priced.balance),
    method,
    slot: isService ? null : await findChosenSlot(ctx, { cart, way, lines }),
    contact: cart.contact,
    address: way.address,
    delivery: quote && { ...toQuote(quote, currency), ...freeDeliveryOf(pricedCart, { way, quote, priced }) },
    table: party && { number: party.tableNumber },
    campaign: way.campaign && toPickup(way.campaign, cart),
    placeOfSupply,
    comment: cart.comment,
    location: { id: location.id, name: location.name, address: addressOf(location) },
    payAtStore,
    isEstimated: !isService && isEstimated(pricedCart, way),
    waiting: null,
  }
  const isHeld = cart.heldUntil !== null && cart.heldUntil > ctx.app.now()
  const heldUntil = isHeld ? (cart.heldUntil?.toISOString() ?? null) : null
  return { bill: { ...bill, heldUntil, hold: holdOf(ctx, cart), hash: hashOf(bill, cart) }, priced, way }
}

/**
 * Picks the coupon of a bill and calculates the prices with it. Uses the coupon whose code the shopper typed. Without a
 * typed code, uses the claimed coupon that lowers the total most, or none if no claimed coupon lowers it.
 */
function withBestCoupon(
  { typed, claimed }: { typed: CheckedCoupon | null; claimed: CheckedCoupon[] },
  priceWith: (discount: Discount | null) => PricedSale,
): { coupon: CheckedCoupon | null; priced: PricedSale } {
  const initial = { coupon: typed, priced: priceWith(typed?.discount ?? null) }
  return claimed
    .map((coupon) => ({ coupon, priced: priceWith(coupon.discount) }))
    .reduce<typeof initial>((best, next) => (next.priced.total < best.priced.total ? next : best), initial)
}

/**
 * Whether the total is only an estimate: the delivery fee is not known yet, or the shopper has not chosen a method and
 * may still choose delivery.
 */
function isEstimated({ cart, location }: PricedCart, { method, quote, campaign }: FulfilmentMethod): boolean {
  if (goesTo(method, 'address')) return !quote
  return cart.method === null && !campaign && location.methods.some(isAddressMethod)
}

/**
 * Credit that the cart's member can spend, including credit that the cart's own pending order holds; null for a guest.
 */
async function findSpendableCredit(
  ctx: Context,
  { cart, currency }: PricedCart,
  before: OrderRow | null | undefined,
): Promise<number | null> {
  const { id, memberId } = cart
  if (!memberId) return null
  const order = before === undefined ? await findLiveOrder(ctx, id) : before
  return credit.available(ctx, { memberId, currency, orderId: order?.id ?? null })
}

function toSale(ctx: Context, pricedCart: PricedCart, { way, rules, discount, spendable }: PricingInputs): Sale {
  const { cart, lines, currency, location } = pricedCart
  const { method, quote, placeOfSupply } = way
  const goods = lines.map(toGoods)
  return {
    currency,
    date: toLocal(ctx.app.now(), location.timeZone).date,
    province: placeOfSupply,
    taxRules: rules.taxRules,
    registrations: rules.registrations,
    goods,
    isEatenIn: goesTo(method, 'table'),
    member: benefitsFor(pricedCart, way),
    discount,
    // Shoppers who add to a paid group-buy order have already paid the fees of the pickup.
    fees: way.campaign?.paidOrders.length ? [] : feesOf(rules, method, goods),
    delivery: quote && {
      amount: quote.fee,
      taxClass: quote.zone.taxClass,
      ...(quote.days && { label: bilingualText('money.shipping') }),
    },
    tip: tipOn(pricedCart, { way, rules }),
    credit: cart.credit && { ...cart.credit, available: spendable },
  }
}

/** The benefits of the membership. They waive the fee of a local delivery, but not the fee of a cross-border parcel. */
const benefitsFor = ({ benefits }: PricedCart, { method }: FulfilmentMethod): PricedCart['benefits'] =>
  benefits && (carriesGoods(method, 'local') ? benefits : { ...benefits, freeDeliveryFrom: null })

/**
 * The value of the goods from which delivery is free, and how much more the goods must cost. If the membership makes
 * delivery free sooner than the store does, both amounts come from the membership. `toFree` is null if delivery is
 * never free, or if this bill charges no fee for delivery, for example because of a membership or a coupon.
 */
function freeDeliveryOf(
  pricedCart: PricedCart,
  { way, quote: { freeFrom }, priced }: { way: FulfilmentMethod; quote: Quote; priced: PricedSale },
): Pick<NonNullable<Bill['delivery']>, 'freeFrom' | 'toFree'> {
  const { lines, subtotal, currency } = pricedCart
  const benefits = benefitsFor(pricedCart, way)
  const [nearest] = [
    { from: freeFrom, missing: Math.max(0, (freeFrom ?? 0) - subtotal) },
    { from: benefits?.freeDeliveryFrom ?? null, missing: missingToFreeDelivery(lines.map(toGoods), benefits) },
  ]
    .flatMap(({ from, missing }) => (from === null || missing === null ? [] : { from, missing }))
    .sort((one, other) => one.missing - other.missing)
  const isCharged = priced.parts.some(({ kind, amount }) => kind === 'delivery' && amount > 0)
  const money = (amount: number) => ({ amount, currency })
  return {
    freeFrom: nearest ? money(nearest.from) : null,
    toFree: nearest && isCharged ? money(nearest.missing) : null,
  }
}

/** The tips that the shop asks for, in percent. Empty for a service, and for a method without a tip. */
const offeredTips = ({ lines }: PricedCart, { way, rules }: Pick<PricingInputs, 'way' | 'rules'>): number[] =>
  isServiceOnly(lines) ? [] : rules.tips[way.method]

/**
 * The tip on the bill. Null if the shop asks for no tip on this bill. The cart can still have a tip that the shopper
 * chose for another method.
 */
const tipOn = (pricedCart: PricedCart, inputs: Pick<PricingInputs, 'way' | 'rules'>): TipChoice | null =>
  offeredTips(pricedCart, inputs).length > 0 ? pricedCart.cart.tip : null

/**
 * Hashes the parts of the bill that the shopper accepts by placing the order. If one of these parts changes, the
 * shopper must see the bill again. If goods need a verified contact, it is one of these parts, because the order keeps
 * the contact with which it was placed.
 */
function hashOf(
  bill: Omit<Bill, 'hash' | 'heldUntil' | 'hold'>,
  { verifiedContactId }: Pick<PricedCart['cart'], 'verifiedContactId'>,
): string {
  const { id, lines, adjustments, total, credit, amountDue, method, slot, contact, comment, location, payAtStore } =
    bill
  const { address, table } = bill
  const acceptedParts = [
    id,
    lines.map(({ key, sku, quantity, unitPrice }) => [key, sku, quantity, unitPrice.amount]),
    adjustments.map(({ kind, label, amount }) => [kind, textInAllLanguages(label), amount.amount]),
    [total.amount, total.currency, credit.amount, amountDue.amount],
    [method, slot?.date, slot?.time, comment, location.id, payAtStore],
    [
      slot?.until,
      bill.delivery?.days,
      bill.campaign?.pickupPoint?.id,
      table?.number,
      address && Object.entries(address).sort(),
    ],
    contact && [contact.name, contact.phone, contact.email],
    ...(lines.some(({ contactRequired }) => contactRequired) ? [verifiedContactId] : []),
  ]
  return createHash('sha256').update(JSON.stringify(acceptedParts)).digest('base64url')
}
