import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runShop } from '#scripts/shop-run.ts'
import { desktop, goTo, openBrowser, openPage, phone } from '#tests/browser.ts'
import { shopFolder, shopUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const countOf = async (page: Page) =>
  Number.parseInt((await page.locator('.list-count').innerText()).replace(/^\D+/, ''), 10)
const query = (page: Page) => new URL(page.url()).searchParams
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.id || document.activeElement?.className || '')

test('on a desktop a filter applies at once, keeps the focus and can be removed', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await goTo(page, `${shopUrl}/store/productlist?cat=grocer&sort=price_asc`)
  const all = await countOf(page)
  const vegan = page.getByRole('checkbox', { name: 'Vegan' })
  const promised = Number(await page.locator('.filter-choice', { has: vegan }).locator('.filter-count').innerText())
  await vegan.focus()
  await page.keyboard.press('Space')
  await page.waitForURL((url) => url.searchParams.get('diet') === 'vegan')
  await expect.poll(() => countOf(page)).toBe(promised)
  expect(promised).toBeLessThan(all)
  expect(await vegan.isChecked()).toBe(true)
  expect(await vegan.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(query(page).get('sort')).toBe('price_asc')

  await page.getByLabel('Highest price').fill('5')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('max') === '5')
  await expect.poll(() => countOf(page)).toBeLessThan(promised)
  const prices = await page.locator('.product-card .price-now .money').allInnerTexts()
  for (const price of prices) expect(Number(price.replace(/[^\d.]/g, ''))).toBeLessThanOrEqual(5)

  await page.getByRole('link', { name: 'Remove: Vegan' }).click()
  await page.waitForURL((url) => !url.searchParams.has('diet'))
  expect(await focused(page)).toBe('product-count')
  await expect.poll(() => vegan.isChecked()).toBe(false)
  await page.getByRole('link', { name: 'Remove: up to $5.00' }).click()
  await expect.poll(() => countOf(page)).toBe(all)
  expect(complaints).toEqual([])
  await context.close()
})

test('sorting keeps all chosen filters, and none that the shopper removed', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await goTo(page, `${shopUrl}/store/productlist?cat=all&brand=cloud-terrace`)
  for (const diet of ['vegetarian', 'vegan']) {
    await page.locator(`.filters input[value=${diet}]`).check()
    await page.waitForURL((url) => url.searchParams.getAll('diet').includes(diet))
  }
  const chosen = () => page.getByRole('link', { name: /^Remove: / }).count()
  await expect.poll(chosen).toBe(3)
  const sort = async (by: string) => {
    await page.getByLabel('Sort by').selectOption(by)
    await page.waitForURL((url) => url.searchParams.get('sort') === by)
    return query(page).getAll('diet').toSorted()
  }
  expect(await sort('price_asc')).toEqual(['vegan', 'vegetarian'])
  // Removes both filters in the same moment. The second click therefore comes before the list has changed.
  await page
    .locator('.filters input[name=diet]:checked')
    .evaluateAll((boxes) => boxes.map((box) => box instanceof HTMLElement && box.click()))
  await expect.poll(chosen).toBe(1)
  expect(await sort('price_desc')).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('on a phone the filter sheet shows the count of products, and an empty list offers to clear filters', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'zh', viewport: phone })
  await goTo(page, `${shopUrl}/store/productlist?cat=cakes`)
  const sheet = page.locator('.filters')
  expect(await sheet.isVisible()).toBe(false)
  await page.getByRole('button', { name: '筛选' }).click()
  await sheet.getByRole('checkbox', { name: '素食' }).check()
  await page.waitForURL((url) => url.searchParams.get('diet') === 'vegetarian')
  expect(await sheet.isVisible()).toBe(true)
  const count = await countOf(page)
  await sheet.getByRole('button', { name: `看这 ${count} 款` }).click()
  await sheet.waitFor({ state: 'hidden' })
  // Waits for the filtered list. All cakes are vegetarian, so the filter does not change the count. However, the
  // page shows products of other categories only below the unfiltered list.
  await expect.poll(() => page.getByRole('article').count()).toBe(Math.min(count, 12))
  await goTo(page, `${shopUrl}/store/productlist?cat=cakes&diet=vegetarian&min=500`)
  await page.getByText('没有同时符合这些条件的商品。').waitFor()
  await page.getByRole('main').locator('.empty-list').getByRole('link', { name: '全部清除' }).click()
  await page.getByRole('article').first().waitFor()
  expect(query(page).toString()).toBe('cat=cakes')
  expect(complaints).toEqual([])
  await context.close()
})

