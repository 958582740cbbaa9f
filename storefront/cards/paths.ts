import { languageParameter } from '#contract/constants.ts'
import type { Locale } from '#contract/languages.ts'

/** Where an article is read. */
export const articlePath = (id: string) => `/blog/${encodeURIComponent(id)}`

/** Where the articles of a category are listed. */
export const categoryPath = (id: string) => `/blog/category/${encodeURIComponent(id)}`

/** Where the articles with a tag are listed. */
export const tagPath = (id: string) => `/blog/tag/${encodeURIComponent(id)}`

/** The feed of a language. */
export const feedPath = (locale: Locale) => `/blog/feed.xml?${languageParameter}=${locale}`
