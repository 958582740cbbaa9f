import { useLocation } from 'react-router'
import type { AppContent } from '#contract/shell.ts'
import { assetAddress } from '#storefront/links.ts'
import { canonicalAddress } from './head.ts'
import { ThemeStyle } from './theme.tsx'

/** What is the same on every page's head: whose shop it is, its mark and colours, and the page's one address. */
export function HeadOfShop({ app, nonce }: { app: AppContent; nonce: string | undefined }) {
  const canonical = canonicalAddress(app, useLocation())
  const { appDetail, favicon } = app
  const icon = favicon.imageURL ? assetAddress(favicon.imageURL, appDetail.cdnpath) : '/favicon.svg'
  return (
    <>
      <meta name="application-name" content={app.storeName} />
      <meta name="theme-color" content="#fbf7f0" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#191511" media="(prefers-color-scheme: dark)" />
      {appDetail.caid && <meta name="content-app-id" content={appDetail.caid} />}
      <meta property="og:site_name" content={app.storeName} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={canonical} />
      <meta property="og:locale" content={app.system.appMessage.currentLocale === 'zh' ? 'zh_CN' : 'en_CA'} />
      <link rel="canonical" href={canonical} />
      <link rel="icon" href={icon} />
      <link rel="apple-touch-icon" href="/icon-192.png" />
      <ThemeStyle app={app} nonce={nonce} />
    </>
  )
}
