import type { SQL } from 'drizzle-orm'
import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { maxClaims } from '#contract/constants.ts'
import { abortUnless } from '#server/platform/database/conflicts.ts'
import type { Database } from '#server/platform/database/database.ts'
import { placeholders, prepared, preparedRows, typedPlaceholder } from '#server/platform/database/prepared-queries.ts'
import type { CartRow } from './tables.ts'
import { cartLines, carts } from './tables.ts'

/**
 * The condition for an open cart. The state is a literal, because the conditions of the partial indexes also contain
 * this literal. With a parameter instead, a generic plan could not use these indexes.
 */
export const openCartCondition = sql`${carts.state} = 'open'`

/** The kind of the cart's owner. A member has one open cart on all devices; a guest has one in each session. */
export type Owner = 'member' | 'guest'

/** The condition for the visitor's open cart. `idsOf` returns the values of its placeholders. */
export function ownCartCondition(owner: Owner) {
  return and(
    openCartCondition,
    eq(carts.campaignId, sql.placeholder('campaignId')),
    owner === 'member'
      ? eq(carts.memberId, sql.placeholder('memberId'))
      : and(eq(carts.sessionId, sql.placeholder('sessionId')), isNull(carts.memberId)),
  )
}

export const selectCartWithLines = prepared((db, owner: Owner) =>
  db
    .select({ cart: carts, row: cartLines })
    .from(carts)
    .leftJoin(cartLines, eq(cartLines.cartId, carts.id))
    .where(ownCartCondition(owner))
    .orderBy(asc(cartLines.addedAt), asc(cartLines.key)),
)

export const selectLines = prepared((db) => linesOf(db, sql`${sql.placeholder('cartId')}`))

export const selectOwnLines = prepared((db, owner: Owner) =>
  linesOf(db, sql`${db.select({ id: carts.id }).from(carts).where(ownCartCondition(owner))}`),
)

function linesOf(db: Database, cartId: SQL) {
  return db
    .select()
    .from(cartLines)
    .where(eq(cartLines.cartId, cartId))
    .orderBy(asc(cartLines.addedAt), asc(cartLines.key))
}

/** Inserts the visitor's cart, or locks it and increments its version, so that changes run one after the other. */
export const insertCart = prepared((db, owner: Owner) =>
  db
    .insert(carts)
    .values({
      sessionId: sql.placeholder('sessionId'),
      memberId: sql.placeholder('memberId'),
      campaignId: sql.placeholder('campaignId'),
      version: 1,
      createdAt: sql.placeholder('now'),
      updatedAt: sql.placeholder('now'),
    })
    .onConflictDoUpdate({
      ...uniqueOpenCart(owner),
      set: { version: sql`${carts.version} + 1`, updatedAt: sql`excluded.updated_at` },
    })
    .returning(),
)

/**
 * Identifies the unique index for `on conflict`. This index allows an owner at most one open cart of the shop, and one
 * of each campaign.
 */
export function uniqueOpenCart(owner: Owner) {
  return owner === 'member'
    ? { target: [carts.memberId, carts.campaignId], targetWhere: sql`state = 'open' and member_id is not null` }
    : { target: [carts.sessionId, carts.campaignId], targetWhere: sql`state = 'open'` }
}

/** Locks the visitor's cart and increments its version, like `insertCart`. */
export const updateVersion = prepared((db, owner: Owner) =>
  db
    .update(carts)
    .set({ version: sql`${carts.version} + 1`, updatedAt: typedPlaceholder('now', carts.updatedAt) })
    .where(ownCartCondition(owner))
    .returning(),
)

export const selectCart = prepared((db, owner: Owner) => db.select().from(carts).where(ownCartCondition(owner)))

/**
 * Writes choices to the visitor's cart, and inserts the cart if there is none. A change of the fulfilment method clears
 * the slot, unless the choices contain a slot.
 */
