import { beforeAll, beforeEach, expect, test } from 'vitest'
import { introduce } from '#server/content/content.ts'
import { setUpShop } from '#tests/harness.ts'
import { bindPages } from './pages.ts'

const shop = setUpShop()
let rendered: string[] = []
beforeAll(async () => {
  bindPages(
    shop.app,
    shop.api.http,
    async (request) => {
      const { pathname } = new URL(request.url)
      rendered.push(pathname)
      if (pathname.startsWith('/asked')) return page(JSON.stringify([...request.headers]), 200)
      if (pathname === '/slow') await new Promise((resolve) => setImmediate(resolve))
      request.signal.throwIfAborted()
      if (pathname === '/gone') return page('Gone', 404)
      if (pathname === '/moved') return new Response(null, { status: 302, headers: { Location: '/home' } })
      return page('Here', 200)
    },
    introduce,
  )
})
beforeEach(() => {
  rendered = []
})

const page = (words: string, status: number) =>
  new Response(words, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })

test('a page is rendered once and cached', async () => {
  for (const _ of [1, 2]) expect(await (await shop.visitor().fetch('/here')).text()).toBe('Here')
  expect(rendered).toEqual(['/here'])
})

test('a HEAD request gets the headers of the cached page, and caches the page for others', async () => {
  const visitor = shop.visitor()
  const head = await visitor.fetch('/headed', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  const page = await visitor.fetch('/headed')
  expect([await page.text(), page.headers.get('etag')]).toEqual(['Here', head.headers.get('etag')])
  expect(rendered).toEqual(['/headed'])
})

test('a missing page or a redirect is rendered for each request and not cached', async () => {
  const visitor = shop.visitor()
  const gone = await visitor.fetch('/gone')
  expect([gone.status, await gone.text(), gone.headers.has('content-security-policy')]).toEqual([404, 'Gone', true])
  const moved = await visitor.fetch('/moved')
  expect([moved.status, moved.headers.get('location')]).toEqual([302, '/home'])
  expect(rendered).toEqual(['/gone', '/moved'])
  await visitor.fetch('/gone')
  expect(rendered).toEqual(['/gone', '/moved', '/gone'])
})

test.each([
  'currency =USD',
  'currency =; currency=USD',
  'currency=CAD; currency=USD',
  'x=1;currency=USD',
  'currency=%55SD',
  'currency=<script>',
  'locale=zh ; environment=x; utc_offset=999; sid=mine',
])('a cached page depends only on its cache key, whatever cookies are sent: %s', async (cookie) => {
  const path = `/asked-${encodeURIComponent(cookie)}`
  const words = async (headers: Record<string, string>) => (await shop.visitor(headers).fetch(path)).text()
  const others = { 'x-forwarded-host': 'evil.example', 'accept-language': 'xx', referer: 'https://evil.example/' }
  const first = await words({ cookie, ...others })
  expect(first).not.toMatch(/evil|sid|script|999/)
  for (const chosen of ['', 'currency=USD', 'currency=CAD']) {
    expect(await words({ cookie: chosen })).toBe(
      chosen ? `[["cookie","${chosen}"],["user-agent",""]]` : '[["user-agent",""]]',
    )
  }
})

test('a visitor who disconnects during rendering does not abort the page for others', async () => {
  const leaving = new AbortController()
  const asked = (signal?: AbortSignal) =>
    shop.api.fetch(new Request('http://localhost/slow', { headers: { host: 'localhost' }, ...(signal && { signal }) }))
  const first = asked(leaving.signal)
  const second = asked()
  leaving.abort()
  await first
  expect(await (await second).text()).toBe('Here')
})
