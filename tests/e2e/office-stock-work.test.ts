import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { demoStaff, demoStaffEmail, demoStaffPassword } from '#demo/staff.ts'
import { findViolations } from '#tests/axe.ts'
import { openBrowser, openPage, phone } from '#tests/browser.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { createShopper } from '#tests/shopper.ts'
import { pageVariants, textsOf } from './looks.ts'

/**
 * A packer receives 12 pieces by scan, counts a shelf without a network, writes off 2 pieces, and changes a number in
 * the list of low stock. The packer cannot write off a piece that a shopper's cart holds. The packer also counts
 * cherries that an order has bought but that are still on the shelf, so the shop must subtract them.
 */

const tin = 'alishan-tin'
const cherries = 'sweet-cherries'
const packer = demoStaff.find(({ role }) => role === 'packer')

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

describe.each(pageVariants({ locale: 'en', viewport: phone }))('%s', (_, look) => {
  const t = textsOf(look)
  let folder: string
  let server: RunningServer
  let page: Page
  let complaints: string[]
  /** The submissions that the browser sent. */
  const sent: string[] = []
  /** Pieces of the tin and of the cherries before the work. */
  const before = { tin: 0, cherries: 0 }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-stock-work-'))
    await cp(inject('demonstration'), folder, { recursive: true })
    server = await startServer({ DATA_DIR: folder })
    const shopper = createShopper(server.url)
    shopper.cookies.set('location', 'markham')
    await fillCart(shopper, tin)
    await shopper.api.checkout.reserve({})
    const buyer = createShopper(server.url)
    buyer.cookies.set('location', 'markham')
    await fillCart(buyer, cherries, 2)
    await placeOrder(buyer, { payAtStore: true })
    const opened = await openPage(browser, look)
    page = opened.page
    complaints = opened.complaints
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/stock/')) sent.push(request.postData() ?? '')
    })
    await visit('/in')
    await page.locator('input[name=email]').fill(demoStaffEmail('packer'))
    await page.locator('input[name=password]').fill(demoStaffPassword)
    await page.locator('button[value=password]').click()
    await page.locator('.frame h1').waitFor()
    // Sets the language of the test for the packer, because the demonstration may have chosen another language.
    await visit('/me')
    await page.locator('select[name=locale]').selectOption(look.locale)
    await page.locator('button[value=profile]').click()
    await page.locator('.user-done').waitFor()
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function visit(path: string) {
    await page.goto(`${server.url}/office${path}`)
    await page.locator('h1').waitFor()
  }
  /**
   * Types each code and presses Enter, as a scanner does. Waits for the focus only once, because the page keeps the
   * focus in the field for codes.
   */
  async function scan(...codes: string[]) {
    await page.locator('input[name=code]:focus').waitFor()
    for (const code of codes) {
      await page.keyboard.type(code)
      await page.keyboard.press('Enter')
    }
  }
  const fact = async (label: 'stock.on_hand' | 'stock.held' | 'stock.free') =>
    Number(
      await page
        .locator('.stock-facts div', { hasText: t(label) })
        .locator('dd')
        .textContent(),
    )
  const lineOf = (code: string) => page.locator('.stock-line', { hasText: code })
  const done = () => page.locator('.stock-done')
  const save = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const movements = () => page.locator('.stock-history tbody tr').allTextContents()

  test('the list of stock says what is kept for the shopper', async () => {
    await visit('/')
    await page.locator('.frame-menu a[href="/office/stock"]').click()
    await page.locator('.stock-table').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    expect(await findViolations(page)).toEqual([])
    await page.locator('input[name=find]').fill(tin)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.stock-table tbody tr').count()).toBe(1)
    await page.locator('.stock-table tbody a').click()
    await page.locator('.stock-facts').waitFor()
    expect(await fact('stock.held')).toBe(1)
    before.tin = await fact('stock.on_hand')
    expect(await findViolations(page)).toEqual([])
    await visit(`/stock/${cherries}`)
    await page
      .locator('.stock-head')
      .getByText(t('stock.waiting', { count: 2 }))
      .waitFor()
    before.cherries = await fact('stock.on_hand')
  })

  test('12 scans receive 12 pieces', async () => {
    await visit('/stock')
    await page.getByRole('link', { name: t('stock.receive'), exact: true }).click()
    await scan(...Array.from({ length: 12 }, () => tin), 'X-404')
    expect(await lineOf(tin).locator('input').inputValue()).toBe('12')
    await lineOf(tin)
      .getByText(t('work.books', { count: before.tin }))
      .waitFor()
    await page.locator('input[name=note]').fill('Delivery 7781')
    expect(await findViolations(page)).toEqual([])
    // The page names the unknown code and keeps it in the list. The other lines can still be saved.
    await page.getByText(t('work.left', { codes: 'X-404' })).waitFor()
    await save(t('work.save_receive', { count: 12 }))
    await done().waitFor()
    await page.getByText(t('work.left_all', { codes: 'X-404' })).waitFor()
    await lineOf('X-404')
      .getByRole('button', { name: t('work.remove', { name: 'X-404' }) })
      .click()
    expect(await done().textContent()).toContain(`${before.tin} → ${before.tin + 12}`)
    expect(await findViolations(page)).toEqual([])
  })

  test('a shelf is counted without a network, survives a closed tab, and is saved once', async () => {
    await visit('/stock/count')
    await scan(tin, cherries, cherries)
    await lineOf(tin)
      .locator('input')
      .fill(String(before.tin + 12))
    await lineOf(cherries)
      .getByText(t('work.expected', { count: before.cherries + 2 }))
      .waitFor()
    await lineOf(cherries)
      .getByText(t('work.in_orders', { count: 2 }))
      .waitFor()
    // An unsaved list is still there after a reload.
    await page.reload()
    expect(await lineOf(cherries).locator('input').inputValue()).toBe('2')
    expect(await lineOf(tin).locator('input').inputValue()).toBe(String(before.tin + 12))
    sent.length = 0
    await page.context().setOffline(true)
    await scan(cherries, 'adzuki-beans')
    await lineOf('adzuki-beans').getByText(t('work.looking')).waitFor()
    await lineOf('adzuki-beans').locator('input').fill('7')
    await save(t('work.save_count'))
    await page.getByText(t('work.waiting')).waitFor()
    await page.context().setOffline(false)
    await done().waitFor()
    // The packer counted 3 cherries, but 2 of them belong to the waiting order. So the shop stores a stock of 1.
    expect(await done().textContent()).toContain(`${before.cherries} → 1`)
    expect(await done().textContent()).toContain(t('work.shelf', { counted: 3, waiting: 2 }))
    const submissions = sent.map((body) => JSON.parse(body).submission)
    expect(new Set(submissions).size).toBe(1)
    await visit(`/stock/${cherries}`)
    expect(await fact('stock.on_hand')).toBe(1)
    const ofPacker = (await movements()).filter((line) => line.includes(packer?.name ?? '-'))
    expect(ofPacker).toHaveLength(1)
    expect(ofPacker[0]).toContain(t('work.shelf', { counted: 3, waiting: 2 }))
    await visit(`/stock/${tin}`)
    expect(await Promise.all([fact('stock.on_hand'), fact('stock.held')])).toEqual([before.tin + 12, 1])
  })

  test('2 pieces are written off, and kept pieces are not', async () => {
    await visit(`/stock/waste?code=${tin}`)
    await lineOf(tin)
      .getByText(t('work.free', { count: before.tin + 11 }))
      .waitFor()
    await lineOf(tin)
      .locator('input')
      .fill(String(before.tin + 12))
    await page.locator('select[name=reason]').selectOption('damaged')
    await save(t('work.save_waste', { count: before.tin + 12 }))
    const refusal = page.getByRole('alert')
    await refusal.waitFor()
    expect(await refusal.textContent()).toMatch(new RegExp(`\\D${before.tin + 11}\\D.*\\D1\\D`))
    await lineOf(tin).locator('input').fill('2')
    await save(t('work.save_waste', { count: 2 }))
    await done().waitFor()
    await visit(`/stock/${tin}`)
    expect(await Promise.all([fact('stock.on_hand'), fact('stock.held')])).toEqual([before.tin + 10, 1])
    const [wasted = '', received = ''] = await movements()
    for (const line of [wasted, received]) expect(line).toContain(packer?.name)
    expect(wasted).toContain(t('reason.damaged'))
    expect(received).toContain('Delivery 7781')
  })

  test('what is low is listed, and a quick change can be undone', async () => {
    await page.locator('input[name=lowAt]').fill(String(before.tin + 10))
    await page.locator('button[value=watch]').click()
    await page.getByText(t('office.saved')).waitFor()
    await visit('/stock')
    await page.getByRole('link', { name: t('stock.low', { count: 1 }) }).click()
    const row = page.locator('.stock-table tbody tr')
    await expect.poll(() => row.count()).toBe(1)
    const [less, more] = [row.getByRole('button').first(), row.getByRole('button').last()]
    await more.click()
    await more.click()
    await less.click()
    await done().waitFor()
    expect(await done().textContent()).toContain(`${before.tin + 10} → ${before.tin + 11}`)
    await done()
      .getByRole('button', { name: t('stock.undo') })
      .click()
    await done().getByText(t('stock.undone')).waitFor()
    await expect.poll(() => row.locator('input').inputValue()).toBe(String(before.tin + 10))
    expect(await findViolations(page)).toEqual([])
  })

  test('a quick change without a network says so, and works afterwards', async () => {
    const row = page.locator('.stock-table tbody tr')
    await page.context().setOffline(true)
    await row.getByRole('button').last().click()
    await page
      .getByRole('alert')
      .filter({ hasText: t('office.offline') })
      .waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: t('office.retry') }).click()
    await expect.poll(() => row.locator('input').inputValue()).toBe(String(before.tin + 10))
    await row.getByRole('button').last().click()
    await done()
      .getByText(`${before.tin + 10} → ${before.tin + 11}`)
      .waitFor()
    // Ignores the browser's own error messages about the refused write-off, and about requests that failed because the
    // network was off.
    expect(complaints.filter((text) => !/ERR_INTERNET_DISCONNECTED|status of 409/.test(text))).toEqual([])
  })
})
