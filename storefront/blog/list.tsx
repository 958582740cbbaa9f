import { data, Link } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { Text } from '#contract/shapes.ts'
import { ArticleCard } from '#storefront/cards/articles/article-card.tsx'
import { categoryPath, feedPath, tagPath } from '#storefront/cards/paths.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import type { Shop } from '#storefront/core/shop.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Breadcrumb } from '#storefront/parts/breadcrumb.tsx'
import { EmptyList } from '#storefront/parts/empty-list.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { readPageNumber, revalidateUnlessSamePage } from '#storefront/store/list/list-data.ts'
import type { Route } from './+types/list'
import { FeedLink } from './feed-link.tsx'
import './blog.css'
import '#storefront/cards/grids.css'
import '#storefront/parts/chips.css'
import '#storefront/parts/store-page.css'
import '#storefront/parts/empty-list.css'

export { BlogError as ErrorBoundary } from './blog-error.tsx'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, (shop) => ({
    title: titleOf(shop, args.loaderData),
    description: shop.say(args.loaderData?.category?.text) || shop.t('blog.description', { store: shop.app.storeName }),
    image: args.loaderData?.articles[0]?.cover,
  }))

/**
 * Loads the articles of a page, all categories, and the category or tag that the URL names. Fails with status 404 for a
 * category or tag without articles, and for a page after the last one.
 */
async function load(api: Client, { params, url }: Page) {
  const { category, tag } = params
  const [topics, listing] = await Promise.all([
    api.blog.topics(),
    api.blog.list({ category, tag, page: readPageNumber(url) }),
  ])
  const currentCategory = topics.categories.find(({ id }) => id === category)
  const currentTag = topics.tags.find(({ id }) => id === tag)
  const isMissing =
    (category && !currentCategory) || (tag && !currentTag) || (listing.page > 1 && listing.page > listing.pages)
  if (isMissing) throw data({ code: 'not_found' }, { status: 404 })
  return { ...listing, categories: topics.categories, category: currentCategory, tag: currentTag }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)
export const shouldRevalidate = revalidateUnlessSamePage

/** The blog's articles, newest first: all articles, those of a category, or those with a tag. */
export default function BlogList({ loaderData }: Route.ComponentProps) {
  const shop = useShop()
  const { t, say, locale, app } = shop
  const { articles, category, tag, page } = loaderData
  const title = titleOf(shop, loaderData)
  const isAll = !category && !tag
  return (
    <div className="wrap blog">
      {!isAll && <Breadcrumb root={{ to: '/blog', label: t('blog.title') }} categories={[]} here={title} />}
      <header className="blog-head">
        <h1>{title}</h1>
        <p>{say(category?.text) || (isAll && t('blog.description', { store: app.storeName }))}</p>
      </header>
      <Topics categories={loaderData.categories} current={category?.id} isAll={isAll} />
      {articles.length === 0 && <EmptyList text={t('blog.empty')} to="/store" />}
      <ul className="article-grid">
        {articles.map((article, index) => (
          <li key={article.id}>
            <ArticleCard article={article} isLead={isAll && page === 1 && index === 0} />
          </li>
        ))}
      </ul>
      <Pages {...loaderData} />
      <p className="blog-feed">
        <a className="link" href={feedPath(locale)}>
          {t('blog.feed')}
        </a>
      </p>
      <FeedLink />
    </div>
  )
}

type Loaded = { category?: { name: Text } | undefined; tag?: { name: Text } | undefined } | undefined

function titleOf({ t, say }: Shop, loaded: Loaded): string {
  if (loaded?.tag) return t('blog.tagged', { name: say(loaded.tag.name) })
  return loaded?.category ? say(loaded.category.name) : t('blog.title')
}

interface TopicsProps {
  categories: { id: string; name: Text }[]
  current: string | undefined
  isAll: boolean
}

function Topics({ categories, current, isAll }: TopicsProps) {
  const { t, say, langOf } = useShop()
  if (categories.length === 0) return null
  return (
    <nav className="chips" aria-label={t('blog.topics')}>
      <ul>
        <li>
          <Link className="chip" to="/blog" aria-current={isAll ? 'page' : undefined}>
            {t('blog.all')}
          </Link>
        </li>
        {categories.map(({ id, name }) => (
          <li key={id} lang={langOf(name)}>
            <Link className="chip" to={categoryPath(id)} aria-current={id === current ? 'page' : undefined}>
              {say(name)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface PagesProps {
  page: number
  pages: number
  category?: { id: string } | undefined
  tag?: { id: string } | undefined
}

function Pages({ page, pages, category, tag }: PagesProps) {
  const { t } = useShop()
  if (pages < 2) return null
  const allPath = tag ? tagPath(tag.id) : '/blog'
  const path = category ? categoryPath(category.id) : allPath
  const pagePath = (number: number) => (number === 1 ? path : `${path}?page=${number}`)
  return (
    <nav className="blog-pages" aria-label={t('blog.pages')}>
      {page > 1 && (
        <Link className="button button-quiet" to={pagePath(page - 1)} rel="prev">
          {t('blog.newer')}
        </Link>
      )}
      <span>{t('blog.page', { page, pages })}</span>
      {page < pages && (
        <Link className="button button-quiet" to={pagePath(page + 1)} rel="next">
          {t('blog.older')}
        </Link>
      )}
    </nav>
  )
}
