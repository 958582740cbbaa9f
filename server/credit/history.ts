import type { CreditEntry } from '#contract/store-credit.ts'
import { shopCurrency } from '#server/catalogue/catalogue.ts'
import type { Context } from '#server/platform/context.ts'
import { selectHistory } from './queries.ts'

const kinds = {
  grant: 'granted',
  hold: 'spent',
  release: 'released',
  refund: 'given_back',
  expire: 'expired',
  take_back: 'taken_back',
} as const

/** The member's credit movements, newest first, each with the balance after it. */
export async function history(
  ctx: Context,
  { numberToLoad = 10, before }: { numberToLoad?: number; before?: number | undefined },
): Promise<{ entries: CreditEntry[]; hasMore: boolean }> {
  const currency = await shopCurrency(ctx)
  const values = { memberId: ctx.memberId, currency, before: before ?? null, limit: numberToLoad + 1 }
  const rows = await selectHistory(ctx.db, values)
  const entries = rows.slice(0, numberToLoad).map(({ kind, amount, balanceAfter, ...row }) => ({
    ...row,
    kind: kinds[kind],
    amount: { amount, currency },
    balanceAfter: { amount: balanceAfter, currency },
  }))
  return { entries, hasMore: rows.length > numberToLoad }
}
