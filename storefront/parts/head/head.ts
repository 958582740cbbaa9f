import type { MetaDescriptor } from 'react-router'
import { campaignParameter, languageParameter } from '#contract/constants.ts'
import { jpegWidth, pictureAddress } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import { toLang } from '#contract/languages.ts'
import type { Image } from '#contract/shapes.ts'
import type { AppContent, AppInfo } from '#contract/shell.ts'
import { assetAddress } from '#storefront/core/links.ts'
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
 * A page's title, description and share card. `describe` receives the shop with its texts. `head-of-shop.tsx` adds the
 * canonical URL, the URLs in other languages, and the site name.
 */
export function pageMeta({ matches }: MetaArgs, describe: (shop: Shop) => Description): MetaDescriptor[] {
  const info = matches.find((match) => match?.id === 'root')?.loaderData as AppInfo | undefined
  if (!info) return []
  const shop = describeShop(info)
  const { title, description, image, type = 'website', isPrivate } = describe(shop)
  const name = shop.app.storeName
  // Pages without a description get a general one, because search engines expect a description on every page.
  const words = shorten(description || shop.t('store.menu_words'))
  const whole = title === name ? name : `${title} · ${name}`
  return [
    { title: whole },
    { name: 'description', content: words },
    { property: 'og:type', content: type },
    { property: 'og:title', content: whole },
    { property: 'og:description', content: words },
    { name: 'twitter:title', content: whole },
    { name: 'twitter:description', content: words },
    ...cardOf(shop, image),
    ...(isPrivate ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}

/** The picture for shared links: the page's own, else the shop's icon. */
function cardOf({ app, say }: Shop, image: Image | null | undefined): MetaDescriptor[] {
  const { address, ...size } = image ? previewOf(image, app) : { address: iconAddress(app) }
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
 * The JPEG form of a picture with its size. The shop makes the file when it is first requested, so the URL is on the
 * shop's own domain. Pictures of influencers and of other sites have no JPEG form, so they stay as they are.
 */
function previewOf(image: Image, app: AppContent): { address: string; type?: string; width?: string; height?: string } {
  const { src, widths, width, height } = image
  if (!src.startsWith('/media/') || widths.length === 0) return { address: imageAddress(image, app) }
  const shown = jpegWidth(widths)
  return {
    address: `${domainOf(app)}${src}/${shown}.jpg`,
    type: 'image/jpeg',
    width: String(shown),
    height: String(Math.max(1, Math.round((height * shown) / width))),
  }
}

interface Place {
  pathname: string
  search: string
}
/** The query parameters that identify a page. All other parameters filter, sort or track. */
const naming = new Set(['cat', campaignParameter, languageParameter])

/**
 * The canonical URL of a page on the shop's domain, without parameters for filters and tracking. If the page exists in
 * one language only, the URL has no language parameter either.
 */
export function canonicalAddress(app: AppContent, { pathname, search }: Place, own?: Locale[]): string {
  const path = pathname === '/' ? '/home' : pathname.replace(/\/$/, '')
  const kept = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => naming.has(name)))
  if (own && languagesIn(app, own).length < 2) kept.delete(languageParameter)
  return `${domainOf(app)}${path}${kept.size > 0 ? `?${kept}` : ''}`
}

/**
 * The URLs of a page in each of the shop's languages. If `own` is given, only in the languages that `own` contains.
 * `x-default` is the URL that uses the visitor's language. Empty if there is only one language.
 */
export function alternatesOf(app: AppContent, place: Place, own?: Locale[]): { lang: string; href: string }[] {
  const supportedLanguages = languagesIn(app, own)
  if (supportedLanguages.length < 2) return []
  const plain = new URL(canonicalAddress(app, place))
  plain.searchParams.delete(languageParameter)
  const inLanguage = supportedLanguages.map((locale) => {
    const url = new URL(plain)
    url.searchParams.set(languageParameter, locale)
    return { lang: toLang(locale), href: url.href }
  })
  return [...inLanguage, { lang: 'x-default', href: plain.href }]
}

const languagesIn = ({ system }: AppContent, own: Locale[] | undefined) =>
  system.appConfig.supportedLanguages.filter((locale) => !own || own.includes(locale))

/** The absolute URL of a picture's largest WebP file. */
export function imageAddress(image: Image, app: AppContent): string {
  const { cdnpath } = app.appDetail
  const base = cdnpath.startsWith('https') ? cdnpath.replace(/\/$/, '') : domainOf(app)
  return pictureAddress(base, image)
}

/** The absolute URL of the shop's icon: the owner's icon, else the logo, else the built-in icon. */
export function iconAddress(app: AppContent): string {
  const own = app.favicon.imageURL || app.logo.imageURL
  const address = own ? assetAddress(own, app.appDetail.cdnpath) : '/icon-512.png'
  return address.startsWith('/') ? domainOf(app) + address : address
}

/** The shop's URL without a trailing slash. */
export function domainOf({ appDetail }: AppContent): string {
  const domain = appDetail.appDomain.replace(/\/$/, '')
  return /^https?:\/\//.test(domain) ? domain : `https://${domain}`
}

function shorten(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  return characters.length > 160 ? `${characters.slice(0, 159).join('')}…` : characters.join('')
}
