import { z } from 'zod'
import { marks, productCard, term } from './catalogue.ts'
import { text } from './shapes.ts'

const place = z.object({ id: z.string(), name: text, marks })

/** What is offered while somebody types, each with the places in its name that fit. */
const suggestions = z.object({
  products: z.array(
    place.extend({ ...productCard.pick({ image: true, price: true, priceTo: true }).shape, isOut: z.boolean() }),
  ),
  categories: z.array(place),
  /** Content pages; the id is the page's name. */
  pages: z.array(place),
  /** What was looked for in place of the term, which finds nothing itself. */
  corrected: z.string().nullable(),
})
export type Suggestions = z.infer<typeof suggestions>

export const search = {
  /** A few products, categories and pages that fit what has been typed so far. */
  suggest: { input: z.object({ term }), output: suggestions },
  /** What others look for and buy, for who looks for nothing yet or found nothing. */
  popular: {
    input: z.object({}),
    output: z.object({
      terms: z.object({ en: z.array(z.string()), zh: z.array(z.string()) }),
      products: z.array(productCard),
    }),
  },
}
