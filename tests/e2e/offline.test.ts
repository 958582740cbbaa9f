import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { demoAccounts } from '#demo/accounts.ts'
import { goTo, openBrowser, openPage, phone, waitForHydration } from '#tests/browser.ts'
import type { Wire } from '#tests/proxy.ts'
import { startWire } from '#tests/proxy.ts'
import { startServer } from '#tests/server.ts'
import { shopUrl } from './shop.ts'

let browser: Browser
let wire: Wire
let opened: Awaited<ReturnType<typeof openPage>>
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  wire = await startWire(shopUrl)
  opened = await openPage(browser, { locale: 'en', viewport: phone, serviceWorkers: 'allow' })
})
afterEach(async () => {
  await opened.context.close()
  await wire.close()
})

const products = (page: Page) =>
  page
    .locator('a[href^="/store/product/"]')
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))])

/** All pages and calls of the shop that the browser has cached, as pairs of path and text. */
const keptTexts = (page: Page) =>
  page.evaluate(async () => {
    const kept: [address: string, text: string][] = []
    for (const name of await caches.keys()) {
      if (!/^(pages|calls)-/.test(name)) continue
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request, { ignoreVary: true })
        kept.push([request.url.replace(location.origin, ''), (await answer?.text()) ?? ''])
      }
    }
    return kept
  })

/** Opens a page and waits until it is readable offline. */
async function visit(page: Page, path: string) {
  await goTo(page, wire.url + path)
  await keptNow(page, path)
}

const keptNow = (page: Page, path: string) =>
  expect.poll(async () => (await keptTexts(page)).map(([address]) => address)).toContain(path)

interface Account {
  name: string
  email: string
  password: string
  phone: string
}

async function signIn(page: Page, { email, password }: Account) {
  await goTo(page, `${wire.url}/account/login`)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('input[name=password]').press('Enter')
  await page.waitForURL('**/user/list')
}

/**
 * Returns the names of the places that contain a member’s name, email or phone. Searches the page, the caches,
 * IndexedDB, `localStorage`, `sessionStorage` and the cookies.
 */
const traces = (page: Page, { name, email, phone }: Account) =>
  page.evaluate(
    async (words) => {
      const cached: string[] = []
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys()) {
          const answer = await cache.match(request, { ignoreVary: true, ignoreSearch: false })
          if (/json|html|text/.test(answer?.headers.get('content-type') ?? ''))
            cached.push((await answer?.text()) ?? '')
        }
      }
      const stored: unknown[] = []
      for (const { name } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open(name ?? '')
          opening.onsuccess = () => resolve(opening.result)
          opening.onerror = () => reject(opening.error)
        })
        for (const store of database.objectStoreNames) {
          const asked = database.transaction(store).objectStore(store).getAll()
          await new Promise((resolve) => {
            asked.onsuccess = resolve
          })
          stored.push(asked.result)
        }
        database.close()
      }
      const places = {
        DOM: document.documentElement.outerHTML,
        caches: cached.join('\n'),
        IndexedDB: JSON.stringify(stored),
        localStorage: JSON.stringify({ ...localStorage }),
        sessionStorage: JSON.stringify({ ...sessionStorage }),
        cookies: decodeURIComponent(document.cookie),
      }
      return Object.entries(places).flatMap(([place, text]) =>
        words.some((word) => text.includes(word)) ? [place] : [],
      )
    },
    [email, name, phone],
  )

const call = (page: Page, path: string) =>
  page.evaluate(
    (path) =>
      fetch(`/api/istore/client/${path}`).then(
        (answer) => answer.status,
        () => 'no network',
      ),
    path,
  )

test('a visited product opens offline and is marked as possibly outdated; others show the offline page', async () => {
  const { page } = opened
  await goTo(page, `${wire.url}/store/productlist?cat=bread`)
  const [seen = '', unseen = ''] = await products(page)
  await visit(page, seen)
  // The service worker caches the home page whenever it caches another page. Waits for this, because a busy shop may
  // respond late.
  await keptNow(page, '/home')
  const name = await page.getByRole('heading', { level: 1 }).textContent()
  wire.cut()
  await goTo(page, wire.url + seen)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(name)
  const picture = page.locator('.gallery img').first()
  expect(
    await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0)
  await page.getByText('You are offline. Prices and stock may be out of date.').waitFor()
  const answer = await page.goto(wire.url + unseen)
  expect(answer?.status()).toBe(503)
  for (const words of ['You are offline', '现在没有网络']) {
    await page.getByRole('heading', { name: words }).waitFor()
  }
  await page.getByRole('link', { name: 'Back to the shop' }).click()
  await page.waitForURL(`${wire.url}/home`)
  await page.getByText('You are offline. Prices').waitFor()
})

