import type { BlockInput } from '#contract/blocks.ts'
import type { Words } from './product.ts'
import { text } from './product.ts'

export interface DemoPage {
  name: string
  title: Words
  blocks: DemoBlock[]
}

/** A block as the demonstration writes it: a short form for blocks that are mostly text, the full form for others. */
export type DemoBlock =
  | { heading: Words }
  | { paragraph: Words }
  | { list: Words[] }
  | { steps: Words[] }
  | { quote: Words; by: Words }
  | { products: string[]; title?: Words }
  | BlockInput

export function toBlock(block: DemoBlock): BlockInput {
  if ('kind' in block) return block
  if ('heading' in block) return { kind: 'heading', text: text(block.heading) }
  if ('paragraph' in block) return { kind: 'paragraph', text: text(block.paragraph) }
  if ('list' in block) return { kind: 'list', items: block.list.map(text) }
  if ('steps' in block) return { kind: 'steps', items: block.steps.map(text) }
  if ('quote' in block) return { kind: 'quote', text: text(block.quote), by: text(block.by) }
  return { kind: 'products', title: text(block.title ?? ['', '']), ids: block.products }
}
