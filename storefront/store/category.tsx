import { data } from 'react-router'
import type { Client } from '#contract/client.ts'
import { allCategories } from '#contract/constants.ts'
import type { Page } from '#storefront/data.ts'
import { inBrowser, onServer } from '#storefront/data.ts'
import { pageMeta } from '#storefront/shell/head.ts'
import { useShop } from '#storefront/shop.ts'
import type { Route } from './+types/category'
import { Breadcrumb, categoryPath } from './breadcrumb.tsx'
import { wayTo } from './categories.ts'
import { CategoryChips } from './category-chips.tsx'
import { EmptyList } from './empty-list.tsx'
import { keepUnlessMoved, loadProducts } from './list-data.ts'
import { isMenu, loadMenu } from './menu-data.ts'
import { MenuRows, otherPart } from './menu-rows.tsx'
import { MenuTabs } from './menu-tabs.tsx'
import { NarrowableList } from './product-list.tsx'
import { StorePage } from './store-page.tsx'

export { StoreError as ErrorBoundary } from './store-error.tsx'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t, say }) => {
    const category = args.loaderData?.way.at(-1)
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
  const way = categoryName === allCategories ? [] : wayTo(categories, categoryName)
  if (way.length === 0 && categoryName !== allCategories) throw data({ code: 'not_found' }, { status: 404 })
  const group = way.findLast(({ children }) => children.length > 0)
  const category = way.at(-1)
  const menu = isMenu(category, url.searchParams) ? await loadMenu(api, url, category, listing.count) : null
  return { way, group: group?.id ?? allCategories, chips: group?.children ?? categories, listing, menu }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)
export const shouldRevalidate = keepUnlessMoved

/** The products of a category, or of all, side by side or as a menu of rows, at `/store/productlist?cat=…&sort=…&page=…`. */
export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const { t, say } = useShop()
  const { way, group, chips, listing, menu } = loaderData
  const category = way.at(-1)
  return (
    <StorePage>
      <Breadcrumb categories={way} {...(category ? {} : { here: t('store.all_products') })} />
      <header className="page-head">
        <h1>{category ? say(category.name) : t('store.all_products')}</h1>
        {category && <p>{say(category.description)}</p>}
      </header>
      {menu && menu.length > 0 ? (
        <MenuTabs
          key={category?.id}
          sections={menu.map(
            ({ category }) =>
              category ?? { id: otherPart, name: { en: t('store.more_here'), zh: t('store.more_here') } },
          )}
        />
      ) : (
        <CategoryChips categories={chips} current={category?.id ?? allCategories} all={{ id: group }} />
      )}
      <NarrowableList
        key={`${category?.id ?? allCategories} ${menu ? 'menu' : 'grid'}`}
        listing={listing}
        empty={
          <EmptyList
            words={t(category ? 'store.empty_category' : 'home.empty')}
            to={category && categoryPath(allCategories)}
          />
        }
      >
        {menu && <MenuRows parts={menu} />}
      </NarrowableList>
    </StorePage>
  )
}
