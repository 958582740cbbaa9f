import * as blog from '#server/blog/blog.ts'
import type { Context } from '#server/platform/context.ts'
import { demoArticleCategories, demoArticles, demoArticleTags } from './articles.ts'
import { toBlock } from './blocks.ts'
import { addDays } from './days.ts'
import { portraitOf } from './portraits.ts'
import { text } from './product.ts'
import type { Pictures } from './products.ts'

/** Fills the blog with published articles, and one that appears in two weeks. Dates count from `day`. */
export async function openBlog(ctx: Context, { pictures, day }: { pictures: Pictures; day: string }): Promise<void> {
  for (const [position, { id, name, text: words }] of demoArticleCategories.entries()) {
    await blog.putCategory(ctx, { id, name: text(name), text: text(words), position })
  }
  for (const { id, name } of demoArticleTags) await blog.putTag(ctx, { id, name: text(name) })
  for (const { title, summary, author, portrait, cover, alt, day: days, blocks, ...article } of demoArticles) {
    await blog.put(ctx, {
      ...article,
      title: text(title),
      summary: text(summary),
      author: text(author),
      portrait: portrait ? { ...pictures(portraitOf(portrait)), alt: text(author) } : null,
      cover: { ...pictures(cover), alt: text(alt) },
      publishedAt: days === null ? null : new Date(`${addDays(day, days)}T13:00:00Z`),
      blocks: blocks.map((block) => toBlock(block, pictures)),
    })
  }
}
