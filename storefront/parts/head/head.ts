import type { MetaDescriptor } from 'react-router'
import { campaignParameter, languageParameter } from '#contract/constants.ts'
import { jpegWidth, pictureAddress } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import { toLang } from '#contract/languages.ts'
import type { Image } from '#contract/shapes.ts'
import type { AppContent, AppInfo } from '#contract/shell.ts'
import { assetUrl } from '#storefront/core/links.ts'
import type { Shop } from '#storefront/core/shop.ts'
import { describeShop } from '#storefront/core/shop.ts'

/** The arguments that React Router passes to `meta`: the matched routes with their loader data. */
interface MetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}
interface Description {
  title: string
  description?: string | undefined
  image?: Image | null | undefined
  /** The Open Graph type. `website` by default. */
  type?: 'website' | 'product' | 'article'
  /** Whether to exclude the page from search engines. */
  isPrivate?: boolean
}

/**
 * A page's title, description and share card. `describe` receives the shop with its texts. `shop-head.tsx` adds the
 * canonical URL, the URLs in other languages, and the site name.
 */
export function pageMeta({ matches }: MetaArgs, describe: (shop: Shop) => Description): MetaDescriptor[] {
  const info = matches.find((match) => match?.id === 'root')?.loaderData as AppInfo | undefined
  if (!info) return []
  const shop = describeShop(info)
  const { title, description, image, type = 'website', isPrivate } = describe(shop)
  const name = shop.app.storeName
  // Pages without a description get a general one, because search engines expect a description on every page.
  const shortDescription = shorten(description || shop.t('store.menu_words'))
  const fullTitle = title === name ? name : `${title} · ${name}`
  return [
    { title: fullTitle },
    { name: 'description', content: shortDescription },
    { property: 'og:type', content: type },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: shortDescription },
    { name: 'twitter:title', content: fullTitle },
    { name: 'twitter:description', content: shortDescription },
    ...shareCard(shop, image),
    ...(isPrivate ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}

/** The picture for shared links: the page's own, else the shop's icon. */
function shareCard({ app, say }: Shop, image: Image | null | undefined): MetaDescriptor[] {
  const { address, ...size } = image ? jpegPreview(image, app) : { address: iconUrl(app) }
  const alt = image ? say(image.alt) : app.storeName
  return [
    { property: 'og:image', content: address },
    ...Object.entries(size).map(([name, content]) => ({ property: `og:image:${name}`, content })),
    ...(alt ? [{ property: 'og:image:alt', content: alt }] : []),
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
    { name: 'twitter:image', content: address },
    ...(alt ? [{ name: 'twitter:image:alt', content: alt }] : []),
  ]
}

/**
 * The URL and size of a picture's JPEG file. The shop creates this file at the first request, so its URL is on the
 * shop's own domain, not on the CDN. Pictures of influencers and of other sites have no JPEG file. For them, returns
 * the URL of the picture itself.
 */
function jpegPreview(
  image: Image,
  app: AppContent,
): { address: string; type?: string; width?: string; height?: string } {
  const { src, widths, width, height } = image
  if (!src.startsWith('/media/') || widths.length === 0) return { address: imageUrl(image, app) }
  const previewWidth = jpegWidth(widths)
  return {
    address: `${baseUrlOf(app)}${src}/${previewWidth}.jpg`,
    type: 'image/jpeg',
    width: String(previewWidth),
    height: String(Math.max(1, Math.round((height * previewWidth) / width))),
  }
}

interface PageLocation {
  pathname: string
  search: string
}
/** The query parameters that identify a page. The canonical URL omits all others, such as filters and tracking. */
const identifyingParameters = new Set(['cat', campaignParameter, languageParameter])

/**
 * The canonical URL of a page on the shop's domain, without parameters for filters and tracking. If the page exists in
 * one language only, the URL has no language parameter either.
 */
export function canonicalUrl(app: AppContent, { pathname, search }: PageLocation, pageLanguages?: Locale[]): string {
  const path = pathname === '/' ? '/home' : pathname.replace(/\/$/, '')
  const parameters = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name]) => identifyingParameters.has(name)),
  )
  if (pageLanguages && languagesIn(app, pageLanguages).length < 2) parameters.delete(languageParameter)
  return `${baseUrlOf(app)}${path}${parameters.size > 0 ? `?${parameters}` : ''}`
}

/**
 * The URLs of a page in each of the shop's languages. If `pageLanguages` is given, only in the languages that
 * `pageLanguages` contains. `x-default` is the URL that uses the visitor's language. Empty if there is only one
 * language.
 */
export function alternateUrls(
  app: AppContent,
  place: PageLocation,
  pageLanguages?: Locale[],
): { lang: string; href: string }[] {
  const supportedLanguages = languagesIn(app, pageLanguages)
  if (supportedLanguages.length < 2) return []
  const baseUrl = new URL(canonicalUrl(app, place))
  baseUrl.searchParams.delete(languageParameter)
  const inLanguage = supportedLanguages.map((locale) => {
    const url = new URL(baseUrl)
    url.searchParams.set(languageParameter, locale)
    return { lang: toLang(locale), href: url.href }
  })
  return [...inLanguage, { lang: 'x-default', href: baseUrl.href }]
}

const languagesIn = ({ system }: AppContent, pageLanguages: Locale[] | undefined) =>
  system.appConfig.supportedLanguages.filter((locale) => !pageLanguages || pageLanguages.includes(locale))

/** The absolute URL of a picture's largest WebP file. */
export function imageUrl(image: Image, app: AppContent): string {
  const { cdnpath } = app.appDetail
  const base = cdnpath.startsWith('https') ? cdnpath.replace(/\/$/, '') : baseUrlOf(app)
  return pictureAddress(base, image)
}

/** The absolute URL of the shop's icon: the owner's icon, else the logo, else the built-in icon. */
export function iconUrl(app: AppContent): string {
  const uploadedIcon = app.favicon.imageURL || app.logo.imageURL
  const url = uploadedIcon ? assetUrl(uploadedIcon, app.appDetail.cdnpath) : '/icon-512.png'
  return url.startsWith('/') ? baseUrlOf(app) + url : url
}

/** The shop's URL without a trailing slash. */
export function baseUrlOf({ appDetail }: AppContent): string {
  const domain = appDetail.appDomain.replace(/\/$/, '')
  return /^https?:\/\//.test(domain) ? domain : `https://${domain}`
}

function shorten(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  return characters.length > 160 ? `${characters.slice(0, 159).join('')}…` : characters.join('')
}
