import type { CheckoutConfig, Slot, SlotDay } from '#contract/checkout.ts'
import { goesTo } from '#contract/fulfilment-methods.ts'
import type { CartRow, PricedCart } from '#server/cart/cart.ts'
import type { LocationRow, TableSession } from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import type { FulfilmentMethod } from './fulfilment-methods.ts'
import { findChosenSlot, findPartyAt, isHeld, isHeldSlot } from './fulfilment-methods.ts'
import { pickupPlaceOf } from './pickup.ts'

type Chosen = CheckoutConfig['chosen']

interface FulfilmentTimes {
  way: FulfilmentMethod
  lines: PricedCart['lines']
  days: SlotDay[]
}

/**
 * The shopper's choices, including the table of guests who eat in. If `looked` is given, checks the chosen slot and
 * leaves it out if it is no longer available. Without `looked`, does not check the slot.
 */
export async function loadChoices(
  ctx: Context,
  location: LocationRow,
  { cart, looked, party: knownParty }: { cart: CartRow | null; looked?: FulfilmentTimes; party?: TableSession | null },
): Promise<Chosen> {
  const party = knownParty ?? (goesTo(cart?.method, 'table') ? await findPartyAt(ctx, location) : null)
  const table = party && { number: party.tableNumber }
  if (!cart) return { ...noChoices, table }
  const { method, slot, contact, address, comment, heldUntil, pickupPointId } = cart
  const pickupPlace = looked?.way.campaign ? pickupPlaceOf(looked.way.campaign, cart) : null
  return {
    method,
    slot: looked ? await findAvailableSlot(ctx, cart, looked) : slot,
    contact,
    address: looked?.way.address ?? address,
    table,
    pickupPointId: pickupPlace?.point.id ?? pickupPointId,
    comment,
    heldUntil: isHeld(ctx, cart) ? (heldUntil?.toISOString() ?? null) : null,
  }
}

const noChoices: Chosen = {
  method: null,
  slot: null,
  contact: null,
  address: null,
  table: null,
  pickupPointId: null,
  comment: '',
  heldUntil: null,
}

/** The chosen slot; null if it is no longer available. */
async function findAvailableSlot(
  ctx: Context,
  cart: CartRow,
  { way, lines, days }: FulfilmentTimes,
): Promise<Slot | null> {
  const slot = await findChosenSlot(ctx, { cart, way, lines })
  if (!slot || slot.asap || way.campaign) return slot
  const day = days.find(({ date }) => date === slot.date)
  if (slot.time === null) return day ? slot : null
  if (isHeldSlot(ctx, cart, { way, slot })) return slot
  return day?.slots.some(({ time, state }) => time === slot.time && state !== 'full') ? slot : null
}
