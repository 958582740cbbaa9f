// The tables of this module, by subject. `drizzle-kit` and other modules read only this file.
export * from './import/tables.ts'
export * from './modifier-tables.ts'
export * from './product-tables.ts'
export * from './stock-tables.ts'
