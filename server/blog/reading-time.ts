import type { ArticleDraft } from '#contract/blog.ts'
import type { Locale } from '#contract/languages.ts'
import { locales } from '#contract/languages.ts'
import type { Text } from '#contract/shapes.ts'

/** What people read in a minute, at leisure. */
const wordsPerMinute = 220
const charactersPerMinute = 350

/** The languages that an article is written in: those that its title has. */
export function languagesOf({ title }: { title: Text }): Locale[] {
  return locales.filter((locale) => title[locale].trim() !== '')
}

/** How many minutes an article takes in each of its languages, one at least. */
export function minutesOf(article: Pick<ArticleDraft, 'title' | 'summary' | 'blocks'>) {
  const texts = [article.summary, ...textsOf(article.blocks)]
  return Object.fromEntries(
    languagesOf(article).map((locale) => [locale, minutesFor(texts.map((text) => text[locale]).join('\n'))]),
  )
}

/** Chinese has no spaces: its characters count, beside the words in Latin letters. */
function minutesFor(words: string): number {
  const characters = words.match(/\p{Script=Han}/gu)?.length ?? 0
  const latin = words.match(/[\p{Script=Latin}\p{N}]+(['’-][\p{Script=Latin}\p{N}]+)*/gu)?.length ?? 0
  return Math.max(1, Math.round(characters / charactersPerMinute + latin / wordsPerMinute))
}

/** Every text in a block of any kind, but what pictures say to those who do not see them. */
function textsOf(part: unknown): Text[] {
  if (typeof part !== 'object' || part === null || 'src' in part) return []
  if (locales.every((locale) => locale in part)) return [part as Text]
  return Object.values(part).flatMap(textsOf)
}
