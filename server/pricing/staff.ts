import type { Method } from '#contract/checkout.ts'
import type { Seller, TaxRow } from '#contract/office/owner.ts'
import type { TipOffers } from '#contract/office/stores.ts'
import { both } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import type { TaxRule } from './rates.ts'
import { provinces } from './rates.ts'
import { moneyRules, putSeller, putTaxRate, putTips } from './rules.ts'

/** Calls for staff about tax rates, the seller and tips. */

const millionths = 10_000

/** The owner's own tax rates, the oldest first. */
export async function taxes(ctx: Context): Promise<{ taxes: TaxRow[] }> {
  const { taxRules } = await moneyRules(ctx)
  return {
    taxes: taxRules.map(({ rates, ...rule }) => ({ ...rule, percent: scaled(rates, (rate) => rate / millionths) })),
  }
}

/** Adds a province's tax from a day on. `staff.unknown` for an unknown province. */
export async function writeTax(ctx: Context, { percent, ...rule }: TaxRow): Promise<{ taxes: TaxRow[] }> {
  if (!provinces.includes(rule.province)) {
    fail('staff.unknown', { what: both('staff.a_province', { name: rule.province, names: provinces.join(', ') }) })
  }
  await putTaxRate(ctx, { ...rule, rates: scaled(percent, (part) => Math.round(part * millionths)) })
  return taxes(ctx)
}

/** The seller's name and numbers with the tax authorities, as receipts show them. */
export async function seller(ctx: Context): Promise<Seller> {
  const { sellerName: name, registrations } = await moneyRules(ctx)
  return { name, registrations }
}

/** Changes the seller's name and numbers. An empty number removes it; missing ones stay. */
export async function writeSeller(
  ctx: Context,
  wish: { name?: string | undefined; registrations?: Seller['registrations'] | undefined },
): Promise<Seller> {
  await putSeller(ctx, { name: wish.name, ...(wish.registrations && { registrations: wish.registrations }) })
  return seller(ctx)
}

/** The tips that the bill offers, in percent, by fulfilment method. */
export async function tips(ctx: Context): Promise<{ tips: TipOffers }> {
  return { tips: (await moneyRules(ctx)).tips }
}

/** Sets the tips for one fulfilment method. With none, the bill asks for no tip. */
export async function writeTips(
  ctx: Context,
  { method, percents }: { method: Method; percents: number[] },
): Promise<{ tips: TipOffers }> {
  await putTips(ctx, method, [...new Set(percents)])
  return tips(ctx)
}

function scaled(rates: TaxRule['rates'], by: (rate: number) => number): TaxRule['rates'] {
  return Object.fromEntries(Object.entries(rates).map(([taxClass, rate]) => [taxClass, by(rate)]))
}
