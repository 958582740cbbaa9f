import { asc, notInArray } from 'drizzle-orm'
import type { Rate } from '#contract/currency.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel, transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { memoize } from '#server/platform/memo.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { settings } from '#server/settings/settings.ts'
import { exchangeRates, variants } from './tables.ts'

/** The currency in which the shop charges, as an ISO 4217 code; CAD by default. */
export async function shopCurrency(ctx: Context): Promise<string> {
  return (await settings(ctx)).system.payment.defaultCurrency.currencyCode
}

/**
 * Whether any product has a price. If so, the shop's currency can no longer change, because stored prices would keep
 * the old currency.
 */
export async function hasPrices(ctx: Context): Promise<boolean> {
  const rows = await ctx.db.select({ sku: variants.sku }).from(variants).limit(1)
  return rows.length > 0
}

/** Returns all rates against the shop's currency, with the times of their last change. */
export async function rates(ctx: Context): Promise<{ baseCurrency: string; rates: Rate[] }> {
  const [baseCurrency, rows] = await inParallel(shopCurrency(ctx), allRates(ctx))
  return { baseCurrency, rates: rows.filter(({ currency }) => currency !== baseCurrency).map(toRate) }
}

const allRates = memoize<(typeof exchangeRates.$inferSelect)[]>((ctx) =>
  ctx.db.select().from(exchangeRates).orderBy(asc(exchangeRates.currency)),
)

/** Returns one rate; the rate of the shop's currency is 1. Fails with `currency.unknown` for an unknown currency. */
export async function rate(ctx: Context, { currency }: { currency: string }) {
  const currentCurrency = currency.toUpperCase()
  const { baseCurrency, rates: known } = await rates(ctx)
  const baseRate: Rate = { currencyCode: baseCurrency, rate: 1, at: ctx.app.now().toISOString() }
  const found = [baseRate, ...known].find(({ currencyCode }) => currencyCode === currentCurrency)
  return { ...(found ?? fail('currency.unknown')), baseCurrency, currentCurrency }
}

/**
 * Adds a display currency or sets its rate: units for one unit of the shop's currency, as decimal text such as
 * "0.7312".
 */
export async function setRate(ctx: Context, { currency, rate }: { currency: string; rate: string }): Promise<void> {
  if (!/^\d{1,9}(\.\d{1,12})?$/.test(rate) || Number(rate) === 0) throw new Error(`${rate} is not a rate`)
  const row = { currency: toCode(currency), rate, at: ctx.app.now() }
  await transact(ctx, async (ctx) => {
    await ctx.db.insert(exchangeRates).values(row).onConflictDoUpdate({ target: exchangeRates.currency, set: row })
    await publishCatalogueChange(ctx)
  })
}

/** Removes the rates of all display currencies that are not in `currencies`. */
export async function removeOtherRates(ctx: Context, currencies: string[]): Promise<void> {
  await transact(ctx, async (ctx) => {
    await ctx.db.delete(exchangeRates).where(notInArray(exchangeRates.currency, currencies))
    await publishCatalogueChange(ctx)
  })
}

function toCode(currency: string) {
  if (!/^[A-Za-z]{3}$/.test(currency)) throw new Error(`${currency} is not a currency`)
  return currency.toUpperCase()
}

function toRate({ currency, rate, at }: typeof exchangeRates.$inferSelect): Rate {
  return { currencyCode: currency, rate: Number(rate), at: at.toISOString() }
}