export const updateChoices = prepared((db, owner: Owner, ...names: (keyof CartRow)[]) => {
  const choices = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]))
  const excludedValues = Object.fromEntries(names.map((name) => [name, sql.raw(`excluded.${carts[name].name}`)]))
  const sameSlot = sql`case when ${carts.method} = excluded.method then ${carts.slot} end`
  const slot = names.includes('method') && !names.includes('slot') && { slot: sameSlot }
  const ids = Object.fromEntries(['sessionId', 'memberId', 'campaignId'].map((name) => [name, sql.placeholder(name)]))
  const updatedAt = sql.placeholder('updatedAt')
  return (
    db
      .insert(carts)
      // The keys are names of the table's columns, but TypeScript cannot check that; hence `as never`.
      .values({ ...choices, ...ids, createdAt: updatedAt, updatedAt } as never)
      .onConflictDoUpdate({
        ...uniqueOpenCart(owner),
        set: { ...excludedValues, ...slot, updatedAt: sql`excluded.updated_at` },
      })
      .returning()
  )
})

/**
 * Adds a claim to the visitor's cart, and inserts the cart if there is none. Drops the oldest claim beyond `maxClaims`.
 * Uses one statement, so that concurrent claims do not overwrite each other. If an order closes the cart meanwhile, the
 * closed cart does not get the claim.
 */
export const insertClaim = prepared((db, owner: Owner) => {
  const ids = Object.fromEntries(['sessionId', 'memberId', 'campaignId'].map((name) => [name, sql.placeholder(name)]))
  const updatedAt = sql.placeholder('now')
  const code = sql`${sql.placeholder('code')}::text`
  const { claims } = carts
  const newestClaims = sql`(${claims} || ${code})[greatest(1, cardinality(${claims}) + 2 - ${maxClaims}):]`
  return (
    db
      .insert(carts)
      // The keys are names of the table's columns, but TypeScript cannot check that; hence `as never`.
      .values({ ...ids, claims: sql`array[${code}]`, createdAt: updatedAt, updatedAt } as never)
      .onConflictDoUpdate({
        ...uniqueOpenCart(owner),
        set: {
          claims: sql`case when ${code} = any(${claims}) then ${claims} else ${newestClaims} end`,
          updatedAt: sql`excluded.updated_at`,
        },
      })
      .returning()
  )
})

/**
 * Removes a coupon from the visitor's cart. It is one statement, so that it does not overwrite a claim that is stored
 * at the same time.
 */
export const updateCoupon = prepared((db, owner: Owner) => {
  const code = sql`${sql.placeholder('code')}::text`
  return db
    .update(carts)
    .set({
      couponCode: sql`nullif(${carts.couponCode}, coalesce(${code}, ${carts.couponCode}))`,
      claims: sql`array_remove(${carts.claims}, ${code})`,
      updatedAt: typedPlaceholder('now', carts.updatedAt),
    })
    .where(ownCartCondition(owner))
    .returning()
})

export const updateHeld = prepared((db) =>
  db
    .update(carts)
    .set({
      heldUntil: typedPlaceholder('heldUntil', carts.heldUntil),
      heldVersion: typedPlaceholder('heldVersion', carts.heldVersion),
      heldSlot: typedPlaceholder('heldSlot', carts.heldSlot),
      holdBeganAt: typedPlaceholder('holdBeganAt', carts.holdBeganAt),
      holdEndedAt: typedPlaceholder('heldUntil', carts.holdEndedAt),
      holdNetwork: typedPlaceholder('holdNetwork', carts.holdNetwork),
      seenAt: typedPlaceholder('now', carts.seenAt),
    })
    .where(eq(carts.id, sql.placeholder('cartId'))),
)

export const updateReleased = prepared((db) =>
  db
    .update(carts)
    .set({
      heldUntil: null,
      heldVersion: null,
      heldSlot: null,
      holdEndedAt: typedPlaceholder('now', carts.holdEndedAt),
    })
    .where(eq(carts.id, sql.placeholder('cartId'))),
)

export const updateSeenAt = prepared((db) =>
  db
    .update(carts)
    .set({ seenAt: typedPlaceholder('now', carts.seenAt) })
    .where(eq(carts.id, sql.placeholder('cartId'))),
)

export const lockCart = prepared((db) =>
  db
    .select()
    .from(carts)
    .where(eq(carts.id, sql.placeholder('cartId')))
    .for('update'),
)

