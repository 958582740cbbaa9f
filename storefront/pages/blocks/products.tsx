import { Link } from 'react-router'
import { ProductCard } from '#storefront/cards/product-card.tsx'
import { menuPath } from '#storefront/core/links.ts'
import { useShop } from '#storefront/core/shop.ts'
import type { BlockProps } from './block-props.ts'

/** Products side by side in a strip that scrolls horizontally. On phones, the first strip of a page has two rows. */
export function Products({ block, data, isFirst }: BlockProps<'products'>) {
  const { t, say, langOf } = useShop()
  const title = say(block.title) || t(block.ids ? 'content.products' : 'store.all_products')
  return (
    <section className="wrap home-section" aria-label={title}>
      <div className="home-section-head">
        <h2 lang={langOf(block.title)}>{title}</h2>
        {block.link && (
          <Link
            to={menuPath(block.link)}
            className="link"
            aria-label={say(block.linkText) ? undefined : t('home.see_all_named', { name: title })}
          >
            {say(block.linkText) || t('home.see_all')}
          </Link>
        )}
      </div>
      {say(block.text) && <p className="home-section-text">{say(block.text)}</p>}
      <ul className={isFirst ? 'product-row product-row-double' : 'product-row'}>
        {data.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
    </section>
  )
}
