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

/**
 * An owner creates the modifier groups temperature and ice. Ice is not offered with hot drinks. A shopper orders with
 * both groups. For a drink with temperature as an option, ice depends on that option.
 */

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
    folder = await mkdtemp(join(tmpdir(), 'shop-modifiers-'))
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

  async function fillGroup([en, zh]: string[], choices: string[][]) {
    await page.getByLabel(t('modifier.name_en')).fill(en ?? '')
    await page.getByLabel(t('modifier.name_zh')).fill(zh ?? '')
    for (const [at, [en, zh]] of choices.entries()) {
      const row = page.locator('.modifier-choice').nth(at)
      await row.getByLabel(t('modifier.choice_en')).fill(en ?? '')
      await row.getByLabel(t('modifier.choice_zh')).fill(zh ?? '')
    }
  }
  async function flaws() {
    // Waits until the page has loaded. Until then it is paler, which would fail the contrast check.
    await page.locator('.frame-main[aria-busy=false]').waitFor()
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
    return findViolations(page)
  }
  const save = () => page.locator('button[value=save]').first().click()
  const named = (en: string, zh: string) => (look.locale === 'zh' ? zh : en)
  const group = (en: string, zh: string) =>
    page.locator('.row-item', { has: page.locator('strong').and(page.getByText(named(en, zh), { exact: true })) })

  test('an owner makes two groups, of which one depends on the other', async () => {
    await page.goto(`${server.url}/office/modifiers`)
    await page.getByText(t('modifiers.empty'), { exact: true }).waitFor()
    expect(await flaws()).toEqual([])
    await page.getByRole('link', { name: t('modifiers.add') }).click()
    await fillGroup(
      ['Temperature', '温度'],
      [
        ['Hot', '热饮'],
        ['Iced', '冰饮'],
      ],
    )
    // Moves Iced to the first place.
    await page.locator('.modifier-choice').nth(1).getByLabel(t('modifier.choice_en')).press('Alt+ArrowUp')
    await expect
      .poll(() => page.locator('.modifier-choice').first().getByLabel(t('modifier.choice_en')).inputValue())
      .toBe('Iced')
    await save()
    await group('Temperature', '温度').waitFor()

    await page.getByRole('link', { name: t('modifiers.add') }).click()
    await fillGroup(
      ['Ice', '冰量'],
      [
        ['Full ice', '正常冰'],
        ['Less ice', '少冰'],
      ],
    )
    // The first group is saved, so the form of the second group must not offer to restore the input of the first group.
    expect(await page.getByRole('button', { name: t('form.restore') }).count()).toBe(0)
    await page.locator('select[name=when]').selectOption('unless')
    await save()
    await page.getByText(t('modifier.when_none')).first().waitFor()
    await page.getByLabel(named('Hot', '热饮'), { exact: true }).check()
    expect(await flaws()).toEqual([])
    await save()
    await group('Ice', '冰量')
      .getByText(t('modifiers.unless', { choices: named('Hot', '热饮') }))
      .waitFor()
    expect(await flaws()).toEqual([])
  })

  test('a product offers both', async () => {
    await page.goto(`${server.url}/office/products/new`)
    await page.getByLabel(t('product.name_en')).fill('Oolong')
    await page.getByLabel(t('product.name_zh')).fill('乌龙茶')
    await page.locator('input[name=price]').fill('5')
    await page.locator('select[name=taxClass]').selectOption('prepared')
    await page.locator('summary', { hasText: t('product.groups') }).click()
    for (const name of [named('Temperature', '温度'), named('Ice', '冰量')]) {
      await page.getByLabel(name, { exact: true }).check()
    }
    await page.locator('button[value=save]').click()
    await page.locator('.row-item', { hasText: named('Oolong', '乌龙茶') }).waitFor()
    await page.goto(`${server.url}/office/modifiers`)
    await group('Ice', '冰量').getByText(t('modifiers.used_one')).waitFor()
  })

  test('a shopper orders it iced with ice, and hot without', async () => {
    const pieces = () => shopper.locator('.badge').first().textContent()
    const choose = (en: string, zh: string) => shopper.getByRole('radio', { name: named(en, zh), exact: true })
    await shopper.goto(`${server.url}/store/product/oolong`)
    await choose('Less ice', '少冰').check({ force: true })
    await shopper.locator('.buy-button').click()
    await expect.poll(pieces).toBe('1')
    await choose('Hot', '热饮').check({ force: true })
    await choose('Less ice', '少冰').waitFor({ state: 'hidden' })
    expect(await findViolations(shopper)).toEqual([])
    await shopper.locator('.buy-button').click()
    await expect.poll(pieces).toBe('2')
    // Choosing the iced drink restores the earlier choice of ice.
    await choose('Iced', '冰饮').check({ force: true })
    expect(await choose('Less ice', '少冰').isChecked()).toBe(true)
    await shopper.goto(`${server.url}/checkout/cart`)
    const cart = () => shopper.locator('main').textContent()
    await expect.poll(cart).toMatch(/Less ice|少冰/)
    await expect.poll(cart).toMatch(/Hot|热饮/)
    expect(problems.flat()).toEqual([])
  })

  test('without JavaScript, the shop shows both groups and ignores ice for a hot drink', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: look.locale })
    const plain = await context.newPage()
    await plain.goto(`${server.url}/store/product/oolong`)
    const ice = plain.locator('fieldset', { hasText: /Less ice|少冰/ })
    expect(await ice.textContent()).toMatch(/Not with: Hot|不能搭配：热饮/)
    await plain.getByRole('radio', { name: /^(Hot|热饮)$/ }).check({ force: true })
    await plain.locator('.buy-button').click()
    const cart = plain.locator('main')
    await cart
      .getByText(/Hot|热饮/)
      .first()
      .waitFor()
    expect(await cart.textContent()).not.toMatch(/ ice|冰/)
    await context.close()
  })

  test('a latte has its temperature as an option, on which ice depends, too', async () => {
    await page.goto(`${server.url}/office/products/new`)
    await page.getByLabel(t('product.name_en')).fill('Latte')
    await page.getByLabel(t('product.name_zh')).fill('拿铁')
    await page.locator('input[name=price]').fill('6')
    await page.locator('select[name=taxClass]').selectOption('prepared')
    await page.getByRole('button', { name: t('product.add_options') }).click()
    const option = page.locator('.option-part')
    await option.getByLabel(t('product.option_name_en')).fill('Served')
    await option.getByLabel(t('product.option_name_zh')).fill('冷热')
    await option.getByLabel(t('product.value_name_en')).fill('Cold')
    await option.getByLabel(t('product.value_name_zh')).fill('冷')
    await option.getByRole('button', { name: t('product.add_value') }).click()
    await option.getByLabel(t('product.value_name_en')).last().fill('Steaming')
    await option.getByLabel(t('product.value_name_zh')).last().fill('滚烫')
    for (const field of await page.locator('.variant-row input[name=price]').all()) await field.fill('6')
    await page.locator('summary', { hasText: t('product.groups') }).click()
    await page.getByLabel(named('Ice', '冰量'), { exact: true }).check()
    await save()
    await page.locator('.row-item', { hasText: named('Latte', '拿铁') }).waitFor()

    await page.goto(`${server.url}/office/modifiers`)
    await group('Ice', '冰量').getByRole('link').click()
    await page.getByLabel(named('Steaming', '滚烫'), { exact: true }).check()
    expect(await flaws()).toEqual([])
    await save()
    const choices = named('Hot / Steaming', '热饮 / 滚烫')
    await group('Ice', '冰量').getByText(t('modifiers.unless', { choices })).waitFor()
    await page.goto(`${server.url}/office/products/latte`)
    await page.locator('summary', { hasText: t('product.groups') }).click()
    const modifiers = named('Full ice · Less ice', '正常冰 · 少冰')
    await page.getByText(t('product.group_unless', { modifiers, choices })).waitFor()
    expect(await flaws()).toEqual([])

    await shopper.goto(`${server.url}/store/product/latte`)
    const choose = (en: string, zh: string) => shopper.getByRole('radio', { name: named(en, zh), exact: true })
    await choose('Less ice', '少冰').check({ force: true })
    await choose('Steaming', '滚烫').check({ force: true })
    await choose('Less ice', '少冰').waitFor({ state: 'hidden' })
    await shopper.locator('.buy-button').click()
    await expect.poll(() => shopper.locator('.badge').first().textContent()).toBe('3')

    const context = await browser.newContext({ javaScriptEnabled: false, locale: look.locale })
    const plain = await context.newPage()
    await plain.goto(`${server.url}/store/product/latte`)
    const ice = plain.locator('fieldset', { hasText: /Less ice|少冰/ })
    expect(await ice.textContent()).toMatch(/Not with: Steaming|不能搭配：滚烫/)
    await plain.getByRole('radio', { name: /^(Steaming|滚烫)$/ }).check({ force: true })
    await plain.locator('.buy-button').click()
    const cart = plain.locator('main')
    await cart
      .getByText(/Steaming|滚烫/)
      .first()
      .waitFor()
    expect(await cart.textContent()).not.toMatch(/ ice|冰/)
    await context.close()
    await page.goto(`${server.url}/office/modifiers`)
  })

  test('the owner deletes the group of ice after reading what happens', async () => {
    await group('Ice', '冰量').getByRole('link').click()
    await page.getByText(named('Oolong', '乌龙茶')).waitFor()
    await page
      .locator('.modifier-more')
      .getByRole('button', { name: t('modifier.remove') })
      .click()
    await page
      .getByRole('dialog')
      .getByText(t('modifier.remove_warning', { count: 2 }))
      .waitFor()
    expect(await flaws()).toEqual([])
    await page.locator('button[value=remove]').click()
    await group('Temperature', '温度').waitFor()
    expect(await group('Ice', '冰量').count()).toBe(0)
    expect(problems.flat()).toEqual([])
  })
})
