import type { TaxClass, Text } from '#contract/shapes.ts'
import { both } from '#server/platform/bilingual.ts'
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
   * The place of supply: the province of the store or the address. Two letters, or abroad an ISO 3166-2 code such as
   * `US-NY`.
   */
  province: string
  /** The date at the store, such as `2026-11-20`. */
  date: string
  goods: Taxable[]
  /** Rates in addition to the published ones. For the same tax and day, the later row wins. */
  rules?: TaxRule[]
}

/** One tax at one rate: its amount, and its share for each taxable amount, in minor units. */
export interface TaxLine {
  tax: TaxName
  label: Text
  amount: number
  shares: number[]
}

const million = 1_000_000

/**
 * The taxes of a sale, one line for each tax and rate. Each line is rounded half up once over the whole sale, as
 * section 165.2 of the Excise Tax Act requires for an invoice. Its shares add up to it. Groceries (`zero_rated`),
 * `exempt` goods and `deposit` are not taxed, and neither are exports (Excise Tax Act, Schedule VI, Part V, section
 * 12). Throws for an unknown province.
 */
export function taxesOf(sale: TaxedSale): TaxLine[] {
  const { goods } = sale
  const isSmallTreat = sale.province === 'ON' && preparedTotal(goods) <= ontarioPrepared.upTo
  return rulesAt(sale).flatMap(({ tax, rates }) => {
    const rateOf = (taxClass: TaxClass) =>
      isSmallTreat && taxClass === 'prepared' ? ontarioPrepared.rate : (rates[taxClass] ?? 0)
    const charged = new Set(goods.map(({ taxClass }) => rateOf(taxClass)).filter((rate) => rate > 0))
    return [...charged]
      .sort((one, other) => other - one)
      .map((rate) => {
        const bases = goods.map(({ taxClass, amount }) => (rateOf(taxClass) === rate ? amount : 0))
        return toLine(tax, rate, bases)
      })
      .filter(({ amount }) => amount > 0)
  })
}

/** The rule of each tax that is in force on that day. */
export function rulesAt({ province, date, rules }: Omit<TaxedSale, 'goods'>): TaxRule[] {
  if (province.includes('-')) return []
  const published = publishedIn.get(province)
  if (!published) throw new Error(`there are no tax rates for the province ${province}`)
  const known = rules ? [...published, ...rules.filter((rule) => rule.province === province)] : published
  const inForce: TaxRule[] = []
  for (const rule of known) {
    if (rule.from > date) continue
    const at = inForce.findIndex(({ tax }) => tax === rule.tax)
    if (at < 0) inForce.push(rule)
    else if ((inForce[at]?.from ?? '') <= rule.from) inForce[at] = rule
  }
  return inForce
}

const publishedIn = new Map(
  provinces.map((province) => [province, publishedRates.filter((rule) => rule.province === province)]),
)

function preparedTotal(goods: Taxable[]): number {
  return goods.reduce((sum, { taxClass, amount }) => (taxClass === 'prepared' ? sum + amount : sum), 0)
}

function toLine(tax: TaxName, rate: number, bases: number[]): TaxLine {
  const percent = `${rate / 10_000}%`
  const amount = roundedShare(
    bases.reduce((sum, base) => sum + base, 0),
    rate,
    million,
  )
  return {
    tax,
    label: both(`money.tax_${tax}`, { percent }),
    amount,
    shares: largestRemainder(amount, bases),
  }
}
