import { Link } from 'react-router'
import { otherLocaleOf, toLang } from '#contract/languages.ts'
import { prefetch } from '#storefront/core/scripts/prefetch.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Picture } from '#ui/picture.tsx'
import type { BlockProps } from './block-props.ts'

const tints = ['tea', 'rice', 'berry', 'leaf', 'plum', 'sky']

/** The shop's categories as tiles. */
export function Categories({ block, data: categories }: BlockProps<'categories'>) {
  const { t, count, locale, say, langOf } = useShop()
  const otherLocale = otherLocaleOf(locale)
  const title = say(block.title) || t('home.categories')
  return (
    <section className="wrap home-section" aria-label={title}>
      <h2 lang={langOf(block.title)}>{title}</h2>
      <ul className="category-tiles" data-tiles={Math.min(categories.length, maxTilesPerRow)}>
        {categories.map(({ id, name, image, productCount }, index) => (
          <li key={id} className={`category-tile tint-${tints[index % tints.length]}`}>
            <Picture image={image} sizes="(min-width: 64rem) 12rem, 22vw" decorative />
            <Link to={`/store/productlist?cat=${encodeURIComponent(id)}`} prefetch={prefetch()} lang={langOf(name)}>
              {say(name)}
            </Link>
            {name[otherLocale] && name[otherLocale] !== say(name) && (
              <span className="other-name" lang={toLang(otherLocale)}>
                {name[otherLocale]}
              </span>
            )}
            <span className="category-count">{count('home.products_count', productCount)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const maxTilesPerRow = 8
