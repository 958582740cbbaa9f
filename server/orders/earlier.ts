import { sql } from 'drizzle-orm'
import type { Contact } from '#contract/checkout.ts'
import type { Context } from '#server/platform/context.ts'
import { preparedRows } from '#server/platform/prepared.ts'

/** Whether this buyer, known by account, e-mail or phone, has an order that stands, beside the one of `except`. */
export async function hasOrdered(
  ctx: Context,
  { memberId, contact, except }: { memberId: string | null; contact: Contact | null; except: string | null },
): Promise<boolean> {
  // Guests at a table need not say either, and are not one another for that.
  const email = contact?.email.trim().toLowerCase() || null
  const found = await selectEarlier(ctx.db, { memberId, email, phone: contact?.phone || null, except: except ?? '' })
  return found.length > 0
}

const selectEarlier = preparedRows<{ one: number }>(
  () => sql`select 1 as one from orders
    where status in ('NEW', 'INTERIM') and id <> ${sql.placeholder('except')} and (
      member_id = ${sql.placeholder('memberId')}
      or lower(contact->>'email') = ${sql.placeholder('email')}
      or contact->>'phone' = ${sql.placeholder('phone')})
    limit 1`,
)
