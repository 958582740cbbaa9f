import { data } from 'react-router'
import type { Client } from '#contract/client.ts'
import { allCategories } from '#contract/constants.ts'
import { sameText } from '#contract/languages.ts'
import { ProductCard } from '#storefront/cards/product-card.tsx'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Breadcrumb, categoryPath } from '#storefront/parts/breadcrumb.tsx'
import { EmptyList } from '#storefront/parts/empty-list.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { StorePage } from '#storefront/parts/store-page.tsx'
import { isMenu, loadMenu } from '#storefront/store/menu/menu-data.ts'
import { MenuRows, otherSectionId } from '#storefront/store/menu/menu-rows.tsx'
import { MenuTabs } from '#storefront/store/menu/menu-tabs.tsx'
import type { Route } from './+types/category'
import { findCategoryTrail } from './categories.ts'
import { CategoryChips } from './category-chips.tsx'
import { loadMoreInParent, loadProducts, revalidateUnlessSamePage } from './list-data.ts'
import { FilterableList } from './product-list.tsx'
import '#storefront/parts/store-page.css'
import '#storefront/parts/empty-list.css'
import '#storefront/parts/chips.css'
import './list.css'
import './list-page.css'
import './product-lines.css'
import './filters.css'

export { StoreError as ErrorBoundary } from '#storefront/store/store-error.tsx'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t, say }) => {
    const category = args.loaderData?.trail.at(-1)
    return {
      title: say(category?.name) || t(args.loaderData ? 'store.all_products' : 'store.missing_title'),
      description: say(category?.description),
      image: category?.image ?? null,
    }
  })

async function load(api: Client, { url }: Page) {
  const categoryName = url.searchParams.get('cat') || allCategories
  const [{ categories }, listing] = await Promise.all([
    api.catalogue.categories({ id: allCategories }),
    loadProducts(api, url, { categoryName }),
  ])
  const trail = categoryName === allCategories ? [] : findCategoryTrail(categories, categoryName)
  if (trail.length === 0 && categoryName !== allCategories) throw data({ code: 'not_found' }, { status: 404 })
  const group = trail.findLast(({ children }) => children.length > 0)
  const category = trail.at(-1)
  const menu = isMenu(category, url.searchParams) ? await loadMenu(api, url, { category, count: listing.count }) : null
  const more = menu ? null : await loadMoreInParent(api, trail, listing)
  return { trail, group: group?.id ?? allCategories, chips: group?.children ?? categories, listing, menu, more }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)
export const shouldRevalidate = revalidateUnlessSamePage

/**
 * The page of a category's products, or of all products: `/store/productlist?cat=…&sort=…&page=…`. Shows the products
 * in a grid, or as a menu with a section for each subcategory. Below a short grid, shows other products of the parent
 * category.
 */
export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const { t, say } = useShop()
  const { trail, group, chips, listing, menu, more } = loaderData
  const category = trail.at(-1)
  return (
    <StorePage className="list-page">
      <Breadcrumb categories={trail} {...(category ? {} : { here: t('store.all_products') })} />
      <header className="page-head">
        <h1>{category ? say(category.name) : t('store.all_products')}</h1>
        {category && <p>{say(category.description)}</p>}
      </header>
      {menu && menu.length > 0 ? (
        <MenuTabs
          key={category?.id}
          sections={menu.map(
            ({ category }) => category ?? { id: otherSectionId, name: sameText(t('store.more_here')) },
          )}
        />
      ) : (
        <CategoryChips categories={chips} current={category?.id ?? allCategories} all={{ id: group }} />
      )}
      <FilterableList
        key={`${category?.id ?? allCategories} ${menu ? 'menu' : 'grid'}`}
        listing={listing}
        empty={
          <EmptyList
            text={t(category ? 'store.empty_category' : 'home.empty')}
            to={category && categoryPath(allCategories)}
          />
        }
      >
        {menu && <MenuRows parts={menu} />}
      </FilterableList>
      {more && (
        <section className="popular" aria-labelledby="more-in-parent">
          <h2 id="more-in-parent">{t('store.more_in', { parent: say(more.parent.name) })}</h2>
          <ul className="product-grid">
            {more.products.map((product) => (
              <li key={product.id}>
                <ProductCard product={product} place="list" />
              </li>
            ))}
          </ul>
        </section>
      )}
    </StorePage>
  )
}
