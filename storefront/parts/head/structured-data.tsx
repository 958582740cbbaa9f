import { useContext } from 'react'
import { NonceContext } from '#storefront/core/scripts/nonce.ts'

/** A schema.org item without its `@context`. */
export type Thing = { '@type': string | string[] } & Record<string, unknown>

/**
 * Structured data for search engines, which read the server's HTML. Pass `of` only on the server
 * (`import.meta.env.SSR`), so that browsers do not download the code that builds the data. Text in the data is escaped,
 * so that no text can end the script.
 */
export function StructuredData({ of }: { of: Thing | Thing[] | undefined }) {
  const nonce = useContext(NonceContext)
  return (
    <script
      type="application/ld+json"
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React does not render script text; the data escapes "<"
      dangerouslySetInnerHTML={{ __html: of ? toJsonLd(of) : '' }}
    />
  )
}

/** Serializes items for an `application/ld+json` script. */
export function toJsonLd(items: Thing | Thing[]): string {
  const graph = Array.isArray(items) ? { '@graph': items } : items
  return JSON.stringify({ '@context': 'https://schema.org', ...graph }).replaceAll('<', '\\u003c')
}
