import { eq, sql } from 'drizzle-orm'
import type { Address } from '#contract/addresses.ts'
import type { Contact, Method, Slot, TipChoice } from '#contract/checkout.ts'
import type { Context } from '#server/platform/context.ts'
import { open, prepared } from '#server/platform/database/prepared.ts'
import type { CartRow, Owner } from './rows.ts'
import { idsOf, isMine, oneOpen, ownerOf } from './rows.ts'
import { carts } from './tables.ts'

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

/** What is held for a cart: stock for one version of its lines, and a place in a slot, until a time; since when, and from where. */
export type Held = Pick<CartRow, 'heldUntil' | 'heldVersion' | 'heldSlot' | 'holdBeganAt' | 'holdNetwork'>

/** The visitor's open cart with what was chosen for it; null where there is none. */
export async function read(ctx: Context): Promise<CartRow | null> {
  const [cart] = await selectMine(ctx.db, idsOf(ctx), ownerOf(ctx))
  return cart ?? null
}

const selectMine = prepared((db, owner: Owner) => db.select().from(carts).where(isMine(owner)))

/** Remembers choices with the visitor's cart, an empty one if need be. A method other than before forgets the slot. */
export async function choose(ctx: Context, choices: Partial<Choices>): Promise<CartRow> {
  // A known session id is used at once: later queries must find the cart locked.
  const sessionId = ctx.sessionId ?? (await ctx.ensureSession())
  const { memberId, campaignId } = ctx
  const values = { ...choices, sessionId, memberId, campaignId, updatedAt: ctx.app.now() }
  const [cart] = await writeChoices(ctx.db, values, ownerOf(ctx), ...(Object.keys(choices) as (keyof Choices)[]))
  if (!cart) throw new Error('a cart was not stored')
  return cart
}

const writeChoices = prepared((db, owner: Owner, ...names: (keyof Choices)[]) => {
  const choices = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]))
  const written = Object.fromEntries(names.map((name) => [name, sql.raw(`excluded.${carts[name].name}`)]))
  const sameSlot = sql`case when ${carts.method} = excluded.method then ${carts.slot} end`
  const slot = names.includes('method') && !names.includes('slot') && { slot: sameSlot }
  const ids = Object.fromEntries(['sessionId', 'memberId', 'campaignId'].map((name) => [name, sql.placeholder(name)]))
  const updatedAt = sql.placeholder('updatedAt')
  return db
    .insert(carts)
    .values({ ...choices, ...ids, createdAt: updatedAt, updatedAt } as never)
    .onConflictDoUpdate({ ...oneOpen(owner), set: { ...written, ...slot, updatedAt: sql`excluded.updated_at` } })
    .returning()
})

/** Notes what is held for a cart now. */
export async function noteHeld(ctx: Context, cartId: string, held: Held): Promise<void> {
  await writeHeld(ctx.db, { ...held, cartId, now: ctx.app.now() })
}

const writeHeld = prepared((db) =>
  db
    .update(carts)
    .set({
      heldUntil: open('heldUntil', carts.heldUntil),
      heldVersion: open('heldVersion', carts.heldVersion),
      heldSlot: open('heldSlot', carts.heldSlot),
      holdBeganAt: open('holdBeganAt', carts.holdBeganAt),
      holdEndedAt: open('heldUntil', carts.holdEndedAt),
      holdNetwork: open('holdNetwork', carts.holdNetwork),
      seenAt: open('now', carts.seenAt),
    })
    .where(eq(carts.id, sql.placeholder('cartId'))),
)

/** Notes that nothing is held for a cart any more. */
export async function noteReleased(ctx: Context, cartId: string): Promise<void> {
  await writeReleased(ctx.db, { cartId, now: ctx.app.now() })
}

const writeReleased = prepared((db) =>
  db
    .update(carts)
    .set({ heldUntil: null, heldVersion: null, heldSlot: null, holdEndedAt: open('now', carts.holdEndedAt) })
    .where(eq(carts.id, sql.placeholder('cartId'))),
)

/** A page that asks again sooner changes nothing. */
const seenMs = 30_000

/** Notes that the page of who holds something is still open. */
export async function noteSeen(ctx: Context, { id, heldUntil, seenAt }: CartRow): Promise<void> {
  const now = ctx.app.now()
  if (!heldUntil || heldUntil <= now || (seenAt && now.getTime() - seenAt.getTime() < seenMs)) return
  await writeSeen(ctx.db, { cartId: id, now })
}

const writeSeen = prepared((db) =>
  db
    .update(carts)
    .set({ seenAt: open('now', carts.seenAt) })
    .where(eq(carts.id, sql.placeholder('cartId'))),
)

/** Locks a cart until the transaction ends, without an ownership check; null if missing. */
export async function lockAny(ctx: Context, cartId: string): Promise<CartRow | null> {
  const [cart] = await lockCart(ctx.db, { cartId })
  return cart ?? null
}

const lockCart = prepared((db) =>
  db
    .select()
    .from(carts)
    .where(eq(carts.id, sql.placeholder('cartId')))
    .for('update'),
)

/** Whether who orders from this cart would rather not be named in the list of a campaign. */
export async function hidesName(ctx: Context, cartId: string): Promise<boolean> {
  const [cart] = await selectHiding(ctx.db, { cartId })
  return cart?.hidesName ?? false
}

const selectHiding = prepared((db) =>
  db
    .select({ hidesName: carts.hidesName })
    .from(carts)
    .where(eq(carts.id, sql.placeholder('cartId'))),
)