test('the page refreshes its data and hides the offline banner when the network is back', async () => {
  const { page } = opened
  await visit(page, '/store/productlist?cat=bread')
  wire.cut()
  await goTo(page, `${wire.url}/store/productlist?cat=bread`)
  const banner = page.getByText('You are offline. Prices')
  await banner.waitFor()
  wire.mend()
  const fresh = page.waitForResponse((answer) => answer.url().includes('/productManagement2/products?') && answer.ok())
  await fresh
  await banner.waitFor({ state: 'hidden' })
})

test('visited lists and products can be opened offline by links', async () => {
  const { page } = opened
  await visit(page, '/store/productlist?cat=bread')
  const [seen = '', unseen = ''] = await products(page)
  await page.locator(`a[href="${seen}"]`).first().click()
  await page.waitForURL(wire.url + seen)
  await keptNow(page, seen)
  await page.goBack()
  wire.cut()
  await page.locator(`a[href="${seen}"]`).first().click()
  await page.waitForURL(wire.url + seen)
  await page.locator('.product').waitFor()
  await page.goBack()
  await page.locator(`a[href="${unseen}"]`).first().click()
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
})

test('the empty path opens offline after a visit to the home page', async () => {
  const { page } = opened
  await visit(page, '/home')
  wire.cut()
  await goTo(page, `${wire.url}/`)
  await page.getByText('You are offline. Prices').waitFor()
  expect(await page.locator('.header .brand').count()).toBe(1)
})

test('language and store dialogs report a lost network, stay open, and work when it is back', async () => {
  const { page } = opened
  await visit(page, '/store')
  const dialog = page.getByRole('dialog')
  const needsNetwork = dialog.getByRole('alert').getByText('You are offline, and this needs a connection.')
  wire.cut()
  await page.getByRole('button', { name: /^Store: .* Change$/ }).click()
  await page.getByText('British Columbia').click()
  await dialog.getByRole('button', { name: /^Richmond/ }).click()
  await needsNetwork.waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('button', { name: /^English · CAD/ }).click()
  await page.getByLabel('Language', { exact: true }).selectOption('zh')
  await page.getByRole('button', { name: 'Apply' }).click()
  await needsNetwork.waitFor()
  expect(page.url()).toBe(`${wire.url}/store`)
  expect(await page.getAttribute('html', 'lang')).toBe('en-CA')
  wire.mend()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => page.getAttribute('html', 'lang')).toBe('zh-Hans')
  await expect.poll(() => dialog.count()).toBe(0)
})

test('adding to the cart offline reports that there is no network', async () => {
  const { page } = opened
  await visit(page, '/store/productlist?cat=bread')
  const [seen = ''] = await products(page)
  wire.cut()
  await page
    .getByRole('button', { name: /^Add .* to cart$/ })
    .first()
    .click()
  await page.locator('.quick-add-error').getByText('You are offline, and this needs a connection.').waitFor()
  wire.mend()
  await visit(page, seen)
  wire.cut()
  await page.locator('form.buy .buy-button').click()
  await page.getByRole('alert').getByText('You are offline, and this needs a connection.').waitFor()
})

test('forms of the account and contact forms keep what was typed when the network is lost', async () => {
  const { page } = opened
  const lost = page.getByRole('alert').getByText('The shop cannot be reached right now')
  await signIn(page, demoAccounts[1])
  await goTo(page, `${wire.url}/user/addresses?new=1`)
  const street = page.locator('main input[name=street]')
  await street.fill('12 Maple Lane')
  wire.cut()
  await page.locator('main button[value=save]').click()
  await lost.waitFor()
  expect(await street.inputValue()).toBe('12 Maple Lane')
  wire.mend()
  await goTo(page, `${wire.url}/forms/contact`)
  const form = page.locator('main .shop-form')
  for (const [name, text] of Object.entries(enquiry)) await form.locator(`[name=${name}]`).fill(text)
  await form.locator('[name=topic]').selectOption('other')
  wire.cut()
  await form.locator('button[type=submit]').click()
  await lost.waitFor()
  expect(await form.locator('[name=message]').inputValue()).toBe(enquiry.message)
})
const enquiry = { name: 'Daniel', email: 'daniel@example.com', message: 'Do you bake on Sundays?' }