test('filters work without JavaScript as a form with links that remove them', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: phone, javaScriptEnabled: false })
  await page.goto(`${shopUrl}/store/productlist?cat=bakery`)
  const all = await countOf(page)
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('checkbox', { name: 'On sale' }).check()
  await page.getByRole('checkbox', { name: 'In stock' }).check()
  await page.getByRole('button', { name: /^Show \d+ products?$/ }).click()
  await page.waitForURL((url) => url.searchParams.get('sale') === '1')
  expect(query(page).get('cat')).toBe('bakery')
  expect(await countOf(page)).toBeLessThan(all)
  await page.getByRole('link', { name: 'Remove: In stock' }).click()
  await page.waitForURL((url) => !url.searchParams.has('stock'))
  expect(query(page).get('sale')).toBe('1')
  await context.close()
})

test('a category with the menu layout has tabs that link to its sections and follow the scroll', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, `${shopUrl}/store/productlist?cat=kitchen`)
  const tabs = page.getByRole('navigation', { name: 'Categories' })
  const current = () => tabs.locator('[aria-current]').innerText()
  expect(await current()).toBe('Dumplings')
  await tabs.getByRole('link', { name: 'Rice & bento' }).click()
  await expect.poll(current).toBe('Rice & bento')
  const heading = page.getByRole('heading', { name: 'Rice & bento' })
  const header = await page.locator('.header').boundingBox()
  await expect.poll(async () => ((await heading.boundingBox())?.y ?? 0) - (header?.height ?? 0)).toBeGreaterThan(0)
  await page.locator('#menu-sides').evaluate((section) => section.scrollIntoView())
  await expect.poll(current).toBe('Small plates')
  const row = page.getByRole('article').filter({ hasText: 'Smacked Cucumber' })
  expect(await row.getByText('garlic', { exact: false }).count()).toBeGreaterThan(0)
  const links = await page.getByRole('article').count()
  expect(links).toBe(await countOf(page))
  await page.getByLabel('Sort by').selectOption('price_asc')
  await page.waitForURL((url) => url.searchParams.get('sort') === 'price_asc')
  await page.locator('.product-grid').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('the store page shows each department with its first products, tabs and a link to the others', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  const answer = await page.goto(`${shopUrl}/store`)
  expect(answer?.status()).toBe(200)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const departments = await page.locator('main h2').allInnerTexts()
  expect(departments).toEqual(expect.arrayContaining(['Tea bar', 'Bakery', 'Kitchen', 'Grocer']))
  const shown = await page
    .locator('main .menu-section')
    .evaluateAll((sections) => sections.map((section) => section.querySelectorAll('.product-card').length))
  expect(shown).toHaveLength(departments.length)
  for (const cards of shown) expect(cards).toBeGreaterThan(0)
  expect(Math.max(...shown)).toBe(8)
  await page.locator('main nav').getByRole('link', { name: 'Grocer' }).first().click()
  await expect
    .poll(() =>
      page.getByRole('heading', { level: 2, name: 'Grocer' }).evaluate((found) => found.getBoundingClientRect().top),
    )
    .toBeLessThan(400)
  await page.locator('main a[href="/store/productlist?cat=grocer"]').first().click()
  await page.waitForURL('**/store/productlist?cat=grocer')
  await page.getByRole('heading', { level: 1, name: 'Grocer' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('Back from a tab of the store page, or from a product, leads to the place where the shopper was', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, `${shopUrl}/store`)
  const position = () => page.evaluate(() => window.scrollY)
  const follow = async (name: string) => {
    const link = page.locator('main nav').getByRole('link', { name, exact: true }).first()
    const heading = page.getByRole('heading', { level: 2, name, exact: true })
    // Clicks by script, because the browser then scrolls before the router does. Back must work in this case too.
    await link.evaluate((found: HTMLElement) => found.click())
    await expect
      .poll(() => heading.evaluate((found) => found.getBoundingClientRect().top > 0), { message: name })
      .toBe(true)
    await expect
      .poll(() => heading.evaluate((found) => found.getBoundingClientRect().top), { message: name })
      .toBeLessThan(400)
    return position()
  }
  const bakery = await follow('Bakery')
  const kitchen = await follow('Kitchen')
  const product = page.getByRole('region', { name: 'Kitchen' }).getByRole('article').first().getByRole('link').first()
  await product.evaluate((found: HTMLElement) => found.click())
  await page.waitForURL('**/store/product/**')
  await expect.poll(position).toBe(0)
  for (const place of [kitchen, bakery, 0]) {
    await page.goBack()
    await expect.poll(async () => Math.abs((await position()) - place)).toBeLessThan(5)
  }
  expect(complaints).toEqual([])
  await context.close()
})

test('the “+” of a product card becomes a stepper in place, also by keyboard', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await goTo(page, `${shopUrl}/store/productlist?cat=bread`)
  const card = page.getByRole('article').filter({ hasText: 'Hokkaido Milk Loaf' })
  const picture = await card.locator('.product-card-picture').boundingBox()
  await card.getByRole('button', { name: /^Add / }).focus()
  await page.keyboard.press('Enter')
  await card.getByRole('button', { name: /^One less / }).waitFor()
  await card.getByRole('button', { name: /^One more / }).click()
  await expect.poll(() => card.locator('.quick-add-count').innerText()).toBe('2')
  expect(await card.locator('.product-card-picture').boundingBox()).toEqual(picture)
  await card.getByText('Members $6.25').waitFor()
  await card.getByText('/ 100 g').waitFor()
  await card.getByRole('button', { name: /^One less / }).click()
  await card.getByRole('button', { name: /^One less / }).click()
  await card.getByRole('button', { name: /^Add / }).waitFor()
  expect(await card.locator('.quick-add-count').count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('pieces added before the cart responds are in the cart, even after the shopper leaves the page', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, `${shopUrl}/store/productlist?cat=bread`)
  const card = page.getByRole('article').filter({ hasText: 'Hokkaido Milk Loaf' })
  let release = () => {}
  const isHeld = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/shoppingManagement4/myCart', async (route) => {
    if (route.request().method() === 'POST') await isHeld
    await route.continue()
  })
  const posted = page.waitForRequest((request) => request.url().endsWith('/myCart') && request.method() === 'POST')
  await card.getByRole('button', { name: /^Add / }).click()
  await posted
  for (const count of ['2', '3', '4']) {
    await card.getByRole('button', { name: /^One more / }).click()
    await expect.poll(() => card.locator('.quick-add-count').innerText()).toBe(count)
  }
  await page.locator('.tab-bar').getByRole('link', { name: /^Cart/ }).click()
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'cart' }).waitFor()
  release()
  const line = page.locator('.cart-line').filter({ hasText: 'Hokkaido Milk Loaf' })
  await expect.poll(() => line.locator('input[name=quantity]').inputValue()).toBe('4')
  // Ignores the browser's reports of refused bills, because the server calculates no bill for an empty cart.
  expect(complaints.filter((words) => !words.includes('/billing/'))).toEqual([])
  await context.close()
})

