import type { Adjustment } from '#contract/checkout.ts'
import type { TaxClass } from '#server/catalogue/tables.ts'

/** What is taxed: goods of one class, in minor units. */
export interface Taxable {
  taxClass: string
  amount: number
}

export interface Sale {
  /** Place of supply: the store's province for pickup and eat-in. Two letters. */
  province: string
  /** The store's own date, `2026-11-20`. */
  date: string
  currency: string
  goods: Taxable[]
}

type TaxName = 'GST' | 'HST' | 'PST' | 'QST' | 'RST' | 'LCT'
type Rates = Partial<Record<TaxClass, number>>

/** One tax from a day on, in millionths by class; a class that it does not name is free of it. */
interface Rule {
  tax: TaxName
  from: string
  rates: Rates
}

const all = (rate: number): Rates => ({ standard: rate, prepared: rate, alcohol: rate })
const gst: Rule = { tax: 'GST', from: '2008-01-01', rates: all(50_000) }

/**
 * Rates by place of supply (Canada Revenue Agency, "GST/HST rates by province", and the provinces' own tables). A new
 * rate is a new row with its first day; the old one stays, so that an older sale is still computed as it was.
 */
const rules: Record<string, Rule[]> = {
  ON: [{ tax: 'HST', from: '2010-07-01', rates: all(130_000) }],
  NS: [
    { tax: 'HST', from: '2010-07-01', rates: all(150_000) },
    { tax: 'HST', from: '2025-04-01', rates: all(140_000) },
  ],
  NB: [{ tax: 'HST', from: '2016-07-01', rates: all(150_000) }],
  NL: [{ tax: 'HST', from: '2016-07-01', rates: all(150_000) }],
  PE: [{ tax: 'HST', from: '2016-10-01', rates: all(150_000) }],
  QC: [gst, { tax: 'QST', from: '2013-01-01', rates: all(99_750) }],
  BC: [gst, { tax: 'PST', from: '2013-04-01', rates: { standard: 70_000, alcohol: 100_000 } }],
  SK: [
    gst,
    { tax: 'PST', from: '2017-04-01', rates: { standard: 60_000, prepared: 60_000 } },
    { tax: 'LCT', from: '2017-04-01', rates: { alcohol: 100_000 } },
  ],
  MB: [gst, { tax: 'RST', from: '2019-07-01', rates: all(70_000) }],
  AB: [gst],
  NT: [gst],
  NU: [gst],
  YT: [gst],
}

/** Ontario gives its part of the HST back at the till where all prepared food of a sale is at most this (CRA GI-064). */
const ontarioPrepared = { upTo: 400, rate: 50_000 }

const names: Record<TaxName, string> = {
  GST: '联邦消费税 GST',
  HST: '统一销售税 HST',
  PST: '省销售税 PST',
  QST: '魁北克销售税 QST',
  RST: '零售销售税 RST',
  LCT: '酒类消费税 LCT',
}

/** The provinces and territories whose taxes are known. */
export const provinces = Object.keys(rules)

/**
 * The taxes of a sale, one line for each tax and rate, each rounded once, half up. Groceries (`zero_rated`), `exempt`
 * goods and `deposit` have none. Throws for a province that is not Canadian.
 */
export function taxesOf(sale: Sale): Adjustment[] {
  return rulesAt(sale.province, sale.date).flatMap((rule) => {
    const bases = new Map<number, number>()
    for (const { taxClass, amount } of sale.goods) {
      const rate = rateOf(rule, taxClass, sale)
      if (rate > 0) bases.set(rate, (bases.get(rate) ?? 0) + amount)
    }
    return [...bases]
      .sort(([one], [other]) => other - one)
      .map(([rate, base]) => toAdjustment(rule.tax, rate, base, sale.currency))
      .filter(({ amount }) => amount.amount > 0)
  })
}

/** The rule of each tax that is in force on that day. */
function rulesAt(province: string, date: string): Rule[] {
  const known = rules[province]
  if (!known) throw new Error(`there are no tax rates for the province ${province}`)
  const inForce = new Map<TaxName, Rule>()
  for (const rule of known) if (rule.from <= date) inForce.set(rule.tax, rule)
  return [...inForce.values()]
}

function rateOf(rule: Rule, taxClass: string, { province, goods }: Sale): number {
  if (province === 'ON' && taxClass === 'prepared' && preparedTotal(goods) <= ontarioPrepared.upTo)
    return ontarioPrepared.rate
  return rule.rates[taxClass as TaxClass] ?? 0
}

function preparedTotal(goods: Taxable[]): number {
  return goods.reduce((sum, { taxClass, amount }) => (taxClass === 'prepared' ? sum + amount : sum), 0)
}

function toAdjustment(tax: TaxName, rate: number, base: number, currency: string): Adjustment {
  const percent = `${rate / 10_000}%`
  return {
    kind: 'tax',
    label: { en: `${tax} ${percent}`, zh: `${names[tax]} ${percent}` },
    amount: { amount: Math.floor((base * rate + 500_000) / 1_000_000), currency },
  }
}
