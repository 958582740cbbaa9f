import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts } from '#demo/accounts.ts'
import { clientOf, desktop, goTo, openBrowser, openPage, phone, signIn } from '#tests/browser.ts'
import { shopUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Adds as many loaves as delivery requires. */
async function fillCart(page: Page) {
  await goTo(page, `${shopUrl}/store/productlist?cat=bread`)
  const button = page.getByRole('button', { name: /^(Add .* to cart|把.*加入购物车)$/ }).first()
  await button.click()
  await page.getByRole('link', { name: /^(Cart, 1 item|购物车，1 种商品)$/ }).waitFor()
  await goTo(page, `${shopUrl}/checkout/cart`)
  const more = page.getByRole('button', { name: /^(One more|再加一份)/ }).first()
  for (const wanted of ['2', '3', '4']) {
    await more.click()
    await expect.poll(() => page.locator('.cart-line [name=quantity]').first().inputValue()).toBe(wanted)
  }
}

test('a delivery order shows its fee after the postal code, and keeps the address after an error', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await fillCart(page)
  const totalLabel = () => page.locator('.totals-sum dt').first().textContent()
  await expect.poll(totalLabel).toBe('Total')
  await goTo(page, `${shopUrl}/checkout/checkout`)
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  await expect.poll(totalLabel).toBe('Estimated total')
  await page.getByLabel('Postal code', { exact: true }).pressSequentially('L3R')
  await page.getByText('Delivery to L3R').waitFor()
  await page.getByLabel('Postal code', { exact: true }).fill('V6X 3V7')
  await page.getByText('We do not deliver to V6X 3V7 yet.').waitFor()
  await page.getByLabel('Street and number', { exact: true }).fill('12 Fred Varley Drive')
  await page.getByLabel('City', { exact: true }).fill('Markham')
  await page.getByLabel('Province', { exact: true }).selectOption('ON')
  await page.getByLabel('Name', { exact: true }).fill('Daniel Roy')
  await page.getByLabel('Phone', { exact: true }).fill('416 555 0101')
  await page.getByLabel('Email', { exact: true }).fill('brought@example.com')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('alert').getByText('This postal code belongs to another province.').waitFor()
  expect(await page.getByLabel('Street and number', { exact: true }).inputValue()).toBe('12 Fred Varley Drive')
  const total = async () => /\$\d+\.\d\d/.exec(await page.locator('.summary-fold > summary').innerText())?.[0]
  const withoutFee = await total()
  await page.getByLabel('Postal code', { exact: true }).fill('l3r1a1')
  // The total must include the delivery fee even before the shopper submits the form.
  await expect.poll(total).not.toBe(withoutFee)
  await expect.poll(totalLabel).toBe('Total')
  const told = await total()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL('**/checkout/payment')
  await page.locator('.review-facts').getByText('12 Fred Varley Drive').waitFor()
  expect(await total()).toBe(told)
  await page.locator('.summary-fold > summary').click()
  await page.getByText('Delivery', { exact: true }).first().waitFor()
  // The shopper types another postal code, and then selects pickup. The option for delivery must still show the fee for
  // this postal code.
  await goTo(page, `${shopUrl}/checkout/checkout`)
  const fee = page.locator('.way', { has: page.locator('[name=method][value=DELIVERY]') }).locator('.way-fee strong')
  const estimate = page.waitForResponse((response) => response.url().includes('postCode=L3R+9Z9'))
  await page.getByLabel('Postal code', { exact: true }).fill('L3R 9Z9')
  await estimate
  await fee.waitFor()
  const shownFee = await fee.innerText()
  await expect.poll(total).toBe(told)
  await page.locator('[name=method][value=PICKUP]').check()
  await expect.poll(total).not.toBe(told)
  expect(await fee.innerText()).toBe(shownFee)
  await goTo(page, `${shopUrl}/checkout/cart`)
  expect(await page.locator('.cart-summary').innerText()).toMatch(
    /^Delivered from .*Total with taxes, delivered to your door\./s,
  )
  await goTo(page, `${shopUrl}/checkout/payment`)
  await page.getByRole('radio', { name: /^Alipay/ }).check()
  await page.getByRole('button', { name: /with Alipay$/ }).click()
  await page.waitForURL('**/wallet/**')
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.waitForURL('**/confirmation/**')
  await page.getByText('Delivered to').waitFor()
  await page.getByText('Markham, ON L3R 1A1').waitFor()
  expect(complaints.filter((complaint) => !/status of 4(00|22)/.test(complaint))).toEqual([])
  await context.close()
})

