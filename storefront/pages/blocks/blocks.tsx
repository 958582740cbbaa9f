import type { ComponentType, ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import type { Block, BlockKind } from '#contract/content.ts'
import { Banner } from './banner.tsx'
import type { BlockProps, LoadedBlock } from './block-data.ts'
import { Categories } from './categories.tsx'
import { Hero } from './hero.tsx'
import { Notice } from './notice.tsx'
import { Products } from './products.tsx'

type Table = { [Kind in BlockKind]: ComponentType<BlockProps<Kind>> }

/**
 * Table of the components that show blocks. What home pages usually have comes with the page; everything else is loaded
 * where a page has it.
 */
const table: Table = {
  hero: Hero,
  banner: Banner,
  categories: Categories,
  products: Products,
  notice: Notice,
  heading: lazy(async () => ({ default: (await words()).Heading })),
  paragraph: lazy(async () => ({ default: (await words()).Paragraph })),
  list: lazy(async () => ({ default: (await words()).List })),
  image: lazy(() => import('./image.tsx')),
  campaigns: lazy(() => import('./campaigns.tsx')),
  coupons: lazy(() => import('./coupons.tsx')),
  membership: lazy(() => import('./membership.tsx')),
  video: lazy(() => import('./video.tsx')),
  places: lazy(() => import('./places.tsx')),
  faq: lazy(() => import('./faq.tsx')),
  gallery: lazy(() => import('./gallery.tsx')),
  form: lazy(() => import('./form.tsx')),
}
const words = () => import('./words.tsx')

/** Blocks in their order; kinds that this version does not know are left out. */
export function Blocks({ blocks }: { blocks: LoadedBlock[] }): ReactNode {
  const firsts = firstHeroes(blocks)
  return blocks.map((loaded, index) => {
    const { block, data } = loaded
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

/** The first that a phone shows, and the first that a desktop shows: each page has one title. */
function firstHeroes(blocks: LoadedBlock[]): Set<LoadedBlock | undefined> {
  const shownOn = (device: 'phone' | 'desktop') =>
    blocks.find(({ block: { kind, show } }) => kind === 'hero' && (!show?.device || show.device === device))
  return new Set([shownOn('phone'), shownOn('desktop')])
}
