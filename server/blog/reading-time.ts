import type { ArticleDraft } from '#contract/blog.ts'
import type { Locale } from '#contract/languages.ts'
import { locales } from '#contract/languages.ts'
import type { Text } from '#contract/shapes.ts'

/** Words per minute at a leisurely reading speed. */
const wordsPerMinute = 220
const charactersPerMinute = 350

/** The languages of an article are the languages in which it has a title. */
export function languagesOf({ title }: { title: Text }): Locale[] {
  return locales.filter((locale) => title[locale].trim() !== '')
}

/** Minutes to read an article, at least one, in each of its languages. */
export function minutesOf(article: Pick<ArticleDraft, 'title' | 'summary' | 'blocks'>) {
  const texts = [article.summary, ...textsOf(article.blocks)]
  return Object.fromEntries(
    languagesOf(article).map((locale) => [locale, minutesFor(texts.map((text) => text[locale]).join('\n'))]),
  )
}

/**
 * The minutes to read a text, at least one. Counts each Chinese character, because Chinese has no spaces between words.
 * Also counts each number and each word in Latin letters.
 */
function minutesFor(text: string): number {
  const characters = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const latin = text.match(/[\p{Script=Latin}\p{N}]+(['’-][\p{Script=Latin}\p{N}]+)*/gu)?.length ?? 0
  return Math.max(1, Math.round(characters / charactersPerMinute + latin / wordsPerMinute))
}

/** All texts in a block of any kind, except the alternative texts of pictures. */
function textsOf(part: unknown): Text[] {
  if (typeof part !== 'object' || part === null || 'src' in part) return []
  // Only a text has a field for each language, so this part is a text.
  if (locales.every((locale) => locale in part)) return [part as Text]
  return Object.values(part).flatMap(textsOf)
}
