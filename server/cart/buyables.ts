import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { buyablesOf } from '#server/catalogue/catalogue.ts'
import type { Context } from '#server/platform/context.ts'
import type { Owner } from './queries.ts'
import { isMine } from './queries.ts'
import { idsOf, ownerOf } from './rows.ts'
import { cartLines, carts } from './tables.ts'

/** What is to be known of the variants in a cart's lines, and of some more. */
// One statement reads lines and variants: two would cost a second round trip.
export const buyables = buyablesOf(() => skusIn(sql`${sql.placeholder('holder')}`))

/** The same of the visitor's open cart, asked without waiting for its id. */
export function ownBuyables(ctx: Context, { locationId, skus }: { locationId: string; skus: string[] }) {
  return ofMine[ownerOf(ctx)](ctx, { ...idsOf(ctx), locationId, skus })
}

const ofOwn = (owner: Owner) => {
  const mine = () => sql`(select ${carts.id} from ${carts} where ${isMine(owner)})`
  return buyablesOf(
    () => skusIn(mine()),
    () => sql`${mine()}::text`,
  )
}
function skusIn(cartId: SQL) {
  return sql`select ${cartLines.sku} from ${cartLines} where ${cartLines.cartId} = ${cartId}
    union select unnest(${sql.placeholder('skus')}::text[])`
}

const ofMine = { guest: ofOwn('guest'), member: ofOwn('member') }
