import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localeCookie } from '#contract/constants.ts'
import { locales } from '#contract/languages.ts'
import { texts } from '#contract/messages.ts'
import { demoProducts } from '#demo/products.ts'
import { demoSettings } from '#demo/shop.ts'
import { demoStores } from '#demo/stores.ts'
import type { RunningServer } from './server.ts'
import { startServer } from './server.ts'

let server: RunningServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-empty-'))
  server = await startServer({ DATA_DIR: folder, DEMO: 'false' })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/**
 * Texts that only the demonstration contains: the names of its shop and products, its popular search terms, and the
 * Chinese names and streets of its stores. The English names of its stores are not listed, because they are cities,
 * which other texts may contain.
 */
const demoWords = [
  ...['Lantern', '灯里', '灯下'],
  ...demoStores('2026-01-01').flatMap(({ name, street = '' }) => [name.zh ?? '', street]),
  ...demoProducts.flatMap(({ name }) => name),
  ...(demoSettings.labels['store.popular_terms']?.en ?? '').split(', '),
]

const pages = [
  ...['/home', '/store', '/store/productlist?cat=all', '/store/search', '/store/search/tea', '/store/brand'],
  ...['/store/clearance', '/store/groupCampaigns', '/store/live', '/blog', '/influencers', '/checkout/cart'],
  ...['/account/login', '/account/signup', '/account/forgot', '/invite', '/privacy-choices', '/confirmation'],
  ...['/nowhere', '/table', '/api/istore/more/search/popular'],
]
const files = ['/manifest.webmanifest', '/blog/feed.xml', '/sitemap.xml', '/robots.txt', '/favicon.svg']

test.each(locales)('no page or file of an empty shop has words of the demonstration, in %s', async (locale) => {
  const found: string[] = []
  for (const path of [...pages, ...files]) {
    const answer = await fetch(server.url + path, { headers: { cookie: `${localeCookie}=${locale}` } })
    const text = await answer.text()
    expect([path, text.length > 0]).toEqual([path, true])
    found.push(...demoWords.filter((word) => text.includes(word)).map((word) => `${path}: ${word}`))
  }
  expect(found).toEqual([])
})

test('no text of the shop itself has words of the demonstration', () => {
  const found = Object.entries(texts).flatMap(([key, row]) =>
    demoWords.filter((word) => row.some((text) => text.includes(word))).map((word) => `${key}: ${word}`),
  )
  expect(found).toEqual([])
})

test('an empty shop has a neutral icon in browsers and in the installed app, not that of the demonstration', async () => {
  const { icons } = (await (await fetch(`${server.url}/manifest.webmanifest`)).json()) as { icons: { src: string }[] }
  const paths = [...icons.map(({ src }) => src), '/favicon.svg', '/favicon.ico', '/apple-touch-icon.png']
  expect(paths).toHaveLength(7)
  for (const path of paths) {
    const served = Buffer.from(await (await fetch(server.url + path)).arrayBuffer())
    expect([path, served.equals(await readFile(`public${path}`))]).toEqual([path, true])
    expect([path, served.equals(await readFile(`public/demonstration${path}`))]).toEqual([path, false])
  }
})

test('no drawing of the storefront is a lantern', async () => {
  expect(await readFile('storefront/confirmation/success.tsx', 'utf8')).not.toMatch(/lantern/i)
  expect(await readFile('storefront/confirmation/confirmation.css', 'utf8')).not.toMatch(/lantern/i)
})
