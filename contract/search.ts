import { z } from 'zod'
import { shopCall } from './call.ts'
import { marks, productCard, term } from './catalogue.ts'
import { perLocale } from './languages.ts'
import { text } from './shapes.ts'

const place = z.object({ id: z.string(), name: text, marks })

/** Suggestions while a visitor types, with the matching parts of each name. */
const suggestions = z.object({
  products: z.array(
    place.extend({ ...productCard.pick({ image: true, price: true, priceTo: true }).shape, isOut: z.boolean() }),
  ),
  categories: z.array(place),
  pages: z.array(place).describe("Content pages; the id is the page's name."),
  corrected: z.string().nullable().describe('The corrected term, if the given one finds nothing.'),
})
export type Suggestions = z.infer<typeof suggestions>

export const search = {
  suggest: shopCall('GET /search/suggestions/:term', {
    description: 'Some products, categories and pages that match the typed text.',
    limit: { points: 480, seconds: 60 },
    isCached: true,
    input: z.object({ term }),
    output: suggestions,
  }),
  popular: shopCall('GET /search/popular', {
    description: 'Popular terms and products, for an empty or unsuccessful search.',
    isCached: true,
    input: z.object({}),
    output: z.object({
      terms: z.object(perLocale(() => z.array(z.string()))),
      products: z.array(productCard),
    }),
  }),
}
