import { expect, test } from 'vitest'
import type { Article } from '#contract/blog.ts'
import { pick } from '#contract/languages.ts'
import type { AppContent } from '#contract/shell.ts'
import { alternateUrls, canonicalUrl } from '#storefront/parts/head/head.ts'
import { articleData } from './article-data.ts'

const app = {
  storeName: 'Lantern Lane',
  logo: {},
  favicon: {},
  appDetail: { appDomain: 'https://lantern.example', cdnpath: '' },
  system: { appConfig: { supportedLanguages: ['en', 'zh'] } },
} as unknown as AppContent

const article: Article = {
  id: 'cake',
  title: { en: '', zh: '糕' },
  summary: { en: '', zh: '一块糕' },
  author: { en: '', zh: '' },
  portrait: null,
  cover: { src: '/media/cake', widths: [800, 1600], width: 16, height: 9, alt: { en: '', zh: '' } },
  category: { id: 'recipes', name: { en: 'Recipes', zh: '食谱' } },
  publishedAt: '2026-11-19T17:00:00.000Z',
  updatedAt: '2026-11-18T17:00:00.000Z',
  languages: ['zh'],
  minutes: { zh: 1 },
  tags: [],
  blocks: [],
  related: [],
}

test('structured data of an article has the language shown, and the shop as author if none is named', () => {
  const data = articleData(article, { app, locale: 'en', say: (text) => (text ? pick(text, 'en') : '') })
  expect(data).toMatchObject({
    '@type': 'Article',
    headline: '糕',
    inLanguage: 'zh-Hans',
    image: ['https://lantern.example/media/cake/1600.webp'],
    author: { '@id': 'https://lantern.example/#organization' },
    articleSection: 'Recipes',
    // The last edit was before the publication, so `dateModified` is the time of publication.
    dateModified: article.publishedAt,
  })
  expect(data).not.toHaveProperty('keywords')
})

const at = { pathname: '/blog/cake', search: '?lang=en' }

test('a page in one language has a canonical address without a language, and no alternates', () => {
  expect(canonicalUrl(app, at, ['zh'])).toBe('https://lantern.example/blog/cake')
  expect(alternateUrls(app, at, ['zh'])).toEqual([])
})

test('a page in both languages has both as alternates, and the address without a language as x-default', () => {
  expect(canonicalUrl(app, at, ['en', 'zh'])).toBe('https://lantern.example/blog/cake?lang=en')
  expect(alternateUrls(app, at, ['en', 'zh']).map(({ lang }) => lang)).toEqual(['en-CA', 'zh-Hans', 'x-default'])
})
