import { beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { BlockInput } from '#contract/blocks.ts'
import { articleDraft } from '#contract/blog.ts'
import { openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import * as blog from './blog.ts'

const shop = setUpShop()
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await blog.putCategory(shop.ctx(), { id: 'recipes', name: both('Recipes', '食谱'), text: both('', '') })
  await blog.putTag(shop.ctx(), { id: 'tea', name: both('Tea', '茶') })
  await blog.putTag(shop.ctx(), { id: 'winter', name: both('Winter', '冬天') })
})

const both = (en: string, zh: string) => ({ en, zh })
const noon = new Date('2026-11-19T17:00:00Z')
const later = (minutes: number) => new Date(Date.parse('2026-11-20T17:00:00Z') + minutes * 60_000)

function write(id: string, draft: Partial<z.input<typeof articleDraft>> & { publishedAt?: Date | null } = {}) {
  const { publishedAt = noon, ...own } = draft
  return blog.put(shop.ctx(), { title: both(id, `${id} 篇`), ...own, id, publishedAt })
}
const list = async (input = {}) => (await shop.visitor().api.blog.list(input)).articles.map(({ id }) => id)
const read = async (path: string) => (await shop.visitor().fetch(path)).text()

describe('the list of articles', () => {
  it('has the published articles page by page, the newest first', async () => {
    for (let day = 1; day <= 5; day++) await write(`day-${day}`, { publishedAt: new Date(`2026-11-0${day}T12:00:00Z`) })
    const { api } = shop.visitor()
    const first = await api.blog.list({ perPage: 2 })
    expect(first).toMatchObject({ total: 5, page: 1, pages: 3 })
    expect(first.articles.map(({ id }) => id)).toEqual(['day-5', 'day-4'])
    expect(await list({ perPage: 2, page: 3 })).toEqual(['day-1'])
    expect(await list({ perPage: 2, page: 9 })).toEqual([])
  })

  it('hides drafts, and shows scheduled articles from their time of publication on', async () => {
    await write('draft', { publishedAt: null })
    await write('soon', { publishedAt: later(10) })
    const { api } = shop.visitor()
    expect(await list()).toEqual([])
    for (const id of ['draft', 'soon', 'never']) {
      await expect(api.blog.article({ id })).rejects.toMatchObject({ code: 'not_found', status: 404 })
    }
    shop.clock.advance(10 * 60_000)
    shop.app.onCatalogueChange('content')
    expect(await list()).toEqual(['soon'])
    expect((await api.blog.article({ id: 'soon' })).publishedAt).toBe(later(10).toISOString())
  })

  it('can be filtered by category or tag; topics have their number of articles', async () => {
    await write('cake', { category: 'recipes', tags: ['winter', 'tea', 'no-such-tag'] })
    await write('snow', { tags: ['winter'] })
    await write('draft', { category: 'recipes', tags: ['tea'], publishedAt: null })
    expect(await list({ category: 'recipes' })).toEqual(['cake'])
    expect((await list({ tag: 'winter' })).sort()).toEqual(['cake', 'snow'])
    const { categories, tags } = await shop.visitor().api.blog.topics()
    expect(categories).toMatchObject([{ id: 'recipes', articleCount: 1 }])
    expect(tags.map(({ id, articleCount }) => [id, articleCount])).toEqual([
      ['winter', 2],
      ['tea', 1],
    ])
  })

  it('is cached until an article changes', async () => {
    await write('cake')
    // The notification of this process's own change can arrive between the two lists and clear the cache. The test
    // therefore repeats this check, each time with an empty cache.
    await expect
      .poll(async () => {
        shop.app.onCatalogueChange('content')
        await shop.query('update articles set published_at = $1', [noon])
        const before = await list()
        await shop.query('update articles set published_at = null')
        return [before, await list()]
      })
      .toEqual([['cake'], ['cake']])
    await blog.staff.withdrawArticle(shop.ctx(), { article: 'cake' })
    expect(await list()).toEqual([])
  })
})

