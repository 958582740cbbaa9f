/**
 * Something that cached pages and responses show. `published`: which products the shop has. `lists`: which of these
 * products the lists show, and in which order. `product`: one product, including the number of pieces that the shop
 * publishes. `slots`: which times of a store are free. `campaigns`: the state of the group-buys. `order`: see `Change`.
 */
export type Topic = 'published' | 'lists' | 'order' | 'campaigns' | `product ${string}` | `slots ${string}`

/**
 * What changed: a list of topics, or `content` for possibly everything. The topic `order` means that prices or stock
 * changed. A change of prices or stock can move products within lists, and into and out of filtered lists. So `order`
 * also affects everything that shows `lists` (see `createCache`).
 */
export type Change = 'content' | readonly Topic[]

/** Records that the response shows these topics. A change of one of them then removes the response from the caches. */
export function recordTopics({ shown }: { shown?: Set<Topic> | undefined }, ...topics: Topic[]): void {
  if (!shown) return
  for (const topic of topics) shown.add(topic)
}
