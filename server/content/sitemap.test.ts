import { beforeEach, expect, it } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { putBrand, putCategory, putTag } from '#server/catalogue/products.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { defaultSettings, putPage, putSettings } from './content.ts'

const shop = setUpShop()
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
})

const both = (text: string) => ({ en: text, zh: text })
const read = async (path: string) => {
  const answer = await shop.visitor().fetch(path)
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)

it('the sitemap lists one part for pages, and parts for products if there are any', async () => {
  expect(locations((await read('/sitemap.xml')).text)).toEqual(['http://localhost/sitemap-pages.xml'])
  await addProducts(shop.ctx(), { id: 'tea' }, { id: 'draft', recordStatus: 'DRAFT' })
  shop.app.onCatalogueChange('content')
  const index = await read('/sitemap.xml')
  expect(index.type).toBe('application/xml; charset=utf-8')
  expect(locations(index.text)).toEqual([
    'http://localhost/sitemap-pages.xml',
    'http://localhost/sitemap-products-1.xml',
  ])
})

it('a product is listed in each language with its alternates, picture and time of change', async () => {
  const image = { src: '/media/tea&co', widths: [400, 800], width: 8, height: 8, alt: both('') }
  await addProducts(
    shop.ctx(),
    { id: 'tea', images: [image] },
    { id: 'archived', recordStatus: 'ARCHIVED' },
    { id: 'later', publishedAt: new Date(Date.now() + hourMs) },
  )
  const { text } = await read('/sitemap-products-1.xml')
  const address = 'http://localhost/store/product/tea'
  expect(locations(text)).toEqual([`${address}?lang=en`, `${address}?lang=zh`])
  expect(text.match(new RegExp(`hreflang="en-CA" href="${address}\\?lang=en"`, 'g'))).toHaveLength(2)
  expect(text.match(new RegExp(`hreflang="zh-Hans" href="${address}\\?lang=zh"`, 'g'))).toHaveLength(2)
  expect(text.match(new RegExp(`hreflang="x-default" href="${address}"`, 'g'))).toHaveLength(2)
  expect(text).toContain('<image:loc>http://localhost/media/tea&amp;co/800.webp</image:loc>')
  expect(text).toMatch(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/)
})

it('each part continues after the products of the part before, and each product is listed once', async () => {
  const ids = Array.from({ length: 5003 }, (_, index) => `p${String(index).padStart(5, '0')}`)
  await shop.query(`insert into products (id, name) select id, '{"en":"a","zh":"a"}' from unnest($1::text[]) as id`, [
    ids,
  ])
  await shop.query(
    `insert into variants (sku, product_id, price, currency) select id, id, 100, 'CAD' from unnest($1::text[]) as id`,
    [ids],
  )
  const parts = await Promise.all([1, 2, 3].map((part) => read(`/sitemap-products-${part}.xml`)))
  const found = parts.map(({ text }) => locations(text).filter((address) => address?.endsWith('lang=en')))
  expect(found.map((part) => part.length)).toEqual([5000, 3, 0])
  expect(found.flat().map((address) => new URL(address ?? '').pathname.split('/').pop())).toEqual(ids)
})

it('the part for pages lists visible pages, and no hidden, empty or unpublished ones', async () => {
  const ctx = shop.ctx()
  await putCategory(ctx, { id: 'tea', name: both('Tea') })
  await putCategory(ctx, { id: 'secret', name: both('Secret'), visible: false })
  await putBrand(ctx, { id: 'hill', name: both('Hill') })
  await putBrand(ctx, { id: 'empty', name: both('Empty') })
  await putTag(ctx, { id: 'hot', name: both('Hot') })
  await putTag(ctx, { id: 'inner', name: both('Inner'), hidden: true })
  await putPage(ctx, { name: 'about', title: both('About'), blocks: [] })
  await putPage(ctx, { name: 'draft', title: both('Draft'), blocks: [], published: false })
  await addProducts(ctx, { id: 'oolong', brandId: 'hill', tags: ['hot', 'inner'] })
  const { text } = await read('/sitemap-pages.xml')
  const paths = locations(text)
    .filter((address) => address?.endsWith('lang=en'))
    .map((address) => address?.replace('http://localhost', '').replace(/(\?|&amp;)lang=en$/, ''))
  expect(paths).toEqual([
    '/home',
    '/store',
    '/store/clearance',
    '/store/productlist?cat=tea',
    '/store/brand/hill',
    '/store/tag/hot',
    '/about',
  ])
})

it('a shop with one language lists each page once', async () => {
  const settings = structuredClone(defaultSettings)
  settings.system.appConfig.supportedLanguages = ['zh']
  settings.appDetail.appDomain = 'tea.example'
  await putSettings(shop.ctx(), settings)
  const { text } = await read('/sitemap-pages.xml')
  expect(locations(text)[0]).toBe('https://tea.example/home')
  expect(text).not.toContain('hreflang')
})

it.each(['/sitemap-products-0.xml', '/sitemap-other.xml', '/sitemap-products-1e9.xml', '/sitemap-products-.xml'])(
  '%s is not a part of the sitemap',
  async (path) => {
    expect((await read(path)).status).toBe(404)
  },
)

it('robots.txt names the sitemap and disallows personal pages', async () => {
  const { type, text } = await read('/robots.txt')
  expect(type).toBe('text/plain; charset=utf-8')
  expect(text).toContain('Sitemap: http://localhost/sitemap.xml')
  for (const path of ['/api/', '/checkout', '/account/', '/user/', '/confirmation']) {
    expect(text).toContain(`Disallow: ${path}\n`)
  }
})
