import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import type { OfficeProductInput } from '#contract/office/product-fields.ts'
import { windowHours } from '#contract/window-hours.ts'
import type { StaffClient } from '#scripts/staff-client.ts'
import { createStaffClient } from '#scripts/staff-client.ts'
import { readStaffSecret } from '#server/platform/http/staff-secret.ts'
import { findViolations } from '#tests/axe.ts'
import { desktop, openBrowser, openPage, phone } from '#tests/browser.ts'
import { photo } from '#tests/pictures.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { readProduct } from '../../backoffice/products/form.ts'
import type { PageVariant } from './looks.ts'
import { pageVariants, textsOf } from './looks.ts'
import { becomeOwner } from './office-owner.ts'

/**
 * An owner adds a bubble tea with sizes and pictures, sets when it is sold, merges two edits, changes prices, and
 * copies and archives it.
 */

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const wanted: [string, PageVariant][] = [
  ...pageVariants({ locale: 'en', viewport: desktop }),
  ...(process.env.JOURNEYS === 'looks' ? [] : pageVariants({ locale: 'zh', viewport: phone })),
]

describe.each(wanted)('%s', (_, look) => {
  const t = textsOf(look)
  let folder: string
  let server: RunningServer
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-products-'))
    server = await startServer({ DATA_DIR: folder, DEMO: 'false' })
    const opened = await openPage(browser, look)
    page = opened.page
    complaints = opened.complaints
    await becomeOwner(page, { url: server.url, folder })
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const save = (on = page) => on.locator('button[value=save]').click()
  /** Saves a product that already exists, and waits for the confirmation. The page still shows the product. */
  async function saveAndStay(on = page) {
    await save(on)
    await on.locator('.save-bar .user-done').waitFor()
  }
  /** By how many pixels the page exceeds the width of the window when every card is open. */
  const widthBeyond = () =>
    page.evaluate(() => {
      for (const card of document.querySelectorAll('details')) card.open = true
      return document.documentElement.scrollWidth - innerWidth
    })
  const openList = () => page.goto(`${server.url}/office/products`)
  const row = () => page.locator('.row-item', { hasText: /Bubble tea|珍珠奶茶/ })
  const variants = (on = page) => on.locator('.variant-row')
  async function openProduct(on = page) {
    await on.goto(`${server.url}/office/products/bubble-tea`)
    await on.locator('.save-bar').waitFor({ state: 'attached' })
  }

  test('a bubble tea with two sizes and two pictures', async () => {
    await page.goto(`${server.url}/office/products/new`)
    await page.getByLabel(t('product.name_en'), { exact: false }).first().fill('Bubble tea')
    await page.locator('input[name=name_zh]').fill('珍珠奶茶')
    await page.locator('input[name=price]').fill('5.50')
    await page.locator('select[name=taxClass]').selectOption('prepared')
    await page.getByRole('button', { name: t('product.add_options') }).click()
    const option = page.locator('.option-part')
    await option.getByLabel(t('product.option_name_en')).fill('Size')
    await option.getByLabel(t('product.option_name_zh')).fill('杯型')
    await option.getByLabel(t('product.value_name_en')).fill('Regular')
    await option.getByLabel(t('product.value_name_zh')).fill('中杯')
    await option.getByRole('button', { name: t('product.add_value') }).click()
    await option.getByLabel(t('product.value_name_en')).last().fill('Large')
    await option.getByLabel(t('product.value_name_zh')).last().fill('大杯')
    expect(await variants().count()).toBe(2)
    expect(await widthBeyond()).toBe(0)
    const prices = page.locator('.variant-row input[name=price]')
    expect(await prices.last().inputValue()).toBe('5.50')
    await prices.last().fill('6.50')
    const pictures = await Promise.all(
      ['one.jpg', 'two.jpg'].map(async (name) => ({
        name,
        mimeType: 'image/jpeg',
        buffer: await (name === 'one.jpg' ? photo() : photo().negate()).jpeg().toBuffer(),
      })),
    )
    await page.locator('input[name=picture]').setInputFiles(pictures)
    await page.locator('.product-picture img').nth(1).waitFor()
    const second = page.locator('.product-pictures > li').nth(1)
    await second.getByLabel(t('product.alt_en')).fill('A cup of bubble tea')
    await second
      .getByRole('button', { name: t('product.of_picture', { what: t('product.earlier'), number: 2 }) })
      .click()
    expect(await page.locator('.product-pictures > li').first().getByLabel(t('product.alt_en')).inputValue()).toBe(
      'A cup of bubble tea',
    )
    expect(await findViolations(page)).toEqual([])
    await save()
    await row()
      .getByText(/5\.50.*6\.50/)
      .waitFor()

    const shopper = (await openPage(browser, look)).page
    await shopper.goto(`${server.url}/store/product/bubble-tea`)
    await expect.poll(() => shopper.locator('main').textContent()).toContain(look.locale === 'en' ? 'Large' : '大杯')
    expect(await shopper.locator('main img').first().getAttribute('alt')).toBe('A cup of bubble tea')
  })

  test('a selling window needs no name, must end after its start, and its folded card names the days', async () => {
    await openProduct()
    const card = page.locator('details.fold', { hasText: t('product.windows') })
    await card.locator('summary').click()
    await card.getByRole('button', { name: t('product.add_window') }).click()
    const part = card.locator('.window-part')
    await part.getByLabel(t('product.window_from'), { exact: true }).fill('10:00')
    await part.getByLabel(t('product.window_to'), { exact: true }).fill('09:00')
    for (const day of [6, 0]) await part.getByLabel(languages[look.locale].weekdays[day] ?? '', { exact: true }).check()
    await part.getByText(t('product.window_wrong')).waitFor()
    await save()
    // The window ends before it starts, so its end is invalid, and the browser does not submit the form.
    expect(
      await part.getByLabel(t('product.window_to'), { exact: true }).evaluate((field) => field.matches(':invalid')),
    ).toBe(true)
    expect(await findViolations(page)).toEqual([])
    await part.getByLabel(t('product.window_to'), { exact: true }).fill('14:00')
    await saveAndStay()
    const words = windowHours({ from: '10:00', to: '14:00', weekdays: [0, 6] }, look.locale)
    await openProduct()
    expect(await card.locator('.fold-set').textContent()).toBe(words)
    expect(await widthBeyond()).toBe(0)
    const shopper = (await openPage(browser, look)).page
    await shopper.goto(`${server.url}/store/product/bubble-tea`)
    await expect.poll(() => shopper.locator('.window').first().textContent()).toBe(words)
  })

  test('two edits are merged: each person keeps what only they changed', async () => {
    await openProduct()
    const other = await page.context().newPage()
    await openProduct(other)
    await other.locator('.variant-row input[name=price]').last().fill('6.90')
    await saveAndStay(other)
    await page.locator('.variant-row input[name=price]').first().fill('5.80')
    await save()
    await page.getByText(t('form.merged')).waitFor()
    await expect.poll(() => page.locator('.variant-row input[name=price]').last().inputValue()).toBe('6.90')
    await saveAndStay()
    await openList()
    await row()
      .getByText(/5\.80.*6\.90/)
      .waitFor()

    await openProduct()
    await openProduct(other)
    await other.locator('.variant-row input[name=price]').last().fill('7.10')
    await saveAndStay(other)
    await page.locator('.variant-row input[name=price]').last().fill('7.20')
    await save()
    const conflict = page.locator('.conflict')
    await conflict.locator('label', { hasText: '7.10' }).click()
    expect(await conflict.locator('legend').textContent()).toContain(t('product.price'))
    await expect.poll(() => page.locator('.variant-row input[name=price]').last().inputValue()).toBe('7.10')
    await page.goto(`${server.url}/office/products`)
    await page
      .getByRole('button', { name: t('form.leave') })
      .click({ timeout: 500 })
      .catch(() => {})
  })

  test('a size that is removed is no longer for sale', async () => {
    await openProduct()
    const value = page.locator('.option-value').last()
    await value.getByRole('button', { name: t('product.remove') }).click()
    expect(await variants().count()).toBe(1)
    await saveAndStay()
    await openList()
    await row().getByText(/5\.80/).waitFor()
    expect(await row().textContent()).not.toContain('7.10')
  })

  test('a save of one changed field keeps all other fields', async () => {
    const host = new URL(server.url).host
    const staff = createStaffClient({ url: server.url, host, secret: await readStaffSecret(folder) }, 'en')
    const full = await fullProduct(staff)
    // `unread` has the values that a save would store for fields that the form lacks. Each value of `full` differs from
    // them. So if the form lacks a field, the save changes the field's value, and the test notices this.
    const unread: Partial<OfficeProductInput> = await readProduct(new FormData(), 'new')
    for (const name of Object.keys(full) as (keyof typeof full)[])
      expect({ [name]: full[name] }).not.toEqual({ [name]: unread[name] })
    const { version: _, ...before } = await staff.writeProduct({ ...full, product: 'new', version: '' })
    await page.goto(`${server.url}/office/products/${before.product}`)
    await page.locator('input[name=name_en]').fill('Spring oolong')
    await saveAndStay()
    const { version: __, ...after } = await staff.product({ product: before.product })
    expect(after).toEqual({ ...before, name: { ...before.name, en: 'Spring oolong' } })
  })

  test('a copy begins hidden, and an archived product comes back', async () => {
    await openProduct()
    await page.getByRole('link', { name: t('product.copy') }).click()
    await page.getByRole('heading', { level: 1, name: t('product.new') }).waitFor()
    await page.locator('input[name=name_en]').fill('Taro tea')
    expect(await page.locator('input[name=isShown]').isChecked()).toBe(false)
    await save()
    await page
      .locator('.row-item', { hasText: /Taro tea/ })
      .getByText(t('products.hidden'))
      .waitFor()
    await page.goto(`${server.url}/office/products/taro-tea`)
    await page.getByRole('button', { name: t('product.archive') }).click()
    await page.getByText(t('product.archived')).waitFor()
    await page.goto(`${server.url}/office/products?state=archived`)
    await page.locator('.row-item', { hasText: /Taro tea/ }).waitFor()
    expect(await page.locator('.row-item').count()).toBe(1)
    expect(await findViolations(page)).toEqual([])
    await page.locator('.row-item a').click()
    await page.getByRole('button', { name: t('product.unarchive') }).click()
    await page.getByRole('button', { name: t('product.archive') }).waitFor()
    expect(complaints.filter((one) => !one.includes('409'))).toEqual([])
  })

  async function openTab(): Promise<Page> {
    const tab = await page.context().newPage()
    // Closes the tab after the test. Each open tab holds a connection for events, and a browser opens at most six
    // connections to a server.
    onTestFinished(() => tab.close())
    return tab
  }
  const wrong = '[aria-invalid=true]'

  test('a product that was added is not offered as a draft of the next one', async () => {
    const tab = await openTab()
    await tab.goto(`${server.url}/office/products/new`)
    await tab.locator('input[name=name_en]').waitFor()
    expect(await tab.getByRole('button', { name: t('form.restore') }).count()).toBe(0)
  })

  test('after a refused save, each letter goes to the field that the owner types in', async () => {
    const tab = await openTab()
    await openProduct(tab)
    const price = variants(tab).locator('input[name=price]')
    await price.fill('abc')
    await save(tab)
    await tab.getByText(t('product.price_wrong')).first().waitFor()
    await price.fill('')
    await price.pressSequentially('5.90')
    expect(await price.inputValue()).toBe('5.90')
    // If the next save has the same error, the page moves the focus to the list of errors once more.
    await price.fill('abc')
    await save(tab)
    await expect.poll(() => tab.evaluate(() => document.activeElement?.className)).toBe('alert')
    await price.fill('5.90')
    await saveAndStay(tab)
  })

  test('an option value stays in the form while its name is empty', async () => {
    const tab = await openTab()
    await openProduct(tab)
    const value = tab.locator('.option-value')
    for (const label of [t('product.value_name_en'), t('product.value_name_zh')]) await value.getByLabel(label).fill('')
    expect([await value.count(), await variants(tab).count()]).toEqual([1, 1])
    await value.getByLabel(t('product.value_name_en')).pressSequentially('Grande')
    await value.getByLabel(t('product.value_name_zh')).pressSequentially('大杯')
    await saveAndStay(tab)
    expect([await value.count(), await variants(tab).count()]).toEqual([1, 1])
  })

  test('an error in a list marks its own field, and the list of errors names the field', async () => {
    const tab = await openTab()
    await openProduct(tab)
    const value = tab.locator('.option-value')
    const errors = tab.locator('form .alert')
    await tab.getByRole('button', { name: t('product.add_value') }).click()
    await variants(tab).last().locator('input[name=price]').fill('abc')
    await save(tab)
    await errors.getByText(t('product.price_wrong')).waitFor()
    expect(await variants(tab).first().locator(wrong).count()).toBe(0)
    expect(await variants(tab).last().locator(wrong).count()).toBe(1)
    // This save must fail for two reasons: the price exceeds the maximum that the call accepts, and the new option
    // value has no name.
    await variants(tab).last().locator('input[name=price]').fill('2000000')
    await save(tab)
    await errors.getByText(t('product.options')).waitFor()
    expect(await errors.textContent()).toContain(t('product.price'))
    expect([await value.first().locator(wrong).count(), await value.last().locator(wrong).count()]).toEqual([0, 1])
    expect(await variants(tab).first().locator(wrong).count()).toBe(0)
    expect(await variants(tab).last().locator(wrong).getAttribute('name')).toBe('price')
    expect(await findViolations(tab)).toEqual([])
    await value
      .last()
      .getByRole('button', { name: t('product.remove') })
      .click()
    expect(await tab.locator(wrong).count()).toBe(0)
    await saveAndStay(tab)
  })
})

