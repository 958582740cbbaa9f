import { date, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { TaxName, TaxRule } from './rates.ts'

/** A tax of a province from a day on, as the owner wrote it down; it counts before the published rate of that day. */
export const taxRates = pgTable(
  'tax_rates',
  {
    province: text('province').notNull(),
    tax: text('tax').notNull().$type<TaxName>(),
    from: date('from').notNull(),
    /** In millionths, by class of goods; a class that is not named is free of it. */
    rates: jsonb('rates').notNull().$type<TaxRule['rates']>(),
  },
  (table) => [primaryKey({ columns: [table.province, table.tax, table.from] })],
)
