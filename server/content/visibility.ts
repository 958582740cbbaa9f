import type { Block, BlockInput } from '#contract/blocks.ts'
import { block } from '#contract/blocks.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'

/**
 * Blocks as they were once written, as this version knows them: with what has a default since, without kinds that are
 * gone.
 */
export function readBlocks(written: BlockInput[]): Block[] {
  return written.flatMap((each) => block.safeParse(each).data ?? [])
}

/**
 * The blocks that this visitor is to see now: by language, time and store. What is not to be seen yet is not sent. The
 * device is left to the browser, which knows its width.
 */
export async function shownNow<B extends Block>(ctx: Context, blocks: B[]): Promise<B[]> {
  if (!blocks.some(({ show }) => show)) return blocks
  const isByStore = blocks.some(({ show }) => show?.locations?.length)
  const store = isByStore ? (await locations.currentOrNone(ctx))?.id : undefined
  const now = ctx.app.now().toISOString()
  return blocks.filter(({ show }) => isShown(show, { now, locale: ctx.locale, store })).map(withoutReasons)
}

interface Circumstances {
  now: string
  locale: Context['locale']
  store: string | undefined
}

function isShown(show: Block['show'], { now, locale, store }: Circumstances): boolean {
  if (!show) return true
  const { locales, from, until, locations } = show
  if (locales?.length && !locales.includes(locale)) return false
  // Instants of the owner's may be written with or without fractions of seconds.
  if (from && Date.parse(from) > Date.parse(now)) return false
  if (until && Date.parse(until) <= Date.parse(now)) return false
  return !locations?.length || (store !== undefined && locations.includes(store))
}

/** Only the device is the page's business. */
function withoutReasons<B extends Block>(block: B): B {
  const { show, ...rest } = block
  return (show?.device ? { ...rest, show: { device: show.device } } : rest) as B
}
