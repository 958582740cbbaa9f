import { sql } from 'drizzle-orm'
import type { Contact } from '#contract/checkout.ts'
import type { Context } from '#server/platform/context.ts'
import { preparedRows } from '#server/platform/database/prepared.ts'

/**
 * Whether this buyer, known by account, e-mail or phone, has an order that stands, beside the one of `except`. Orders of
 * others who typed an address do not count against a buyer who has proven it.
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
  // Guests at a table need not say either, and are not one another for that.
  const email = contact?.email.trim().toLowerCase() || null
  const found = await selectEarlier(ctx.db, {
    memberId,
    email,
    phone: contact?.phone || null,
    isEmailProven,
    except: except ?? '',
  })
  return found.length > 0
}

const selectEarlier = preparedRows<{ one: number }>(
  () => sql`select 1 as one from orders
    where status in ('NEW', 'INTERIM') and id <> ${sql.placeholder('except')} and (
      member_id = ${sql.placeholder('memberId')}
      or (lower(contact->>'email') = ${sql.placeholder('email')}
        and (is_email_proven or not ${sql.placeholder('isEmailProven')}::boolean))
      or (contact->>'phone' = ${sql.placeholder('phone')} and not ${sql.placeholder('isEmailProven')}::boolean))
    limit 1`,
)