test('the product page and the cart show the hours of a product, and the checkout offers only these', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await goTo(page, `${shopUrl}/store/product/char-siu-rice`)
  await page.locator('.buy-terms').getByText('Lunch only, Mon–Fri 11 a.m.–3 p.m.').waitFor()
  await page.getByRole('button', { name: /^Add to cart/ }).click()
  await page.getByText('Added to your cart.').waitFor()
  await page.getByRole('link', { name: 'View cart' }).click()
  await page.locator('.cart-line').getByText('Lunch only, Mon–Fri 11 a.m.–3 p.m.').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Go to checkout' }).click()
  await page.locator('.days').first().waitFor({ state: 'attached' })
  const times = await page
    .locator('.slots input[type=radio]')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value.split(' ')[1] ?? ''))
  expect(times.length).toBeGreaterThan(0)
  for (const time of times) expect(time >= '11:00' && time < '15:00', time).toBe(true)
  expect(complaints).toEqual([])
  await context.close()
})

/** Sets a product's lead time as staff. */
async function setLead(product: string, lead: string) {
  const typed = ['terms', product, '--lead', lead, '--url', shopUrl]
  const { code, text: said } = await runShop(typed, { ...process.env, DATA_DIR: shopFolder })
  expect(said).toContain(product)
  expect(code).toBe(0)
}

