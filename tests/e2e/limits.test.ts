import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { clientOf, desktop, goTo, openBrowser, openPage, phone } from '#tests/browser.ts'
import { fillCheckout, placeOrder } from '#tests/purchases.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { createShopper } from '#tests/shopper.ts'

/**
 * A shop with production rate limits. Its checkout holds stock for only two minutes, so it shows the warning about the
 * end of the hold at once.
 */
let folder: string
let server: RunningServer
let browser: Browser
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-limits-'))
  await cp(inject('demonstration'), folder, { recursive: true })
  server = await startServer({ DATA_DIR: folder, HOLD_MINUTES: '2' })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

interface Person {
  name: string
  phone: string
  email: string
}

/** Places an order for this person from another browser, to be paid at the store. */
async function orderElsewhere(contact: Person) {
  const { api } = createShopper(server.url)
  await api.cart.add({ sku: 'hokkaido-milk-loaf' })
  const { methods } = await api.checkout.config()
  const time = methods.find(({ method }) => method === 'PICKUP')?.earliest
  if (!time?.time) throw new Error('no time is free')
  await api.checkout.setPickupSlot({ date: time.date, time: time.time })
  await api.checkout.setContact(contact)
  return placeOrder({ api }, { payAtStore: true })
}

/** Puts a loaf into a guest's cart and continues to the payment page. */
async function toPayment(
  page: Page,
  { name, phone, email }: Person,
  open: (page: Page, url: string) => Promise<unknown> = goTo,
) {
  await open(page, `${server.url}/store/productlist?cat=bread`)
  const added = page.waitForResponse(
    (response) => response.request().method() === 'POST' && /\/(myCart|cart)$/.test(new URL(response.url()).pathname),
  )
  await page
    .getByRole('button', { name: /^Add .* to cart$/ })
    .first()
    .click()
  await added
  await open(page, `${server.url}/checkout/checkout`)
  const main = page.getByRole('main')
  await main.getByLabel('Name', { exact: true }).fill(name)
  await main.getByLabel('Phone', { exact: true }).fill(phone)
  await main.getByLabel('Email', { exact: true }).fill(email)
  await main.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL('**/checkout/payment')
  await page.getByRole('radio', { name: /^Pay at the store/ }).check()
  await page.locator('.checkout-submit').getByRole('button').click()
}

/** Waits for `count` codes emailed to an address. Returns them, the newest last. */
async function codesFor(address: string, count: number): Promise<string[]> {
  const outbox = join(folder, 'outbox')
  const find = async () => {
    const names = (await readdir(outbox)).filter((name) => name.startsWith('code-order-') && name.endsWith('.eml'))
    const mails = await Promise.all(
      names
        .sort((one, other) => numberIn(one) - numberIn(other))
        .map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))),
    )
    return mails
      .filter(({ to }) => to?.some((box) => box.address === address))
      .map(({ text }) => /\b\d{6}\b/.exec(text ?? '')?.[0] ?? '')
  }
  await expect.poll(find, { timeout: 15_000, interval: 300 }).toHaveLength(count)
  return find()
}
const numberIn = (name: string) => Number(/\d+/.exec(name)?.[0])

const another = (code: string) => (code === '000000' ? '111111' : '000000')
/** Whether this is the browser's own message about a refused call. */
const isRefusedCall = (complaint: string) => /status of (409|422|429)/.test(complaint)

