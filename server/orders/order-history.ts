import { sql } from 'drizzle-orm'
import type { Contact } from '#contract/checkout.ts'
import type { Context } from '#server/platform/context.ts'
import { canonicalEmail } from '#server/platform/mail/email-address.ts'
import { selectEarlierOrder, selectLastPaymentOption } from './queries.ts'
import { orders } from './tables.ts'

/**
 * Whether this buyer has a pending or placed order other than `except`. Matches orders by account, email or phone. If
 * the buyer has verified the email address, phone numbers do not count. An order with this email address then counts
 * only if its address was verified too.
 */
export async function hasOrdered(
  ctx: Context,
  {
    memberId,
    contact,
    isEmailProven,
    except,
  }: { memberId: string | null; contact: Contact | null; isEmailProven: boolean; except: string | null },
): Promise<boolean> {
  // Guests at a table may leave email and phone empty. Empty values must not match each other.
  const email = (contact && canonicalEmail(contact.email)) || null
  const rows = await selectEarlierOrder(ctx.db, {
    memberId,
    email,
    phone: contact?.phone || null,
    isEmailProven,
    except: except ?? '',
  })
  return rows.length > 0
}

/**
 * The payment option of the visitor's last placed order. Ignores orders that store credit paid completely. Null if
 * there is none.
 */
export async function lastPaymentOption({ db, sessionId, memberId }: Context): Promise<string | null> {
  if (!sessionId && !memberId) return null
  const [last] = await selectLastPaymentOption(db, { sessionId, memberId })
  return last?.option ?? null
}

/** Returns the given SKUs that occur in orders. Slow, because the query reads the lines of all orders. */
export async function findReferencedSkus({ db }: Context, { skus }: { skus: string[] }): Promise<string[]> {
  const orderedSkus = db
    .selectDistinct({ sku: sql<string>`jsonb_array_elements(${orders.lines})->>'sku'`.as('sku') })
    .from(orders)
    .as('ordered')
  const rows = await db
    .select({ sku: orderedSkus.sku })
    .from(orderedSkus)
    .where(sql`${orderedSkus.sku} in (select json_array_elements_text(${JSON.stringify(skus)}::json))`)
  return rows.map(({ sku }) => sku)
}
