import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fill } from '#contract/format.ts'
import { columns, locales } from '#contract/languages.ts'
import { importReasons } from '#contract/messages/office-import-reasons.ts'
import { findViolations } from '#tests/axe.ts'
import { desktop, openBrowser, openPage, phone } from '#tests/browser.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { makeZip } from '#tests/zips.ts'
import { textsOf } from './looks.ts'
import { becomeOwner } from './office-owner.ts'

/** An owner uploads pictures, describes, crops and deletes them, uses one in a product, and imports others in a zip. */

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const drawn = (background: string, width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()

describe.each(locales.map((locale) => ({ locale, viewport: locale === 'zh' ? phone : desktop })))('$locale', (look) => {
  const t = textsOf(look)
  let folder: string
  let server: RunningServer
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-media-'))
    server = await startServer({ DATA_DIR: folder, DEMO: 'false' })
    ;({ page, complaints } = await openPage(browser, look))
    await becomeOwner(page, { url: server.url, folder })
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const visit = async (path: string) => {
    await page.goto(`${server.url}/office${path}`)
    await page.locator('h1').waitFor()
  }
  const item = (name: string) => page.locator('.media-item', { hasText: name })
  const tool = (what: string, name: string) => page.getByRole('button', { name: t('media.of', { what, name }) })

  test('uploads several pictures at once, and names the file that is none', async () => {
    await visit('/media')
    await page.getByText(t('media.empty'), { exact: true }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.locator('input[name=pictures]').setInputFiles([
      { name: 'bun.jpg', mimeType: 'image/jpeg', buffer: await drawn('#c53f15') },
      { name: '粽子.jpg', mimeType: 'image/jpeg', buffer: await drawn('#15733f', 600, 900) },
      { name: 'words.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('these are words') },
    ])
    await page.getByText(t('media.failed', { names: 'words.jpg' })).waitFor()
    await page.getByText(t('media.uploaded', { count: 2 })).waitFor()
    await expect.poll(() => page.locator('.media-item').count()).toBe(2)
    expect(await findViolations(page)).toEqual([])
  })

  test('describes a picture, and finds those without a description', async () => {
    await item('bun.jpg').getByLabel(t('media.alt_en')).fill('A bun')
    await item('bun.jpg').getByLabel(t('media.alt_zh')).fill('一个包子')
    await tool(t('office.save'), 'bun.jpg').click()
    await item('bun.jpg').getByText(t('media.saved'), { exact: true }).waitFor()
    await page.locator('select[name=gap]').selectOption('alt')
    await expect.poll(() => page.locator('.media-item').count()).toBe(1)
    await item('粽子.jpg').waitFor()
    await page.locator('select[name=gap]').selectOption('')
    await expect.poll(() => page.locator('.media-item').count()).toBe(2)
    await page.locator('input[name=find]').fill('包子')
    await page.getByRole('button', { name: t('media.search_button'), exact: true }).click()
    await expect.poll(() => page.locator('.media-item').count()).toBe(1)
    await item('bun.jpg').waitFor()
  })

  test('crops a picture with the keyboard alone', async () => {
    await visit('/media')
    await tool(t('crop.open'), 'bun.jpg').focus()
    await page.keyboard.press('Enter')
    const frame = page.getByLabel(t('crop.frame'))
    await frame.waitFor()
    const before = await frame.boundingBox()
    await frame.focus()
    for (let step = 0; step < 5; step++) await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(async () => (await frame.boundingBox())?.x).toBeLessThan(before?.x ?? 0)
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: t('crop.use') }).focus()
    await page.keyboard.press('Enter')
    await page.getByText(t('media.cropped')).waitFor()
    await page.getByText('320 × 320').waitFor()
    expect(await page.locator('.media-item').count()).toBe(3)
  })

  test('chooses a picture from the library for a product, with its text, and crops it there', async () => {
    await visit('/products/new')
    await page.locator('input[name=name_en]').fill('Rice dumpling')
    await page.locator('input[name=name_zh]').fill('粽子')
    await page.locator('input[name=price]').fill('4.80')
    await page.locator('select[name=taxClass]').selectOption('zero_rated')
    await page.getByRole('button', { name: t('product.library') }).click()
    const dialog = page.locator('.library-dialog')
    await dialog.locator('.library-choice').first().waitFor()
    expect(await findViolations(page)).toEqual([])
    await dialog.locator('input[name=find]').fill('bun')
    await page.keyboard.press('Enter')
    const bun = look.locale === 'zh' ? '一个包子' : 'A bun'
    // Waits until the list is filtered, so that the list does not change during the click.
    await expect.poll(() => dialog.locator('.library-choice', { hasNotText: bun }).count()).toBe(0)
    await dialog.getByText(bun).last().click()
    await dialog.getByRole('button', { name: t('library.add', { count: 1 }) }).click()
    expect(await page.locator('input[name=part_alt_zh]').inputValue()).toBe('一个包子')
    await page.getByRole('button', { name: t('product.of_picture', { what: t('product.crop'), number: 1 }) }).click()
    await page.getByRole('button', { name: t('crop.use') }).click()
    await page.locator('.crop-dialog').waitFor({ state: 'detached' })
    await page.locator('button[value=save]').first().click()
    await page.locator('.with-picture img').first().waitFor()
    const shopper = await openPage(browser, look)
    await shopper.page.goto(`${server.url}/store/product/rice-dumpling`)
    const shown = shopper.page.getByAltText(bun).first()
    await shown.waitFor()
    expect(
      await shown.evaluate((img: HTMLImageElement) => img.getAttribute('width') === img.getAttribute('height')),
    ).toBe(true)
    expect(shopper.complaints).toEqual([])
    await shopper.page.close()
  })

  test('deletes a picture that nothing shows, with an undo, and no other one', async () => {
    await visit('/media')
    await tool(t('media.remove'), '粽子.jpg').click()
    await page.getByText(t('media.removed', { name: '粽子.jpg' })).waitFor()
    await expect.poll(() => item('粽子.jpg').count()).toBe(0)
    await page.getByRole('button', { name: t('media.undo'), exact: true }).click()
    await item('粽子.jpg').waitFor()
    const used = page.locator('.media-item', { has: page.locator('a[href="/office/products/rice-dumpling"]') })
    await used.getByRole('button', { name: t('media.remove') }).click()
    await used.locator('[role=alert]').waitFor()
    expect(await used.locator('[role=alert]').textContent()).toContain(look.locale === 'zh' ? '粽子' : 'Rice dumpling')
  })

  test('imports products with the pictures of a zip', async () => {
    await visit('/import')
    const csv = 'Handle,Title,Variant Price,Image Src\nmooncake,Mooncake,6.00,月饼.JPG\ntea,Tea,4.00,tea.jpg'
    await page
      .locator('input[name=file]')
      .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.locator('button[value=upload]').click()
    const zipInput = page.locator('input[name=zip]')
    await zipInput.setInputFiles({ name: 'a.zip', mimeType: 'application/zip', buffer: Buffer.from('no zip') })
    await page.locator('.card [role=alert]').waitFor()
    expect(await findViolations(page)).toEqual([])
    const zip = makeZip([
      { name: '图片/月饼.jpg', data: await drawn('#a0522d', 800, 800) },
      { name: '图片/汤圆.jpg', data: await drawn('#eeeeee', 800, 800) },
    ])
    await zipInput.setInputFiles({ name: '图片.zip', mimeType: 'application/zip', buffer: zip })
    await page.getByText('图片.zip').waitFor()
    await page.locator('button[value=check]').click()
    await page.getByText(fill(importReasons['import.zip_missing'][columns[look.locale]], { name: 'tea.jpg' })).waitFor()
    await page.getByText(t('imports.lines_unused')).click()
    await page.getByText('图片/汤圆.jpg').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.locator('button[value=run]').click()
    await page.getByText(t('imports.result'), { exact: true }).first().waitFor()
    await visit('/media?find=Mooncake')
    await page.locator('.media-item a[href="/office/products/mooncake"]').waitFor()
    // Ignores the browser's own error messages about the calls that this test expects to fail.
    expect(complaints.filter((text) => !/status of (409|415)/.test(text))).toEqual([])
  })
})
