import type { Block, BlockKind, BlockOf } from '#contract/blocks.ts'
import type { ArticleCard } from '#contract/blog.ts'
import type { CampaignSummary } from '#contract/campaigns.ts'
import type { CategoryTree } from '#contract/catalogue.ts'
import type { CouponTerms } from '#contract/coupons.ts'
import type { Form } from '#contract/forms.ts'
import type { CardProduct } from '#storefront/cards/product-card.tsx'

/** A category as its tile shows it. */
export type CategoryTile = Pick<CategoryTree, 'id' | 'name' | 'image' | 'productCount'>

/** What blocks need beside their own words, by kind. */
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

/** What a block's component is given. Without data a block that needs some is left out. */
export interface BlockProps<Kind extends BlockKind> {
  block: BlockOf<Kind>
  data: DataOf<Kind>
  /** The first of its page that is a hero: its title is the page's. */
  isFirst: boolean
}

/** Blocks with what they show, ready to be rendered. */
export interface LoadedBlock {
  block: Block
  data?: BlockData[keyof BlockData] | undefined
}
