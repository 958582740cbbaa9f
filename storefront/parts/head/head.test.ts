import { expect, it } from 'vitest'
import { renderedShop } from '#tests/shell-page.tsx'
import { alternateUrls, canonicalUrl, iconUrl, pageMeta } from './head.ts'

const { appContent: app } = renderedShop
const place = (address: string) => new URL(address, 'https://other.example')
const matches = [{ id: 'root', loaderData: renderedShop }]
const image = {
  src: '/media/tea',
  widths: [400, 800],
  width: 800,
  height: 800,
  alt: { en: 'A cup of tea', zh: '一杯茶' },
}

it.each([
  ['/', '/home'],
  ['/home/', '/home'],
  ['/store?utm_source=mail&page=2', '/store'],
  ['/store/productlist?cat=bread&sort=newest&page=3', '/store/productlist?cat=bread'],
  ['/store/product/lgm?variant=large', '/store/product/lgm'],
  ['/store?lang=zh&loc=toronto', '/store?lang=zh'],
])('the canonical address of %s is %s', (address, canonical) => {
  expect(canonicalUrl(app, place(address))).toBe(`https://lantern.example${canonical}`)
})

it.each(['/store/productlist?cat=bread', '/store/productlist?cat=bread&lang=zh'])(
  'the alternates of %s are each language and the address without a language',
  (address) => {
    const list = 'https://lantern.example/store/productlist?cat=bread'
    expect(alternateUrls(app, place(address))).toEqual([
      { lang: 'en-CA', href: `${list}&lang=en` },
      { lang: 'zh-Hans', href: `${list}&lang=zh` },
      { lang: 'x-default', href: list },
    ])
  },
)

it('a shop with one language has no alternates', () => {
  const alone = structuredClone(app)
  alone.system.appConfig.supportedLanguages = ['zh']
  expect(alternateUrls(alone, place('/home'))).toEqual([])
})

it('the meta tags of a page have its title, description and absolute picture address', () => {
  const meta = pageMeta({ matches }, () => ({ title: 'Tea', description: 'Hot.', image, type: 'product' }))
  expect(meta).toEqual(
    expect.arrayContaining([
      { title: 'Tea · Lantern Lane' },
      { name: 'description', content: 'Hot.' },
      { property: 'og:type', content: 'product' },
      { property: 'og:title', content: 'Tea · Lantern Lane' },
      { property: 'og:image', content: 'https://lantern.example/media/tea/800.jpg' },
      { property: 'og:image:type', content: 'image/jpeg' },
      { property: 'og:image:width', content: '800' },
      { property: 'og:image:height', content: '800' },
      { property: 'og:image:alt', content: 'A cup of tea' },
      { name: 'twitter:card', content: 'summary_large_image' },
      { name: 'twitter:image', content: 'https://lantern.example/media/tea/800.jpg' },
      { name: 'twitter:image:alt', content: 'A cup of tea' },
    ]),
  )
})

it.each([
  [
    { widths: [160, 320, 640, 960, 1280], width: 1280, height: 853 },
    { address: 'https://lantern.example/media/tea/960.jpg', size: ['960', '640'] },
  ],
  [
    { src: 'https://pictures.example/tea.png', widths: [], width: 0, height: 0 },
    { address: 'https://pictures.example/tea.png', size: [] },
  ],
  [
    { src: '/influencer-pictures/abc', widths: [640, 1440], width: 1440, height: 960 },
    { address: 'https://cdn.example/influencer-pictures/abc/1440.webp', size: [] },
  ],
])('other sites get a picture with %o as %o', (facts, { address, size }) => {
  const meta = pageMeta({ matches }, () => ({ title: 'Tea', image: { ...image, ...facts } }))
  const of = (name: string) => meta.flatMap((tag) => ('property' in tag && tag.property === name ? tag.content : []))
  expect(of('og:image')).toEqual([address])
  expect([...of('og:image:width'), ...of('og:image:height')]).toEqual(size)
})

it('a page without a picture has the shop icon as its picture, and a private page has noindex', () => {
  const meta = pageMeta({ matches }, () => ({ title: 'Sign in', isPrivate: true }))
  expect(meta).toEqual(
    expect.arrayContaining([
      { property: 'og:image', content: 'https://cdn.example/media/favicon.svg' },
      { name: 'twitter:card', content: 'summary' },
      { name: 'robots', content: 'noindex' },
    ]),
  )
})

it.each([
  [{ favicon: { imageURL: '/media/icon/512.png' }, logo: { imageURL: '/media/logo/480.webp' } }, '/media/icon/512.png'],
  [{ favicon: {}, logo: { imageURL: '/media/logo/480.webp' } }, '/media/logo/480.webp'],
  [{ favicon: {}, logo: {} }, '/icon-512.png'],
])('other sites see the icon of %o', (pictures, path) => {
  const own = { ...app, ...pictures, appDetail: { ...app.appDetail, cdnpath: '' } }
  expect(iconUrl(own)).toBe(`https://lantern.example${path}`)
})