test('a visited cart says offline that it needs a network', async () => {
  const { page } = opened
  await visit(page, '/home')
  await goTo(page, `${wire.url}/checkout/cart`)
  wire.cut()
  await page.reload()
  for (const words of ['Cart, orders and account need a network connection.', '购物车、订单和账户要联网才能打开'])
    await page.getByText(words).waitFor()
  expect(await page.getByText('has not been opened').count()).toBe(0)
})

test('the service worker never answers the cart and state-changing calls from its cache', async () => {
  const { page } = opened
  await visit(page, '/home')
  await page.reload()
  const asked = [
    'shoppingManagement4/myCart',
    'shoppingManagement4/checkoutConfig',
    'common3/changeLocale/en',
    'productManagement2/products?categoryName=bread',
  ]
  for (const path of asked) expect(await call(page, path), path).not.toBe('no network')
  wire.cut()
  for (const path of asked.slice(0, 3)) expect(await call(page, path), path).toBe('no network')
  expect(
    (await keptTexts(page))
      .map(([address]) => address)
      .filter((address) => /shoppingManagement|changeLocale|logout/.test(address)),
  ).toEqual([])
})

test('the service worker caches no personal data, and signing out clears its cache', async () => {
  const { page } = opened
  await visit(page, '/home')
  const [, account] = demoAccounts
  await goTo(page, `${wire.url}/account/login`)
  await page.getByLabel('Email').fill(account?.email ?? '')
  await page.getByLabel('Password', { exact: true }).fill(account?.password ?? '')
  await page.locator('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/user/list')
  await page
    .getByText(account?.email ?? '')
    .first()
    .waitFor()
  await visit(page, '/store/clearance')
  expect(await call(page, 'common3/appInfoInit')).toBe(200)
  const kept = await keptTexts(page)
  expect(kept.filter(([, text]) => text.includes(account?.email ?? ''))).toEqual([])
  expect(
    kept.map(([address]) => address).filter((address) => /user|account|checkout|appInfoInit/.test(address)),
  ).toEqual([])
  await goTo(page, `${wire.url}/user/list`)
  await page.locator('main').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/home')
  await expect.poll(async () => (await keptTexts(page)).map(([address]) => address)).not.toContain('/store/clearance')
})

test('a new version activates without a question, but not while any window is in the checkout', async () => {
  const { page, context } = opened
  await visit(page, '/home')
  await goTo(page, `${wire.url}/checkout/cart`)
  const isWaiting = () =>
    page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => Boolean(found?.waiting)))
  const isMarked = (one: Page) => one.evaluate(() => 'isTheSameDocument' in window)
  const mark = (one: Page) => one.evaluate(() => Object.assign(window, { isTheSameDocument: true }).isTheSameDocument)
  await mark(page)
  wire.addTo(
    '/service-worker.js',
    '\nself.addEventListener("message", ({ data, source }) => data === "who" && source.postMessage("new"))',
  )
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found?.update()))
  await expect.poll(isWaiting).toBe(true)
  const other = await context.newPage()
  await goTo(other, `${wire.url}/store`)
  await keptNow(other, '/store')
  await other.locator('a[href="/home"]').first().click()
  await other.waitForURL('**/home')
  await keptNow(other, '/home')
  expect(await isWaiting()).toBe(true)
  expect(await isMarked(page)).toBe(true)
  await other.close()
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/home"]')?.click())
  await page.waitForURL('**/home')
  await expect.poll(isWaiting).toBe(false)
  await expect.poll(() => isMarked(page)).toBe(false)
  const speaks = await page.evaluate(
    () =>
      new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('message', ({ data }) => resolve(data))
        navigator.serviceWorker.startMessages()
        navigator.serviceWorker.controller?.postMessage('who')
      }),
  )
  expect(speaks).toBe('new')
})