export const selectIsOpen = prepared((db) =>
  db
    .select({ isOpen: sql<boolean>`${openCartCondition}` })
    .from(carts)
    .where(eq(carts.id, sql.placeholder('cartId'))),
)

/** The current hold of an open cart whose lines have not changed since the hold began. */
export const selectHeld = prepared((db) =>
  db
    .select({ until: carts.heldUntil, slot: carts.heldSlot })
    .from(carts)
    .where(
      and(
        eq(carts.id, sql.placeholder('cartId')),
        openCartCondition,
        gt(carts.heldUntil, sql.placeholder('now')),
        eq(carts.heldVersion, carts.version),
      ),
    ),
)

export const selectHidesName = prepared((db) =>
  db
    .select({ hidesName: carts.hidesName })
    .from(carts)
    .where(eq(carts.id, sql.placeholder('cartId'))),
)

/** Inserts a line, or adds its quantity to the line with the same key. */
export const insertLine = prepared((db) =>
  db
    .insert(cartLines)
    .values(placeholders(cartLines))
    .onConflictDoUpdate({
      target: [cartLines.cartId, cartLines.key],
      set: { quantity: sql`${cartLines.quantity} + excluded.quantity`, seenPrice: sql`excluded.seen_price` },
    }),
)

export const lockOwnCart = prepared((db, owner: Owner) =>
  db.select().from(carts).where(ownCartCondition(owner)).for('update'),
)

/**
 * Why a cart closes. `sold`: the order was paid, or the shopper will pay at the hand-over. `awaited`: the shop waits
 * for the money, so the closed cart keeps its hold.
 */
export type Closing = 'sold' | 'awaited'

const closeOf = (db: Database, closing: Closing, condition?: SQL) =>
  db
    .update(carts)
    .set({
      state: 'closed',
      ...(closing === 'sold' && { heldUntil: null, heldVersion: null, heldSlot: null }),
      updatedAt: typedPlaceholder('now', carts.updatedAt),
    })
    .where(and(cartIdCondition, openCartCondition, condition))
    .returning()

const cartIdCondition = eq(carts.id, sql.placeholder('cartId'))

export const updateClosed = prepared((db, closing: Closing) => closeOf(db, closing))

/**
 * Closes a cart and moves its claimed coupons, except `used`, to a new cart. If the cart is already closed and
 * `closing` is `sold`, removes its hold. Aborts the transaction if the cart has changed since its hold began.
 */
export const updateClosedOrAbort = prepared((db, closing: Closing) => {
  const closed = db.$with('closed').as(closeOf(db, closing, eq(carts.heldVersion, carts.version)))
  const remainingClaims = sql`array_remove(claims, ${sql.placeholder('used')}::text)`
  const next = db.$with('next', {}).as(
    sql`insert into carts (session_id, member_id, campaign_id, claims)
      select session_id, member_id, campaign_id, ${remainingClaims} from closed where ${remainingClaims} <> '{}'`,
  )
  const unheld = db.$with('unheld', {}).as(
    sql`update carts set held_until = null, held_version = null, held_slot = null
      where id = ${sql.placeholder('cartId')} and state = 'closed' and ${closing === 'sold'}`,
  )
  const closedCondition = or(eq(carts.state, 'closed'), sql`exists (select from closed)`)
  return db
    .with(closed, next, unheld)
    .select({ isClosed: abortUnless(sql`count(*) > 0`, 'cart') })
    .from(carts)
    .where(and(cartIdCondition, closedCondition))
})

export const selectBuyerProof = preparedRows<{ isProvenMember: boolean; hasCode: boolean }>(
  () => sql`select
      exists (select from members m where m.id = c.member_id and m.email_verified_at is not null
        and lower(m.email) = lower(c.contact ->> 'email')) as "isProvenMember",
      exists (select from address_codes a where a.session_id = ${sql.placeholder('sessionId')}::uuid
        and a.email = lower(c.contact ->> 'email')
        and a.proven_at > ${sql.placeholder('proofFrom')}::timestamptz) as "hasCode"
    from carts c where c.id = ${sql.placeholder('cartId')}::uuid`,
)
