import { languageParameter, officeBase } from '#contract/constants.ts'
import { demoAccounts } from '#demo/accounts.ts'
import { demoStaffEmail, demoStaffPassword } from '#demo/staff.ts'
import { iPhone } from '#tests/browser.ts'
import { registerMember } from '#tests/registration.ts'
import { createShopper } from '#tests/shopper.ts'
import { directly, shopFolder, shopUrl, textOf } from './asked.ts'
import { aliPay, desktop, miniProgram, weChat } from './user-agents.ts'

/** Somebody who reads pages of the shop. */
export interface Visitor {
  name: string
  headers: Record<string, string>
  /** Texts that only this visitor may see. */
  secrets: string[]
}

const guest = (name: string, headers: Record<string, string>): Visitor => ({
  name,
  headers: { 'user-agent': desktop, ...headers },
  secrets: [],
})

/**
 * Guests without a session, with different languages, stores, currencies, environments and encodings. The cache's key
 * contains all five. Some guests have equal keys, for example several who read Chinese at the default store.
 */
export const guests: Visitor[] = [
  guest('a browser that says nothing', {}),
  guest('English', { 'accept-language': 'en-CA,en;q=0.9' }),
  guest('Chinese', { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' }),
  guest('French, then Chinese', { 'accept-language': 'fr-CA, ZH;q=0.5, en;q=0.4' }),
  guest('French, then English', { 'accept-language': 'fr-CA,en-GB,zh' }),
  guest('English chosen in a Chinese browser', { cookie: 'locale=en', 'accept-language': 'zh-CN' }),
  guest('Chinese chosen in an English browser', { cookie: 'theme=1; locale=zh', 'accept-language': 'en-CA' }),
  guest('an unknown language chosen', { cookie: 'locale=fr', 'accept-language': 'zh' }),
  guest('a second store', { cookie: 'location=downtown', 'accept-language': 'en' }),
  guest('a third store, in Chinese', { cookie: 'location=richmond; locale=zh' }),
  guest('a store that does not exist', { cookie: 'location=nowhere' }),
  guest('US dollars', { cookie: 'currency=USD' }),
  guest('yuan at the second store', { cookie: 'locale=zh; currency=CNY; location=downtown' }),
  guest('a phone', { 'user-agent': iPhone, 'accept-language': 'en' }),
  guest('a Chinese phone that reads gzip', {
    'user-agent': iPhone,
    'accept-language': 'zh',
    'accept-encoding': 'gzip, deflate',
  }),
  guest('WeChat', { 'user-agent': weChat, 'accept-language': 'zh-CN' }),
  guest('WeChat’s mini-program', { 'user-agent': miniProgram, 'accept-language': 'zh-CN' }),
  guest('a mini-program that only the browser found', {
    'user-agent': weChat,
    'accept-language': 'zh-CN',
    cookie: 'environment=mini_program',
  }),
  guest('Alipay', { 'user-agent': aliPay, 'accept-language': 'zh-CN' }),
  guest('a robot that reads no compressed forms', { 'user-agent': 'Googlebot/2.1', 'accept-encoding': 'identity' }),
]

type Shopper = ReturnType<typeof createShopper>

function toVisitor(
  name: string,
  { cookies }: Shopper,
  headers: Record<string, string>,
  secrets: string[] = [],
): Visitor {
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  const tokens = ['sid', 'XSRF-TOKEN', 'office', 'office-xsrf'].map((name) => cookies.get(name) ?? '')
  const values = tokens.filter((token) => token.length > 20)
  return { name, headers: { 'user-agent': desktop, ...headers, cookie }, secrets: [...secrets, ...values] }
}

/** Visitors with a session: a cart, a table, an account, staff. They act through nginx, as in real life. */
export async function openVisitors(): Promise<Visitor[]> {
  return Promise.all([withCart(), atTable(), newMember(), signedIn(), withoutMark(), afterForm(), staffMember()])
}

async function withCart() {
  const shopper = createShopper(shopUrl)
  await shopper.api.cart.add({ sku: 'hokkaido-milk-loaf', quantity: 2 })
  return toVisitor('a guest with a cart', shopper, { 'accept-language': 'en' })
}

async function atTable() {
  const shopper = createShopper(shopUrl)
  const [table] = (await shopper.api.dining.codes()).tables
  await shopper.api.dining.sit({ token: table?.code ?? '' })
  return toVisitor('a guest at a table', shopper, { 'user-agent': iPhone, 'accept-language': 'zh' }, [
    table?.code ?? '',
  ])
}

async function newMember() {
  const shopper = createShopper(shopUrl)
  const person = { name: 'Canary Person', email: 'canary@example.com', password: 'a long enough sentence' }
  await registerMember(shopFolder, shopper, person)
  return toVisitor('a new member', shopper, { 'accept-language': 'en' }, [person.name, person.email])
}

async function signIn(account: (typeof demoAccounts)[number]): Promise<Shopper> {
  const shopper = createShopper(shopUrl)
  await shopper.api.account.signIn({ email: account.email, password: account.password })
  return shopper
}

const [mei, , sofia] = demoAccounts

const signedIn = async () =>
  toVisitor('a member', await signIn(mei), { 'accept-language': 'zh' }, [mei.email, mei.phone])

async function withoutMark() {
  const shopper = await signIn(sofia)
  shopper.cookies.delete('signed_in')
  return toVisitor('a member without the mark of members', shopper, {}, [sofia.email, sofia.phone])
}

/** A guest who chose language, store and currency without JavaScript. */
async function afterForm() {
  const shopper = createShopper(shopUrl)
  const response = await shopper.walk('/preferences', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shopUrl },
    body: 'locale=zh&locationId=downtown&currency=USD&redirectTo=%2Fhome',
  })
  if (response.status !== 303) throw new Error(`the preferences were refused: ${response.status}`)
  return toVisitor('a guest who chose', shopper, {})
}

