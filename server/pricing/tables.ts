import { date, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { TaxName, TaxRule } from './tax-rates.ts'

/** A tax rate that the owner set for a province. From its day on, it replaces the tax's earlier rates. */
export const taxRates = pgTable(
  'tax_rates',
  {
    province: text('province').notNull(),
    tax: text('tax').notNull().$type<TaxName>(),
    from: date('from').notNull(),
    /** The rate for each tax class, in millionths. A class without a rate is not taxed. */
    rates: jsonb('rates').notNull().$type<TaxRule['rates']>(),
  },
  (table) => [primaryKey({ columns: [table.province, table.tax, table.from] })],
)
