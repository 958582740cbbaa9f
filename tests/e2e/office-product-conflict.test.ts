import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from '#tests/axe.ts'
import { desktop, openBrowser, openPage, phone } from '#tests/browser.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import type { PageVariant } from './looks.ts'
import { pageVariants, textsOf } from './looks.ts'
import { becomeOwner, hire } from './office-owner.ts'

/**
 * The owner on a phone and a manager on a desktop open the same product. The manager changes its price and texts. The
 * owner changes its price and whether shoppers see it. Both save, and nothing is lost.
 */

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

describe.each(pageVariants({ locale: 'zh', viewport: phone }))('the owner %s', (_, look) => {
  const t = textsOf(look)
  // The manager uses another window width and another language than the owner.
  const managerLook: PageVariant = {
    locale: look.locale === 'zh' ? 'en' : 'zh',
    viewport: look.viewport.width < 600 ? desktop : phone,
  }
  let folder: string
  let server: RunningServer
  let owner: Page
  let manager: Page
  const complaints: string[][] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-conflict-'))
    server = await startServer({ DATA_DIR: folder, DEMO: 'false' })
    owner = await open(look)
    manager = await open(managerLook)
    await becomeOwner(owner, { url: server.url, folder })
    await hire(owner, manager, server.url, { name: 'Ana', email: 'ana@shop.example', role: 'manager' })
    await owner.goto(`${server.url}/office/products/new`)
    await owner.locator('input[name=name_en]').fill('Egg tart')
    await owner.locator('input[name=name_zh]').fill('蛋挞')
    await owner.locator('input[name=price]').fill('2.80')
    await owner.locator('select[name=taxClass]').selectOption('zero_rated')
    await owner.locator('button[value=save]').click()
    await owner.locator('.row-item').waitFor()
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function open(look: PageVariant): Promise<Page> {
    const opened = await openPage(browser, look)
    complaints.push(opened.complaints)
    return opened.page
  }
  async function openProduct(page: Page) {
    await page.goto(`${server.url}/office/products/egg-tart`)
    await page.locator('.save-bar').waitFor({ state: 'attached' })
  }
  const field = (page: Page, name: string) => page.locator(`[name=${name}]`).first()
  const save = (page: Page) => page.locator('button[value=save]').click()
  const saved = (page: Page) => page.locator('.save-bar .user-done').waitFor()
  const conflicts = () => owner.locator('.conflict')

  test('the manager’s save stays on the page, with the focus, and says when', async () => {
    await openProduct(owner)
    await openProduct(manager)
    await field(manager, 'price').fill('3.20')
    await field(manager, 'description_en').fill('Baked every hour.')
    await field(manager, 'name_en').fill('Warm egg tart')
    await field(manager, 'name_en').press('Enter')
    await saved(manager)
    expect(await manager.locator('.save-bar .user-done').textContent()).toMatch(/\d\d:\d\d/)
    expect(await manager.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name_en')
    expect(await manager.locator('h1').textContent()).toBe(managerLook.locale === 'en' ? 'Warm egg tart' : '蛋挞')
  })

  test('a second save of one’s own is no conflict', async () => {
    await field(manager, 'description_zh').fill('每小时现烤。')
    await save(manager)
    await saved(manager)
    await field(manager, 'description_zh').fill('每小时出炉。')
    await save(manager)
    await saved(manager)
    expect(await manager.locator('.conflict').count()).toBe(0)
  })

  test('the owner sees who changed what, chooses a price and keeps everything else', async () => {
    await field(owner, 'price').fill('3.00')
    await owner.getByLabel(t('product.shown')).uncheck()
    await save(owner)
    await conflicts().waitFor()
    expect(await conflicts().count()).toBe(1)
    expect(await owner.locator('[role=alert] h2').textContent()).toContain('Ana')
    expect(await owner.locator('[role=alert]:focus').count()).toBe(1)
    const sides = await conflicts().locator('.conflict-side').allInnerTexts()
    expect(sides.map((text) => text.split('\n').map((line) => line.trim()))).toEqual([
      [t('form.was'), '2.80'],
      [t('form.mine'), '3.00'],
      [t('form.theirs', { who: 'Ana' }), '3.20'],
    ])
    expect(await conflicts().locator('legend').textContent()).toContain(t('product.price'))
    expect(await findViolations(owner)).toEqual([])
    expect(await owner.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    // The page merges changes that only the owner or only the manager made.
    expect(await field(owner, 'name_en').inputValue()).toBe('Warm egg tart')
    expect(await field(owner, 'description_zh').inputValue()).toBe('每小时出炉。')
    expect(await field(owner, 'isShown').isChecked()).toBe(false)
    expect(await field(owner, 'price').inputValue()).toBe('3.00')
    await conflicts().locator('label').last().click()
    expect(await field(owner, 'price').inputValue()).toBe('3.20')
    await conflicts().locator('label').first().click()
    expect(await field(owner, 'price').inputValue()).toBe('3.00')
    await save(owner)
    await saved(owner)
    expect(await conflicts().count()).toBe(0)
  })

  test('nothing is lost, a further save is no conflict, and the log names both', async () => {
    await field(owner, 'summary_en').evaluate((input) => input.closest('details')?.setAttribute('open', ''))
    await field(owner, 'summary_en').fill('Flaky and warm.')
    await save(owner)
    await saved(owner)
    expect(await conflicts().count()).toBe(0)
    await openProduct(manager)
    for (const [name, value] of [
      ['price', '3.00'],
      ['name_en', 'Warm egg tart'],
      ['description_en', 'Baked every hour.'],
      ['description_zh', '每小时出炉。'],
      ['summary_en', 'Flaky and warm.'],
    ] as const) {
      expect(await field(manager, name).inputValue()).toBe(value)
    }
    expect(await field(manager, 'isShown').isChecked()).toBe(false)
    await owner.goto(`${server.url}/office/log?subject=egg-tart`)
    await owner.locator('.row-item').first().waitFor()
    const lines = (await owner.locator('.row-item').allTextContents()).join('\n')
    for (const name of ['Ana', '陈美']) expect(lines).toContain(name)
    expect(complaints.flat().filter((one) => !one.includes('409'))).toEqual([])
  })
})
