import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Locale } from '#contract/languages.ts'
import { languages, locales, rowText } from '#contract/languages.ts'
import { texts } from '#contract/messages.ts'
import type { WordingArea } from '#contract/office/content.ts'
import { findViolations } from '#tests/axe.ts'
import { openBrowser, openPage, phone } from '#tests/browser.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { pageVariants, textsOf } from './looks.ts'
import { becomeOwner } from './office-owner.ts'

/** The owner changes texts of the shop, and shoppers read them in both languages. */

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

describe.each(pageVariants({ locale: 'zh', viewport: phone }))('the owner’s own words, %s', (_, look) => {
  const say = textsOf(look)
  const problems: string[][] = []
  let folder: string
  let server: RunningServer
  let owner: Page

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-texts-'))
    server = await startServer({ DATA_DIR: folder, DEMO: 'false' })
    owner = await open(look)
    await becomeOwner(owner, { url: server.url, folder })
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function open(look: Parameters<typeof openPage>[1]): Promise<Page> {
    const { page, complaints } = await openPage(browser, look)
    problems.push(complaints)
    return page
  }

  /** Searches for a text in an area of the shop, and opens it. */
  async function find(words: string, area: WordingArea) {
    await owner.locator('input[name=words]').fill(words)
    await owner.locator('select[name=area]').selectOption(area)
    await owner.locator('input[name=words]').press('Enter')
    await owner.waitForURL(`**/office/texts?*area=${area}*`)
    await owner.locator('.row-item', { hasText: words }).first().getByRole('link').click()
    await owner.locator('textarea').first().waitFor()
  }

  async function save(intent = 'save') {
    await owner.locator(`button[value=${intent}]`).click()
    await owner.locator('.user-done').waitFor()
  }

  const field = (locale: Locale) => owner.locator(`textarea[name=${locale}]`)

  const flaws = async () => {
    // Waits until the page has loaded. Until then it is paler, which would fail the contrast check.
    await owner.locator('.frame-main[aria-busy=false]').waitFor()
    await owner.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
    const width = await owner.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    return [...(await findViolations(owner)), ...(width > 0 ? [`${width} px too wide`] : [])]
  }

  /** The home page's footer and the sign-in page's buttons, as a new shopper reads them. */
  async function read(locale: Locale) {
    const shopper = await open({ locale, viewport: look.viewport })
    await shopper.goto(`${server.url}/home`)
    const footer = await shopper.locator('.footer').textContent()
    await shopper.goto(`${server.url}/account/login`)
    return { footer, buttons: await shopper.locator('main button').allTextContents() }
  }

  const rights = rowText(texts['shell.rights'])
  const signIn = rowText(texts['account.sign_in'])

  test('change the line of the footer and a button in both languages', async () => {
    for (const locale of locales) {
      const before = await read(locale)
      expect(before.footer).toContain(rights[locale])
      expect(before.buttons).toContain(signIn[locale])
    }
    await owner.goto(`${server.url}/office/shop`)
    await owner.getByRole('link', { name: say('office.texts') }).click()
    await expect.poll(() => owner.locator('.row-item').count()).toBe(50)
    expect(await flaws()).toEqual([])

    // The test searches once in Chinese and once in English. The search must cover both, whichever language the owner
    // uses.
    await find(rights.zh, 'frame')
    expect(await field('en').inputValue()).toBe(rights.en)
    await field('en').fill('Made in Markham with love')
    await field('zh').fill('万锦手作，用心出品')
    expect(await flaws()).toEqual([])
    await save()
    await find(signIn.en, 'account')
    await field('en').fill('Come in')
    await field('zh').fill('进店')
    await save()

    for (const locale of locales) {
      const { footer, buttons } = await read(locale)
      expect(footer).toContain(locale === 'en' ? 'Made in Markham with love' : '万锦手作，用心出品')
      expect(footer).not.toContain(rights[locale])
      expect(buttons).toContain(locale === 'en' ? 'Come in' : '进店')
    }
  })

  test('keep what the shop fills in: a wrong text is refused, stays typed, and a button puts the name in', async () => {
    await find('营业至', 'frame')
    await field('zh').fill('开到 {几点}')
    await owner.locator('button[value=save]').click()
    await expect.poll(() => owner.locator('[role=alert]').textContent()).toContain('{time}')
    const said = await owner.locator('[role=alert] li').allTextContents()
    expect(said[0]).toContain('{几点}')
    expect(said[1]).toContain(languages.zh.name)
    expect(await field('zh').inputValue()).toBe('开到 {几点}')
    expect(await flaws()).toEqual([])
    await field('zh').fill('开到 ')
    await owner
      .getByRole('button', { name: say('wording.insert', { name: '{time}' }) })
      .last()
      .click()
    expect(await field('zh').inputValue()).toBe('开到 {time}')
    await save()
  })

  test('are found again as the changed ones, and go back to the built-in words', async () => {
    await owner.goto(`${server.url}/office/texts`)
    await owner.locator('input[name=changed]').check()
    await owner.locator('[role=search] button').click()
    await expect.poll(() => owner.locator('.row-item').count()).toBe(3)
    await owner.locator('.row-item', { hasText: 'Made in Markham' }).getByRole('link').click()
    await save('back')
    // The text stays open, although it no longer matches the filter.
    await expect.poll(() => field('en').inputValue()).toBe(rights.en)
    expect(await owner.locator('.row-item').count()).toBe(2)
    expect(await owner.locator('.save-bar > p').first().textContent()).toBe('')
    await owner.getByRole('link', { name: say('wording.close') }).click()
    await expect.poll(() => owner.locator('textarea').count()).toBe(0)
    for (const locale of locales) expect((await read(locale)).footer).toContain(rights[locale])
  })

  test('of two people are merged, and where both changed the words, the person chooses', async () => {
    await owner.goto(`${server.url}/office/texts`)
    await find('Come in', 'account')
    await field('en').fill('Step in')
    await field('zh').fill('请进')
    const other = await owner.context().newPage()
    await other.goto(owner.url())
    await other.locator('textarea[name=en]').fill('Walk in')
    await other.locator('button[value=save]').click()
    await other.locator('.user-done').waitFor()
    await other.close()
    await owner.locator('button[value=save]').click()
    const conflict = owner.locator('.conflict')
    await conflict.waitFor()
    expect(await conflict.count()).toBe(1)
    expect(await conflict.textContent()).toContain('Walk in')
    await save()
    expect((await read('en')).buttons).toContain('Step in')
    expect((await read('zh')).buttons).toContain('请进')
  })

  test('are searched and changed with the keyboard alone', async () => {
    await owner.goto(`${server.url}/office/texts`)
    await owner.locator('input[name=words]').focus()
    await owner.keyboard.type(rights.en)
    await owner.keyboard.press('Enter')
    await owner.waitForURL('**/office/texts?words=*')
    await owner.locator('.row-item a').first().press('Enter')
    await expect.poll(() => owner.evaluate(() => document.activeElement?.tagName)).toBe('H2')
    await owner.keyboard.press('Tab')
    await owner.keyboard.press('ControlOrMeta+a')
    await owner.keyboard.type('All yours')
    await owner.locator('button[value=save]').press('Enter')
    await owner.locator('.user-done').waitFor()
    await owner.getByRole('link', { name: say('wording.close') }).press('Enter')
    await expect
      .poll(() => owner.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toContain(look.locale === 'en' ? 'All yours' : rights.zh)
  })

  test('report no error in a browser', () => {
    // Ignores the browser's own error messages about the calls that these tests expect to fail.
    expect(problems.flat().filter((text) => !/status of (409|422)/.test(text))).toEqual([])
  })
})
