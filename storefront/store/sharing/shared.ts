import type { Locale, languages } from '#contract/languages.ts'
import type { Image, Text } from '#contract/shapes.ts'

/** A shared product or group-buy, as the share sheet and its poster show it. */
export interface Shared {
  id: string
  name: Text
  /** A sentence or two on the poster. */
  summary: string
  image: Image | null
  /** The formatted price: "from $8.50". */
  price: string
  /** A text to paste into a chat group, in both languages; `{url}` is replaced by the address. */
  captions?: Text
}

/** A network to share on. */
export type Place = Exclude<(typeof languages)[Locale]['sharing'][number], 'send' | 'link'>
