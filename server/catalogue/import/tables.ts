import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/tables.ts'
import type { ImportSettings, ImportState, StockAdded } from './record.ts'
import { importStatuses } from './record.ts'

/** An import in the back office: its file, the settings for reading it, its progress and its result. */
export const imports = pgTable(
  'imports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    fileName: text('file_name').notNull(),
    /** The name of the stored file in the folder of imports. */
    stored: text('stored').notNull(),
    status: text('status', { enum: importStatuses }).notNull().default('uploaded'),
    settings: jsonb('settings').notNull().$type<ImportSettings>(),
    state: jsonb('state').notNull().$type<ImportState>(),
    /** The staff member who uploaded the file; null if the upload used the staff secret instead of a sign-in. */
    staffId: text('staff_id'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /**
     * When the import last ended, even if it failed; null if it has not ended yet. Staff can undo the import for seven
     * days from this time.
     */
    endedAt: instant('ended_at'),
    /**
     * The process that works on the import renews this time regularly. If the process stops renewing it, the import's
     * current step counts as failed.
     */
    aliveAt: instant('alive_at').notNull().defaultNow(),
  },
  (table) => [index('imports_created').on(table.createdAt)],
)

/** The state of a product before an import wrote it, so that the import can be undone. */
export const importedProducts = pgTable(
  'imported_products',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    productId: text('product_id').notNull(),
    /** The product before the import, a `ProductBefore`; null if the import added it. */
    before: jsonb('before').$type<unknown>(),
    /** What the import added to the stock: a list of `StockAdded`. */
    stock: jsonb('stock').notNull().default([]).$type<StockAdded[]>(),
    /**
     * The product's time of change just after the import. If the product's present time of change differs, somebody has
     * changed the product since.
     */
    writtenAt: instant('written_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.productId] })],
)
