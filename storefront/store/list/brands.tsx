import { Link } from 'react-router'
import type { Client } from '#contract/client.ts'
import { allCategories } from '#contract/constants.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Breadcrumb, categoryPath } from '#storefront/parts/breadcrumb.tsx'
import { EmptyList } from '#storefront/parts/empty-list.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { StorePage } from '#storefront/parts/store-page.tsx'
import { Picture } from '#ui/picture.tsx'
import type { Route } from './+types/brands'
import { revalidateUnlessSamePage } from './list-data.ts'
import './brands.css'
import '#storefront/parts/store-page.css'
import '#storefront/parts/empty-list.css'

export { StoreError as ErrorBoundary } from '#storefront/store/store-error.tsx'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t }) => ({ title: t('store.brands'), description: t('store.brands_words') }))

async function load(api: Client) {
  const { brands } = await api.catalogue.brands()
  return { brands: brands.filter(({ productCount }) => productCount > 0) }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)
export const shouldRevalidate = revalidateUnlessSamePage

/** The page with all brands that have products in the shop. */
export default function BrandsPage({ loaderData: { brands } }: Route.ComponentProps) {
  const { t, say, langOf, count } = useShop()
  return (
    <StorePage>
      <Breadcrumb categories={[]} here={t('store.brands')} />
      <header className="page-head">
        <h1>{t('store.brands')}</h1>
        <p>{t('store.brands_words')}</p>
      </header>
      {brands.length === 0 && <EmptyList text={t('store.brands_empty')} to={categoryPath(allCategories)} />}
      <ul className="brand-tiles">
        {brands.map(({ id, name, story, image, productCount }) => (
          <li key={id} className="brand-tile">
            <Picture image={image} sizes="6rem" decorative />
            <h2 lang={langOf(name)}>
              <Link to={`/store/brand/${id}`}>{say(name)}</Link>
            </h2>
            <p className="brand-count">{count('store.count', productCount)}</p>
            <p className="brand-story" lang={langOf(story)}>
              {say(story)}
            </p>
          </li>
        ))}
      </ul>
    </StorePage>
  )
}
