import type { ArticleCard } from '#contract/blog.ts'
import { dateFormat } from '#contract/date-format.ts'
import { toLang } from '#contract/languages.ts'
import { useShop } from '#storefront/core/shop.ts'
import './article-card.css'

/**
 * Shows an article's date, its reading time if it is longer than a minute, and its language if it differs from the
 * visitor's language.
 */
export function ArticleFacts({ article }: { article: ArticleCard }) {
  const { t, count, locale } = useShop()
  const { publishedAt, languages, minutes } = article
  const readLocale = languages.includes(locale) ? locale : languages[0]
  const readingMinutes = (readLocale && minutes[readLocale]) ?? 1
  const day = dateFormat(toLang(locale), { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <p className="article-facts">
      <time dateTime={publishedAt.slice(0, 10)}>{day.format(new Date(publishedAt))}</time>
      {readingMinutes > 1 && <span>{count('blog.minutes', readingMinutes)}</span>}
      {readLocale && readLocale !== locale && <span className="article-language">{t(`blog.only_${readLocale}`)}</span>}
    </p>
  )
}