/**
 * Returns a value for each field of the product form. Also adds the brand, tag, category and modifier group to which
 * these values refer. Does not add the product itself.
 */
async function fullProduct(staff: StaffClient): Promise<Required<Omit<OfficeProductInput, 'isArchived'>>> {
  const pair = (en: string, zh: string) => ({ en, zh })
  const { images } = await staff.product({ product: 'bubble-tea' })
  const { added: brand } = await staff.addBrand({ name: pair('Cloud Peak', '云顶') })
  const { added: tag } = await staff.addTag({ name: pair('Spring', '春季') })
  const { added: category } = await staff.addCategory({ name: pair('Leaf tea', '茶叶'), parent: null })
  const { group } = await staff.writeModifierGroup({
    group: 'new',
    version: '',
    name: pair('Tin', '茶罐'),
    min: 0,
    max: 1,
    free: 0,
    condition: null,
    modifiers: [{ id: '', name: pair('Red tin', '红罐'), price: 100, isPreselected: false }],
  })
  const variant: Required<NonNullable<OfficeProductInput['variants']>[number]> = {
    ...{ sku: 'OOLONG', optionPair: 'pick:spring', price: 1800, compareAtPrice: 2000, memberPrice: 1700, deposit: 25 },
    taxClass: 'snack',
    barcode: '4006381333931',
    grams: 120,
    isActive: true,
  }
  return {
    name: pair('Oolong', '乌龙茶'),
    summary: pair('Roasted leaf tea', '焙火茶叶'),
    description: pair('Picked by hand.', '手工采摘。'),
    images,
    categories: [category],
    tags: [tag],
    brand,
    related: ['bubble-tea'],
    modifierGroups: [group],
    options: [{ id: 'pick', name: pair('Pick', '采期'), values: [{ id: 'spring', name: pair('Spring', '春茶') }] }],
    variants: [variant],
    taxClass: 'zero_rated',
    soldBy: 'weight',
    measure: { amount: 100, unit: 'ml' },
    clearance: true,
    clearanceReason: pair('Last harvest', '去年的茶'),
    bestBefore: '2031-05-01',
    diet: ['vegan'],
    allergens: ['milk', 'pollen'],
    ingredients: pair('Tea', '茶叶'),
    origin: pair('Nantou', '南投'),
    storage: pair('Keep dry', '防潮'),
    synonyms: 'wulong',
    crossBorder: true,
    contactRequired: true,
    leadMinutes: 90,
    maxPerOrder: 12,
    quantityStep: 2,
    minQuantity: 4,
    prepayment: { percent: 30 },
    noteAllowed: true,
    windows: [{ name: pair('Morning', '上午'), from: '08:00', to: '11:00', weekdays: [1, 3] }],
    isShown: true,
    publishedAt: '2031-01-01T10:00:00.000Z',
  }
}
