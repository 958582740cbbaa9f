import type { ComponentType, ReactNode } from 'react'
import { Suspense } from 'react'
import type { Block, BlockKind } from '#contract/blocks.ts'
import { Hero } from '#storefront/pages/blocks/media/hero.tsx'
import type { BlockProps, LoadedBlock } from './block-props.ts'
import { lazyBlock } from './lazy-block.ts'
import { Products } from './products.tsx'

type Table = { [Kind in BlockKind]: ComponentType<BlockProps<Kind>> & { fetch?: () => Promise<void> } }

/**
 * For each kind of block, its component. `Hero` and `Products` are part of the page's script. All others load on
 * demand.
 */
const table: Table = {
  hero: Hero,
  categories: lazyBlock(async () => ({ default: (await import('./categories.tsx')).Categories })),
  products: Products,
  banner: lazyBlock(async () => ({ default: (await import('#storefront/pages/blocks/media/banner.tsx')).Banner })),
  notice: lazyBlock(async () => ({ default: (await import('./notice.tsx')).Notice })),
  heading: lazyBlock(async () => ({ default: (await textBlocks()).Heading })),
  paragraph: lazyBlock(async () => ({ default: (await textBlocks()).Paragraph })),
  list: lazyBlock(async () => ({ default: (await textBlocks()).List })),
  steps: lazyBlock(async () => ({ default: (await textBlocks()).Steps })),
  quote: lazyBlock(async () => ({ default: (await textBlocks()).Quote })),
  image: lazyBlock(() => import('#storefront/pages/blocks/media/image.tsx')),
  campaigns: lazyBlock(() => import('./campaigns.tsx')),
  coupons: lazyBlock(() => import('./coupons.tsx')),
  membership: lazyBlock(() => import('./membership.tsx')),
  articles: lazyBlock(() => import('./articles.tsx')),
  video: lazyBlock(() => import('#storefront/pages/blocks/media/video.tsx'), { atOnce: true }),
  places: lazyBlock(() => import('./places.tsx')),
  faq: lazyBlock(() => import('./faq.tsx')),
  gallery: lazyBlock(() => import('#storefront/pages/blocks/media/gallery.tsx')),
  form: lazyBlock(() => import('./form.tsx'), { atOnce: true }),
}
const textBlocks = () => import('./prose.tsx')

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
    const Component = table[block.kind] as ComponentType<{ block: Block; data: unknown; isFirst: boolean }> | undefined
    if (!Component) return null
    const element = <Component block={block} data={data} isFirst={firsts.has(loaded)} />
    return (
      <Suspense key={block.id ?? index}>
        {block.show?.device ? <div data-device={block.show.device}>{element}</div> : element}
      </Suspense>
    )
  })
}

/**
 * Finds the first hero and the first product block, separately for phones and for desktops. The heroes contain the
 * page's title, and the product blocks contain the products on the first screen.
 */
function firstOfEach(blocks: LoadedBlock[]): Set<LoadedBlock | undefined> {
  const firstOn = (blockKind: BlockKind, device: 'phone' | 'desktop') =>
    blocks.find(({ block: { kind, show } }) => kind === blockKind && (!show?.device || show.device === device))
  const kinds = ['hero', 'products'] as const
  return new Set(kinds.flatMap((kind) => [firstOn(kind, 'phone'), firstOn(kind, 'desktop')]))
}
