import type { Method } from '#contract/checkout.ts'
import type { Seller, TaxList, TaxRow } from '#contract/office/owner.ts'
import type { TipOffers } from '#contract/office/stores.ts'
import { shopTimeZone, toLocal } from '#server/locations/locations.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { moneyRules, putSeller, putTaxRate, putTips } from './rules.ts'
import { rulesAt } from './tax.ts'
import type { TaxRule } from './tax-rates.ts'
import { provinces } from './tax-rates.ts'

/** One percent in millionths, the unit of the stored tax rates. */
const millionths = 10_000

/** The owner's tax rates, oldest first, and the taxes that are in force today, in the shop's time zone. */
export async function taxes(ctx: Context): Promise<TaxList> {
  const { taxRules } = await moneyRules(ctx)
  const { date } = toLocal(ctx.app.now(), await shopTimeZone(ctx))
  const inForce = provinces.flatMap((province) => rulesAt({ province, date, rules: taxRules }))
  return { taxes: taxRules.map(toRow), inForce: inForce.map(toRow) }
}

const toRow = ({ rates, ...rule }: TaxRule): TaxRow => ({
  ...rule,
  percent: scaled(rates, (rate) => rate / millionths),
})

/**
 * Sets the rates of a province's tax for some tax classes from a given day on. Other classes keep their rates. Fails
 * with `staff.unknown` for an unknown province.
 */
export async function writeTax(ctx: Context, { percent, ...rule }: TaxRow): Promise<TaxList> {
  if (!provinces.includes(rule.province)) {
    fail('staff.unknown', {
      what: bilingualText('staff.a_province', { name: rule.province, names: provinces.join(', ') }),
    })
  }
  await putTaxRate(ctx, { ...rule, rates: scaled(percent, (part) => Math.round(part * millionths)) })
  return taxes(ctx)
}

/** The seller's name and tax registration numbers, as on receipts. */
export async function seller(ctx: Context): Promise<Seller> {
  const { sellerName: name, registrations } = await moneyRules(ctx)
  return { name, registrations }
}

/**
 * Changes the seller's name and tax registration numbers. An empty number removes the stored one. Omitted values do not
 * change.
 */
export async function writeSeller(
  ctx: Context,
  input: { name?: string | undefined; registrations?: Seller['registrations'] | undefined },
): Promise<Seller> {
  const before = await seller(ctx)
  await putSeller(ctx, { name: input.name, ...(input.registrations && { registrations: input.registrations }) })
  const after = await seller(ctx)
  ctx.staff?.note({ before: { ...before }, after: { ...after } })
  return after
}

/** For each fulfilment method, the tips that the bill offers, in percent. */
export async function tips(ctx: Context): Promise<{ tips: TipOffers }> {
  return { tips: (await moneyRules(ctx)).tips }
}

/** Sets the tips for one fulfilment method. If `percents` is empty, the bill does not ask for a tip. */
export async function writeTips(
  ctx: Context,
  { method, percents }: { method: Method; percents: number[] },
): Promise<{ tips: TipOffers }> {
  const before = (await moneyRules(ctx)).tips[method]
  const after = [...new Set(percents)]
  await putTips(ctx, method, after)
  ctx.staff?.note({ subject: method, before: { percents: before }, after: { percents: after } })
  return tips(ctx)
}

function scaled(rates: TaxRule['rates'], convert: (rate: number) => number): TaxRule['rates'] {
  return Object.fromEntries(Object.entries(rates).map(([taxClass, rate]) => [taxClass, convert(rate)]))
}