test('a link of the error list leads to its field, and keeps the errors and the typed address', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await fillCart(page)
  await goTo(page, `${shopUrl}/checkout/checkout`)
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  const street = page.getByLabel('Street and number', { exact: true })
  await page.getByLabel('Postal code', { exact: true }).fill('L3R 1A1')
  await street.fill('12 Fred Varley Drive')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  const links = page.locator('.alert-list a')
  const phoneLink = page.locator('.alert-list a[href="#checkout-phone"]')
  await phoneLink.waitFor()
  const count = await links.count()
  const expectUnchanged = async () => {
    // Waits a fixed time, because nothing on the page shows when a navigation within the page has ended.
    await page.waitForTimeout(500)
    expect([await links.count(), await street.inputValue()]).toEqual([count, '12 Fred Varley Drive'])
  }
  await phoneLink.click()
  expect(await page.locator(':focus').getAttribute('name')).toBe('phone')
  await expectUnchanged()
  // The link moves only the focus. It does not change the URL.
  expect(new URL(page.url()).hash).toBe('')
  await page.locator('.skip-link').press('Enter')
  await page.waitForURL('**/checkout/checkout#main')
  await expectUnchanged()
  expect(complaints.filter((complaint) => !/status of 4(00|22)/.test(complaint))).toEqual([])
  await context.close()
})

test('a saved address fills all fields, and the bill is for its postal code', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await signIn(page, shopUrl, demoAccounts[4])
  const { shell, account, cart } = clientOf(context, shopUrl)
  const { userID } = await shell.appInfo({})
  const member = { id: userID ?? '', type: 'DELIVERY' } as const
  const place = { postCode: 'L3R 1A1', street: '12 Fred Varley Drive', city: 'Markham', province: 'ON' }
  const near = { ...place, country: 'CA' as const }
  const far = { ...near, postCode: 'L4C 1A1', street: '8 Yonge Street', city: 'Richmond Hill' }
  const addresses = [far, { ...near, unit: '101' }, { ...near, unit: '102' }]
  for (const address of addresses) await account.updateAddresses({ ...member, put: { address } })
  await fillCart(page)
  await goTo(page, `${shopUrl}/checkout/checkout`)
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  let billed: string | null = null
  page.on('request', (request) => {
    billed = new URL(request.url()).searchParams.get('postCode') ?? billed
  })
  const choose = async (name: string) => {
    billed = null
    const link = page.locator('.saved-addresses').getByRole('link', { name })
    const target = await link.getAttribute('href')
    await link.click()
    await page.waitForURL((url) => url.pathname + url.search === target)
  }
  const shown = async () => [await page.locator('[name=unit]').inputValue(), billed]
  await choose('8 Yonge Street, Richmond Hill')
  await expect.poll(shown).toEqual(['', 'L4C 1A1'])
  await choose('101 – 12 Fred Varley Drive, Markham')
  await expect.poll(shown).toEqual(['101', 'L3R 1A1'])
  await choose('102 – 12 Fred Varley Drive, Markham')
  await expect.poll(shown).toEqual(['102', 'L3R 1A1'])

  const { lineItems } = await cart.view()
  await cart.remove({ keys: Object.keys(lineItems) })
  const { addresses: saved } = await account.addresses(member)
  for (const { addressId } of saved.slice(0, addresses.length))
    await account.updateAddresses({ ...member, remove: addressId })
  expect(complaints).toEqual([])
  await context.close()
})

