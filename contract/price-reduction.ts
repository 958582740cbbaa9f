import { rowText } from './languages.ts'
import { texts } from './messages.ts'

/** The label of the discount that lowers an order's total when a group-buy ends. */
export const reductionLabel = rowText(texts['campaigns.price_reached'])