async function staffMember() {
  const shopper = createShopper(shopUrl)
  const response = await shopper.walk(`${officeBase}/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', origin: shopUrl },
    body: JSON.stringify({ email: demoStaffEmail('owner'), password: demoStaffPassword }),
  })
  if (response.status !== 200) throw new Error(`the sign-in was refused: ${await response.text()}`)
  return toVisitor('the owner', shopper, {})
}

/** The paths and queries of the pages in the sitemap, without the language parameter. No page occurs twice. */
export async function sitemap(): Promise<string[]> {
  const read = async (path: string) => {
    const matches = textOf(await directly(path)).matchAll(/<loc>([^<]+)<\/loc>/g)
    return [...matches].map(([, loc = '']) => {
      const url = new URL(loc.replaceAll('&amp;', '&'))
      url.searchParams.delete(languageParameter)
      return url
    })
  }
  const maps = await read('/sitemap.xml')
  const pages = (await Promise.all(maps.map(({ pathname }) => read(pathname)))).flat()
  return [...new Set(pages.map(({ pathname, search }) => pathname + search))]
}

/**
 * About thirty addresses: pages for guests, missing pages, personal pages and other resources. Takes the first
 * products, group-buys and articles in the sitemap.
 */
export async function addresses(): Promise<string[]> {
  const all = await sitemap()
  const firstWith = (start: string, count: number) => all.filter((path) => path.startsWith(start)).slice(0, count)
  return [
    '/',
    '/home',
    '/store',
    '/store/productlist?cat=all',
    '/store/productlist?cat=all&page=2',
    '/store/search?q=tea',
    '/store/clearance',
    '/store/brand',
    ...firstWith('/store/product/', 6),
    ...firstWith('/store/groupCampaign/', 2),
    ...firstWith('/store/campaignItem/', 1),
    '/blog',
    ...firstWith('/blog/', 1),
    '/about',
    '/contact',
    '/influencers',
    '/home?lang=zh',
    '/store?loc=richmond',
    '/no-such-page',
    '/store/product/no-such-product',
    '/checkout/cart',
    '/account/login',
    '/user/list',
    '/table',
    '/store.data',
    '/robots.txt',
    '/api/istore/client/shoppingManagement4/myCart',
  ]
}
