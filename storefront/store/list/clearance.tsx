import type { ProductCard } from '#contract/catalogue.ts'
import type { Client } from '#contract/client.ts'
import { allCategories } from '#contract/constants.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Breadcrumb, categoryPath } from '#storefront/parts/breadcrumb.tsx'
import { EmptyList } from '#storefront/parts/empty-list.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { StorePage } from '#storefront/parts/store-page.tsx'
import { BestBefore } from '#storefront/store/product/best-before.tsx'
import type { Route } from './+types/clearance'
import { loadProducts, revalidateUnlessSamePage } from './list-data.ts'
import { FilterableList } from './product-list.tsx'
import '#storefront/parts/store-page.css'
import '#storefront/parts/empty-list.css'
import './list.css'
import './list-page.css'
import './product-lines.css'
import './filters.css'

export { StoreError as ErrorBoundary } from '#storefront/store/store-error.tsx'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t }) => ({ title: t('store.clearance'), description: t('store.clearance_words') }))

async function load(api: Client, { url }: Page) {
  const listing = await loadProducts(api, url, { clearance: true })
  return { listing }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)
export const shouldRevalidate = revalidateUnlessSamePage

/**
 * The clearance page. Each product shows its old and new price, the reason and the best-before date, and the number of
 * pieces if only few are left.
 */
export default function ClearancePage({ loaderData: { listing } }: Route.ComponentProps) {
  const { t } = useShop()
  return (
    <StorePage className="list-page">
      <Breadcrumb categories={[]} here={t('store.clearance')} />
      <header className="page-head">
        <h1>{t('store.clearance')}</h1>
        <p className="page-lead">{t('store.clearance_words')}</p>
      </header>
      <FilterableList
        listing={listing}
        note={(product) => <Reason product={product} />}
        empty={<EmptyList text={t('store.clearance_empty')} to={categoryPath(allCategories)} />}
      />
    </StorePage>
  )
}

function Reason({ product }: { product: ProductCard }) {
  const { say, langOf } = useShop()
  return (
    <div className="clearance-note">
      {product.clearanceReason && <p lang={langOf(product.clearanceReason)}>{say(product.clearanceReason)}</p>}
      {product.bestBefore && (
        <p>
          <BestBefore date={product.bestBefore} isShort />
        </p>
      )}
    </div>
  )
}
