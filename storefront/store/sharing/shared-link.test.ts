import { expect, test, vi } from 'vitest'
import type { SharedReferral } from './shared-link.ts'
import { localizedLink, sharedLink, sharedReferral } from './shared-link.ts'

const nobody: SharedReferral = { referId: null, referGroup: null }
const page = 'https://shop.example/store/product/taro-milk'

test.each<[string, SharedReferral, string]>([
  [page, nobody, page],
  [`${page}?variant=L#picture-2`, nobody, `${page}?variant=L`],
  [page, { referId: 'm-7', referGroup: null }, `${page}?referId=m-7`],
  [page, { referId: 'm-7', referGroup: 'g1' }, `${page}?referId=m-7&referGroup=g1`],
  [page, { referId: null, referGroup: 'g1' }, page],
  [`${page}?referId=older&referGroup=g0`, { referId: 'm-7', referGroup: null }, `${page}?referId=m-7`],
  [`${page}?wmpoid=oX-1&tableNumber=12&lang=zh`, nobody, `${page}?lang=zh`],
  [`${page}?token=secret`, nobody, page],
])('%s recommended by %j is shared as %s', (href, recommendation, passedOn) => {
  expect(sharedLink(href, recommendation)).toBe(passedOn)
})

test('a member passes on the stored referral until they join a referral group', () => {
  vi.stubGlobal('localStorage', { getItem: (name: string) => `9999999999 ${name === 'referId' ? 'mei' : 'friends'}` })
  expect(sharedReferral({ myID: 'm-7', referrerUserGroup: null })).toEqual({ referId: 'mei', referGroup: 'friends' })
  expect(sharedReferral({ myID: 'm-7', referrerUserGroup: 'g1' })).toEqual({ referId: 'm-7', referGroup: null })
  vi.unstubAllGlobals()
})

test('linkIn sets the language of a link, also if the page has another', () => {
  expect(localizedLink('en', `${page}?lang=zh&referId=m-7`)).toBe(`${page}?lang=en&referId=m-7`)
  expect(localizedLink('zh', page)).toBe(`${page}?lang=zh`)
})
