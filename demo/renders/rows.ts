import type { Row } from './row.ts'
import { bakery } from './rows/bakery.ts'
import { dishes } from './rows/dishes.ts'
import { drinks } from './rows/drinks.ts'
import { gifts } from './rows/gifts.ts'
import { packages } from './rows/packages.ts'
import { produce } from './rows/produce.ts'

/** Maps each product id to the row that says how to render the product. */
export const rows: Record<string, Row> = { ...drinks, ...bakery, ...packages, ...dishes, ...produce, ...gifts }
