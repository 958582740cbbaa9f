import { date, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { TaxName, TaxRule } from './tax-rates.ts'

/** The owner's own tax rate for a province from a day on. It replaces the published rate of the same day. */
export const taxRates = pgTable(
  'tax_rates',
  {
    province: text('province').notNull(),
    tax: text('tax').notNull().$type<TaxName>(),
    from: date('from').notNull(),
    /** In millionths, by tax class. A class without a rate is not taxed. */
    rates: jsonb('rates').notNull().$type<TaxRule['rates']>(),
  },
  (table) => [primaryKey({ columns: [table.province, table.tax, table.from] })],
)
