import { languageParameter } from '#contract/constants.ts'
import type { Locale } from '#contract/languages.ts'

/** The page of an article. */
export const articlePath = (id: string) => `/blog/${encodeURIComponent(id)}`

/** The page with the articles of a category. */
export const categoryPath = (id: string) => `/blog/category/${encodeURIComponent(id)}`

/** The page with the articles of a tag. */
export const tagPath = (id: string) => `/blog/tag/${encodeURIComponent(id)}`

/** The feed of a language. */
export const feedPath = (locale: Locale) => `/blog/feed.xml?${languageParameter}=${locale}`
