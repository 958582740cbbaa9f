import { z } from 'zod'
import { specificationCall } from './call.ts'
import { noInput } from './shapes.ts'

/** `rate` units of `currencyCode` per unit of the base currency. Display only: the shop charges the base currency. */
const rate = z.object({ currencyCode: z.string(), rate: z.number(), at: z.string() })
export type Rate = z.infer<typeof rate>

export const currency = {
  rates: specificationCall('GET /common3/exchangeRates/', {
    description: 'All rates against the base currency, each with the time of its last change.',
    input: noInput,
    output: z.object({ baseCurrency: z.string(), rates: z.array(rate) }),
  }),
  rate: specificationCall('GET /common3/exchangeRates/:currency', {
    description: 'One rate. `currency.unknown` for a currency that the shop does not show.',
    refusals: ['currency.unknown'],
    input: z.object({ currency: z.string().length(3) }),
    output: rate.extend({ baseCurrency: z.string(), currentCurrency: z.string() }),
  }),
}