test('the product page shows the lead time that staff set, and the day when it is ready', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  const terms = page.locator('.buy-terms')
  const lead = async () => {
    await goTo(page, `${shopUrl}/store/product/mango-mille-crepe`)
    await page.locator('.buy-button').waitFor()
    return terms.getByText(/^Please order at least/).allInnerTexts()
  }
  expect(await lead()).toEqual([])
  await setLead('mango-mille-crepe', '36 hours')
  await expect.poll(lead).toEqual(['Please order at least 36 hours ahead.'])
  await terms.getByText(/^Ready from \S.+\. Order by \S.+ to get it then\.$/).waitFor()
  await setLead('mango-mille-crepe', '0 hours')
  await expect.poll(lead).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('a sold-out option stays selectable and says so; the page requests the stock of each choice', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await goTo(page, `${shopUrl}/store/product/basque-cheesecake`)
  await page.locator('.buy-terms').getByText('At most 3 in one order.').waitFor()
  const large = page.getByRole('radio', { name: /^8 inch/ })
  expect(await page.locator('.choice', { has: large }).innerText()).toMatch(/Sold out/)
  const asked = page.waitForResponse((response) => response.url().includes('inventoryByProductAndOptions'))
  await large.focus()
  await page.keyboard.press('Space')
  const answer = await (await asked).json()
  expect(answer).toMatchObject({ optionPair: 'size:8-inch', availability: 'out', purchasable: 0 })
  await page.getByText('Sold out at this store').waitFor()
  expect(await page.locator('.buy-button').getAttribute('aria-disabled')).toBe('true')
  expect(query(page).get('variant')).toContain('8-inch')
  expect(complaints).toEqual([])
  await context.close()
})

