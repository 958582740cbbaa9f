import type { TaxClass } from '#contract/shapes.ts'

export type TaxName = 'GST' | 'HST' | 'PST' | 'QST' | 'RST' | 'LCT'

/**
 * One tax of a province that applies from a given day on, with rates in millionths by tax class. A class without a rate
 * is not taxed.
 */
export interface TaxRule {
  province: string
  tax: TaxName
  /** The rule's first day, in the store's time zone. */
  from: string
  rates: Partial<Record<TaxClass, number>>
}

const uniformRates = (rate: number): TaxRule['rates'] => ({
  standard: rate,
  prepared: rate,
  snack: rate,
  alcohol: rate,
})
const gst: Row = ['GST', '2008-01-01', uniformRates(50_000)]

type Row = [tax: TaxName, from: string, rates: TaxRule['rates']]

const byProvince: Record<string, Row[]> = {
  ON: [['HST', '2010-07-01', uniformRates(130_000)]],
  NS: [
    ['HST', '2010-07-01', uniformRates(150_000)],
    ['HST', '2025-04-01', uniformRates(140_000)],
  ],
  NB: [['HST', '2016-07-01', uniformRates(150_000)]],
  NL: [['HST', '2016-07-01', uniformRates(150_000)]],
  PE: [['HST', '2016-10-01', uniformRates(150_000)]],
  QC: [gst, ['QST', '2013-01-01', uniformRates(99_750)]],
  // In British Columbia, soda is the only food with PST (PST Bulletin 200). Therefore soda has the class `standard`.
  // Other snacks have the class `snack`, which has no PST here.
  BC: [gst, ['PST', '2013-04-01', { standard: 70_000, alcohol: 100_000 }]],
  SK: [
    gst,
    ['PST', '2017-04-01', { standard: 60_000, prepared: 60_000, snack: 60_000 }],
    ['LCT', '2017-04-01', { alcohol: 100_000 }],
  ],
  MB: [gst, ['RST', '2019-07-01', uniformRates(70_000)]],
  AB: [gst],
  NT: [gst],
  NU: [gst],
  YT: [gst],
}

/** The provinces and territories with known taxes. */
export const provinces = Object.keys(byProvince)

/**
 * The published rates by place of supply (Canada Revenue Agency, "GST/HST rates by province", and the provinces' own
 * tables). To change a rate, add a row with the first day of the new rate. Keep the old row for the bills of older
 * sales. The shop adds the owner's rates to these rates.
 */
export const publishedRates: TaxRule[] = Object.entries(byProvince).flatMap(([province, rows]) =>
  rows.map(([tax, from, rates]) => ({ province, tax, from, rates })),
)

/**
 * A sale of at least this many single servings of sweetened baked goods is zero-rated (Excise Tax Act, Schedule VI,
 * Part III, paragraph 1(m)). Servings of different goods are added up (CRA Memorandum 4.3). A serving weighs less than
 * 230 g (GI-064).
 */
export const zeroRatedServings = 6

/**
 * Ontario rebates its part of the HST if all prepared food of a sale costs at most `upTo` minor units (CRA GI-064).
 * `rate` is the part that remains, in millionths.
 */
export const ontarioPrepared = { upTo: 400, rate: 50_000 }
