import { expect, test } from 'vitest'
import type { Recommendation } from './shared-link.ts'
import { linkIn, sharedLink } from './shared-link.ts'

const nobody: Recommendation = { referId: null, referGroup: null }
const page = 'https://shop.example/store/product/taro-milk'

test.each<[string, Recommendation, string]>([
  [page, nobody, page],
  [`${page}?variant=L#picture-2`, nobody, `${page}?variant=L`],
  [page, { referId: 'm-7', referGroup: null }, `${page}?referId=m-7`],
  [page, { referId: 'm-7', referGroup: 'g1' }, `${page}?referId=m-7&referGroup=g1`],
  [page, { referId: null, referGroup: 'g1' }, page],
  [`${page}?referId=older&referGroup=g0`, { referId: 'm-7', referGroup: null }, `${page}?referId=m-7`],
  [`${page}?wmpoid=oX-1&tableNumber=12&lang=zh`, nobody, `${page}?lang=zh`],
])('%s recommended by %j is shared as %s', (href, recommendation, passedOn) => {
  expect(sharedLink(href, recommendation)).toBe(passedOn)
})

test('linkIn sets the language of a link, also if the page has another', () => {
  expect(linkIn('en', `${page}?lang=zh&referId=m-7`)).toBe(`${page}?lang=en&referId=m-7`)
  expect(linkIn('zh', page)).toBe(`${page}?lang=zh`)
})
