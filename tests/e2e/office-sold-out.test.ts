import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from '#tests/axe.ts'
import { openBrowser, openPage, phone } from '#tests/browser.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { pageVariants, textsOf } from './looks.ts'
import { becomeOwner } from './office-owner.ts'

/** An owner marks a product as sold out until closing, and a shopper sees it at once. Then the owner undoes this. */

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

describe.each(pageVariants({ locale: 'zh', viewport: phone }))('%s', (_, look) => {
  const t = textsOf(look)
  let folder: string
  let server: RunningServer
  let page: Page
  let shopper: Page
  const problems: string[][] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-sold-out-'))
    server = await startServer({ DATA_DIR: folder, DEMO: 'false' })
    const [office, shop] = [await openPage(browser, look), await openPage(browser, look)]
    problems.push(office.complaints, shop.complaints)
    page = office.page
    shopper = shop.page
    await becomeOwner(page, { url: server.url, folder })
    await page.goto(`${server.url}/office/products/new`)
    await page.getByLabel(t('product.name_en')).fill('Egg tart')
    await page.getByLabel(t('product.name_zh')).fill('蛋挞')
    await page.locator('input[name=price]').fill('2.80')
    await page.locator('select[name=taxClass]').selectOption('zero_rated')
    await page.locator('button[value=save]').click()
    await page.locator('.row-item', { hasText: /Egg tart|蛋挞/ }).waitFor()
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const seen = async () => {
    await shopper.goto(`${server.url}/store/product/egg-tart`)
    return shopper.locator('main').textContent()
  }
  const marked = () => page.getByRole('region', { name: t('soldOut.now') })
  const found = () => page.getByRole('region', { name: t('soldOut.mark') }).locator('.row-item')

  test('two letters and one tap mark a product as sold out, until the store closes', async () => {
    expect(await seen()).not.toContain(t('store.badge_out'))
    await page.goto(`${server.url}/office/products`)
    await page.getByRole('link', { name: t('office.sold_out'), exact: true }).click()
    await page.getByText(t('soldOut.none')).waitFor()
    await page.getByLabel(t('soldOut.find')).fill('蛋')
    await found().getByRole('button').click()
    await page.getByText(/Egg tart is sold out|蛋挞已售罄/).waitFor()
    await found().getByText(t('soldOut.sold_out'), { exact: true }).waitFor()
    const row = marked().locator('.row-item')
    expect(await row.textContent()).toMatch(/蛋挞.*\d\d:\d\d/)
    expect(await row.textContent()).toContain('陈美')
    expect(await findViolations(page)).toEqual([])
    await expect.poll(seen).toContain(t('store.badge_out'))
  })

  test('a mark can be undone, and ended on the list', async () => {
    await page.getByRole('button', { name: t('soldOut.undo') }).click()
    await marked().getByText(t('soldOut.none')).waitFor()
    await expect.poll(seen).not.toContain(t('store.badge_out'))
    await page.getByLabel(t('soldOut.ends'), { exact: true }).selectOption('manual')
    await found().getByRole('button').click()
    await marked().getByText(t('soldOut.back_never')).waitFor()
    await marked()
      .getByRole('button', { name: new RegExp(t('soldOut.end')) })
      .click()
    await page.getByText(/Egg tart is for sale again|蛋挞已恢复售卖/).waitFor()
    // The owner undoes the return to sale. The product is again sold out for an indefinite time.
    await page.getByRole('button', { name: t('soldOut.undo') }).click()
    await marked().getByText(t('soldOut.back_never')).waitFor()
    expect(await page.locator('.page-head, .card').first().isVisible()).toBe(true)
    expect(problems.flat()).toEqual([])
  })
})
