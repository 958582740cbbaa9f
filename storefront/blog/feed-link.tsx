import { feedPath } from '#storefront/cards/paths.ts'
import { useShop } from '#storefront/core/shop.ts'

/** A link to the feed in the visitor's language, for feed readers. React moves it to the document's head. */
export function FeedLink() {
  const { app, t, locale } = useShop()
  const title = `${t('blog.title')} · ${app.storeName}`
  return <link rel="alternate" type="application/rss+xml" title={title} href={feedPath(locale)} />
}
