import { Link } from 'react-router'
import type { CategoryTree, ProductPage } from '#contract/catalogue.ts'
import type { Client } from '#contract/client.ts'
import type { Section } from '#contract/content.ts'
import { inBrowser, onServer } from '#storefront/data.ts'
import { menuPath } from '#storefront/links.ts'
import { prefetch } from '#storefront/prefetch.ts'
import { pageMeta } from '#storefront/shell/head.ts'
import { StructuredData } from '#storefront/shell/structured-data.tsx'
import { toLang, useShop } from '#storefront/shop.ts'
import { ProductCard } from '#storefront/store/product-card.tsx'
import { Icon } from '#storefront/ui/icon.tsx'
import { Picture } from '#storefront/ui/picture.tsx'
import type { Route } from './+types/home'
import { shopData } from './shop-data.ts'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ app, t }) => ({
    title: app.storeName,
    description: t('home.description', { store: app.storeName }),
    image: args.loaderData?.sections.find(({ kind }) => kind === 'hero')?.image,
  }))

type Query = Parameters<Client['catalogue']['list']>[0]

const unsaid = { title: { en: '', zh: '' }, text: { en: '', zh: '' }, linkText: { en: '', zh: '' }, image: null }
/** Home before the owner arranged it: everything there is. */
const plainHome: Section[] = [
  { id: 'categories', kind: 'categories', ...unsaid, link: null, query: {} },
  { id: 'products', kind: 'products', ...unsaid, link: 'products/all', query: {} },
]

