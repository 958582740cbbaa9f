import type { Block, BlockKind, BlockOf } from '#contract/blocks.ts'
import type { ArticleCard } from '#contract/blog.ts'
import type { CampaignSummary } from '#contract/campaigns.ts'
import type { CategoryTree } from '#contract/catalogue.ts'
import type { CouponTerms } from '#contract/coupons.ts'
import type { Form } from '#contract/forms.ts'
import type { CardProduct } from '#storefront/cards/product-card.tsx'

/** The category data that a tile needs. */
export type CategoryTile = Pick<CategoryTree, 'id' | 'name' | 'image' | 'productCount'>

/** For each kind of block, the data that it needs besides its own content. */
export interface BlockData {
  categories: CategoryTile[]
  products: CardProduct[]
  campaigns: CampaignSummary[]
  coupons: CouponTerms[]
  membership: CardProduct[]
  articles: ArticleCard[]
  form: Form & { ticket: string }
}

export type DataOf<Kind extends BlockKind> = Kind extends keyof BlockData ? BlockData[Kind] : undefined

/** The props of a block's component. A block that needs data is rendered only if its data was loaded. */
export interface BlockProps<Kind extends BlockKind> {
  block: BlockOf<Kind>
  data: DataOf<Kind>
  /**
   * Whether this is the page's first hero block or first product block, on phones or on desktops. The first hero's
   * title is the page's `<h1>`.
   */
  isFirst: boolean
}

/** A block with its data, ready to render. */
export interface LoadedBlock {
  block: Block
  data?: BlockData[keyof BlockData] | undefined
}
