import { existsSync, statSync } from 'node:fs'
import sharp from 'sharp'
import { beforeEach, expect, it } from 'vitest'
import { demoSettings } from '#demo/shop.ts'
import type { ShopSettings } from '#server/settings/tables.ts'
import { setUpShop } from '#tests/harness.ts'
import { defaultSettings, putSettings } from './content.ts'

const shop = setUpShop()
beforeEach(() => shop.reset())

async function read(locale: string) {
  const answer = await shop.visitor().fetch(`/manifest.webmanifest?lang=${locale}`)
  expect(answer.headers.get('content-type')).toBe('application/manifest+json')
  return answer.json() as Promise<
    Record<string, unknown> & {
      icons: { src: string }[]
      shortcuts: { url: string }[]
      screenshots: { src: string; sizes: string; form_factor: string; label: string }[]
    }
  >
}
const put = (change: (settings: ShopSettings) => void) => {
  const settings = structuredClone(defaultSettings)
  change(settings)
  return putSettings(shop.ctx(), settings)
}

it('the manifest describes the same app in each language', async () => {
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
  expect(en).toMatchObject({ lang: 'en-CA', description: expect.stringContaining('Order online from My shop') })
  expect(zh).toMatchObject({ lang: 'zh-Hans', description: expect.stringContaining('线上下单') })
  expect(zh.shortcuts).toContainEqual(expect.objectContaining({ name: '购物车', url: '/checkout/cart' }))
})

it('the icons exist, and some are maskable', async () => {
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

it('the manifest follows the owner’s colours, icon and account setting', async () => {
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

it('the manifest has the owner’s screenshots in the visitor’s language, or none', async () => {
  expect((await read('en')).screenshots).toEqual([])
  await put((settings) => {
    settings.appDetail.cdnpath = 'https://cdn.example/'
    const label = { en: 'The counter', zh: '柜台' }
    settings.screenshots = [
      { src: '/media/counter.webp', width: 1280, height: 800, form: 'wide', label },
      { src: 'https://pictures.example/zh.png', width: 780, height: 1688, form: 'narrow', locale: 'zh', label },
    ]
  })
  const counter = { src: 'https://cdn.example/media/counter.webp', sizes: '1280x800', form_factor: 'wide' }
  expect((await read('en')).screenshots).toEqual([{ ...counter, label: 'The counter' }])
  expect((await read('zh')).screenshots).toEqual([
    { ...counter, label: '柜台' },
    { src: 'https://pictures.example/zh.png', sizes: '780x1688', form_factor: 'narrow', label: '柜台' },
  ])
  const { appContent } = await shop.visitor().api.shell.appInfo({})
  expect(appContent).not.toHaveProperty('screenshots')
})

it('the demo screenshots for phones and desktops exist in their stated size and are below 60 kB', async () => {
  await putSettings(shop.ctx(), demoSettings)
  for (const locale of ['en', 'zh']) {
    const { screenshots } = await read(locale)
    expect(new Set(screenshots.map(({ form_factor }) => form_factor))).toEqual(new Set(['narrow', 'wide']))
    for (const { src, sizes } of screenshots) {
      const { width, height } = await sharp(`public${src}`).metadata()
      expect(`${width}x${height}`, src).toBe(sizes)
      expect(statSync(`public${src}`).size, src).toBeLessThan(60_000)
    }
  }
})
