import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { openTestShop } from '#tests/harness.ts'
import { openShopWithIdentities } from '#tests/identities.ts'
import { signAddress } from './wechat-share.ts'

let open: Awaited<ReturnType<typeof openShopWithIdentities>>
beforeAll(async () => {
  open = await openShopWithIdentities()
})
afterAll(() => open.close())

const ticket = 'sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg'

test.each([
  ['http://mp.weixin.qq.com?params=value', '0f9de62fce790f9a083d5c99e95740ceb90c27ed'],
  ['http://mp.weixin.qq.com', 'f4d90daf4b3bca3078ab155816175ba34c443a7b'],
  ['http://mp.weixin.qq.com#part', 'f4d90daf4b3bca3078ab155816175ba34c443a7b'],
])('%s gets the signature of WeChat’s manual', (url, signature) => {
  expect(signAddress({ ticket, nonceStr: 'Wm3WZYTPz0wzccnW', timestamp: 1414587457, url })).toBe(signature)
})

const share = (path = '/store/product/tea') =>
  open.shop.visitor().api.wechat.shareSignature({ url: `http://localhost${path}` })
const ticketsAsked = async () =>
  (await open.requestedPaths('wechat')).filter((path) => path.endsWith('/getticket')).length

test('all visitors share one ticket until it expires', async () => {
  const signed = await Promise.all(Array.from({ length: 20 }, () => share()))
  expect(new Set(signed.map(({ nonceStr }) => nonceStr)).size).toBe(20)
  expect(await ticketsAsked()).toBe(1)
  const [first] = signed
  if (!first) throw new Error('nothing was signed')
  const { nonceStr, timestamp, signature, appId } = first
  expect(appId).toBe('wx00000000official')
  const url = 'http://localhost/store/product/tea'
  expect(signature).toBe(signAddress({ ticket: 'stand-in-ticket-1', nonceStr, timestamp, url }))
  open.shop.clock.advance(7000 * 1000)
  await share()
  expect(await ticketsAsked()).toBe(1)
  open.shop.clock.advance(200 * 1000)
  await share()
  expect(await ticketsAsked()).toBe(2)
})

test('addresses of other sites are not signed', async () => {
  for (const url of ['http://evil.example/', 'http://localhost.evil.example/', 'javascript:alert(1)', 'tea'])
    await expect(open.shop.visitor().api.wechat.shareSignature({ url })).rejects.toMatchObject({ status: 404 })
})

test('if WeChat does not answer, sharing is unavailable, and the shop asks again after half a minute', async () => {
  open.shop.clock.advance(3 * hourMs)
  await open.sendCommand('wechat', 'html_502', 'getticket')
  await expect(share()).rejects.toMatchObject({ status: 404 })
  const asked = await ticketsAsked()
  await expect(share()).rejects.toMatchObject({ status: 404 })
  expect(await ticketsAsked()).toBe(asked)
  open.shop.clock.advance(31_000)
  expect((await share()).signature).toMatch(/^[0-9a-f]{40}$/)
})

test('live rooms are listed with their state, current ones first, and cached for a minute', async () => {
  const { rooms } = await open.shop.visitor().api.wechat.liveRooms({})
  expect(rooms.map(({ name, state }) => [name, state])).toEqual([
    ['冬夜热茶，一起喝', 'live'],
    ['中秋月饼开箱', 'upcoming'],
    ['开店第一天', 'ended'],
  ])
  const asked = async () => (await open.requestedPaths('wechat')).filter((path) => path.endsWith('/getliveinfo')).length
  await open.shop.visitor().api.wechat.liveRooms({ numberToLoad: 1 })
  expect(await asked()).toBe(1)
  open.shop.clock.advance(61_000)
  await open.sendCommand('wechat', 'busy', 'getliveinfo')
  expect((await open.shop.visitor().api.wechat.liveRooms({})).rooms).toEqual([])
})

test('a shop without WeChat and Alipay answers that, and has no live rooms', async () => {
  const bare = await openTestShop()
  const { api } = bare.visitor()
  expect(await api.wechat.settings()).toMatchObject({ enabled: false, browserAppId: null })
  expect(await api.alipay.settings()).toEqual({ apaId: null })
  expect(await api.identity.ways()).toEqual({ ways: [] })
  expect(await api.wechat.liveRooms({})).toEqual({ rooms: [] })
  await bare.close()
})
