import type { ComponentType, ReactNode } from 'react'
import { Suspense } from 'react'
import type { Block, BlockKind } from '#contract/blocks.ts'
import { Hero } from '#storefront/pages/blocks/media/hero.tsx'
import type { BlockProps, LoadedBlock } from './block-props.ts'
import { later } from './later.ts'
import { Products } from './products.tsx'

type Table = { [Kind in BlockKind]: ComponentType<BlockProps<Kind>> & { fetch?: () => Promise<void> } }

/**
 * For each kind of block, its component. `Hero` and `Products` are part of the page's script. All others load on
 * demand.
 */
const table: Table = {
  hero: Hero,
  categories: later(async () => ({ default: (await import('./categories.tsx')).Categories })),
  products: Products,
  banner: later(async () => ({ default: (await import('#storefront/pages/blocks/media/banner.tsx')).Banner })),
  notice: later(async () => ({ default: (await import('./notice.tsx')).Notice })),
  heading: later(async () => ({ default: (await words()).Heading })),
  paragraph: later(async () => ({ default: (await words()).Paragraph })),
  list: later(async () => ({ default: (await words()).List })),
  steps: later(async () => ({ default: (await words()).Steps })),
  quote: later(async () => ({ default: (await words()).Quote })),
  image: later(() => import('#storefront/pages/blocks/media/image.tsx')),
  campaigns: later(() => import('./campaigns.tsx')),
  coupons: later(() => import('./coupons.tsx')),
  membership: later(() => import('./membership.tsx')),
  articles: later(() => import('./articles.tsx')),
  video: later(() => import('#storefront/pages/blocks/media/video.tsx'), { atOnce: true }),
  places: later(() => import('./places.tsx')),
  faq: later(() => import('./faq.tsx')),
  gallery: later(() => import('#storefront/pages/blocks/media/gallery.tsx')),
  form: later(() => import('./form.tsx'), { atOnce: true }),
}
const words = () => import('./words.tsx')

/** Downloads the components of these blocks before they render. If a download fails, rendering retries it. */
export async function fetchComponents(blocks: Block[]): Promise<void> {
  const kinds = new Set(blocks.map(({ kind }) => kind))
  await Promise.allSettled([...kinds].map((kind) => table[kind]?.fetch?.()))
}

/** Renders blocks in order. Omits unknown kinds. */
export function Blocks({ blocks }: { blocks: LoadedBlock[] }): ReactNode {
  const firsts = firstOfEach(blocks)
  return blocks.map((loaded, index) => {
    const { block, data } = loaded
    // The cast is safe, because the table has a component with these props for each known kind of block.
    const Show = table[block.kind] as ComponentType<{ block: Block; data: unknown; isFirst: boolean }> | undefined
    if (!Show) return null
    const shown = <Show block={block} data={data} isFirst={firsts.has(loaded)} />
    return (
      <Suspense key={block.id ?? index}>
        {block.show?.device ? <div data-device={block.show.device}>{shown}</div> : shown}
      </Suspense>
    )
  })
}

/**
 * Finds the first hero and the first product block, separately for phones and for desktops. The heroes contain the
 * page's title, and the product blocks contain the products on the first screen.
 */
function firstOfEach(blocks: LoadedBlock[]): Set<LoadedBlock | undefined> {
  const shownOn = (wanted: BlockKind, device: 'phone' | 'desktop') =>
    blocks.find(({ block: { kind, show } }) => kind === wanted && (!show?.device || show.device === device))
  const kinds = ['hero', 'products'] as const
  return new Set(kinds.flatMap((kind) => [shownOn(kind, 'phone'), shownOn(kind, 'desktop')]))
}