test('a category with few products is followed by products of its sibling categories', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, `${shopUrl}/store/productlist?cat=tableware`)
  const more = page.getByRole('region', { name: /^More in / })
  const hrefs = (scope: typeof more) =>
    scope.locator('.product-card a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  const others = await hrefs(more)
  expect(others.length).toBeGreaterThan(3)
  const listed = await hrefs(page.locator('.product-list'))
  expect(others.filter((href) => listed.includes(href))).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('the gallery works by thumbnails, arrow keys, buttons, zoom and Escape', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await goTo(page, `${shopUrl}/store/product/brown-sugar-boba-milk`)
  const thumbnails = page.locator('.gallery-thumbnails a')
  await thumbnails.nth(1).click()
  await expect.poll(() => thumbnails.nth(1).getAttribute('aria-current')).toBe('true')
  const first = page.getByRole('button', { name: 'Enlarge picture 1 of 3: Brown Sugar Boba Fresh Milk' })
  await first.focus()
  await page.keyboard.press('Enter')
  const zoom = page.getByRole('dialog', { name: 'Pictures' })
  await zoom.waitFor()
  const position = () => zoom.locator('ul').evaluate((strip) => Math.round(strip.scrollLeft / strip.clientWidth))
  await page.keyboard.press('ArrowRight')
  await expect.poll(position).toBe(1)
  await zoom.getByRole('button', { name: 'Next picture' }).click()
  await expect.poll(position).toBe(2)
  const look = zoom.getByRole('button', { name: 'Zoom in or out' }).nth(2)
  const isWhole = await look.evaluate((button) => button.getBoundingClientRect().height <= window.innerHeight)
  expect(isWhole).toBe(true)
  await look.click()
  expect(await look.getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.press('Escape')
  await zoom.waitFor({ state: 'hidden' })
  expect(await first.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(complaints).toEqual([])
  await context.close()
})

test('a product can be shared by the system, in a window of 800 by 500, or as a poster', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'zh', viewport: desktop })
  await context.addInitScript(() => {
    const shared: unknown[] = []
    Object.assign(window, { shared })
    navigator.share = async (data) => {
      shared.push(data)
    }
    window.open = (url, _, features) => {
      shared.push({ url: String(url), features })
      return window
    }
  })
  await goTo(page, `${shopUrl}/store/product/taro-milk`)
  await page.getByRole('button', { name: '分享' }).click()
  await page.getByRole('button', { name: '发给朋友' }).click()
  await page.getByRole('link', { name: '分享到 Facebook' }).click()
  const shared = await page.evaluate(() => (window as unknown as { shared: Record<string, string>[] }).shared)
  expect(shared[0]).toEqual({ title: '芋泥波波鲜奶', url: page.url() })
  expect(shared[1]?.url).toBe(`https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(page.url())}`)
  expect(shared[1]?.features).toContain('width=800,height=500')
  await page.getByRole('button', { name: '生成海报' }).click()
  const poster = page.getByRole('img', { name: '“芋泥波波鲜奶”的海报，带二维码' })
  await poster.waitFor()
  expect(await poster.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
    750, 1240,
  ])
  expect(await page.getByRole('link', { name: '保存图片' }).getAttribute('download')).toBe('taro-milk.png')
  expect(complaints).toEqual([])
  await context.close()
})

test('viewed products are shown again in this browser until the shopper clears them', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  for (const id of ['taro-milk', 'hokkaido-milk-loaf', 'not-there']) {
    await page.goto(`${shopUrl}/store/product/${id}`)
    if (id !== 'not-there') await expect.poll(() => page.evaluate(() => localStorage.getItem('viewed'))).toContain(id)
  }
  complaints.length = 0
  await goTo(page, `${shopUrl}/store/product/char-siu-rice`)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const recent = page.getByRole('region', { name: 'Recently viewed' })
  await expect
    .poll(() => recent.locator('.product-card-name').allInnerTexts())
    .toEqual(['Hokkaido Milk Loaf', 'Mashed Taro Fresh Milk'])
  await recent.getByRole('button', { name: 'Clear' }).click()
  await recent.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => localStorage.getItem('viewed'))).toBe('["char-siu-rice"]')
  expect(complaints).toEqual([])
  await context.close()
})