test('a guest with an unpaid order confirms another with the emailed code, or with a new code', async () => {
  const mei = { name: 'Mei Lin', phone: '416 555 0131', email: 'mei.code@example.com' }
  await orderElsewhere(mei)
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await toPayment(page, mei)
  await page.getByText('enter the code that we have just emailed to mei.code@example.com').waitFor()
  const [first = ''] = await codesFor(mei.email, 1)
  const field = page.getByLabel('Code from the email')
  await field.fill(another(first))
  await page.getByRole('button', { name: 'Confirm and order' }).click()
  await page.getByText('This code is wrong or has expired.').waitFor()
  expect(await field.inputValue()).toBe(another(first))
  expect(await page.getByRole('radio', { name: /^Pay at the store/ }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Send a new code' }).click()
  const [, second = ''] = await codesFor(mei.email, 2)
  await page.getByText('that we have just emailed').waitFor()
  await field.fill(second)
  await field.press('Enter')
  await page.getByRole('heading', { name: 'Thank you, Mei Lin!' }).waitFor()
  expect(complaints.filter((complaint) => !isRefusedCall(complaint))).toEqual([])
  await context.close()
})

test('the emailed code works without JavaScript, and the chosen payment method stays', async () => {
  const li = { name: 'Li Na', phone: '416 555 0132', email: 'li.code@example.com' }
  await orderElsewhere(li)
  const { context, page } = await openPage(browser, { locale: 'en', viewport: phone, javaScriptEnabled: false })
  await toPayment(page, li, (page, url) => page.goto(url))
  await page.getByText('enter the code that we have just emailed to li.code@example.com').waitFor()
  expect(await page.getByRole('radio', { name: /^Pay at the store/ }).isChecked()).toBe(true)
  const [code = ''] = await codesFor(li.email, 1)
  await page.getByLabel('Code from the email').fill(code)
  await page.getByRole('button', { name: 'Confirm and order' }).click()
  await page.getByRole('heading', { name: 'Thank you, Li Na!' }).waitFor()
  await context.close()
})

test('two minutes before a hold ends the shopper is warned, in Chinese on a phone, and extends it', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'zh', viewport: phone })
  await goTo(page, `${server.url}/store/productlist?cat=bread`)
  await page
    .getByRole('button', { name: /^把.*加入购物车$/ })
    .first()
    .click()
  await page.getByRole('link', { name: '购物车，1 种商品' }).first().waitFor()
  await goTo(page, `${server.url}/checkout/checkout`)
  const main = page.getByRole('main')
  await main.getByLabel('姓名', { exact: true }).fill('王美')
  await main.getByLabel('电话', { exact: true }).fill('416 555 0133')
  await main.getByLabel('邮箱', { exact: true }).fill('wang.hold@example.com')
  await main.getByRole('button', { name: '去付款' }).click()
  await page.waitForURL('**/checkout/payment')
  const asked = page.getByRole('alert').filter({ hasText: '还需要更多时间吗？' })
  await asked.waitFor()
  const held = page.getByText(/^请在(今天)? \d\d:\d\d 前付款，逾时需重新选择时间。$/)
  const before = await held.innerText()
  await page.getByRole('radio', { name: /^到店付款/ }).check()
  // The page shows the end of the hold without seconds. Extends the hold repeatedly, until the shown end has changed.
  await expect
    .poll(
      async () => {
        await asked.getByRole('button', { name: '继续保留' }).click()
        return held.innerText()
      },
      { timeout: 90_000, interval: 5000 },
    )
    .not.toBe(before)
  expect(await page.getByRole('radio', { name: /^到店付款/ }).isChecked()).toBe(true)

  // The same button on the details page also extends the hold. The page keeps unsent input.
  await goTo(page, `${server.url}/checkout/checkout`)
  await main.getByLabel('姓名', { exact: true }).fill('王小美')
  await page.getByRole('alert').getByRole('button', { name: '继续保留' }).click()
  await page.getByRole('button', { name: '去付款' }).waitFor()
  expect(await main.getByLabel('姓名', { exact: true }).inputValue()).toBe('王小美')
  expect(complaints).toEqual([])
  await context.close()
}, 180_000)

test('a visible checkout page calls the server each minute, which keeps its hold', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  const api = clientOf(context, server.url)
  await goTo(page, `${server.url}/checkout/cart`)
  await api.cart.add({ sku: 'hokkaido-milk-loaf' })
  await fillCheckout({ api })
  await api.checkout.setContact({ name: 'Wu Xin', phone: '416 555 0136', email: 'looks-on@example.com' })
  await api.checkout.reserve({})
  await page.clock.install()
  await goTo(page, `${server.url}/checkout/payment`)
  await page.getByRole('alert').getByRole('button', { name: 'Hold it longer' }).waitFor()
  const told = page.waitForRequest((request) => request.url().endsWith('/shoppingManagement4/checkoutConfig'))
  await page.clock.fastForward('01:01')
  expect((await (await told).response())?.status()).toBe(200)
  expect(complaints).toEqual([])
  await context.close()
})

/** Whether the element's centre is visible and uncovered. */
const isInSight = (it: Locator) =>
  it.evaluate((it) => {
    const { left, top, width, height } = it.getBoundingClientRect()
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    return there !== null && it.contains(there)
  })

test.each([
  ['en', 'Code from the email', 'Confirm and order', 'Hold it longer', '416 555 0134'],
  ['zh', '邮件里的验证码', '确认并下单', '继续保留', '416 555 0135'],
] as const)(
  'on a short phone the hold warning covers neither the emailed code field nor the focus, in %s',
  async (...row) => {
    const [locale, label, confirm, longer, phone] = row
    const person = { name: 'Wu Xin', phone, email: `short-${locale}@example.com` }
    await orderElsewhere(person)
    const { context, page, complaints } = await openPage(browser, { locale, viewport: { width: 360, height: 560 } })
    const api = clientOf(context, server.url)
    await goTo(page, `${server.url}/checkout/cart`)
    await api.cart.add({ sku: 'hokkaido-milk-loaf' })
    await fillCheckout({ api })
    await api.checkout.setContact(person)
    await api.checkout.reserve({})
    await goTo(page, `${server.url}/checkout/payment`)
    await page.locator('input[value=pay_at_store]').check()
    await page.locator('.checkout-submit').getByRole('button').click()
    const field = page.getByLabel(label)
    await field.waitFor()
    const extend = page.getByRole('alert').getByRole('button', { name: longer })
    const asked = page.getByRole('heading', { level: 2 }).first()
    for (const part of [asked, field, page.getByRole('button', { name: confirm }), extend])
      await expect.poll(() => isInSight(part)).toBe(true)
    // Tabs through the page until the warning's button has focus.
    const focused = page.locator(':focus')
    const passed: string[] = []
    await field.focus()
    while (!(await extend.evaluate((it) => it === document.activeElement))) {
      await page.keyboard.press('Tab')
      const name = await focused.evaluate((it) => it.textContent || it.id || it.className)
      passed.push(`${name}: ${await isInSight(focused)}`)
    }
    expect(passed.length).toBeGreaterThan(5)
    expect(passed.filter((line) => line.endsWith('false'))).toEqual([])
    expect(complaints.filter((complaint) => !isRefusedCall(complaint))).toEqual([])
    await context.close()
  },
)
