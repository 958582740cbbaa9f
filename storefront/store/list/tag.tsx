import type { Client } from '#contract/client.ts'
import { allCategories } from '#contract/constants.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Breadcrumb, categoryPath } from '#storefront/parts/breadcrumb.tsx'
import { EmptyList } from '#storefront/parts/empty-list.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { StorePage } from '#storefront/parts/store-page.tsx'
import type { Route } from './+types/tag'
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
  pageMeta(args, ({ t, say }) => ({ title: say(args.loaderData?.tag.name) || t('store.missing_title') }))

async function load(api: Client, { url, params }: Page) {
  const id = params.id ?? ''
  const [tag, listing] = await Promise.all([api.catalogue.tag({ id }), loadProducts(api, url, { tagName: id })])
  return { tag, listing }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)
export const shouldRevalidate = revalidateUnlessSamePage

/** The page of a tag, with its products. */
export default function TagPage({ loaderData: { tag, listing } }: Route.ComponentProps) {
  const { t, say } = useShop()
  return (
    <StorePage className="list-page">
      <Breadcrumb categories={[]} here={say(tag.name)} />
      <header className="page-head">
        <h1>{say(tag.name)}</h1>
      </header>
      <FilterableList
        key={tag.id}
        listing={listing}
        empty={<EmptyList text={t('store.empty_category')} to={categoryPath(allCategories)} />}
      />
    </StorePage>
  )
}
