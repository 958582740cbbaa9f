import { ProductCard } from '#storefront/cards/product-card.tsx'
import { useShop } from '#storefront/core/shop.ts'
import type { MenuSectionData } from './menu-data.ts'
import { sectionId } from './menu-tabs.tsx'
import './menu.css'

const eagerPictures = 4

/** The id of the section for products without a subcategory. */
export const otherSectionId = 'other'

/** A menu in sections. Each product is a row with its picture, a short description and a "+". */
export function MenuRows({ parts }: { parts: MenuSectionData[] }) {
  const { t, say, langOf } = useShop()
  return parts.map(({ category, products }, index) => {
    const id = category?.id ?? otherSectionId
    return (
      <section key={id} id={sectionId(id)} className="menu-section" aria-labelledby={`title-${id}`}>
        <header>
          <h2 id={`title-${id}`} lang={category ? langOf(category.name) : undefined}>
            {category ? say(category.name) : t('store.more_here')}
          </h2>
          {category && say(category.description) && (
            <p lang={langOf(category.description)}>{say(category.description)}</p>
          )}
        </header>
        <ul className="product-rows">
          {products.map((product, position) => (
            <li key={product.id}>
              <ProductCard
                product={product}
                place="menu"
                eager={index === 0 && position < eagerPictures}
                travels={false}
              />
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