test('guests at a table order in Chinese and pay at the counter; another phone at the table sees it', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'zh', viewport: desktop })
  await goTo(page, `${shopUrl}/tables`)
  const table = page.getByRole('link', { name: /12 号桌/ }).first()
  const code = (await table.getAttribute('href')) ?? ''
  await goTo(page, shopUrl + new URL(code).pathname)
  await page.getByRole('button', { name: '入座点单' }).click()
  await page.waitForURL('**/store')
  await fillCart(page)
  const summaryOf = (page: Page) => page.locator('.cart-summary').innerText()
  // The summary names the table even while the bill is being recalculated.
  expect(await summaryOf(page)).toMatch(/^万锦店 · 12 号桌\n/)
  await page.getByText('按到店堂食估算，已含税。').waitFor()
  expect(await summaryOf(page)).not.toMatch(/自取|送/)
  await goTo(page, `${shopUrl}/checkout/checkout`)
  expect(await page.getByRole('radio', { name: /^堂食/ }).isChecked()).toBe(true)
  await page.getByLabel('姓名').fill('王美')
  await page.getByRole('button', { name: '去付款' }).click()
  await page.waitForURL('**/checkout/payment')
  await page.locator('.review-facts').getByText('12 号桌').waitFor()
  await page.getByRole('radio', { name: /^到店付款/ }).check()
  await page.getByRole('button', { name: '下单，到店付款' }).click()
  await page.waitForURL('**/confirmation/**')
  await page.getByText('12 号桌').filter({ visible: true }).first().waitFor()
  // Guests at a table give no email address. So the page must promise a reply on the page, and no email.
  await page.getByText('给店里留言').click()
  await page.getByLabel('留言内容').fill('多放点香菜')
  await page.getByRole('button', { name: '发送' }).click()
  await page.getByText('已发送，回复会显示在这里。', { exact: true }).waitFor()
  expect(complaints).toEqual([])

  const other = await openPage(browser, { locale: 'en', viewport: phone, javaScriptEnabled: false })
  await other.page.goto(shopUrl + new URL(code).pathname)
  await other.page.getByRole('button', { name: 'Order at this table' }).click()
  await other.page.waitForURL('**/store')
  await other.page.goto(`${shopUrl}/table`)
  await other.page.getByText('At your table').waitFor()
  expect(await other.page.content()).not.toContain('王美')
  await other.page.goto(`${shopUrl}/store/product/hokkaido-milk-loaf`)
  await other.page.getByRole('button', { name: /^Add/ }).first().click()
  await other.page.goto(`${shopUrl}/checkout/cart`)
  expect(await summaryOf(other.page)).toMatch(/^Table 12 · Markham\n.*Total with taxes for eating in at this store\./s)
  expect(await summaryOf(other.page)).not.toMatch(/pick|brought|ready/i)
  await Promise.all([context.close(), other.context.close()])
})

test.each([
  [
    'en',
    '“Century Egg & Pork Congee” and “Char Siu Rice” are never available at the same time.',
    'Go to checkout',
    'Back to the cart',
  ],
  ['zh', '没有能一起拿到的时间', '去结算', '返回购物车'],
] as const)(
  'the cart and the checkout name products without common hours, in %s',
  async (locale, told, onwards, back) => {
    const { context, page, complaints } = await openPage(browser, { locale, viewport: phone })
    const { cart } = clientOf(context, shopUrl)
    await goTo(page, `${shopUrl}/checkout/cart`)
    await cart.add({ sku: 'century-egg-congee', quantity: 1 })
    await cart.add({ sku: 'char-siu-rice', quantity: 1 })
    await goTo(page, `${shopUrl}/checkout/cart`)
    await page.locator('.cart-store').getByText(told).waitFor()
    expect(await page.getByRole('main').getByRole('link', { name: onwards }).count()).toBe(0)
    await goTo(page, `${shopUrl}/checkout/checkout`)
    const slots = page.locator('#checkout-slot')
    await slots.getByText(told).waitFor()
    await slots.getByRole('link', { name: back }).click()
    await page
      .getByRole('button', { name: /^(Remove Char|删除)/ })
      .last()
      .click()
    await page.locator('.cart-ready').waitFor()
    expect(await page.getByText(told).count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  },
)
