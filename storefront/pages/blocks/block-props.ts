import type { Block, BlockKind, BlockOf } from '#contract/blocks.ts'
import type { ArticleCard } from '#contract/blog.ts'
import type { CampaignSummary } from '#contract/campaigns.ts'
import type { CategoryTree } from '#contract/catalogue.ts'
import type { CouponTerms } from '#contract/coupons.ts'
import type { Form } from '#contract/forms.ts'
import type { CardProduct } from '#storefront/cards/product-card.tsx'

/** The data of a category's tile. */
export type CategoryTile = Pick<CategoryTree, 'id' | 'name' | 'image' | 'productCount'>

/** The data of blocks besides their own content, by kind. */
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

/** The props of a block's component. A block that needs data is left out without it. */
export interface BlockProps<Kind extends BlockKind> {
  block: BlockOf<Kind>
  data: DataOf<Kind>
  /** Whether it is the first hero block of its page: its title is then the page's `<h1>`. */
  isFirst: boolean
}

/** Blocks with their data, ready to render. */
export interface LoadedBlock {
  block: Block
  data?: BlockData[keyof BlockData] | undefined
}
