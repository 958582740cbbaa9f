import { rowText } from './languages.ts'
import { texts } from './messages.ts'

/** The name of the discount by which the end of a group-buy lowers an order's total. */
export const loweringLabel = rowText(texts['campaigns.price_reached'])
