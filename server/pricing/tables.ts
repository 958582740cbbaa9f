import { date, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { TaxName, TaxRule } from './tax-rates.ts'

/**
 * The rates of a tax that the owner set for a province and some tax classes from a day on. Other classes keep their
 * rates.
 */
export const taxRates = pgTable(
  'tax_rates',
  {
    province: text('province').notNull(),
    tax: text('tax').notNull().$type<TaxName>(),
    from: date('from').notNull(),
    /** The rate for each tax class, in millionths. A class with rate 0 is not taxed. */
    rates: jsonb('rates').notNull().$type<TaxRule['rates']>(),
  },
  (table) => [primaryKey({ columns: [table.province, table.tax, table.from] })],
)
