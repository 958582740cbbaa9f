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

test('a page is rendered once and kept', async () => {
  for (const _ of [1, 2]) expect(await (await shop.visitor().fetch('/here')).text()).toBe('Here')
  expect(rendered).toEqual(['/here'])
})

test('what is missing or elsewhere is rendered once each time, and not kept', async () => {
  const visitor = shop.visitor()
  const gone = await visitor.fetch('/gone')
  expect([gone.status, await gone.text(), gone.headers.has('content-security-policy')]).toEqual([404, 'Gone', true])
  const moved = await visitor.fetch('/moved')
  expect([moved.status, moved.headers.get('location')]).toEqual([302, '/home'])
  expect(rendered).toEqual(['/gone', '/moved'])
  await visitor.fetch('/gone')
  expect(rendered).toEqual(['/gone', '/moved', '/gone'])
})
