import type { z } from 'zod'
import type { referral } from '#contract/referral.ts'
import { shopCurrency } from '#server/catalogue/catalogue.ts'
import * as members from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { findGroup, hasJoined, toConditions } from './groups.ts'
import { publicName } from './persons.ts'

/**
 * The invitation of the referrer with this id: the referrer's name in the form that friends see, and a friend's reward.
 * Fails with `not_found` if there is no such referrer.
 */
export async function invitation(
  ctx: Context,
  { id, referGroup }: { id: string; referGroup?: string | undefined },
): Promise<z.input<typeof referral.invitation.output>> {
  const referrer = await members.findByReferralId(ctx, id)
  if (!referrer?.referrerGroup) fail('not_found')
  const joinedGroupId = (await hasJoined(ctx, referrer.id, referGroup ?? null)) ? referGroup : null
  const group = (await findGroup(ctx, joinedGroupId ?? referrer.referrerGroup)) ?? fail('not_found')
  const currency = await shopCurrency(ctx)
  return { ...toConditions(group, currency), referrerName: publicName(referrer.name), referId: id }
}
