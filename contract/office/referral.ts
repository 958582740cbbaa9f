import { z } from 'zod'
import { staffCall } from '../call.ts'
import { instant, money, queryBoolean } from '../shapes.ts'

const pendingReward = z.object({
  reward: z.int(),
  member: z.string().describe('Email address of the member who would get the reward.'),
  side: z.enum(['referrer', 'friend']),
  as: z.enum(['credit', 'coupon']),
  amount: money,
  orderId: z.string(),
  orderNumber: z.string(),
  flags: z
    .array(z.enum(['same_browser', 'same_address', 'same_contact', 'every']))
    .describe('Reasons for a review; `every`: staff review all rewards of the group.'),
  isApproved: z.boolean(),
  dueAt: instant,
})
/** A referral reward that has not been given yet. */
export type PendingReward = z.infer<typeof pendingReward>
const pendingRewards = z.object({ rewards: z.array(pendingReward) })
const decision = z.strictObject({
  reward: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  note: z.string().trim().max(500).default(''),
})

/** The staff calls for referral rewards. */
export const referralStaffCalls = {
  referralRewards: staffCall('GET /referral/rewards', {
    right: 'offers.write',
    place: 'shop',
    description: 'Referral rewards that need a decision, or all open ones; soonest first.',
    input: z.strictObject({ all: queryBoolean.default(false) }),
    output: pendingRewards,
  }),
  approveReferral: staffCall('POST /referral/rewards/:reward/approve', {
    right: 'offers.write',
    place: 'shop',
    description:
      'Approves a reward, which the shop gives when it is due. Returns the rewards that still need a decision. ' +
      '`referral.decided`.',
    refusals: ['referral.decided'],
    input: decision,
    output: pendingRewards,
  }),
  refuseReferral: staffCall('POST /referral/rewards/:reward/refuse', {
    right: 'offers.write',
    place: 'shop',
    description: 'Refuses a reward. `referral.decided`.',
    refusals: ['referral.decided'],
    input: decision,
    output: pendingRewards,
  }),
}
