import { useEffect } from 'react'
import { Link } from 'react-router'
import type { Article } from '#contract/blog.ts'
import type { Client } from '#contract/client.ts'
import { ArticleCard } from '#storefront/cards/articles/article-card.tsx'
import { ArticleFacts } from '#storefront/cards/articles/article-facts.tsx'
import { categoryPath, tagPath } from '#storefront/cards/paths.ts'
import { trackEvent } from '#storefront/core/analytics/events.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { useReferralClick } from '#storefront/core/referral-click.ts'
import { useShop } from '#storefront/core/shop.ts'
import { loadBlocks } from '#storefront/pages/blocks/block-data.ts'
import { Blocks } from '#storefront/pages/blocks/blocks.tsx'
import { Breadcrumb } from '#storefront/parts/breadcrumb.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { StructuredData } from '#storefront/parts/head/structured-data.tsx'
import { revalidateUnlessSamePage } from '#storefront/store/list/list-data.ts'
import { ShareButton } from '#storefront/store/sharing/share-button.tsx'
import { Picture } from '#ui/picture.tsx'
import type { Route } from './+types/article'
import { articleData } from './article-data.ts'
import { FeedLink } from './feed-link.tsx'
import './blog.css'
import '#storefront/parts/chips.css'
import '#storefront/store/product/product.css'
import '#storefront/pages/blocks/styles.ts'
import '#storefront/parts/store-page.css'
import '#storefront/store/sharing/share.css'

export { BlogError as ErrorBoundary } from './blog-error.tsx'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t, say }) => {
    const article = args.loaderData?.article
    return {
      title: say(article?.title) || t('blog.missing_title'),
      description: say(article?.summary),
      image: article?.cover,
      type: 'article',
    }
  })

type ArticleInfo = Omit<Article, 'blocks'>

/** Loads the article with the data of its blocks. The page's head reads `languages` from this data. */
async function load(api: Client, { params }: Page) {
  const { blocks, ...article } = await api.blog.article({ id: params.id ?? '' })
  return { article, blocks: await loadBlocks(api, blocks), languages: article.languages }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)
export const shouldRevalidate = revalidateUnlessSamePage

/** The page of an article: its text, its products and other articles. */
export default function ArticlePage({ loaderData: { article, blocks } }: Route.ComponentProps) {
  const shop = useShop()
  const { t, say, langOf } = shop
  const { id, title, summary, cover, category } = article
  useReferralClick()
  useEffect(() => trackEvent({ name: 'article_viewed', id }), [id])
  return (
    <div className="wrap blog">
      <Breadcrumb
        root={{ to: '/blog', label: t('blog.title') }}
        categories={[]}
        parents={category ? [{ to: categoryPath(category.id), label: say(category.name) }] : []}
        here={say(title)}
      />
      <StructuredData of={import.meta.env.SSR ? articleData(article, shop) : undefined} />
      <article className="article">
        <header className="article-head">
          <h1 lang={langOf(title)}>{say(title)}</h1>
          {say(summary) && (
            <p className="article-lead" lang={langOf(summary)}>
              {say(summary)}
            </p>
          )}
          <Byline article={article} />
          <OtherLanguage article={article} />
        </header>
        {cover && <Picture image={cover} sizes="(min-width: 64rem) 60rem, 94vw" eager className="article-cover" />}
        <div className="article-body running">
          <Blocks blocks={blocks} />
        </div>
        <footer className="article-ways">
          <Tags tags={article.tags} />
          <ShareButton shared={{ id, name: title, summary: say(summary), image: cover, price: '' }} />
        </footer>
      </article>
      <FeedLink />
      <Related articles={article.related} />
    </div>
  )
}

function Byline({ article }: { article: ArticleInfo }) {
  const { t, say } = useShop()
  const author = say(article.author)
  return (
    <div className="article-byline">
      {article.portrait && <Picture image={article.portrait} sizes="2.5rem" decorative className="article-portrait" />}
      {author && <p>{t('blog.by', { name: author })}</p>}
      <ArticleFacts article={article} />
    </div>
  )
}

/** States that the article is not available in the visitor's language. */
function OtherLanguage({ article: { languages } }: { article: ArticleInfo }) {
  const { t, locale } = useShop()
  const [language] = languages
  if (!language || languages.includes(locale)) return null
  return <p className="alert alert-calm">{t(`blog.only_${language}_text`)}</p>
}

function Tags({ tags }: { tags: Article['tags'] }) {
  const { t, say, langOf } = useShop()
  if (tags.length === 0) return null
  return (
    <nav className="article-tags" aria-label={t('blog.tags')}>
      <ul className="tags">
        {tags.map(({ id, name }) => (
          <li key={id}>
            <Link className="chip" to={tagPath(id)} lang={langOf(name)}>
              {say(name)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Related({ articles }: { articles: Article['related'] }) {
  const { t } = useShop()
  if (articles.length === 0) return null
  return (
    <section className="article-related" aria-labelledby="read-on">
      <h2 id="read-on">{t('blog.related')}</h2>
      <ul className="article-grid">
        {articles.map((article) => (
          <li key={article.id}>
            <ArticleCard article={article} headingAbove={2} />
          </li>
        ))}
      </ul>
    </section>
  )
}
