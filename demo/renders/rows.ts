import type { Row } from './row.ts'
import { bakery } from './rows/bakery.ts'
import { dishes } from './rows/dishes.ts'
import { drinks } from './rows/drinks.ts'
import { gifts } from './rows/gifts.ts'
import { packages } from './rows/packages.ts'
import { produce } from './rows/produce.ts'

/** For each product's id, how the product is rendered. */
export const rows: Record<string, Row> = { ...drinks, ...bakery, ...packages, ...dishes, ...produce, ...gifts }
