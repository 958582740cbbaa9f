import type { Block, BlockOf } from '#contract/blocks.ts'
import type { Client } from '#contract/client.ts'
import { noText } from '#contract/languages.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { StructuredData } from '#storefront/parts/head/structured-data.tsx'
import type { Route } from './+types/home'
import { Blocks } from './blocks/blocks.tsx'
import { shopData } from './shop-data.ts'
import './blocks/styles.ts'
import './home.css'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ app, t }) => ({
    title: app.storeName,
    description: t('home.description', { store: app.storeName }),
    image: args.loaderData?.blocks.map(({ block }) => block).find(isHero)?.image,
  }))

const isHero = (block: Block): block is BlockOf<'hero'> => block.kind === 'hero'

const emptyTexts = { title: noText, text: noText, linkText: noText }
/** The home page's blocks until the owner arranges them: the categories and the first products. */
const defaultBlocks: Block[] = [
  { kind: 'categories', ...emptyTexts },
  { kind: 'products', ...emptyTexts, link: 'products/all', query: {} },
]

const load = async (api: Client) => {
  const [{ sections }, { loadBlocks }] = await Promise.all([
    api.content.sections({ type: 'home' }),
    import('./blocks/block-data.ts'),
  ])
  return { blocks: await loadBlocks(api, sections.length > 0 ? sections : defaultBlocks) }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** The home page, which consists of the owner's blocks. */
export default function Home({ loaderData: { blocks } }: Route.ComponentProps) {
  const shop = useShop()
  const { app, t } = shop
  const heroes = blocks.map(({ block }) => block).filter(isHero)
  const hasHero = (device: 'phone' | 'desktop') => heroes.some(({ show }) => !show?.device || show.device === device)
  const devicesWithoutHero = (['phone', 'desktop'] as const).filter((device) => !hasHero(device))
  return (
    <div className="home">
      <StructuredData of={import.meta.env.SSR ? shopData(shop) : undefined} />
      {devicesWithoutHero.length > 0 && (
        <h1
          className="wrap home-name"
          data-device={devicesWithoutHero.length === 1 ? devicesWithoutHero[0] : undefined}
        >
          {app.storeName}
        </h1>
      )}
      <Blocks blocks={blocks} />
      {blocks.length === 0 && <p className="wrap">{t('home.empty')}</p>}
    </div>
  )
}
