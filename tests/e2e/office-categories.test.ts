import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from '#tests/axe.ts'
import { openBrowser, openPage, phone } from '#tests/browser.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { textsOf } from './looks.ts'
import { becomeOwner } from './office-owner.ts'

/** An owner of an empty shop makes its categories, brands and tags on a phone, and a shopper sees each change. */

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

describe.each(['en', 'zh'] as const)('in %s', (locale) => {
  const look = { locale, viewport: phone }
  const t = textsOf(look)
  const named = (en: string, zh: string) => (locale === 'zh' ? zh : en)
  let folder: string
  let server: RunningServer
  let page: Page
  let shopper: Page
  const problems: string[][] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-categories-'))
    server = await startServer({ DATA_DIR: folder, DEMO: 'false' })
    const [office, shop] = [await openPage(browser, look), await openPage(browser, look)]
    problems.push(office.complaints, shop.complaints)
    page = office.page
    shopper = shop.page
    await becomeOwner(page, { url: server.url, folder })
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const visit = async (path: string) => {
    await page.goto(`${server.url}/office${path}`)
    await page.locator('.frame h1').waitFor()
  }
  const flaws = async () => {
    // Waits until the page has loaded and all transitions have ended. Until then, the page and its buttons are paler,
    // which would fail the contrast check.
    await page.locator('#main[aria-busy=false]').waitFor()
    await page.evaluate(async () => {
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    })
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    return [...(await findViolations(page)), ...(width > 0 ? [`${width} px too wide`] : [])]
  }
  const row = (category: string) => page.locator(`[data-category="${category}"]`)
  /** The categories in the order of the page, indented by their level. */
  const tree = () =>
    page.locator('[data-category]').evaluateAll((rows) =>
      rows.map((row) => {
        let level = 0
        for (
          let at = row.parentElement?.closest('.category-below');
          at;
          at = at.parentElement?.closest('.category-below')
        )
          level++
        return '-'.repeat(level) + (row as HTMLElement).dataset.category
      }),
    )
  async function add(en: string, zh: string) {
    await page.locator('input[name=name_en]').fill(en)
    await page.locator('input[name=name_zh]').fill(zh)
    await page.locator('button[value=add]').click()
    await expect.poll(() => page.locator('input[name=name_en]').inputValue()).toBe('')
    // The form empties before the list shows the new row and moves the others. Waits until the list has changed too.
    await page.locator('#main[aria-busy=false]').waitFor()
  }
  /** The names of the categories at the top of the shop's list, as shoppers see them. */
  async function shelves() {
    const answer = await fetch(`${server.url}/api/istore/client/productManagement/categories/all`)
    const { categories } = (await answer.json()) as { categories: { name: { en: string; zh: string } }[] }
    return categories.map(({ name }) => name[locale])
  }

  test('an empty shop gets its first categories', async () => {
    await visit('/products')
    await page
      .locator('.frame-strip')
      .getByRole('link', { name: t('office.categories') })
      .click()
    await page.getByText(t('categories.empty'), { exact: true }).waitFor()
    expect(await flaws()).toEqual([])
    await page.keyboard.press('n')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(`name_${locale}`)
    await add('Drinks', '饮品')
    await add('Snacks', '小吃')
    await add('Milk tea', '奶茶')
    await page.locator('input[name=name_en]').fill('drinks')
    await page.locator('button[value=add]').click()
    await page.getByRole('alert').waitFor()
    expect(await flaws()).toEqual([])
    expect(await shelves()).toEqual([named('Drinks', '饮品'), named('Snacks', '小吃'), named('Milk tea', '奶茶')])
  })

  test('categories move by keyboard, by buttons and by drag, and a move can be undone', async () => {
    await visit('/categories')
    const handle = (category: string) => row(category).locator('.category-handle')
    await handle('snacks').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(tree).toEqual(['snacks', 'drinks', 'milk-tea'])
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('category-handle')
    await page.getByText(t('categories.moved', { name: named('Snacks', '小吃'), position: 1, all: 3 })).waitFor()
    await expect.poll(shelves).toEqual([named('Snacks', '小吃'), named('Drinks', '饮品'), named('Milk tea', '奶茶')])
    await page.getByRole('button', { name: t('categories.undo') }).click()
    await expect.poll(tree).toEqual(['drinks', 'snacks', 'milk-tea'])

    await handle('milk-tea').click()
    await row('milk-tea').getByLabel(t('categories.under')).selectOption('drinks')
    await expect.poll(tree).toEqual(['drinks', '-milk-tea', 'snacks'])
    expect(await flaws()).toEqual([])
    await expect.poll(shelves).toEqual([named('Drinks', '饮品'), named('Snacks', '小吃')])

    // Drags Snacks to the upper edge of Drinks.
    const from = await handle('snacks').boundingBox()
    const to = await row('drinks').boundingBox()
    if (!from || !to) throw new Error('the rows are not on the page')
    await page.mouse.move(from.x + 10, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(to.x + 30, to.y + 20, { steps: 5 })
    await page.mouse.move(to.x + 30, to.y + 6, { steps: 3 })
    await page.mouse.up()
    await expect.poll(tree).toEqual(['snacks', 'drinks', '-milk-tea'])
    await expect.poll(shelves).toEqual([named('Snacks', '小吃'), named('Drinks', '饮品')])
    await page.reload()
    await expect.poll(tree).toEqual(['snacks', 'drinks', '-milk-tea'])
  })

  test('a move is refused if somebody moved another category meanwhile, and the page shows the present order', async () => {
    const other = await page.context().newPage()
    await other.goto(`${server.url}/office/categories`)
    await other.locator('[data-category=snacks]').waitFor()
    await page.route(
      '**/category-moves',
      async (route) => {
        await other.locator('[data-category=snacks] .category-handle').focus()
        const answer = other.waitForResponse(/category-moves/)
        await other.keyboard.press('Alt+ArrowDown')
        await answer
        await route.continue()
      },
      { times: 1 },
    )
    await row('milk-tea').locator('.category-handle').click()
    await row('milk-tea').getByLabel(t('categories.under')).selectOption('')
    await page.getByRole('alert').waitFor()
    await expect.poll(tree).toEqual(['drinks', '-milk-tea', 'snacks'])
    await other.locator('[data-category=snacks] .category-handle').focus()
    const back = other.waitForResponse(/category-moves/)
    await other.keyboard.press('Alt+ArrowUp')
    await back
    await other.close()
  })

  test('a product is put into a category, which gets a description and is hidden', async () => {
    await visit('/products/new')
    await page.locator('input[name=name_en]').fill('Oolong')
    await page.locator('input[name=name_zh]').fill('乌龙')
    await page.locator('input[name=price]').fill('5')
    await page.locator('select[name=taxClass]').selectOption('prepared')
    await page.locator('select[name=category]').selectOption({ label: named('Drinks › Milk tea', '饮品 › 奶茶') })
    await page.locator('button[value=save]').click()
    await page.locator('.product-table').waitFor()
    await visit('/categories')
    await row('milk-tea').getByText(t('categories.one_product')).waitFor()

    await row('milk-tea').getByRole('link').click()
    await page.locator('textarea[name=description_en]').fill('Cold or hot')
    await page.locator('textarea[name=description_zh]').fill('冷热都有')
    await page.locator('input[name=name_en]').fill('Milk teas')
    expect(await flaws()).toEqual([])
    await page.locator('button[value=save]').click()
    await page.locator('.save-bar .user-done').waitFor()
    await shopper.goto(`${server.url}/store/productlist?cat=milk-tea`)
    // The page contains the description, although only wide screens show it.
    expect(await shopper.locator('main').textContent()).toContain(named('Cold or hot', '冷热都有'))
    expect(await shopper.locator('h1').textContent()).toContain(named('Milk teas', '奶茶'))

    await visit('/categories')
    await row('drinks')
      .getByRole('button', { name: t('categories.hide_named', { name: named('Drinks', '饮品') }) })
      .click()
    await page.getByText(t('categories.is_hidden', { name: named('Drinks', '饮品') })).waitFor()
    await expect.poll(shelves).toEqual([named('Snacks', '小吃')])
    expect(await flaws()).toEqual([])
    await page.getByRole('button', { name: t('categories.undo') }).click()
    await expect.poll(shelves).toEqual([named('Snacks', '小吃'), named('Drinks', '饮品')])
  })

  test('a category is deleted after the owner has chosen where its products go', async () => {
    await visit('/categories/milk-tea')
    await page.getByRole('link', { name: t('category.delete') }).click()
    await page.getByText(t('category.holds', { count: 1, only: 1 })).waitFor()
    expect(await page.locator('select[name=moveTo]').inputValue()).toBe('drinks')
    expect(await flaws()).toEqual([])
    await page.locator('button[value=remove]').click()
    await expect.poll(tree).toEqual(['snacks', 'drinks'])
    await row('drinks').getByText(t('categories.one_product')).waitFor()
    await shopper.goto(`${server.url}/store/productlist?cat=drinks`)
    await shopper.getByText(named('Oolong', '乌龙')).first().waitFor()
  })

  test('a brand and a tag are added, changed and removed', async () => {
    await visit('/brands')
    expect(await flaws()).toEqual([])
    await add('Old Maker', '老字号')
    await page.getByRole('link', { name: `${t('office.change')}: ${named('Old Maker', '老字号')}` }).click()
    await page.locator('textarea[name=story_en]').fill('Since 1890')
    expect(await flaws()).toEqual([])
    await page.locator('button[value=save]').click()
    await page.locator('.save-bar .user-done').waitFor()
    await page.getByRole('button', { name: t('brands.delete') }).click()
    await page
      .getByRole('dialog')
      .getByText(t('labels.delete_warning', { count: 0 }))
      .waitFor()
    expect(await flaws()).toEqual([])
    await page.locator('button[value=remove]').click()
    await page.getByText(t('brands.empty'), { exact: true }).waitFor()

    await visit('/tags')
    await add('Signature', '招牌')
    await page.getByText(t('tags.signature')).waitFor()
    await visit('/products/oolong')
    await page.locator('summary', { hasText: t('product.more_places') }).click()
    await page.getByLabel(named('Signature', '招牌'), { exact: true }).check()
    await page.locator('button[value=save]').click()
    await page.locator('.save-bar .user-done').waitFor()
    await visit('/tags')
    await add('Best', '必点')
    await page.getByRole('link', { name: `${t('office.change')}: ${named('Signature', '招牌')}` }).click()
    await page.getByRole('button', { name: t('tags.delete') }).click()
    await page.locator('select[name=into]').selectOption('best')
    expect(await flaws()).toEqual([])
    await page.locator('button[value=remove]').click()
    await page
      .locator('.row-item', { hasText: named('Best', '必点') })
      .getByText(t('labels.used_one'))
      .waitFor()
    // Ignores the browser's own error messages about the calls that these tests expect to fail.
    expect(problems.flat().filter((text) => !/status of 409/.test(text))).toEqual([])
  })
})
