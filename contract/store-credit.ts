import { z } from 'zod'
import { bill } from './billing.ts'
import { specificationCall } from './call.ts'
import { campaignQuery } from './campaigns.ts'
import { order } from './orders.ts'
import { heldReferral } from './referral.ts'
import { id, instant, money, noInput, queryInteger, text } from './shapes.ts'

export const creditBalance = z.object({
  available: money.describe('Spendable now.'),
  pending: money.describe('Held by unpaid orders.'),
  expiring: z.object({ amount: money, at: instant }).nullable().describe('The amount that expires first, and when.'),
})
export type CreditBalance = z.infer<typeof creditBalance>

export const creditEntry = z.object({
  id: z.int(),
  kind: z
    .enum(['granted', 'spent', 'released', 'given_back', 'expired', 'taken_back'])
    .describe('`spent` is on hold while its order is `pending`; it returns as `released` if the order fails.'),
  pending: z.boolean(),
  reason: z.enum(['gift', 'refund', 'referral', 'top_up', 'adjustment']),
  note: text.nullable().describe("For a grant: its reason, in the shop's words."),
  orderID: z.string().nullable(),
  amount: money.describe('Signed.'),
  balanceAfter: money,
  at: instant,
  expiresAt: instant.nullable().describe('For a grant: its expiry.'),
})
export type CreditEntry = z.infer<typeof creditEntry>

const use = z.strictObject({
  ...campaignQuery,
  amount: z.int().min(0).max(1_000_000_000).optional().describe('Minor units. Missing: as much as possible; 0: none.'),
})

export const storeCredit = {
  balance: specificationCall('GET /admin/storeCreditManagement/storeCredit', {
    access: 'member',
    description: "The member's spendable credit, credit held by unpaid orders, and the next expiry.",
    input: noInput,
    output: creditBalance,
  }),
  history: specificationCall('GET /admin/storeCreditManagement/storeCreditHistory', {
    access: 'member',
    description: 'Newest first; `before` is the id of the last entry seen.',
    input: z.object({
      numberToLoad: queryInteger(1, 50).default(10),
      before: queryInteger(1, Number.MAX_SAFE_INTEGER).optional(),
    }),
    output: z.object({ entries: z.array(creditEntry), hasMore: z.boolean() }),
  }),
  apply: specificationCall('POST /shoppingManagement4/applyStoreCredit?fissionCampaignId', {
    access: 'member',
    description:
      "Applies credit to the bill of the visitor's cart, at most the amount due and the available credit. Returns the " +
      'bill; `credit.insufficient` without credit.',
    refusals: ['credit.insufficient'],
    alias: '/applyStoreCredit',
    input: use,
    output: bill,
  }),
  applyToDeposit: specificationCall('POST /shoppingManagement4/applyStoreCreditDeposit?fissionCampaignId', {
    access: 'member',
    description: 'Like `storeCredit.apply`, for the deposit; `credit.no_deposit` if everything is due now.',
    refusals: ['credit.insufficient', 'credit.no_deposit'],
    alias: '/applyStoreCreditDeposit',
    input: use,
    output: bill,
  }),
  pay: specificationCall('POST /shoppingManagement4/storeCreditPayment', {
    access: 'member',
    description:
      'Places the order of the bill and pays all of it with credit; a repetition returns the same order. Refuses as ' +
      '`billing.place` does, and if credit is too low (`credit.insufficient`).',
    refusals: [
      'billing.changed',
      'cart.out_of_stock',
      'cart.empty',
      'cart.unavailable',
      'checkout.method_unavailable',
      'checkout.slot_unavailable',
      'checkout.address_required',
      'checkout.address_outside',
      'checkout.below_minimum',
      'checkout.table_required',
      'checkout.closed',
      'checkout.off',
      'campaigns.ended',
      'campaigns.full',
      'checkout.contact_required',
      'checkout.slot_required',
      'checkout.verified_contact_required',
      'membership.sign_in',
      'checkout.pay_at_store_unavailable',
      'orders.open_full',
      'orders.network_full',
      'orders.code_required',
      'orders.codes_full',
      'account.wrong_code',
      'credit.insufficient',
    ],
    limit: { points: 60, seconds: 60 },
    alias: '/storeCreditPayment',
    input: z.strictObject({ id, hash: z.string().max(100), ...heldReferral }),
    output: order,
  }),
}
