import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { prepareBuyables } from '#server/catalogue/catalogue.ts'
import type { Context } from '#server/platform/context.ts'
import type { Owner } from './queries.ts'
import { ownCartCondition } from './queries.ts'
import { idsOf, ownerOf } from './rows.ts'
import { cartLines, carts } from './tables.ts'

/** Reads the variants of a cart's lines and of further SKUs. */
// One statement reads lines and variants, because two statements would cost a second round trip.
export const buyables = prepareBuyables(() => skusIn(sql`${sql.placeholder('holder')}`))

/** Like `buyables`, for the visitor's open cart. The query finds the cart, so the caller need not know its id. */
export function ownBuyables(ctx: Context, { locationId, skus }: { locationId: string; skus: string[] }) {
  return byOwner[ownerOf(ctx)](ctx, { ...idsOf(ctx), locationId, skus })
}

const queryForOwner = (owner: Owner) => {
  const ownCartId = () => sql`(select ${carts.id} from ${carts} where ${ownCartCondition(owner)})`
  return prepareBuyables(
    () => skusIn(ownCartId()),
    () => sql`${ownCartId()}::text`,
  )
}
function skusIn(cartId: SQL) {
  return sql`select ${cartLines.sku} from ${cartLines} where ${cartLines.cartId} = ${cartId}
    union select unnest(${sql.placeholder('skus')}::text[])`
}

const byOwner = { guest: queryForOwner('guest'), member: queryForOwner('member') }
