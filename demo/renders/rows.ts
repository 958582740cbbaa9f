import type { Row } from './row.ts'
import { bakery } from './rows/bakery.ts'
import { drinks } from './rows/drinks.ts'

/** Rows by product. */
export const rows: Record<string, Row> = { ...drinks, ...bakery }
