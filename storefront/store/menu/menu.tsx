import { Link, redirect } from 'react-router'
import type { CategoryTree, ProductCard as Product } from '#contract/catalogue.ts'
import type { Client } from '#contract/client.ts'
import { allCategories } from '#contract/constants.ts'
import { ProductCard } from '#storefront/cards/product-card.tsx'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { categoryPath } from '#storefront/parts/breadcrumb.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { SearchForm } from '#storefront/parts/search/search-form.tsx'
import { StorePage } from '#storefront/parts/store-page.tsx'
import { revalidateUnlessSamePage } from '#storefront/store/list/list-data.ts'
import type { Route } from './+types/menu'
import { MenuTabs, sectionId } from './menu-tabs.tsx'
import '#storefront/cards/grids.css'
import './menu.css'
import '#storefront/store/list/list-page.css'
import '#storefront/store/list/product-lines.css'
import '#storefront/parts/store-page.css'
import '#storefront/parts/chips.css'
import '#storefront/parts/empty-list.css'

export { StoreError as ErrorBoundary } from '#storefront/store/store-error.tsx'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t }) => ({ title: t('store.menu'), description: t('store.menu_words') }))

const productsPerSection = 8
const eagerPictures = 4

/** Loads the menu. Redirects to the list of all products if no category has products. */
async function load(api: Client) {
  const { categories } = await api.catalogue.categories({ id: allCategories })
  const sections = await Promise.all(
    categories
      .filter(({ productCount }) => productCount > 0)
      .map(async ({ children: _, ...category }) => {
        const page = await api.catalogue.list({ categoryName: category.id, numberToLoad: productsPerSection })
        return { category, products: page.products }
      }),
  )
  const filledSections = sections.filter(({ products }) => products.length > 0)
  if (filledSections.length === 0) throw redirect(categoryPath(allCategories))
  return { sections: filledSections }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)
export const shouldRevalidate = revalidateUnlessSamePage

/** The menu: all main categories with their first products, and tabs that follow the scroll position. */
export default function MenuPage({ loaderData: { sections } }: Route.ComponentProps) {
  const { t } = useShop()
  const all = sections.flatMap(({ products }) => products).reverse()
  const firsts = new Set(new Map(all.map((product) => [product.id, product])).values())
  return (
    <StorePage className="list-page menu-page">
      <header className="page-head menu-head">
        <div>
          <h1>{t('store.menu')}</h1>
          <p>{t('store.menu_words')}</p>
        </div>
        <SearchForm hasIcon />
      </header>
      <MenuTabs sections={sections.map(({ category }) => category)} />
      {sections.map((section, index) => (
        <MenuSection key={section.category.id} {...section} eager={index === 0} firsts={firsts} />
      ))}
      <p className="menu-end">
        <Link className="button button-quiet" to={categoryPath(allCategories)}>
          {t('store.see_everything')}
        </Link>
      </p>
    </StorePage>
  )
}

type MenuCategory = Omit<CategoryTree, 'children'>

interface MenuSectionProps {
  category: MenuCategory
  products: Product[]
  eager: boolean
  /** The first occurrence of each product on the page. A product in several sections has a separate object in each. */
  firsts: Set<Product>
}

function MenuSection({ category, products, eager, firsts }: MenuSectionProps) {
  const { say, langOf, count } = useShop()
  const name = say(category.name)
  return (
    <section id={sectionId(category.id)} className="menu-section" aria-labelledby={`title-${category.id}`}>
      <header>
        <h2 id={`title-${category.id}`} lang={langOf(category.name)}>
          {name}
        </h2>
        {say(category.description) && <p lang={langOf(category.description)}>{say(category.description)}</p>}
        <Link className="link" to={categoryPath(category.id)}>
          {count('store.see_all', category.productCount)} <span className="visually-hidden">{name}</span>
        </Link>
      </header>
      <ul className="product-grid">
        {products.map((product, index) => (
          <li key={product.id}>
            <ProductCard
              product={product}
              place="list"
              eager={eager && index < eagerPictures}
              travels={firsts.has(product)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
