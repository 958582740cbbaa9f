import type { Bill } from '#contract/billing.ts'
import type { CheckoutConfig, Method } from '#contract/checkout.ts'
import { isAddressMethod } from '#contract/fulfilment-methods.ts'
import type { HandOverPlace } from '#contract/payment-methods.ts'
import type { CartRow } from '#server/cart/cart.ts'
import { choices, priced } from '#server/cart/cart.ts'
import { shopCurrency } from '#server/catalogue/catalogue.ts'
import * as contacts from '#server/contacts/contacts.ts'
import { addressOf, countriesTo, current } from '#server/locations/locations.ts'
import { savedAddresses } from '#server/members/members.ts'
import { isService } from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel } from '#server/platform/database/transactions.ts'
import { Failure } from '#server/platform/fail.ts'
import { moneyRules } from '#server/pricing/pricing.ts'
import { handOverPlaceOf, isMethodPayable, isPayableAtHandOver, makeBill } from './bill.ts'
import { loadChoices } from './choices.ts'
import { loadCheckoutState, timesOf } from './details.ts'
import { findOfferedMethods, findPartyAt } from './fulfilment-methods.ts'
import { holdOf } from './hold-plan.ts'
import { toConfig } from './pickup.ts'
import { toQuote } from './quotes.ts'

export {
  fillIn,
  setComment,
  setContact,
  setDeliveryAddress,
  setDeliverySlot,
  setMethod,
  setPickupDate,
  setPickupSlot,
  setVerifiedContact,
} from './details.ts'
export { releaseExpired, releaseHoldsOf } from './hold-plan.ts'
export { reserve } from './holds.ts'
export { sendCode } from './order-code.ts'

/**
 * The data of the checkout page. It includes the fulfilment methods that the chosen store offers for this cart, with
 * their days, slots and tips. It also includes the shopper's choices so far.
 */
export async function config(ctx: Context): Promise<CheckoutConfig> {
  // Reads the visitor's table in parallel with the cart. A group-buy has no tables, so no table is read for it.
  const findVisitorParty = async () => (ctx.campaignId ? null : findPartyAt(ctx, await current(ctx)))
  const [{ location, cart, lines, subtotal }, seatedParty] = await inParallel(
    loadCheckoutState(ctx),
    findVisitorParty(),
  )
  const fulfilments = isService(lines)
    ? []
    : await findOfferedMethods(ctx, { cart, location, subtotal, lines, party: seatedParty })
  if (cart) await choices.recordSeen(ctx, cart)
  const { tips } = await moneyRules(ctx)
  const methods = await Promise.all(
    fulfilments.map(async (way) => ({ ...(await timesOf(ctx, way, { cart, lines })), tips: tips[way.method] })),
  )
  const addressFulfilment = fulfilments.find(({ method }) => isAddressMethod(method))
  const quote = addressFulfilment?.quote
  const way = fulfilments.find(({ method }) => method === cart?.method) ?? fulfilments[0]
  const party = fulfilments.find(({ party }) => party)?.party ?? null
  const days = methods.find(({ method }) => method === way?.method)?.days ?? []
  return {
    methods,
    timeZone: location.timeZone,
    delivery: quote ? toQuote(quote, await shopCurrency(ctx)) : null,
    countries:
      addressFulfilment && isAddressMethod(addressFulfilment.method)
        ? await countriesTo(ctx, location, addressFulfilment.method)
        : [],
    savedAddresses: await savedAddresses(ctx, 'DELIVERY'),
    location: { id: location.id, name: location.name, address: addressOf(location) },
    verifiedContact: lines.some(({ contactRequired }) => contactRequired) ? await loadContacts(ctx, cart) : null,
    campaign: way?.campaign ? toConfig(way.campaign, cart) : null,
    hold: holdOf(ctx, cart),
    chosen: await loadChoices(ctx, location, { cart, party, ...(way && { looked: { way, lines, days } }) }),
  }
}

/**
 * The method of the visitor's order: the chosen method, else the first method that the store offers. Null if the store
 * offers none.
 */
export async function findCurrentMethod(ctx: Context): Promise<Method | null> {
  const { location, cart, lines } = await loadCheckoutState(ctx)
  const offered = (await findOfferedMethods(ctx, { cart, location, lines, subtotal: 0 })).map(({ method }) => method)
  return offered.find((method) => method === cart?.method) ?? offered[0] ?? null
}

/**
 * The bill of the visitor's cart, and how the shopper can pay it. `bill` is null if the cart is empty or cannot be
 * billed. `handOver` is the place where the shopper can pay on receiving the order, or null if the order must be paid
 * online.
 */
export async function findAmountDue(ctx: Context): Promise<{ handOver: HandOverPlace | null; bill: Bill | null }> {
  const [pricedCart, rules] = await inParallel(priced(ctx), moneyRules(ctx))
  if (!pricedCart || pricedCart.lines.length === 0) {
    const method = await findCurrentMethod(ctx)
    const isPayable = method ? isMethodPayable(rules, method) : rules.payAtStore
    return { handOver: isPayable ? handOverPlaceOf({ method, campaign: null }) : null, bill: null }
  }
  try {
    const { bill, way } = await makeBill(ctx, pricedCart, { payAtStore: false })
    return { handOver: isPayableAtHandOver(rules, way, bill.lines) ? handOverPlaceOf(way) : null, bill }
  } catch (error) {
    if (error instanceof Failure) return { handOver: rules.payAtStore ? 'store' : null, bill: null }
    throw error
  }
}

/** The buyer's contacts with their verification states, and the id of the chosen contact if it is verified. */
async function loadContacts(ctx: Context, cart: CartRow | null): Promise<CheckoutConfig['verifiedContact']> {
  const { contacts: all, ...rest } = await contacts.offered(ctx)
  const verified = all.filter(({ status }) => status === 'VERIFIED')
  const chosen = verified.find(({ id }) => id === cart?.verifiedContactId)
  return {
    ...rest,
    contacts: all.map(({ id, name, idNumber, status }) => ({ id, name, idNumber, status })),
    chosenId: chosen?.id ?? null,
  }
}
