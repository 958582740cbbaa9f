import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { officeBase } from '#contract/constants.ts'
import { demoAccounts } from '#demo/accounts.ts'
import { clientOf, desktop, goTo, openBrowser, openPage, phone, signIn } from '#tests/browser.ts'
import type { Visitor } from '#tests/harness.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import { createShopper } from '#tests/shopper.ts'
import { shopFolder, shopUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('a member filters their orders by state, opens one and goes back to the list', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'zh', viewport: phone })
  await signIn(page, shopUrl, demoAccounts[0], '/user/list')
  await page.getByRole('main').locator('a[href="/user/orders"]').click()
  await page.waitForURL('**/user/orders')
  const list = page.locator('.order-list')
  const howMany = () => list.getByRole('listitem').count()
  await expect.poll(howMany).toBeGreaterThan(3)
  const tab = page.getByRole('link', { name: /^已取消 \d+$/ })
  const cancelled = Number((await tab.innerText()).match(/\d+/)?.[0])
  expect(cancelled).toBeGreaterThan(0)
  await tab.click()
  await page.waitForURL('**/user/orders?group=cancelled')
  await expect.poll(howMany).toBe(cancelled)
  await list.getByRole('link').first().click()
  await page.waitForURL(/\/user\/orders\/[a-z0-9]{26}$/)
  await page.getByRole('main').getByText('已取消').first().waitFor()
  await page.goBack()
  await page.waitForURL('**/user/orders?group=cancelled')
  await expect.poll(howMany).toBe(cancelled)
  expect(complaints).toEqual([])
  await context.close()
})

test.each([
  ['do not come', 'framework', null, '/assets/framework-'],
  ['fail as they start', 'entry.client', 'throw new Error("no start")', 'no start'],
])('a page whose scripts %s reports it only to the console, and its links work', async (...how) => {
  const [, script, body, complaint] = how
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await context.route(`**/assets/${script}-*.js`, (route) =>
    body === null ? route.abort() : route.fulfill({ contentType: 'text/javascript', body }),
  )
  await page.goto(`${shopUrl}/home`)
  const words = await page.locator('body').innerText()
  await expect.poll(() => complaints.some((line) => line.includes(complaint))).toBe(true)
  expect(await page.locator('body').innerText()).toBe(words)
  await page.getByRole('main').getByRole('link').first().click()
  await page.waitForURL((url) => url.pathname !== '/home', { waitUntil: 'domcontentloaded' })
  expect(await page.getByRole('heading', { level: 1 }).first().isVisible()).toBe(true)
  await context.close()
})

