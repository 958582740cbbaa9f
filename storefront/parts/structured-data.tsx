import { useContext } from 'react'
import { NonceContext } from '#storefront/core/nonce.ts'

/** A thing of schema.org, without its `@context`. */
export type Thing = { '@type': string | string[] } & Record<string, unknown>

/**
 * What a page is about, for search engines, which read it as the server wrote it: give it only there, for browsers need
 * not load the words for it (`import.meta.env.SSR`). Nothing that a name holds can end the script.
 */
export function StructuredData({ of }: { of: Thing | Thing[] | undefined }) {
  const nonce = useContext(NonceContext)
  return (
    <script
      type="application/ld+json"
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React writes no scripts; "<" is escaped in the data
      dangerouslySetInnerHTML={{ __html: of ? toJsonLd(of) : '' }}
    />
  )
}

/** Things as the text of a script of the type `application/ld+json`. */
export function toJsonLd(of: Thing | Thing[]): string {
  const graph = Array.isArray(of) ? { '@graph': of } : of
  return JSON.stringify({ '@context': 'https://schema.org', ...graph }).replaceAll('<', '\\u003c')
}
