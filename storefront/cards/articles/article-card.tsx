import { Link } from 'react-router'
import type { ArticleCard as Card } from '#contract/blog.ts'
import { prefetch } from '#storefront/core/scripts/prefetch.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Picture } from '#ui/picture.tsx'
import { articlePath } from '../paths.ts'
import { ArticleFacts } from './article-facts.tsx'

interface ArticleCardProps {
  article: Card
  isLead?: boolean
  /** The level of the heading above the list of articles. The cards' own headings are one level lower. */
  headingAbove?: 1 | 2
}

/**
 * An article in a list: cover, category, title, summary, date and reading time. `isLead` emphasizes the first article
 * of a list.
 */
export function ArticleCard({ article, isLead = false, headingAbove = 1 }: ArticleCardProps) {
  const { say, langOf } = useShop()
  const Heading = headingAbove === 1 ? 'h2' : 'h3'
  const { id, title, summary, cover, category } = article
  return (
    <article className="article-card" data-lead={isLead || undefined}>
      <Picture
        image={cover}
        sizes={isLead ? '(min-width: 64rem) 46rem, 92vw' : '(min-width: 64rem) 26rem, (min-width: 44rem) 46vw, 92vw'}
        eager={isLead}
        decorative
        className="article-cover"
      />
      <div className="article-card-words">
        {category && (
          <p className="article-category" lang={langOf(category.name)}>
            {say(category.name)}
          </p>
        )}
        <Heading lang={langOf(title)}>
          <Link to={articlePath(id)} prefetch={prefetch()}>
            {say(title)}
          </Link>
        </Heading>
        {say(summary) && (
          <p className="article-summary" lang={langOf(summary)}>
            {say(summary)}
          </p>
        )}
        <ArticleFacts article={article} />
      </div>
    </article>
  )
}