test.each([
  ['/store/brand', 'Brands', ['Menu', 'Brands']],
  ['/store/brand/suzu', 'Suzu', ['Menu', 'Brands', 'Suzu']],
  ['/store/tag/vegan', 'Vegan', ['Menu', 'Vegan']],
  ['/store/clearance', 'Clearance', ['Menu', 'Clearance']],
  ['/store/productlist?cat=cakes', 'Cakes', ['Menu', 'Bakery', 'Cakes']],
  ['/store/productlist?cat=all', 'All products', ['Menu', 'All products']],
])('%s has the heading “%s” and a breadcrumb', async (path, title, way) => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await goTo(page, shopUrl + path)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(title)
  expect(await page.getByRole('navigation', { name: 'You are here' }).getByRole('listitem').allInnerTexts()).toEqual(
    way,
  )
  expect(await page.title()).toContain(title)
  expect(complaints).toEqual([])
  await context.close()
})

test.each(['/store/productlist?cat=all&diet=vegan', '/store/productlist?cat=kitchen', '/store/product/char-siu-rice'])(
  'the layout does not shift while %s loads',
  async (path) => {
    const { context, page } = await openPage(browser, { locale: 'en', viewport: phone })
    await context.addInitScript(() => {
      const shifts = { sum: 0 }
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) shifts.sum += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await goTo(page, shopUrl + path)
    await page.waitForLoadState('networkidle')
    const sum = await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)
    expect(sum).toBeLessThanOrEqual(0.02)
    await context.close()
  },
)

test('an empty cart offers bestsellers, and one of them fills it', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await goTo(page, `${shopUrl}/checkout/cart`)
  const offered = page.getByRole('region', { name: 'What people buy most' })
  expect(await offered.locator('.product-card').count()).toBeGreaterThan(4)
  await offered.getByRole('button', { name: /^Add / }).first().click()
  await page.locator('.cart-line').waitFor()
  expect(await offered.count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('the page for an unknown address has a search that works without JavaScript, and links', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: phone, javaScriptEnabled: false })
  await page.goto(`${shopUrl}/forms/unknown`)
  const main = page.getByRole('main')
  await main.getByRole('searchbox').fill('mango')
  expect(await main.getByRole('link', { name: 'Bakery' }).getAttribute('href')).toBe('/store/productlist?cat=bakery')
  await main.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**/store/search?q=mango')
  await page.getByText('Ataulfo Mangoes').first().waitFor()
  await context.close()
})

test('on a desktop the description stands beside the picture if the product has no options', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: desktop })
  const gapBeside = async (id: string) => {
    await goTo(page, `${shopUrl}/store/product/${id}`)
    const [picture, story] = await Promise.all(
      ['.product-pictures', '.product-story'].map((part) => page.locator(part).boundingBox()),
    )
    return (story?.x ?? Number.NaN) - (picture?.x ?? Number.NaN) - (picture?.width ?? Number.NaN)
  }
  expect(await gapBeside('ataulfo-mangoes')).toBeGreaterThan(0)
  expect(await gapBeside('brown-sugar-boba-milk')).toBeLessThan(0)
  await context.close()
})

test('the filters show spicy food as a taste, not as a dietary need', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await goTo(page, `${shopUrl}/store/productlist?cat=all`)
  const group = (name: string) => page.getByRole('group', { name, exact: true })
  expect(await group('Dietary needs').getByRole('checkbox', { name: 'spicy' }).count()).toBe(0)
  await group('Taste').getByRole('checkbox', { name: 'spicy' }).check()
  await page.waitForURL((url) => url.searchParams.get('diet') === 'spicy')
  await page.getByRole('link', { name: 'Remove: spicy' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('the page of an unknown product shows best sellers without a layout shift', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: desktop })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/popular*', async (route) => {
    await held
    await route.fallback()
  })
  await goTo(page, `${shopUrl}/store/product/no-such-product`)
  const section = page.getByRole('region', { name: 'Best sellers' })
  const footerTop = async () => Math.round((await page.locator('.footer').boundingBox())?.y ?? 0)
  await section.waitFor()
  const before = await footerTop()
  release()
  await section.getByRole('article').first().waitFor()
  expect(await section.getByRole('article').count()).toBeGreaterThan(2)
  expect(await footerTop()).toBe(before)
  await context.close()
})
