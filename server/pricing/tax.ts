import type { TaxClass, Text } from '#contract/shapes.ts'
import { sum } from '#contract/sum.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import { largestRemainder, roundedShare } from './rounding.ts'
import type { TaxName, TaxRule } from './tax-rates.ts'
import { ontarioPrepared, provinces, publishedRates } from './tax-rates.ts'

/** An amount of one tax class, in minor units. */
export interface Taxable {
  taxClass: TaxClass
  amount: number
}

export interface TaxedSale {
  /**
   * The place of supply: the province of the store or of the delivery address, with two letters. A place abroad has an
   * ISO 3166-2 code such as `US-NY`.
   */
  province: string
  /** The date at the store, such as `2026-11-20`. */
  date: string
  goods: Taxable[]
  /** Rates in addition to the published rates. If two rows are for the same tax and day, the later row applies. */
  rules?: TaxRule[]
}

/**
 * One tax at one rate: its amount, the amount that is taxed, and its share for each taxable amount, in minor units.
 */
export interface TaxLine {
  tax: TaxName
  label: Text
  amount: number
  base: number
  shares: number[]
}

const million = 1_000_000

/**
 * The taxes of a sale, one line for each tax and rate. Each line is rounded half up once over the whole sale, as
 * section 165.2 of the Excise Tax Act requires for an invoice. The shares of a line add up to its amount. Groceries
 * (`zero_rated`), `exempt` goods and `deposit` are not taxed. Exports are not taxed either (Excise Tax Act, Schedule
 * VI, Part V, section 12). Throws for an unknown province.
 */
export function taxesOf(sale: TaxedSale): TaxLine[] {
  const { goods } = sale
  const isRebated = sale.province === 'ON' && preparedTotal(goods) <= ontarioPrepared.upTo
  return rulesAt(sale).flatMap(({ tax, rates }) => {
    const rateOf = (taxClass: TaxClass) =>
      isRebated && taxClass === 'prepared' ? ontarioPrepared.rate : (rates[taxClass] ?? 0)
    const appliedRates = new Set(goods.map(({ taxClass }) => rateOf(taxClass)))
    return [...appliedRates]
      .sort((one, other) => other - one)
      .map((rate) => {
        const bases = goods.map(({ taxClass, amount }) => (rateOf(taxClass) === rate ? amount : 0))
        return toLine(tax, rate, bases)
      })
      .filter(({ amount }) => amount > 0)
  })
}

/**
 * For each tax, the rates that are in force on this day. An owner's rule changes only the tax classes that it names. A
 * later published rule replaces all earlier ones. Empty for a place abroad.
 */
export function rulesAt({ province, date, rules }: Omit<TaxedSale, 'goods'>): TaxRule[] {
  if (province.includes('-')) return []
  const published = ratesByProvince.get(province)
  if (!published) throw new Error(`there are no tax rates for the province ${province}`)
  const ownRules = (rules ?? []).filter((rule) => rule.province === province)
  // The sort is stable, so an owner's rule follows a published rule of the same day and takes precedence.
  const applicable = [...published, ...ownRules]
    .filter(({ from }) => from <= date)
    .sort((one, other) => compareText(one.from, other.from))
  const inForce = new Map<TaxName, TaxRule>()
  for (const rule of applicable) {
    const earlierRates = ownRules.includes(rule) ? inForce.get(rule.tax)?.rates : undefined
    inForce.set(rule.tax, { ...rule, rates: { ...earlierRates, ...rule.rates } })
  }
  return [...inForce.values()]
}

const compareText = (one: string, other: string) => (one < other ? -1 : Number(one > other))

const ratesByProvince = new Map(
  provinces.map((province) => [province, publishedRates.filter((rule) => rule.province === province)]),
)

function preparedTotal(goods: Taxable[]): number {
  return sum(goods.map(({ taxClass, amount }) => (taxClass === 'prepared' ? amount : 0)))
}

function toLine(tax: TaxName, rate: number, bases: number[]): TaxLine {
  const percent = `${rate / 10_000}%`
  const base = sum(bases)
  const amount = roundedShare(base, rate, million)
  return {
    tax,
    label: bilingualText(`money.tax_${tax}`, { percent }),
    amount,
    base,
    shares: largestRemainder(amount, bases),
  }
}