/** The home page's sections, the products of each row, and the categories on its tiles. A row that cannot be filled is left out. */
const load = async (api: Client) => {
  const [{ sections: own }, { categories }] = await Promise.all([
    api.content.sections({ type: 'home' }),
    api.catalogue.categories({ id: 'all' }),
  ])
  const sections = own.length > 0 ? own : plainHome
  const rows = await Promise.all(
    sections
      .filter(({ kind }) => kind === 'products')
      .map(async ({ id, query }): Promise<[string, ProductPage['products']]> => {
        const page = await api.catalogue.list({ numberToLoad: 8, ...query } as Query).catch(() => null)
        return [id, page?.products ?? []]
      }),
  )
  return { sections, categories, rows: Object.fromEntries(rows) }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** The home page: food first, as the owner's sections say. */
export default function Home({ loaderData: { sections, categories, rows } }: Route.ComponentProps) {
  const shop = useShop()
  const { app, t } = shop
  const firstHero = sections.find(({ kind }) => kind === 'hero')
  const isBare =
    categories.length === 0 &&
    sections.every(({ id, kind }) => kind === 'categories' || (kind === 'products' && !rows[id]?.length))
  return (
    <div className="home">
      <StructuredData of={import.meta.env.SSR ? shopData(shop) : undefined} />
      {!firstHero && <h1 className="wrap home-name">{app.storeName}</h1>}
      {sections.map((section) => (
        <HomeSection
          key={section.id}
          section={section}
          isFirst={section === firstHero}
          categories={categories}
          products={rows[section.id] ?? []}
        />
      ))}
      {isBare && <p className="wrap">{t('home.empty')}</p>}
    </div>
  )
}

interface HomeSectionProps {
  section: Section
  isFirst: boolean
  categories: CategoryTree[]
  products: ProductPage['products']
}

/** A section by its kind; kinds that this version does not know are left out. */
function HomeSection({ section, isFirst, categories, products }: HomeSectionProps) {
  const { t, say } = useShop()
  switch (section.kind) {
    case 'hero':
      return <Hero section={section} isFirst={isFirst} />
    case 'categories':
      return <CategoryTiles categories={categories} title={say(section.title) || t('home.categories')} />
    case 'products':
      return <ProductRow section={section} products={products} />
    case 'banner':
      return <Banner section={section} />
    case 'notice':
      return <NoticeLine section={section} />
    default:
      return null
  }
}

function Hero({ section, isFirst }: { section: Section; isFirst: boolean }) {
  const { app, t, say, langOf } = useShop()
  const Heading = isFirst ? 'h1' : 'h2'
  return (
    <section className="wrap">
      <div className="hero">
        <Picture
          image={section.image}
          sizes="(min-width: 48rem) 53rem, 110vw"
          eager={isFirst}
          className="hero-picture"
          decorative
        />
        <div className="hero-words">
          {app.appDetail.locname && (
            <p className="hero-store">
              <Icon name="pin" />
              {t('home.pickup_at', { store: app.appDetail.locname })}
            </p>
          )}
          <Heading lang={langOf(section.title)}>{say(section.title)}</Heading>
          <p lang={langOf(section.text)}>{say(section.text)}</p>
          <SectionLink section={section} className="button" fallback={t('home.browse')} />
        </div>
      </div>
    </section>
  )
}

/** A section's own way on. */
function SectionLink({ section, className, fallback }: { section: Section; className: string; fallback: string }) {
  const { say } = useShop()
  if (!section.link) return null
  return (
    <Link to={menuPath(section.link)} className={className} prefetch={prefetch()}>
      {say(section.linkText) || fallback}
      <Icon name="arrow-right" className="icon-small" />
    </Link>
  )
}

const tints = ['tea', 'rice', 'berry', 'leaf', 'plum', 'sky']

function CategoryTiles({ categories, title }: { categories: CategoryTree[]; title: string }) {
  const { count, locale, say, langOf } = useShop()
  if (categories.length === 0) return null
  const other = locale === 'en' ? 'zh' : 'en'
  return (
    <section className="wrap home-section" aria-labelledby="home-categories">
      <h2 id="home-categories">{title}</h2>
      <ul className="category-tiles" data-tiles={Math.min(categories.length, mostInRow)}>
        {categories.map(({ id, name, image, productCount }, index) => (
          <li
            key={id}
            className={`category-tile tint-${tints[index % tints.length]}`}
            data-span={spanOf(index, categories.length)}
          >
            <Picture image={image} sizes="(min-width: 64rem) 12rem, 30vw" decorative />
            <Link to={`/store/productlist?cat=${encodeURIComponent(id)}`} prefetch={prefetch()} lang={langOf(name)}>
              {say(name)}
            </Link>
            {name[other] && name[other] !== say(name) && (
              <span className="other-name" lang={toLang(other)}>
                {name[other]}
              </span>
            )}
            <span className="category-count">{count('home.products_count', productCount)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const mostInRow = 8

/**
 * Tiles stand in threes on a phone; what is left in the last row shares it. Said by the server: a rule for the last ones
 * of a list would move those that are last while the rest of the page still arrives.
 */
function spanOf(index: number, count: number): 'half' | 'whole' | undefined {
  const left = count % 3
  if (left === 0 || index < count - left) return undefined
  return left === 1 ? 'whole' : 'half'
}

function ProductRow({ section, products }: { section: Section; products: ProductPage['products'] }) {
  const { t, say, langOf } = useShop()
  if (products.length === 0) return null
  const title = say(section.title) || t('store.all_products')
  return (
    <section className="wrap home-section" aria-labelledby={`section-${section.id}`}>
      <div className="home-section-head">
        <h2 id={`section-${section.id}`} lang={langOf(section.title)}>
          {title}
        </h2>
        {section.link && (
          <Link
            to={menuPath(section.link)}
            className="link"
            aria-label={say(section.linkText) ? undefined : t('home.see_all_named', { name: title })}
          >
            {say(section.linkText) || t('home.see_all')}
          </Link>
        )}
      </div>
      {say(section.text) && <p className="home-section-text">{say(section.text)}</p>}
      <ul className="product-row">
        {products.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Banner({ section }: { section: Section }) {
  const { t, say, langOf } = useShop()
  return (
    <section className="wrap home-section">
      <div className="banner">
        <Picture image={section.image} sizes="(min-width: 60rem) 30rem, 92vw" decorative />
        <div className="banner-words">
          <h2 lang={langOf(section.title)}>{say(section.title)}</h2>
          <p lang={langOf(section.text)}>{say(section.text)}</p>
          <SectionLink section={section} className="button button-quiet" fallback={t('home.browse')} />
        </div>
      </div>
    </section>
  )
}

function NoticeLine({ section }: { section: Section }) {
  const { t, say, langOf } = useShop()
  return (
    <section className="wrap notice-line" aria-label={say(section.title) || say(section.text)}>
      <p lang={langOf(section.text)}>
        {say(section.title) && <strong>{say(section.title)} </strong>}
        {say(section.text)} <SectionLink section={section} className="link" fallback={t('home.browse')} />
      </p>
    </section>
  )
}
