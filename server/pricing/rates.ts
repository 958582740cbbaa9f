import type { TaxClass } from '#contract/shapes.ts'

export type TaxName = 'GST' | 'HST' | 'PST' | 'QST' | 'RST' | 'LCT'

/** One tax of a province from a day on, in millionths by class; a class that it does not name is free of it. */
export interface TaxRule {
  province: string
  tax: TaxName
  /** Its first day, by the store's own calendar. */
  from: string
  rates: Partial<Record<TaxClass, number>>
}

const all = (rate: number): TaxRule['rates'] => ({ standard: rate, prepared: rate, snack: rate, alcohol: rate })
const gst: Row = ['GST', '2008-01-01', all(50_000)]

type Row = [tax: TaxName, from: string, rates: TaxRule['rates']]

const byProvince: Record<string, Row[]> = {
  ON: [['HST', '2010-07-01', all(130_000)]],
  NS: [
    ['HST', '2010-07-01', all(150_000)],
    ['HST', '2025-04-01', all(140_000)],
  ],
  NB: [['HST', '2016-07-01', all(150_000)]],
  NL: [['HST', '2016-07-01', all(150_000)]],
  PE: [['HST', '2016-10-01', all(150_000)]],
  QC: [gst, ['QST', '2013-01-01', all(99_750)]],
  // British Columbia taxes no food but soda (PST Bulletin 200): soda is `standard`, other snacks are `snack`.
  BC: [gst, ['PST', '2013-04-01', { standard: 70_000, alcohol: 100_000 }]],
  SK: [
    gst,
    ['PST', '2017-04-01', { standard: 60_000, prepared: 60_000, snack: 60_000 }],
    ['LCT', '2017-04-01', { alcohol: 100_000 }],
  ],
  MB: [gst, ['RST', '2019-07-01', all(70_000)]],
  AB: [gst],
  NT: [gst],
  NU: [gst],
  YT: [gst],
}

/** The provinces and territories whose taxes are known. */
export const provinces = Object.keys(byProvince)

/**
 * Rates by place of supply as they were published (Canada Revenue Agency, "GST/HST rates by province", and the
 * provinces' own tables). A new rate is a new row with its first day; the old one stays, so that an older sale is still
 * computed as it was. The owner's own rows come on top.
 */
export const publishedRates: TaxRule[] = Object.entries(byProvince).flatMap(([province, rows]) =>
  rows.map(([tax, from, rates]) => ({ province, tax, from, rates })),
)

/**
 * From so many single servings of sweetened baked goods on a supply is zero-rated (Excise Tax Act, Schedule VI, Part
 * III, paragraph 1(m)). Servings of different goods count together (CRA Memorandum 4.3); one weighs less than 230 g
 * (GI-064).
 */
export const zeroRatedServings = 6

/**
 * Ontario gives its part of the HST back at the till where all prepared food of a sale is at most this (CRA GI-064).
 */
export const ontarioPrepared = { upTo: 400, rate: 50_000 }