/** Sends a staff call about an order. */
async function staff(path: string, body: object = {}) {
  const secret = (await readFile(join(shopFolder, 'staff-secret'), 'utf8')).trim()
  const answer = await fetch(`${shopUrl}${officeBase}/orders/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status, await answer.text()).toBe(200)
}

/** Places a guest's order, to be paid at the store. Returns its id and the link in its email. */
async function guestOrder() {
  const { api } = createShopper(shopUrl)
  await fillCart({ api } as Visitor, 'char-siu-bun.single')
  const { orderID: id } = await placeOrder({ api } as Visitor, { payAtStore: true })
  const token = /token=([\w.-]+)/.exec((await mailOf(`${id}-receipt`)) ?? '')?.[1]
  expect(token).toBeTruthy()
  return { id, link: `${shopUrl}/confirmation/${id}?token=${token}` }
}

/** Waits for an email and returns its text. */
async function mailOf(name: string) {
  const outbox = join(shopFolder, 'outbox')
  // Does not match a file that the shop is still writing, because the name of such a file ends with `.part`.
  const findMail = async () => (await readdir(outbox)).find((file) => file.endsWith(`${name}.eml`))
  await expect.poll(findMail, { timeout: 10_000 }).toBeTruthy()
  return (await PostalMime.parse(await readFile(join(outbox, (await findMail()) ?? '')))).text
}

test('a guest asks by the emailed link to cancel an accepted order, and sees the answer without a reload', async () => {
  const { id, link } = await guestOrder()
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, link)
  await page.getByText('Cancel this order').waitFor()
  await staff(`${id}/accept`)
  await page.getByText('Ask the store to cancel').click()
  await page.getByLabel('A note to the store').fill('My train is late')
  await page.getByRole('button', { name: 'Send the request' }).click()
  await page.getByText('You have asked the store to cancel this order.').waitFor()
  await staff(`${id}/cancel-request/grant`, { note: 'Next time, then' })
  await page.getByRole('heading', { name: 'This order was cancelled' }).waitFor()
  await page.getByText('Next time, then').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

/** Orders a cake and pays its deposit. Returns the order's id and the link in its email. */
async function depositOrder() {
  const { api } = createShopper(shopUrl)
  await fillCart({ api } as Visitor, 'lantern-birthday-cake.6-inch')
  const { orderID: id } = await placeOrder({ api } as Visitor)
  const { paymentUrl } = await api.payments.startSnapPayAlipay({ orderID: id })
  await fetch(`${paymentUrl}/pay`, { method: 'POST', redirect: 'manual' })
  const link = /https?:\S+#pay-rest/.exec((await mailOf(`${id}-receipt`)) ?? '')?.[0] ?? ''
  return { id, api, link: link.replace(/^https?:\/\/[^/]+/, shopUrl) }
}

test('a shopper pays the balance of a deposit by the emailed link, and staff collect nothing at pickup', async () => {
  const { id, api, link } = await depositOrder()
  const { amountDue, balance } = await api.orders.detail({ id })
  const { context, page, complaints } = await openPage(browser, { locale: 'zh', viewport: phone })
  // The emailed link opens the page in the order's language, which is English. The test changes the link,
  // because it needs the page in Chinese.
  await goTo(page, link.replace('lang=en', 'lang=zh'))
  const panel = page.getByRole('region', { name: '现在付余款' })
  await panel.getByRole('radio', { name: /^支付宝/ }).check()
  const rest = (balance.amount / 100).toFixed(2)
  const pay = panel.getByRole('button', { name: new RegExp(`^支付宝 .*${rest}$`) })
  await pay.click()
  await page.waitForURL('**/wallet/**')
  await page.goBack()
  await panel.getByText('余款正在付款').waitFor()
  await pay.click()
  await page.getByRole('button', { name: /^付款/ }).click()
  await page.waitForURL('**/confirmation/**')
  await page.getByText('余款（已在线付）').waitFor()
  expect(await panel.count()).toBe(0)
  const whole = ((amountDue.amount + balance.amount) / 100).toFixed(2)
  await expect.poll(() => page.locator('.totals-sum').innerText()).toContain(whole)
  expect(await mailOf(`${id}-receipt-whole`)).toContain(whole)
  await staff(`${id}/accept`)
  await staff(`${id}/hand-over`)
  await page.getByText('已取货').first().waitFor()
  const { timeline } = await api.orders.detail({ id })
  expect(timeline.find(({ kind }) => kind === 'handed_over')?.amount).toBeNull()
  expect(complaints).toEqual([])
  await context.close()
})

test('without the event stream the page polls the order, and cancelling works without JavaScript', async () => {
  const { link } = await guestOrder()
  const live = await openPage(browser, { locale: 'zh', viewport: desktop })
  await live.context.route(/\/events/, (route) => route.abort())
  await live.page.clock.install()
  await goTo(live.page, link)
  await live.page.getByText('取消订单').waitFor()
  const plain = await openPage(browser, { locale: 'zh', viewport: phone, javaScriptEnabled: false })
  await plain.page.goto(link)
  await plain.page.getByText('取消订单').click()
  await plain.page.getByRole('button', { name: '确认取消' }).click()
  await plain.page.getByRole('heading', { name: '这个订单已取消' }).waitFor()
  await live.page.clock.fastForward(25_000)
  await live.page.getByRole('heading', { name: '这个订单已取消' }).waitFor()
  await live.context.close()
  await plain.context.close()
})

/** What a printed receipt must say about seller, taxes, payment and cancellation. */
const onPaper = {
  en: {
    seller: ['Sold by', 'Lantern Lane Foods Inc.', 'Markham', 'GST/HST No. 80123 4567 RT0001'],
    tax: /HST 13% on \$\d+\.\d\d \(No\. 80123 4567 RT0001\)\s+\$1\.\d\d/,
    perLine: ['No tax', 'HST 13%'],
    date: /^Date\s+\w+ \d{1,2}, \d{4} \d{1,2}(:\d\d)?\s[ap]\.m\.$/m,
    cancel:
      /^You can cancel until the store accepts it, and no later than \w+ \d{1,2}, \d{4} \d{1,2}(:\d\d)?\s[ap]\.m\.$/m,
    payment: /^Payment\s+Alipay, \w+ \d{1,2}, \d{4}$/m,
    today: /Today|Tomorrow/,
  },
  zh: {
    seller: ['商家', 'Lantern Lane Foods Inc.', '万锦店', 'GST/HST 税号 80123 4567 RT0001'],
    tax: /统一销售税 HST 13%（计税金额 \$\d+\.\d\d，税号 80123 4567 RT0001）\s+\$1\.\d\d/,
    perLine: ['不计税', '统一销售税 HST 13%'],
    date: /^日期\s+\d{4}年\d{1,2}月\d{1,2}日 \d\d:\d\d$/m,
    cancel: /^店家接单前可以取消，最晚 \d{4}年\d{1,2}月\d{1,2}日 \d\d:\d\d。$/m,
    payment: /^付款\s+支付宝，\d{4}年\d{1,2}月\d{1,2}日付清$/m,
    today: /今天|明天/,
  },
}

const home = {
  country: 'CA',
  province: 'ON',
  city: 'Markham',
  street: '12 Fred Varley Drive',
  postCode: 'L3R 1A1',
} as const

test.each([
  ['en', 'PICKUP'],
  ['en', 'DELIVERY'],
  ['zh', 'PICKUP'],
  ['zh', 'DELIVERY'],
] as const)(
  'a printed receipt in %s, %s, is one sheet in black on white with all required facts',
  async (locale, method) => {
    const words = onPaper[locale]
    const { context, page, complaints } = await openPage(browser, { locale, viewport: desktop, colorScheme: 'dark' })
    await signIn(page, shopUrl, demoAccounts[1])
    const api = clientOf(context, shopUrl)
    await fillCart({ api }, 'hokkaido-milk-loaf', 4)
    await api.cart.add({ sku: 'egg-tarts' })
    if (method === 'DELIVERY') {
      await api.checkout.setMethod({ method })
      await api.checkout.setDeliveryAddress(home)
      // Chooses a slot instead of `asap`, because in the evening the store no longer delivers today.
      const { methods } = await api.checkout.config()
      const earliest = methods.find((way) => way.method === method)?.earliest
      if (!earliest?.time) throw new Error('there is no free delivery slot')
      await api.checkout.setDeliverySlot({ date: earliest.date, time: earliest.time })
    }
    const { orderID, orderNumber } = await placeOrder({ api })
    const { paymentUrl } = await api.payments.startSnapPayAlipay({ orderID })
    await fetch(`${paymentUrl}/pay`, { method: 'POST', redirect: 'manual' })
    for (const path of [`/confirmation/${orderID}`, `/user/orders/${orderID}`]) {
      await goTo(page, shopUrl + path)
      await page.locator('.receipt-facts').waitFor()
      await page.emulateMedia({ media: 'print' })
      const paper = await page.locator('body').innerText()
      for (const line of [
        ...words.seller,
        ...words.perLine,
        'L3R 2G9',
        '+1 905 555 0168',
        'Lantern Lane 灯里',
        orderNumber,
      ])
        expect(paper).toContain(line)
      for (const pattern of [words.tax, words.date, words.cancel, words.payment]) expect(paper).toMatch(pattern)
      expect(await page.locator('.print-code svg').isVisible()).toBe(true)
      if (method === 'DELIVERY') expect(paper).toContain('12 Fred Varley Drive')
      // The printed page has no relative dates and no controls.
      expect(paper).not.toMatch(words.today)
      expect(await page.locator('a, button, input, textarea').filter({ visible: true }).count()).toBe(0)
      const colours = await page
        .locator('.receipt-facts dd')
        .first()
        .evaluate((it) => [getComputedStyle(document.body).backgroundColor, getComputedStyle(it).color])
      expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
      for (const format of ['Letter', 'A4']) {
        const sheets = (await page.pdf({ format })).toString('latin1').match(/\/Type \/Page\b/g)
        expect([path, format, sheets?.length]).toEqual([path, format, 1])
      }
      // On a paper roll with a width of 80 mm, nothing is cut off at the side.
      await page.setViewportSize({ width: 302, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      await page.setViewportSize(desktop)
      await page.emulateMedia({ media: 'screen' })
    }
    expect(complaints).toEqual([])
    await context.close()
  },
)
