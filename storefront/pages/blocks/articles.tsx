import { ArticleCard } from '#storefront/cards/articles/article-card.tsx'
import { useShop } from '#storefront/core/shop.ts'
import { BlockLink } from '#storefront/parts/block-link.tsx'
import { BlockFrame } from './block-frame.tsx'
import type { BlockProps } from './block-props.ts'

/** A block with the newest articles of the blog. */
export default function Articles({ block, data }: BlockProps<'articles'>) {
  const { t } = useShop()
  return (
    <BlockFrame title={block.title} text={block.text} fallback={t('content.articles')}>
      <ul className="article-grid">
        {data.map((article) => (
          <li key={article.id}>
            <ArticleCard article={article} headingAbove={2} />
          </li>
        ))}
      </ul>
      <p>
        <BlockLink block={block} className="link" fallback={t('content.articles')} />
      </p>
    </BlockFrame>
  )
}
