import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { desktop, goTo, openBrowser, openPage } from '#tests/browser.ts'
import { placeOrder } from '#tests/buying.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { createShopper } from '#tests/shopper.ts'

/** A shop whose limits are those of a real one. */
let folder: string
let server: RunningServer
let browser: Browser
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-limits-'))
  await cp(inject('demonstration'), folder, { recursive: true })
  server = await startServer({ DATA_DIR: folder })
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

/** This person has placed an order elsewhere that is paid at the store. */
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

/** A guest in front of the bill, with a loaf of bread. */
async function toPayment(page: Page, { name, phone, email }: Person) {
  await goTo(page, `${server.url}/store/productlist?cat=bread`)
  await page
    .getByRole('button', { name: /^Add .* to cart$/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Cart, 1 item' }).first().waitFor()
  await goTo(page, `${server.url}/checkout/checkout`)
  const main = page.getByRole('main')
  await main.getByLabel('Name', { exact: true }).fill(name)
  await main.getByLabel('Phone', { exact: true }).fill(phone)
  await main.getByLabel('E-mail', { exact: true }).fill(email)
  await main.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL('**/checkout/payment')
  await page.getByRole('radio', { name: /^Pay at the store/ }).check()
  await page.locator('.checkout-submit').getByRole('button').click()
}

/** The codes that were mailed to an address, the newest last, once there are so many. */
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
/** What a browser says by itself of a refused call. */
const isRefusedCall = (complaint: string) => /status of (409|422|429)/.test(complaint)

test('a guest with an unpaid order enters the mailed code, in English, and a new one where it does not come', async () => {
  const mei = { name: 'Mei Lin', phone: '416 555 0131', email: 'mei.code@example.com' }
  await orderElsewhere(mei)
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await toPayment(page, mei)
  await page.getByText('Enter the code that we have just mailed to mei.code@example.com').waitFor()
  const [first = ''] = await codesFor(mei.email, 1)
  const field = page.getByLabel('Code from the e-mail')
  await field.fill(another(first))
  await page.getByRole('button', { name: 'Confirm and order' }).click()
  await page.getByText('This code does not fit or is too old.').waitFor()
  expect(await field.inputValue()).toBe(another(first))
  expect(await page.getByRole('radio', { name: /^Pay at the store/ }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Send a new code' }).click()
  const [, second = ''] = await codesFor(mei.email, 2)
  await page.getByText('that we have just mailed').waitFor()
  await field.fill(second)
  await field.press('Enter')
  await page.getByRole('heading', { name: 'Thank you, Mei Lin!' }).waitFor()
  expect(complaints.filter((complaint) => !isRefusedCall(complaint))).toEqual([])
  await context.close()
})
