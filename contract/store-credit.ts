import { z } from 'zod'
import { bill } from './billing.ts'
import { inCampaign } from './campaigns.ts'
import { order } from './orders.ts'
import { heldReferral } from './referral.ts'
import { id, instant, money, noInput, queryInteger, text } from './shapes.ts'

export const creditBalance = z.object({
  /** What can be spent now. */
  available: money,
  /** What orders hold that are not paid yet. */
  pending: money,
  /** What expires first, and when. */
  expiring: z.object({ amount: money, at: instant }).nullable(),
})
export type CreditBalance = z.infer<typeof creditBalance>

export const creditEntry = z.object({
  id: z.int(),
  /** `spent` is on hold while its order is `pending`, and comes back as `released` where the order fails. */
  kind: z.enum(['granted', 'spent', 'released', 'given_back', 'expired', 'taken_back']),
  pending: z.boolean(),
  reason: z.enum(['gift', 'refund', 'referral', 'top_up', 'adjustment']),
  /** Of what was granted: what for, in the shop's words. */
  note: text.nullable(),
  orderID: z.string().nullable(),
  /** Signed. */
  amount: money,
  balanceAfter: money,
  at: instant,
  /** Of what was granted: until when it can be spent. */
  expiresAt: instant.nullable(),
})
export type CreditEntry = z.infer<typeof creditEntry>

const use = z.strictObject({
  ...inCampaign,
  /** Minor units; left out: as much as there is and can be used; 0: none. */
  amount: z.int().min(0).max(1_000_000_000).optional(),
})

export const storeCredit = {
  /** What the member can spend, what unpaid orders hold, and what expires first. */
  balance: { input: noInput, output: creditBalance },
  /** The newest first; `before` is the id of the last one seen. */
  history: {
    input: z.object({
      numberToLoad: queryInteger(1, 50).default(10),
      before: queryInteger(1, Number.MAX_SAFE_INTEGER).optional(),
    }),
    output: z.object({ entries: z.array(creditEntry), hasMore: z.boolean() }),
  },
  /** Uses credit on the bill of the visitor's cart and answers the bill. Never more than is due or there is; `credit.insufficient` without any. */
  apply: { input: use, output: bill },
  /** As `storeCredit.apply`, for the part that is due as a deposit; `credit.no_deposit` where all of it is due now. */
  applyToDeposit: { input: use, output: bill },
  /**
   * Places the order of the bill and pays all of it with credit, however often it is sent. Refuses as `billing.place`
   * does, and where credit does not reach (`credit.insufficient`).
   */
  pay: { input: z.strictObject({ id, hash: z.string().max(100), ...heldReferral }), output: order },
}
