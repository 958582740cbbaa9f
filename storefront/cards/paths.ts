import { languageParameter } from '#contract/constants.ts'
import type { Locale } from '#contract/languages.ts'

export const articlePath = (id: string) => `/blog/${encodeURIComponent(id)}`

/** The path of the page with a category's articles. */
export const categoryPath = (id: string) => `/blog/category/${encodeURIComponent(id)}`

export const tagPath = (id: string) => `/blog/tag/${encodeURIComponent(id)}`

export const feedPath = (locale: Locale) => `/blog/feed.xml?${languageParameter}=${locale}`
