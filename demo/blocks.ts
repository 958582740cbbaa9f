import type { BlockInput } from '#contract/blocks.ts'
import type { Recipe } from './pictures.ts'
import type { Person } from './portraits.ts'
import { groupOf } from './portraits.ts'
import type { TextPair } from './product.ts'
import { text } from './product.ts'
import type { Pictures } from './products.ts'

export interface DemoPage {
  name: string
  title: TextPair
  blocks: DemoBlock[]
}

/** A block in the demonstration's source. Blocks that are mostly text have a short form, others the full form. */
export type DemoBlock =
  | { heading: TextPair }
  | { paragraph: TextPair }
  | { list: TextPair[] }
  | { steps: TextPair[] }
  | { quote: TextPair; by: TextPair }
  | { products: string[]; title?: TextPair }
  | { people: Person[]; alt: TextPair }
  | BlockInput

/** The recipes of the pictures that blocks need. */
export const recipesOf = (blocks: DemoBlock[]): Recipe[] =>
  blocks.flatMap((block) => ('people' in block ? [groupOf(block.people)] : []))

export function toBlock(block: DemoBlock, pictures: Pictures): BlockInput {
  if ('kind' in block) return block
  if ('heading' in block) return { kind: 'heading', text: text(block.heading) }
  if ('paragraph' in block) return { kind: 'paragraph', text: text(block.paragraph) }
  if ('list' in block) return { kind: 'list', items: block.list.map(text) }
  if ('steps' in block) return { kind: 'steps', items: block.steps.map(text) }
  if ('quote' in block) return { kind: 'quote', text: text(block.quote), by: text(block.by) }
  if ('people' in block) {
    return { kind: 'image', image: { ...pictures(groupOf(block.people)), alt: text(block.alt) } }
  }
  return { kind: 'products', title: text(block.title ?? ['', '']), ids: block.products }
}
