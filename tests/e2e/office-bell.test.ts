import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { fill } from '#contract/format.ts'
import { demoStaffEmail, demoStaffPassword } from '#demo/staff.ts'
import { findViolations } from '#tests/axe.ts'
import { openBrowser, openPage, phone } from '#tests/browser.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { createShopper } from '#tests/shopper.ts'
import { pageVariants, textsOf } from './looks.ts'

/** The notification bell shows new orders to a store's staff while the page is open. */

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

describe.each(pageVariants({ locale: 'zh', viewport: phone }))('%s', (_, look) => {
  const t = textsOf(look)
  let folder: string
  let server: RunningServer
  /** The pages of two stores' cashiers. */
  let markham: Page
  let downtown: Page
  /** The number of the first order, which is placed in Markham. */
  let code = ''
  /**
   * The number of shoppers so far. Each shopper's contact contains this number and is therefore new. A contact with
   * unpaid orders would have to be verified.
   */
  let people = 0
  const complaints: string[][] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-bell-'))
    await cp(inject('demonstration'), folder, { recursive: true })
    server = await startServer({ DATA_DIR: folder })
    const owner = await open(look)
    await visit(owner, '/in')
    await owner.locator('input[name=email]').fill(demoStaffEmail('owner'))
    await owner.locator('input[name=password]').fill(demoStaffPassword)
    await owner.locator('button[value=password]').click()
    await owner.locator('.frame h1').waitFor()
    markham = await hire(owner, 'markham')
    downtown = await hire(owner, 'downtown')
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  async function open(look: Parameters<typeof openPage>[1]) {
    const opened = await openPage(browser, look)
    complaints.push(opened.complaints)
    return opened.page
  }
  async function visit(page: Page, path: string) {
    await page.goto(`${server.url}/office${path}`)
    await page.locator('h1').waitFor()
  }
  /** Adds a cashier to a store, and opens the back office on the cashier's device. */
  async function hire(owner: Page, store: string): Promise<Page> {
    await visit(owner, '/staff')
    await owner.locator('input[name=email]').fill(`${store}@shop.example`)
    await owner.locator('select[name=role]').selectOption('cashier')
    await owner.locator('select[name=store]').selectOption(store)
    await owner.locator('button[value=invite]').click()
    const link = (await owner.locator('.invited .code-line').textContent()) ?? ''
    const page = await open(look)
    await page.goto(link)
    await page.locator('input[name=name]').fill(store)
    await page.locator('input[name=password]').fill('plum-boat-lantern-7')
    await page.locator('button[value=join]').click()
    await page.locator('.frame h1').waitFor()
    return page
  }
  /** Places an order at a store as a shopper. Returns its order number. */
  async function order(store: string): Promise<string> {
    const shopper = createShopper(server.url)
    shopper.cookies.set('location', store)
    await fillCart(shopper, 'char-siu-bun.single')
    people++
    await shopper.api.checkout.setContact({
      name: 'Mei Lin',
      phone: `416-555-${1000 + people}`,
      email: `mei${people}@shop.example`,
    })
    return (await placeOrder(shopper, { payAtStore: true })).orderNumber
  }
  const count = (page: Page) => page.locator('.bell-count').textContent()
  const openBell = async (page: Page) => {
    await page.locator('.bell').click()
    await page.locator('#notices .notice, #notices .empty').first().waitFor()
    // Contrast can be checked only once the panel has faded in.
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
  }
  const titles = (page: Page) => page.locator('#notices .notice-title').allTextContents()
  const newOrder = (code: string) => fill(t('notice.order_placed'), { code })

  test('a new person has an empty list, which says what will be there', async () => {
    expect(await markham.locator('.bell-count').count()).toBe(0)
    await openBell(markham)
    expect(await markham.locator('#notices').innerText()).toContain(t('notice.empty'))
    expect(await findViolations(markham)).toEqual([])
    await markham.keyboard.press('Escape')
  })

  test('an order appears on the open page of its store, and not on that of another store', async () => {
    await markham.evaluate(() => {
      const said: { at: number; text: string }[] = []
      Object.assign(window, { said })
      const region = document.querySelector('.toasts')
      if (!region) throw new Error('there is no region')
      const look = () => {
        const text = region.textContent ?? ''
        if (text && text !== said.at(-1)?.text) said.push({ at: performance.now(), text })
      }
      new MutationObserver(look).observe(region, { childList: true, subtree: true, characterData: true })
    })
    code = await order('markham')
    await expect.poll(() => markham.getByRole('status').allInnerTexts().then(String)).toContain(newOrder(code))
    expect(await findViolations(markham)).toEqual([])
    expect(await count(markham)).toBe('1')
    expect(await markham.title()).toMatch(/^\(1\) /)
    // The other store is notified only of its own order.
    const other = await order('downtown')
    await expect.poll(() => downtown.locator('.bell-count').count()).toBe(1)
    await openBell(downtown)
    expect(await titles(downtown)).toEqual([expect.stringContaining(newOrder(other))])
    expect(await titles(downtown)).toHaveLength(1)
    await downtown.keyboard.press('Escape')
  })

  test('the link of a notification opens the order and marks it as read', async () => {
    await openBell(markham)
    expect(await markham.locator('#notices .notices-day').allTextContents()).toEqual([t('notice.today')])
    expect(await findViolations(markham)).toEqual([])
    await markham
      .locator('#notices')
      .getByRole('link', { name: newOrder(code) })
      .click()
    await markham.waitForURL('**/office/orders/*')
    const title = fill(t('order.title'), { number: code })
    await expect.poll(() => markham.locator('h1').textContent()).toBe(title)
    await expect.poll(() => markham.locator('.bell-count').count()).toBe(0)
    expect(await markham.title()).toMatch(new RegExp(`^${title}`))
    expect(await markham.locator('dialog[open]').count()).toBe(0)
    expect(await count(downtown)).toBe('1')
  })

  test('orders that follow each other are told together, at least three seconds apart', async () => {
    for (let number = 1; number <= 4; number++) await order('markham')
    await expect.poll(() => count(markham)).toBe('4')
    const said = () =>
      markham.evaluate(() => {
        const { said } = window as never as { said: { at: number; text: string }[] }
        return { times: said.map(({ at }) => at), quietMs: performance.now() - (said.at(-1)?.at ?? 0) }
      })
    await expect.poll(async () => (await said()).quietMs, { timeout: 10_000 }).toBeGreaterThan(3500)
    const { times } = await said()
    expect(times.length).toBeGreaterThan(1)
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThan(2900)
  })

  test('all are marked as read at once, for this person alone', async () => {
    await openBell(markham)
    await markham.getByRole('button', { name: t('notice.mark_all') }).click()
    await expect.poll(() => markham.locator('.bell-count').count()).toBe(0)
    await expect.poll(() => markham.locator('#notices .notice-unread').count()).toBe(0)
    expect(await markham.locator('#notices .notice').count()).toBe(5)
    expect(await count(downtown)).toBe('1')
    await visit(markham, '/notices')
    expect(await markham.locator('main .notice').count()).toBe(5)
  })

  test('a person chooses that new orders do not count', async () => {
    await visit(markham, '/me')
    const kind = markham.getByLabel(t('kind.order_placed'))
    await kind.uncheck()
    await markham.locator('button[value=notices]').click()
    await markham.locator('#notices-chosen .user-done').waitFor()
    await visit(markham, '/notices')
    const next = await order('markham')
    // The notice appears because the open page loads its list again.
    await markham.locator('main').getByText(newOrder(next)).waitFor()
    expect(await markham.locator('.bell-count').count()).toBe(0)
    expect(await markham.locator('main .notice-unread').count()).toBe(0)
    await visit(markham, '/me')
    expect(await kind.isChecked()).toBe(false)
  })

  test('a message stays while the pointer or the focus is on it, and goes afterwards', async () => {
    const page = await downtown.context().newPage()
    await page.clock.install()
    await visit(page, '')
    const message = page.locator('.toast')
    await order('downtown')
    await expect
      .poll(async () => {
        await page.clock.runFor(500)
        return message.count()
      })
      .toBe(1)
    await message.hover()
    await page.clock.fastForward(60_000)
    expect(await message.count()).toBe(1)
    await message.getByRole('button').last().focus()
    await page.mouse.move(0, 0)
    await page.clock.fastForward(60_000)
    expect(await message.count()).toBe(1)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.clock.fastForward(9000)
    await expect.poll(() => message.count()).toBe(0)
    await page.close()
  })

  test('no page reported an error', () => {
    expect(complaints.flat()).toEqual([])
  })
})