describe('an article', () => {
  it('has its blocks, its tags in order and its languages', async () => {
    const blocks: BlockInput[] = [
      { kind: 'heading', text: both('<b>Bold</b>', '粗') },
      { kind: 'products', title: both('', ''), ids: ['tea', 'gone'] },
    ]
    await write('cake', { title: both('Cake', ''), blocks, tags: ['winter', 'tea'], category: 'recipes' })
    const found = await shop.visitor().api.blog.article({ id: 'cake' })
    expect(found).toMatchObject({ languages: ['en'], blocks, category: { id: 'recipes' }, minutes: { en: 1 } })
    expect(found.tags.map(({ id }) => id)).toEqual(['winter', 'tea'])
  })

  it('has only blocks for this visitor and of a known kind, with defaults for missing fields', async () => {
    const said = (text: string) => ({ kind: 'paragraph' as const, text: both(text, text) })
    await write('cake', { blocks: [said('all'), { ...said('zh'), show: { locales: ['zh'] } }] })
    const reader = shop.visitor()
    const read = async () => (await reader.api.blog.article({ id: 'cake' })).blocks
    expect(await read()).toEqual([said('all')])
    await reader.api.shell.changeLocale({ locale: 'zh' })
    expect(await read()).toEqual([said('all'), said('zh')])
    const old = JSON.stringify([{ kind: 'products', title: both('', ''), ids: ['tea'] }, { kind: 'gone' }])
    await shop.query(`update articles set blocks = '${old}'`)
    const [row, ...rest] = await read()
    expect([row, rest]).toEqual([expect.objectContaining({ ids: ['tea'], query: {}, link: null }), []])
  })

  it('has related articles with the same tags first, then of the same category, and no others', async () => {
    await write('cake', { category: 'recipes', tags: ['tea', 'winter'] })
    await write('both-tags', { tags: ['tea', 'winter'] })
    await write('one-tag', { tags: ['tea'] })
    await write('category', { category: 'recipes' })
    await write('stranger')
    await write('draft', { tags: ['tea', 'winter'], publishedAt: null })
    const { related } = await shop.visitor().api.blog.article({ id: 'cake' })
    expect(related.map(({ id }) => id)).toEqual(['both-tags', 'one-tag', 'category'])
  })
})

describe('staff', () => {
  it('write a draft, schedule it, publish it and withdraw it', async () => {
    const ctx = shop.ctx()
    const state = (answer: { articles: { state: string; publishedAt: string | null }[] }) =>
      answer.articles.map(({ state, publishedAt }) => [state, publishedAt])
    const draft = articleDraft.parse({ title: both('Cake', '糕') })
    expect(state(await blog.staff.writeArticle(ctx, { article: 'cake', ...draft }))).toEqual([['draft', null]])
    const at = later(60).toISOString()
    expect(state(await blog.staff.publishArticle(ctx, { article: 'cake', at }))).toEqual([['scheduled', at]])
    const [[, since] = []] = state(await blog.staff.publishArticle(ctx, { article: 'cake' }))
    shop.clock.advance(60_000)
    // An article that is published or written again keeps its first date of publication.
    expect(state(await blog.staff.publishArticle(ctx, { article: 'cake' }))).toEqual([['published', since]])
    expect(state(await blog.staff.writeArticle(ctx, { article: 'cake', ...draft }))).toEqual([['published', since]])
    expect(state(await blog.staff.withdrawArticle(ctx, { article: 'cake' }))).toEqual([['draft', null]])
    expect(state(await blog.staff.articles(ctx))).toEqual([['draft', null]])
  })

  it('get an error for an unknown article, and shoppers are refused', async () => {
    const nothing = { code: 'staff.unknown' }
    await expect(blog.staff.publishArticle(shop.ctx(), { article: 'x' })).rejects.toMatchObject({ items: [nothing] })
    const answer = await shop.visitor().fetch('/api/office/blog')
    expect(answer.status).toBe(401)
  })
})

describe('feed and sitemap', () => {
  const image = { src: '/media/cake', widths: [800, 1600], width: 16, height: 9, alt: both('', '') }

  it('the feed has the articles of its language, with escaped texts', async () => {
    await write('cake', { title: both('Cake & <tea>', '糕'), summary: both('a "b"', '丙'), cover: image })
    await write('only-zh', { title: both('', '只有中文'), author: both('', '阿灯') })
    const en = await read('/blog/feed.xml?lang=en')
    expect(en).toContain('<title>Cake &amp; &lt;tea&gt;</title>')
    expect(en).toContain('<link>http://localhost/blog/cake?lang=en</link>')
    expect(en).toContain('<enclosure url="http://localhost/media/cake/1600.webp" type="image/webp" length="0"/>')
    expect(en).toContain('<pubDate>Thu, 19 Nov 2026 17:00:00 GMT</pubDate>')
    expect(en).not.toContain('only-zh')
    const zh = await read('/blog/feed.xml?lang=zh')
    expect(zh).toContain('<language>zh-Hans</language>')
    expect([...zh.matchAll(/<guid>(.*?)<\/guid>/g)].map(([, link]) => link)).toEqual([
      'http://localhost/blog/cake?lang=zh',
      'http://localhost/blog/only-zh?lang=zh',
    ])
  })

  it('the sitemap lists an article in its languages, and the blog only if it has an article', async () => {
    expect(await read('/sitemap.xml')).not.toContain('sitemap-blog')
    await write('cake', { title: both('Cake', ''), cover: image, tags: ['tea'], category: 'recipes' })
    expect(await read('/sitemap.xml')).toContain('<loc>http://localhost/sitemap-blog.xml</loc>')
    const part = await read('/sitemap-blog.xml')
    expect([...part.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at]) => at?.replace('http://localhost/', ''))).toEqual([
      'blog?lang=en',
      'blog?lang=zh',
      'blog/category/recipes?lang=en',
      'blog/category/recipes?lang=zh',
      'blog/tag/tea?lang=en',
      'blog/tag/tea?lang=zh',
      'blog/cake',
    ])
    expect(part).toContain('<image:loc>http://localhost/media/cake/1600.webp</image:loc>')
  })
})
