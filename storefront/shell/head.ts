import type { MetaDescriptor } from 'react-router'
import type { Image } from '#contract/shapes.ts'
import type { AppContent, AppInfo } from '#contract/shell.ts'
import type { Shop } from '#storefront/shop.ts'
import { describeShop } from '#storefront/shop.ts'

/** What `meta` gets of React Router: the routes that match, with what they loaded. */
interface MetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}
interface Description {
  title: string
  description?: string | undefined
  image?: Image | null | undefined
  /** Pages that search engines shall leave out. */
  isPrivate?: boolean
}

/**
 * A page's title, description and share card; `describe` gets the shop with its texts. The canonical address, the
 * site's name and language are the document's own (`root.tsx`).
 */
export function pageMeta({ matches }: MetaArgs, describe: (shop: Shop) => Description): MetaDescriptor[] {
  const info = matches.find((match) => match?.id === 'root')?.loaderData as AppInfo | undefined
  if (!info) return []
  const shop = describeShop(info)
  const { title, description, image, isPrivate } = describe(shop)
  const name = shop.app.storeName
  // Search engines want words on every page.
  const words = shorten(description || shop.t('store.menu_words'))
  const whole = title === name ? name : `${title} · ${name}`
  return [
    { title: whole },
    { property: 'og:title', content: whole },
    { name: 'description', content: words },
    { property: 'og:description', content: words },
    ...(image ? [{ property: 'og:image', content: imageAddress(image, shop.app) }] : []),
    ...(isPrivate ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}

/** The address that search engines shall keep for a page: that of the shop's own domain, without what only filters or tracks. */
export function canonicalAddress(app: AppContent, { pathname, search }: { pathname: string; search: string }): string {
  const path = pathname === '/' ? '/home' : pathname.replace(/\/$/, '')
  const kept = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => name === 'cat'))
  return `${domainOf(app)}${path}${kept.size > 0 ? `?${kept}` : ''}`
}

function imageAddress(image: Image, app: AppContent): string {
  const { cdnpath } = app.appDetail
  const base = cdnpath.startsWith('https') ? cdnpath.replace(/\/$/, '') : domainOf(app)
  return `${base}${image.src}/${image.widths.at(-1)}.webp`
}

function domainOf({ appDetail }: AppContent): string {
  const domain = appDetail.appDomain.replace(/\/$/, '')
  return /^https?:\/\//.test(domain) ? domain : `https://${domain}`
}

function shorten(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  return characters.length > 160 ? `${characters.slice(0, 159).join('')}…` : characters.join('')
}
