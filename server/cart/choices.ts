import type { Address } from '#contract/addresses.ts'
import type { Contact, Method, Slot, TipChoice } from '#contract/checkout.ts'
import type { Context } from '#server/platform/context.ts'
import {
  lockCart,
  selectCart,
  selectHidesName,
  updateChoices,
  updateHeld,
  updateReleased,
  updateSeenAt,
} from './queries.ts'
import { idsOf, ownerOf } from './rows.ts'
import type { CartRow } from './tables.ts'

/** What a shopper decides for a cart at checkout. */
export interface Choices {
  method: Method | null
  slot: Slot | null
  address: Address | null
  contact: Contact | null
  pickupPointId: string | null
  hidesName: boolean
  comment: string
  tip: TipChoice | null
  couponCode: string | null
  credit: CartRow['credit']
  verifiedContactId: string | null
}

/**
 * What is held for a cart: stock for one version of its lines, and a place in a slot, until a time; since when, and
 * from where.
 */
export type Held = Pick<CartRow, 'heldUntil' | 'heldVersion' | 'heldSlot' | 'holdBeganAt' | 'holdNetwork'>

/** The visitor's open cart with what was chosen for it; null where there is none. */
export async function read(ctx: Context): Promise<CartRow | null> {
  const [cart] = await selectCart(ctx.db, idsOf(ctx), ownerOf(ctx))
  return cart ?? null
}

/** Remembers choices with the visitor's cart, an empty one if need be. A method other than before forgets the slot. */
export async function choose(ctx: Context, choices: Partial<Choices>): Promise<CartRow> {
  // A known session id is used at once: later queries must find the cart locked.
  const sessionId = ctx.sessionId ?? (await ctx.ensureSession())
  const { memberId, campaignId } = ctx
  const values = { ...choices, sessionId, memberId, campaignId, updatedAt: ctx.app.now() }
  const [cart] = await updateChoices(ctx.db, values, ownerOf(ctx), ...(Object.keys(choices) as (keyof Choices)[]))
  if (!cart) throw new Error('a cart was not stored')
  return cart
}

/** Notes what is held for a cart now. */
export async function noteHeld(ctx: Context, cartId: string, held: Held): Promise<void> {
  await updateHeld(ctx.db, { ...held, cartId, now: ctx.app.now() })
}

/** Notes that nothing is held for a cart any more. */
export async function noteReleased(ctx: Context, cartId: string): Promise<void> {
  await updateReleased(ctx.db, { cartId, now: ctx.app.now() })
}

/** A page that asks again sooner changes nothing. */
const seenMs = 30_000

/** Notes that the page of who holds something is still open. */
export async function noteSeen(ctx: Context, { id, heldUntil, seenAt }: CartRow): Promise<void> {
  const now = ctx.app.now()
  if (!heldUntil || heldUntil <= now || (seenAt && now.getTime() - seenAt.getTime() < seenMs)) return
  await updateSeenAt(ctx.db, { cartId: id, now })
}

/** Locks a cart until the transaction ends, without an ownership check; null if missing. */
export async function lockAny(ctx: Context, cartId: string): Promise<CartRow | null> {
  const [cart] = await lockCart(ctx.db, { cartId })
  return cart ?? null
}

/** Whether who orders from this cart would rather not be named in the list of a campaign. */
export async function hidesName(ctx: Context, cartId: string): Promise<boolean> {
  const [cart] = await selectHidesName(ctx.db, { cartId })
  return cart?.hidesName ?? false
}
