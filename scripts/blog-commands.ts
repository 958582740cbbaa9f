import type { Command, Typed } from './shop-command.ts'
import { showArticles, showCounts } from './shop-words.ts'
import type { InputOf, StaffClient } from './staff-client.ts'

type Articles = Awaited<ReturnType<StaffClient['articles']>>

/** The actions on articles. */
const deeds: Record<string, (shop: StaffClient, typed: Typed) => Promise<Articles>> = {
  list: (shop) => shop.articles({}),
  write: (shop, typed) => shop.writeArticle({ ...typed.json<InputOf<'writeArticle'>>(2), article: articleOf(typed) }),
  publish: (shop, typed) => shop.publishArticle({ article: articleOf(typed), at: toTime(typed.text('from')) }),
  withdraw: (shop, typed) => shop.withdrawArticle({ article: articleOf(typed) }),
}

/** The commands for articles and for visit counts. */
export const blogCommands: Command[] = [
  {
    name: 'blog',
    args: ['[DEED]', '[ARTICLE]', '[FILE]'],
    options: ['from'],
    run: async (shop, typed, locale) => {
      const answer = await deeds[typed.oneOf(0, Object.keys(deeds))]?.(shop, typed)
      return { answer, lines: showArticles(answer?.articles ?? [], answer?.timeZone ?? 'UTC', locale) }
    },
  },
  {
    name: 'counts',
    args: [],
    options: ['days'],
    run: async (shop, typed, locale) => {
      const answer = await shop.counts({ days: typed.number('days') })
      return { answer, lines: showCounts(answer.counts, locale) }
    },
  },
]

const articleOf = (typed: Typed) => typed.needed(1)

/**
 * Converts a time with a zone to an instant. Returns any other text unchanged: the shop reads it in its own time zone,
 * or refuses it.
 */
function toTime(typed: string | undefined): string | undefined {
  const at = new Date(typed && /(Z|[+-]\d\d:\d\d)$/.test(typed) ? typed : Number.NaN)
  return Number.isNaN(at.getTime()) ? typed : at.toISOString()
}
