import type { Block, BlockInput } from '#contract/blocks.ts'
import { block } from '#contract/blocks.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'

/**
 * Upgrades stored blocks to the current schema: adds new defaults, and drops blocks that the schema no longer allows,
 * such as blocks of removed kinds.
 */
export function readBlocks(storedBlocks: BlockInput[]): Block[] {
  return storedBlocks.flatMap((each) => block.safeParse(each).data ?? [])
}

/**
 * The blocks that this visitor may see, by language, time and store. Hidden blocks are never sent. The browser applies
 * the device rule, because only the browser knows the width of its window.
 */
export async function visibleBlocks<B extends Block>(ctx: Context, blocks: B[]): Promise<B[]> {
  if (!blocks.some(({ show }) => show)) return blocks
  const isByStore = blocks.some(({ show }) => show?.locations?.length)
  const store = isByStore ? (await locations.currentOrNone(ctx))?.id : undefined
  const now = ctx.app.now().toISOString()
  return blocks.filter(({ show }) => isShown(show, { now, locale: ctx.locale, store })).map(withoutConditions)
}

interface VisibilityContext {
  now: string
  locale: Context['locale']
  store: string | undefined
}

function isShown(show: Block['show'], { now, locale, store }: VisibilityContext): boolean {
  if (!show) return true
  const { locales, from, until, locations } = show
  if (locales?.length && !locales.includes(locale)) return false
  // Compares parsed times, not texts, because not all of the owner's times have fractions of seconds.
  if (from && Date.parse(from) > Date.parse(now)) return false
  if (until && Date.parse(until) <= Date.parse(now)) return false
  return !locations?.length || (store !== undefined && locations.includes(store))
}

/** Removes all conditions except the device rule, which the browser applies. */
function withoutConditions<B extends Block>(block: B): B {
  const { show, ...rest } = block
  // The cast is safe, because only `show` changes, and it is optional in each block.
  return (show?.device ? { ...rest, show: { device: show.device } } : rest) as B
}
