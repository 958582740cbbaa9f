import { randomUUID } from 'node:crypto'
import { sameText } from '#contract/languages.ts'
import { shopCurrency } from '#server/catalogue/catalogue.ts'
import { findByEmail } from '#server/members/members.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { available, grant } from './credit.ts'

/**
 * Gives a member store credit in the shop's currency; repeated calls give more. Fails with `staff.unknown` if no member
 * has the email address.
 */
export async function giveCredit(
  ctx: Context,
  { email, amount, note }: { email: string; amount: number; note: string },
): Promise<{ email: string; available: number; currency: string }> {
  const member = await findByEmail(ctx, email)
  if (!member) fail('staff.unknown', { what: bilingualText('staff.a_member', { name: email }) })
  ctx.staff?.note({ subject: member.id })
  const currency = await shopCurrency(ctx)
  await grant(ctx, {
    memberId: member.id,
    money: { amount, currency },
    reason: 'gift',
    key: `staff-${randomUUID()}`,
    note: note ? sameText(note) : null,
  })
  return { email: member.email, available: await available(ctx, { memberId: member.id, currency }), currency }
}
