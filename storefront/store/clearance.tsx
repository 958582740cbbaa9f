import type { ProductCard } from '#contract/catalogue.ts'
import type { Client } from '#contract/client.ts'
import { allCategories } from '#contract/constants.ts'
import type { Page } from '#storefront/data.ts'
import { inBrowser, onServer } from '#storefront/data.ts'
import { pageMeta } from '#storefront/shell/head.ts'
import { useShop } from '#storefront/shop.ts'
import type { Route } from './+types/clearance'
import { BestBefore } from './best-before.tsx'
import { Breadcrumb, categoryPath } from './breadcrumb.tsx'
import { EmptyList } from './empty-list.tsx'
import { keepUnlessMoved, loadProducts } from './list-data.ts'
import { NarrowableList } from './product-list.tsx'
import { StorePage } from './store-page.tsx'

export { StoreError as ErrorBoundary } from './store-error.tsx'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t }) => ({ title: t('store.clearance'), description: t('store.clearance_words') }))

async function load(api: Client, { url }: Page) {
  const listing = await loadProducts(api, url, { clearance: true })
  return { listing }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)
export const shouldRevalidate = keepUnlessMoved

/** What must go soon: was and now, why, best before when, and how many are left. */
export default function ClearancePage({ loaderData: { listing } }: Route.ComponentProps) {
  const { t } = useShop()
  return (
    <StorePage>
      <Breadcrumb categories={[]} here={t('store.clearance')} />
      <header className="page-head">
        <h1>{t('store.clearance')}</h1>
        <p>{t('store.clearance_words')}</p>
      </header>
      <NarrowableList
        listing={listing}
        note={(product) => <Reason product={product} />}
        empty={<EmptyList words={t('store.clearance_empty')} to={categoryPath(allCategories)} />}
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