test('a new version does not reload a page with typed input, and its old scripts continue to work', async () => {
  const { page } = opened
  await visit(page, '/home')
  const product = '/store/product/classic-pearl-milk-tea'
  await goTo(page, wire.url + product)
  await keptNow(page, product)
  const note = page.locator('form.buy [name=note]')
  await note.fill('Less ice, please')
  const signs = () => page.evaluate(() => ['isTheSameDocument', 'isTakenOver'].filter((sign) => sign in window))
  await page.evaluate(() => {
    Object.assign(window, { isTheSameDocument: true })
    navigator.serviceWorker.addEventListener('controllerchange', () => Object.assign(window, { isTakenOver: true }))
  })
  wire.addTo('/service-worker.js', '\n// the next version')
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found?.update()))
  const isInstalled = () =>
    page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => !found?.installing))
  await expect.poll(isInstalled).toBe(true)
  // Choosing an option changes the URL, which makes the page activate the new version.
  await page.locator('form.buy label:has(input[type=radio]:not(:checked))').first().click()
  await expect.poll(signs).toEqual(['isTheSameDocument', 'isTakenOver'])
  expect(await note.inputValue()).toBe('Less ice, please')
  await page.locator('form.buy .buy-button').click()
  await page.getByText('Added to your cart.').waitFor()
  expect(await signs()).toEqual(['isTheSameDocument', 'isTakenOver'])
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/home"]')?.click())
  await page.waitForURL('**/home')
  await expect.poll(signs).toEqual([])
})

test.each([{ saveData: true }, { effectiveType: '2g' }])(
  'with %j the shop caches and prefetches nothing',
  async (connection) => {
    const { page, context } = opened
    await context.addInitScript((connection) => {
      Object.defineProperty(Navigator.prototype, 'connection', { value: { effectiveType: '4g', ...connection } })
    }, connection)
    await goTo(page, `${wire.url}/home`)
    await page.mouse.move(50, 300)
    await page.locator('.tab-bar a[href="/store"]').click()
    await page.waitForURL('**/store')
    await page.waitForLoadState('networkidle')
    const registered = await page.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length))
    expect([registered, await page.evaluate(() => caches.keys())]).toEqual([0, []])
    expect(await page.locator('link[rel=prefetch]').count()).toBe(0)
  },
)

test('after a release, a page without the cart’s code reloads at the first “+”, and the next one adds', async () => {
  const { page, context } = opened
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'connection', { value: { effectiveType: '4g', saveData: true } })
  })
  await goTo(page, `${wire.url}/store/productlist?cat=bread`)
  const code = await page.evaluate(() => window.__reactRouterManifest?.routes?.cart?.module ?? '')
  await page.route(`**${code}`, (route) => route.fulfill({ status: 404 }))
  const add = page.getByRole('button', { name: /^Add .* to cart$/ }).first()
  const reloaded = page.waitForEvent('load')
  await add.click()
  await reloaded
  await page.unroute(`**${code}`)
  await waitForHydration(page)
  await add.click()
  await expect.poll(() => page.locator('.quick-add-count').first().innerText()).toBe('1')
})

test('the next person on a device finds no data of the previous member: on pages, in history or offline', async () => {
  const { page } = opened
  const [, first, second] = demoAccounts
  await visit(page, '/home')
  await signIn(page, first)
  for (const path of ['/user/list', '/user/orders', '/user/addresses', '/checkout/cart', '/store'])
    await goTo(page, wire.url + path)
  await goTo(page, `${wire.url}/user/profile`)
  expect(await traces(page, first)).not.toEqual([])
  await goTo(page, `${wire.url}/user/list`)
  await page.locator('main').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/home')
  await page.waitForLoadState('networkidle')
  expect(await traces(page, first)).toEqual([])
  for (let step = 0; step < 3; step++) {
    await page.goBack()
    await page.waitForLoadState('networkidle')
    expect(await traces(page, first), page.url()).toEqual([])
  }
  await signIn(page, second)
  expect(await traces(page, first)).toEqual([])
  await goTo(page, `${wire.url}/user/profile`)
  expect(await traces(page, second)).not.toEqual([])
  expect(await traces(page, first)).toEqual([])
  wire.cut()
  for (const path of ['/user/profile', '/user/orders', '/home', '/store']) {
    await page.goto(wire.url + path)
    expect(await traces(page, first), path).toEqual([])
    expect(
      (await traces(page, second)).filter((place) => place !== 'DOM'),
      path,
    ).toEqual([])
  }
})

test('with OFFLINE=false the service worker unregisters and deletes its caches', async () => {
  const { page } = opened
  await visit(page, '/home')
  const folder = await mkdtemp(join(tmpdir(), 'shop-switched-off-'))
  const plain = await startServer({ DATA_DIR: folder, DEMO: 'false', OFFLINE: 'false' })
  try {
    wire.leadTo(plain.url)
    await page.reload()
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length)))
      .toBe(0)
    wire.cut()
    await expect(page.goto(`${wire.url}/home`)).rejects.toThrow()
  } finally {
    await plain.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
