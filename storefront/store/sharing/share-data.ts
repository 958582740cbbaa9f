import type { Locale, sharing } from '#contract/languages.ts'
import type { Image, Text } from '#contract/shapes.ts'

/** A product, group-buy or article to share, as the share sheet and its poster show it. */
export interface ShareData {
  id: string
  /** The path of the public page of the product or group-buy. If it is missing, the shopper shares the current page. */
  path?: string
  name: Text
  /** One or two sentences for the poster. */
  summary: string
  image: Image | null
  /** The formatted price, such as "from $8.50". */
  price: string
  /** A text to paste into a chat group, in both languages. `{url}` is replaced by the link. */
  captions?: Text
}

/** A network to share on. */
export type ShareNetwork = Exclude<(typeof sharing)[Locale][number], 'send' | 'link'>
