import type { Method } from '#contract/checkout.ts'
import type { Seller, TaxRow } from '#contract/owner-staff.ts'
import type { TipOffers } from '#contract/store-staff.ts'
import { both } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import type { TaxRule } from './rates.ts'
import { provinces } from './rates.ts'
import { moneyRules, putSeller, putTaxRate, putTips } from './rules.ts'

/** How the owner writes taxes down, and which tips are offered. */

const millionths = 10_000

/** The taxes that the owner wrote down, the oldest first. */
export async function taxes(ctx: Context): Promise<{ taxes: TaxRow[] }> {
  const { taxRules } = await moneyRules(ctx)
  return {
    taxes: taxRules.map(({ rates, ...rule }) => ({ ...rule, percent: scaled(rates, (rate) => rate / millionths) })),
  }
}

/** A tax of a province from a day on. `staff.unknown` for a place that is no province. */
export async function writeTax(ctx: Context, { percent, ...rule }: TaxRow): Promise<{ taxes: TaxRow[] }> {
  if (!provinces.includes(rule.province)) {
    fail('staff.unknown', { what: both('staff.a_province', { name: rule.province, names: provinces.join(', ') }) })
  }
  await putTaxRate(ctx, { ...rule, rates: scaled(percent, (part) => Math.round(part * millionths)) })
  return taxes(ctx)
}

/** Who sells, and its numbers with the tax authorities, as receipts show them. */
export async function seller(ctx: Context): Promise<Seller> {
  const { sellerName: name, registrations } = await moneyRules(ctx)
  return { name, registrations }
}

/** Writes who sells and its numbers; an empty number is taken away, what is left out stays. */
export async function writeSeller(
  ctx: Context,
  wish: { name?: string | undefined; registrations?: Seller['registrations'] | undefined },
): Promise<Seller> {
  await putSeller(ctx, { name: wish.name, ...(wish.registrations && { registrations: wish.registrations }) })
  return seller(ctx)
}

/** The tips that are offered, in percent, by way of getting an order. */
export async function tips(ctx: Context): Promise<{ tips: TipOffers }> {
  return { tips: (await moneyRules(ctx)).tips }
}

/** Offers these for one way to get an order; none: asks for no tip there. */
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
