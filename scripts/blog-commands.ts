import { showArticles, showCounts } from './command-output.ts'
import type { Command, CommandInput } from './shop-command.ts'
import type { InputOf, StaffClient } from './staff-client.ts'

type Articles = Awaited<ReturnType<StaffClient['articles']>>

/** The actions on articles. */
const actions: Record<string, (shop: StaffClient, input: CommandInput) => Promise<Articles>> = {
  list: (shop) => shop.articles({}),
  write: (shop, input) => shop.writeArticle({ ...input.json<InputOf<'writeArticle'>>(2), article: articleOf(input) }),
  publish: (shop, input) => shop.publishArticle({ article: articleOf(input), at: toTime(input.text('from')) }),
  withdraw: (shop, input) => shop.withdrawArticle({ article: articleOf(input) }),
}

/** The commands for articles and for the counts of shoppers' actions. */
export const blogCommands: Command[] = [
  {
    name: 'blog',
    args: ['[DEED]', '[ARTICLE]', '[FILE]'],
    options: ['from'],
    run: async (shop, input, locale) => {
      const answer = await actions[input.oneOf(0, Object.keys(actions))]?.(shop, input)
      return { answer, lines: showArticles(answer?.articles ?? [], answer?.timeZone ?? 'UTC', locale) }
    },
  },
  {
    name: 'counts',
    args: [],
    options: ['days'],
    run: async (shop, input, locale) => {
      const answer = await shop.counts({ days: input.number('days') })
      return { answer, lines: showCounts(answer.counts, locale) }
    },
  },
]

const articleOf = (input: CommandInput) => input.required(1)

/**
 * Converts a time with a zone to an instant. Returns any other text unchanged, because the shop itself reads a time
 * without a zone in the shop's time zone, and refuses an invalid text.
 */
function toTime(text: string | undefined): string | undefined {
  const at = new Date(text && /(Z|[+-]\d\d:\d\d)$/.test(text) ? text : Number.NaN)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}
