import { existsSync } from 'node:fs'
import { beforeEach, expect, it } from 'vitest'
import { setUpShop } from '#tests/harness.ts'
import { defaultSettings, putSettings } from './content.ts'
import type { ShopSettings } from './tables.ts'

const shop = setUpShop()
beforeEach(() => shop.reset())

async function read(locale: string) {
  const answer = await shop.visitor().fetch(`/manifest.webmanifest?lang=${locale}`)
  expect(answer.headers.get('content-type')).toBe('application/manifest+json')
  return answer.json() as Promise<Record<string, unknown> & { icons: { src: string }[]; shortcuts: { url: string }[] }>
}
const put = (change: (settings: ShopSettings) => void) => {
  const settings = structuredClone(defaultSettings)
  change(settings)
  return putSettings(shop.ctx(), settings)
}

it('the shop is one app that describes itself in each language', async () => {
  const [en, zh] = [await read('en'), await read('zh')]
  for (const manifest of [en, zh]) {
    expect(manifest).toMatchObject({
      id: '/',
      start_url: '/home',
      scope: '/',
      display: 'standalone',
      name: 'My shop 我的店铺',
      short_name: 'My shop',
    })
  }
  expect(en).toMatchObject({ lang: 'en-CA', description: expect.stringContaining('Order from My shop') })
  expect(zh).toMatchObject({ lang: 'zh-Hans', description: expect.stringContaining('到店自取') })
  expect(zh.shortcuts).toContainEqual(expect.objectContaining({ name: '购物车', url: '/checkout/cart' }))
})

it('its icons are there, among them some that a device may cut to its shape', async () => {
  const { icons } = await read('en')
  expect(icons).toEqual(
    expect.arrayContaining([
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icon-maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ]),
  )
  for (const { src } of icons) expect(existsSync(`public${src}`), src).toBe(true)
})

it('colours, mark and accounts are as the owner decided', async () => {
  await put((settings) => {
    settings.css.varHeaderNavActive.background = '#102030'
    settings.css.varSideMenu.background = 'rgb(1, 2, 3)'
    settings.favicon.imageURL = '/media/mark.svg'
    settings.appDetail.cdnpath = 'https://cdn.example/'
    settings.system.appConfig.enableUserAccounts = false
  })
  const manifest = await read('en')
  expect(manifest).toMatchObject({ theme_color: '#102030', background_color: '#fbf7f0' })
  expect(manifest.icons).toEqual([{ src: 'https://cdn.example/media/mark.svg', sizes: 'any', purpose: 'any' }])
  expect(manifest.shortcuts.map(({ url }) => url)).not.toContain('/user/list')
})
