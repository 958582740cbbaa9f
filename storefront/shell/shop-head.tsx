import { useLocation, useMatches } from 'react-router'
import { languageParameter } from '#contract/constants.ts'
import type { Locale } from '#contract/languages.ts'
import { languages } from '#contract/languages.ts'
import type { AppContent } from '#contract/shell.ts'
import { assetUrl } from '#storefront/core/links.ts'
import { alternateUrls, canonicalUrl } from '#storefront/parts/head/head.ts'
import { ThemeStyle } from './theme.tsx'

/**
 * The elements of `<head>` that all pages share: the shop's name, icon and colours, and the page's canonical and
 * alternate URLs.
 */
export function HeadOfShop({ app, nonce }: { app: AppContent; nonce: string | undefined }) {
  const location = useLocation()
  const pageLanguages = usePageLanguages()
  const canonical = canonicalUrl(app, location, pageLanguages)
  const { appDetail, favicon, logo, system } = app
  const { currentLocale } = system.appMessage
  const picture = favicon.imageURL || logo.imageURL
  const icon = picture ? assetUrl(picture, appDetail.cdnpath) : null
  return (
    <>
      <meta name="application-name" content={app.storeName} />
      <meta name="theme-color" content="#fbf7f0" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#191511" media="(prefers-color-scheme: dark)" />
      {appDetail.caid && <meta name="content-app-id" content={appDetail.caid} />}
      <meta property="og:site_name" content={app.storeName} />
      <meta property="og:url" content={canonical} />
      {system.appConfig.supportedLanguages.map((locale) => (
        <meta
          key={locale}
          property={locale === currentLocale ? 'og:locale' : 'og:locale:alternate'}
          content={languages[locale].openGraph}
        />
      ))}
      <link rel="canonical" href={canonical} />
      {alternateUrls(app, location, pageLanguages).map(({ lang, href }) => (
        <link key={lang} rel="alternate" hrefLang={lang} href={href} />
      ))}
      <link rel="icon" href={icon ?? '/favicon.svg'} />
      <link rel="apple-touch-icon" href={icon ?? '/apple-touch-icon.png'} />
      <link rel="manifest" href={`/manifest.webmanifest?${languageParameter}=${currentLocale}`} />
      <ThemeStyle app={app} nonce={nonce} />
    </>
  )
}

/**
 * The languages in which the page exists, from `languages` in its loader data. Undefined if it exists in all of the
 * shop's languages.
 */
function usePageLanguages(): Locale[] | undefined {
  return (useMatches().at(-1)?.loaderData as { languages?: Locale[] } | undefined)?.languages
}
