import { sql } from 'drizzle-orm'
import { buyablesOf } from '#server/catalogue/catalogue.ts'
import { cartLines } from './tables.ts'

/** What is to be known of the variants in a cart's lines, and of some more. */
// The lines are found with their variants, so that nobody waits for the one before asking for the other.
export const buyables = buyablesOf(
  () => sql`select ${cartLines.sku} from ${cartLines} where ${cartLines.cartId} = ${sql.placeholder('holder')}
    union select unnest(${sql.placeholder('skus')}::text[])`,
)
