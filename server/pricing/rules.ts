import { asc } from 'drizzle-orm'
import type { Method } from '#contract/checkout.ts'
import { mapMethods } from '#contract/fulfilment-methods.ts'
import type { TaxClass, Text } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { memoize } from '#server/platform/memo.ts'
import { catalogueChanged } from '#server/platform/publish.ts'
import { readSetting, updateSetting } from '#server/platform/settings.ts'
import type { Fee, Goods } from './goods.ts'
import { roundedShare } from './rounding.ts'
import { taxRates } from './tables.ts'
import type { TaxName, TaxRule } from './tax-rates.ts'
import { provinces } from './tax-rates.ts'

/** The owner's settings for prices and payment. */
export interface MoneyRules {
  /** The tips that the bill offers, as percentages of the goods before taxes. None is preselected. */
  tips: Record<Method, number[]>
  fees: FeeRule[]
  /** Whether shoppers may choose to pay at the store, where the order allows it. */
  payAtStore: boolean
  /** Whether shoppers may choose to pay the driver of a delivery. */
  payOnDelivery: boolean
  /** The shop's registration number for each tax, for receipts. */
  registrations: Partial<Record<TaxName, string>>
  /** The seller's name on receipts; '' for the shop's name. */
  sellerName: string
}

/** A fee such as packaging or service: per order, per piece, or as a percentage of the goods before the coupon. */
export interface FeeRule {
  id: string
  label: Text
  methods: Method[]
  charge: { amount: number } | { perPiece: number } | { percent: number }
  taxClass: TaxClass
}

const key = 'money'

export const usualRules: MoneyRules = {
  tips: mapMethods(({ tips }) => [...tips]),
  fees: [],
  payAtStore: true,
  payOnDelivery: false,
  registrations: {},
  sellerName: '',
}

/** The owner's settings for prices and payment, with the owner's tax rates. */
export const moneyRules = memoize(async (ctx: Context): Promise<MoneyRules & { taxRules: TaxRule[] }> => {
  const kept = await readSetting<Partial<MoneyRules>>(ctx, key)
  const taxRules = await ctx.db.select().from(taxRates).orderBy(asc(taxRates.from))
  return { ...usualRules, ...kept, tips: { ...usualRules.tips, ...kept?.tips }, taxRules }
})

/** Changes only the given settings. In `tips`, changes only the given fulfilment methods. */
export function putRules(
  ctx: Context,
  { tips, ...rules }: Partial<Omit<MoneyRules, 'tips'>> & { tips?: Partial<MoneyRules['tips']> },
): Promise<void> {
  return reviseRules(ctx, (before) => ({ ...rules, ...(tips && { tips: { ...before.tips, ...tips } }) }))
}

/** Changes the tips for one fulfilment method. The tips for other methods do not change. */
export function putTips(ctx: Context, method: Method, percents: number[]): Promise<void> {
  return reviseRules(ctx, ({ tips }) => ({ tips: { ...tips, [method]: percents } }))
}

/**
 * Changes the seller's name and tax registration numbers. An empty number removes the stored one. Omitted values do not
 * change.
 */
export function putSeller(
  ctx: Context,
  { name, registrations = {} }: { name?: string | undefined; registrations?: MoneyRules['registrations'] },
): Promise<void> {
  return reviseRules(ctx, (before) => ({
    sellerName: name ?? before.sellerName,
    registrations: Object.fromEntries(
      Object.entries({ ...before.registrations, ...registrations }).filter(([, number]) => number !== ''),
    ),
  }))
}

function reviseRules(ctx: Context, change: (before: MoneyRules) => Partial<MoneyRules>): Promise<void> {
  return transact(ctx, async (ctx) => {
    await updateSetting<MoneyRules>(ctx, key, (before) => ({ ...before, ...change({ ...usualRules, ...before }) }))
    await catalogueChanged(ctx)
  })
}

/**
 * Adds a tax rate with its first day, or replaces the rate with the same first day. Throws for a place outside Canada.
 */
export function putTaxRate(ctx: Context, rule: TaxRule): Promise<void> {
  if (!provinces.includes(rule.province)) throw new Error(`${rule.province} is no province of Canada`)
  return transact(ctx, async (ctx) => {
    const target = [taxRates.province, taxRates.tax, taxRates.from]
    await ctx.db
      .insert(taxRates)
      .values(rule)
      .onConflictDoUpdate({ target, set: { rates: rule.rates } })
    await catalogueChanged(ctx)
  })
}

/** The fees of an order with these goods and this fulfilment method, without fees of 0. Memberships have no fees. */
export function feesOf({ fees }: Pick<MoneyRules, 'fees'>, method: Method, all: Goods[]): Fee[] {
  const goods = all.filter(({ isMembership }) => !isMembership)
  if (goods.length === 0) return []
  return fees
    .filter(({ methods }) => methods.includes(method))
    .map(({ id, label, charge, taxClass }) => ({ id, label, taxClass, amount: amountOf(charge, goods) }))
    .filter(({ amount }) => amount > 0)
}

function amountOf(charge: FeeRule['charge'], goods: Goods[]): number {
  if ('amount' in charge) return charge.amount
  if ('perPiece' in charge) return charge.perPiece * goods.reduce((pieces, { quantity }) => pieces + quantity, 0)
  const worth = goods.reduce((sum, { total }) => sum + total, 0)
  return roundedShare(worth, charge.percent, 100)
}
