import type { Image, Text } from '#contract/shapes.ts'

/** What is passed on: a product or a group-buy, as the share sheet and its poster show it. */
export interface Shared {
  id: string
  name: Text
  /** A sentence or two on the poster. */
  summary: string
  image: Image | null
  /** As it is to be written: "from $8.50". */
  price: string
  /** A text to paste into a group, in both languages; `{url}` stands where the address goes. */
  captions?: Text
}
