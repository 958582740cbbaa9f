import type { Contact } from '#contract/checkout.ts'
import type { Context } from '#server/platform/context.ts'
import { selectEarlierOrder } from './queries.ts'

/**
 * Whether this buyer, known by account, e-mail or phone, has an order that stands, beside the one of `except`. Orders
 * of others who typed an address do not count against a buyer who has proven it.
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
  const found = await selectEarlierOrder(ctx.db, {
    memberId,
    email,
    phone: contact?.phone || null,
    isEmailProven,
    except: except ?? '',
  })
  return found.length > 0
}
