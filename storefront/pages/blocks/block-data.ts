import type { Block, BlockOf } from '#contract/blocks.ts'
import type { CampaignSummary } from '#contract/campaigns.ts'
import type { CategoryTree, ProductCard } from '#contract/catalogue.ts'
import type { Client } from '#contract/client.ts'
import { noText } from '#contract/languages.ts'
import type { CardProduct } from '#storefront/cards/product-card.tsx'
import type { BlockData, CategoryTile, LoadedBlock } from './block-props.ts'
import { fetchComponents } from './blocks.tsx'

/** For each kind of block, a function that loads its data. It returns only what the block shows. */
const loaders: { [Kind in keyof BlockData]: (api: Client, block: BlockOf<Kind>) => Promise<BlockData[Kind]> } = {
  categories: async (api) => (await api.catalogue.categories({ id: 'all' })).categories.map(toCategoryTile),
  products: (api, { ids, query }) =>
    // The cast is safe, because the server validated the query when the owner saved the block.
    ids ? readProducts(api, ids) : listProducts(api, { numberToLoad: 8, ...query } as Query),
  campaigns: async (api, { most }) => {
    const { campaigns } = await api.campaigns.list()
    return campaigns.filter(({ state }) => upcomingStates.has(state)).slice(0, most)
  },
  coupons: async (api, { codes }) => {
    const { coupons } = await api.coupons.list()
    return coupons.filter(({ code }) => codes.length === 0 || codes.includes(code))
  },
  membership: (api) =>
    listProducts(api, { productType: 'MEMBERSHIP', recordStatus: 'ACTIVE', sortby: 'default', infiniteLoad: false }),
  articles: async (api, { category, tag, most }) => (await api.blog.list({ category, tag, perPage: most })).articles,
  form: (api, { form }) => api.content.form({ name: form }),
}

/** The states of upcoming and running campaigns. */
const upcomingStates = new Set<CampaignSummary['state']>(['scheduled', 'open', 'reached', 'full'])

type Query = Parameters<Client['catalogue']['list']>[0]
const listProducts = async (api: Client, query: Query) => (await api.catalogue.list(query)).products.map(toCardProduct)

/**
 * Loads the products with these ids. Omits products whose request fails, for example because they are no longer sold.
 */
async function readProducts(api: Client, ids: string[]): Promise<CardProduct[]> {
  const found = await Promise.allSettled(ids.map((id) => api.catalogue.product({ id })))
  return found.flatMap((result) => (result.status === 'fulfilled' ? [toCardProduct(result.value)] : []))
}

/**
 * Loads the data and component of each block in parallel. Omits a block if the request for its data fails or returns an
 * empty list.
 */
export async function loadBlocks(api: Client, blocks: Block[]): Promise<LoadedBlock[]> {
  const components = fetchComponents(blocks)
  const loaded = await Promise.all(
    blocks.map(async (block): Promise<LoadedBlock | null> => {
      // The cast is safe, because `loaders` has a function of this type for each kind of block in `BlockData`, and no
      // function for other kinds.
      const loader = loaders[block.kind as keyof BlockData] as
        | ((api: Client, block: Block) => Promise<BlockData[keyof BlockData]>)
        | undefined
      if (!loader) return { block }
      const data = await loader(api, block).catch(() => null)
      return data === null || (Array.isArray(data) && data.length === 0) ? null : { block, data }
    }),
  )
  await components
  return loaded.filter((item) => item !== null)
}

/** Removes a picture's alternative text. The name beside the picture says the same. */
const withoutAlt = <Shown extends { alt: unknown }>(image: Shown | null) => image && { ...image, alt: noText }

const toCategoryTile = ({ id, name, image, productCount }: CategoryTree): CategoryTile => ({
  id,
  name,
  image: withoutAlt(image),
  productCount,
})

/** Removes the fields that blocks do not show, and the picture's alternative text. */
function toCardProduct(product: ProductCard): CardProduct {
  const { summary: _, brand: __, bestBefore: ___, clearanceReason: ____, soldBy: _____, ...card } = product
  return { ...card, image: withoutAlt(product.image) }
}
