import { data } from 'react-router'
import type { Client } from '#contract/client.ts'
import { allCategories } from '#contract/constants.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Breadcrumb, categoryPath } from '#storefront/parts/breadcrumb.tsx'
import { EmptyList } from '#storefront/parts/empty-list.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { StorePage } from '#storefront/parts/store-page.tsx'
import { Picture } from '#ui/picture.tsx'
import type { Route } from './+types/brand'
import { loadProducts, revalidateUnlessSamePage } from './list-data.ts'
import { FilterableList } from './product-list.tsx'
import './brands.css'
import '#storefront/parts/store-page.css'
import '#storefront/parts/empty-list.css'
import './list.css'
import './list-page.css'
import './product-lines.css'
import './filters.css'

export { StoreError as ErrorBoundary } from '#storefront/store/store-error.tsx'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t, say }) => ({
    title: say(args.loaderData?.brand.name) || t('store.missing_title'),
    description: say(args.loaderData?.brand.story),
    image: args.loaderData?.brand.image ?? null,
  }))

async function load(api: Client, { url, params }: Page) {
  const id = params.id ?? ''
  const [{ brands }, listing] = await Promise.all([api.catalogue.brands(), loadProducts(api, url, { brandName: id })])
  const brand = brands.find((candidate) => candidate.id === id)
  if (!brand) throw data({ code: 'not_found' }, { status: 404 })
  return { brand, listing }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)
export const shouldRevalidate = revalidateUnlessSamePage

/** The page of a brand, with its story and products. */
export default function BrandPage({ loaderData: { brand, listing } }: Route.ComponentProps) {
  const { t, say, langOf } = useShop()
  return (
    <StorePage className="list-page">
      <Breadcrumb categories={[]} parents={[{ to: '/store/brand', label: t('store.brands') }]} here={say(brand.name)} />
      <header className="page-head brand-head">
        {brand.image && <Picture image={brand.image} sizes="6rem" eager decorative className="brand-picture" />}
        <div>
          <h1 lang={langOf(brand.name)}>{say(brand.name)}</h1>
          {say(brand.story) && (
            <p className="page-lead" lang={langOf(brand.story)}>
              {say(brand.story)}
            </p>
          )}
        </div>
      </header>
      <FilterableList
        hasBrands={false}
        key={brand.id}
        listing={listing}
        empty={<EmptyList text={t('store.empty_category')} to={categoryPath(allCategories)} />}
      />
    </StorePage>
  )
}
