import { and, asc, eq } from 'drizzle-orm'
import type { Method } from '#contract/checkout.ts'
import { mapMethods } from '#contract/fulfilment-methods.ts'
import type { TaxClass, Text } from '#contract/shapes.ts'
import { sum } from '#contract/sum.ts'
import type { Context } from '#server/platform/context.ts'
import { lockNames } from '#server/platform/database/locks.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { memoize } from '#server/platform/memo.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
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

export const defaultRules: MoneyRules = {
  tips: mapMethods(({ tips }) => [...tips]),
  fees: [],
  payAtStore: true,
  payOnDelivery: false,
  registrations: {},
  sellerName: '',
}

/** The owner's settings for prices and payment, with the owner's tax rates. */
export const moneyRules = memoize(async (ctx: Context): Promise<MoneyRules & { taxRules: TaxRule[] }> => {
  const stored = await readSetting<Partial<MoneyRules>>(ctx, key)
  const taxRules = await ctx.db.select().from(taxRates).orderBy(asc(taxRates.from))
  return { ...defaultRules, ...stored, tips: { ...defaultRules.tips, ...stored?.tips }, taxRules }
})

/** Changes only the given settings. In `tips`, changes only the given fulfilment methods. */
export function putRules(
  ctx: Context,
  { tips, ...rules }: Partial<Omit<MoneyRules, 'tips'>> & { tips?: Partial<MoneyRules['tips']> },
): Promise<void> {
  return updateRules(ctx, (before) => ({ ...rules, ...(tips && { tips: { ...before.tips, ...tips } }) }))
}

/** Changes the tips for one fulfilment method. The tips for other methods do not change. */
export function putTips(ctx: Context, method: Method, percents: number[]): Promise<void> {
  return updateRules(ctx, ({ tips }) => ({ tips: { ...tips, [method]: percents } }))
}

/**
 * Changes the seller's name and tax registration numbers. An empty number removes the stored one. Omitted values do not
 * change.
 */
export function putSeller(
  ctx: Context,
  { name, registrations = {} }: { name?: string | undefined; registrations?: MoneyRules['registrations'] },
): Promise<void> {
  return updateRules(ctx, (before) => ({
    sellerName: name ?? before.sellerName,
    registrations: Object.fromEntries(
      Object.entries({ ...before.registrations, ...registrations }).filter(([, number]) => number !== ''),
    ),
  }))
}

function updateRules(ctx: Context, change: (before: MoneyRules) => Partial<MoneyRules>): Promise<void> {
  return transact(ctx, async (ctx) => {
    await updateSetting<MoneyRules>(ctx, key, (before) => ({ ...before, ...change({ ...defaultRules, ...before }) }))
    await publishCatalogueChange(ctx)
  })
}

/**
 * Sets the rates of a tax for some tax classes from a day on. Other classes keep their rates. Throws for a place
 * outside Canada.
 */
export function putTaxRate(ctx: Context, { province, tax, from, rates: newRates }: TaxRule): Promise<void> {
  if (!provinces.includes(province)) throw new Error(`${province} is no province of Canada`)
  return transact(ctx, async (ctx) => {
    // Two parallel changes of one tax must not lose each other's classes.
    await lockNames(ctx, [`tax ${province} ${tax}`])
    const target = [taxRates.province, taxRates.tax, taxRates.from]
    const [sameDay] = await ctx.db
      .select()
      .from(taxRates)
      .where(and(eq(taxRates.province, province), eq(taxRates.tax, tax), eq(taxRates.from, from)))
    const rates = { ...sameDay?.rates, ...newRates }
    await ctx.db.insert(taxRates).values({ province, tax, from, rates }).onConflictDoUpdate({ target, set: { rates } })
    await publishCatalogueChange(ctx)
  })
}

/**
 * The fees of an order with these goods and this fulfilment method. Omits fees of 0. Memberships are not counted as
 * goods.
 */
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
  if ('perPiece' in charge) return charge.perPiece * sum(goods.map(({ quantity }) => quantity))
  const goodsTotal = sum(goods.map(({ total }) => total))
  return roundedShare(goodsTotal, charge.percent, 100)
}
