import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runShop } from '#scripts/shop-run.ts'
import { findViolations } from '#tests/axe.ts'
import { goTo, iPhone, openBrowser, openPage, phone } from '#tests/browser.ts'
import { readOutbox } from '#tests/mails.ts'
import { photo } from '#tests/pictures.ts'
import { freePort } from '#tests/postgres.ts'
import { npmStart } from '#tests/server.ts'
import { pageVariants, textsOf } from './looks.ts'

/**
 * In a browser, an owner sets up an empty shop (`npm start -- --empty`), and shoppers place and pay for orders. Only
 * the shop's steps, from accepting to handing over an order, use `npm run shop`.
 */

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** A JPEG photo, as from a phone. */
const picture = async (name: string) => ({ name, mimeType: 'image/jpeg', buffer: await photo().jpeg().toBuffer() })

describe.each(pageVariants({ locale: 'en', viewport: phone }))('%s', (_, look) => {
  const t = textsOf(look)
  let folder: string
  let shop: Awaited<ReturnType<typeof npmStart>>
  let url: string
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-first-order-'))
    const port = await freePort()
    url = `http://localhost:${port}`
    shop = await npmStart({ DATA_DIR: folder, PORT: String(port), HOST: '127.0.0.1' }, ['--empty'])
    ;({ page, complaints } = await openPage(browser, look))
  })
  afterAll(async () => {
    await shop?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Opens a step of the set-up list on the Today page. */
  async function openStep(title: string) {
    await page.locator('.frame-menu a').first().click()
    await page.getByRole('link', { name: title }).click()
    await page.locator('h1').waitFor()
  }
  const save = async (intent = 'save') => {
    await page.locator(`button[value=${intent}]`).click()
    await page.locator('.user-done').waitFor()
  }

  test('the owner opens the link of the start and creates the account', async () => {
    const [link = ''] = /http\S+\/office\/start#\S+/.exec(shop.said) ?? []
    await page.goto(link)
    await page.getByLabel(t('person.name')).fill('Mei')
    await page.locator('input[name=email]').fill('mei@shop.example')
    await page.locator('input[name=password]').fill('plum-boat-lantern-7')
    await page.getByRole('button', { name: t('start.button') }).click()
    await expect.poll(() => page.locator('h1').textContent()).toBe(t('today.greeting', { name: 'Mei' }))
    expect(await page.getByText(t('today.no_email')).count()).toBe(1)
    expect(
      await page
        .locator('.card', { hasText: t('setup.title') })
        .locator('li')
        .count(),
    ).toBe(8)
  })

  test('the owner names the shop, and fills in address, hours and tax number', async () => {
    await openStep(t('setup.name'))
    await page.locator('input[name=storeName]').fill('Plum Bakery 梅子饼家')
    await page.locator('input[name=logo_file]').setInputFiles(await picture('logo.jpg'))
    await page.getByRole('img', { name: t('look.logo'), exact: true }).waitFor()
    await save()
    await openStep(t('setup.currency'))
    await page.locator('select[name=defaultCurrency]').selectOption('USD')
    await page.getByText(t('options.currencies_hint', { currency: 'USD' })).waitFor()
    await page.locator('select[name=defaultCurrency]').selectOption('CAD')
    await save()
    await openStep(t('setup.address'))
    await page.getByLabel(t('store.street')).fill('12 Main Street')
    await page.getByLabel(t('store.post_code')).fill('M5V 2T6')
    await page.locator('input[name=phone]').fill('416 555 0142')
    await page.locator('input[name=leadMinutes]').fill('0')
    await save()
    await openStep(t('setup.taxes'))
    await page.getByLabel(t('taxes.seller_name')).fill('Plum Bakery Inc.')
    await page.getByLabel(t('taxes.number', { tax: 'GST/HST' })).fill('123456789 RT0001')
    await save('seller')
  })

  test('the owner switches test payments on, and payment at the store is on already', async () => {
    await openStep(t('setup.payment'))
    expect(await page.locator('.card', { hasText: t('payment.at_store') }).innerText()).toContain(t('payment.on'))
    await page.getByRole('link', { name: `${t('office.change')}: ${t('provider.simulator')}` }).click()
    await page.getByLabel(t('provider.is_on')).check()
    await save()
    await page.getByRole('button', { name: t('provider.try') }).click()
    await page.getByText(t('provider.works')).waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  test('the owner adds two products with a picture', async () => {
    for (const [en, zh, price] of [
      ['Egg tart', '蛋挞', '2.80'],
      ['Milk tea', '奶茶', '5.50'],
    ] as const) {
      await page.goto(`${url}/office/products/new`)
      await page.getByLabel(t('product.name_en')).fill(en)
      await page.getByLabel(t('product.name_zh')).fill(zh)
      await page.locator('input[name=price]').fill(price)
      // The form suggests the tax class of the previous product.
      const tax = page.locator('select[name=taxClass]')
      expect(await tax.inputValue()).toBe(en === 'Egg tart' ? '' : 'zero_rated')
      await tax.selectOption('zero_rated')
      await page.locator('input[name=picture]').setInputFiles(await picture('tart.jpg'))
      await page.locator('button[value=save]').click()
      await page.locator('.row-item', { hasText: en }).waitFor()
    }
  })

  /** Buys an egg tart for pickup as a shopper. Returns the code to show at the counter. */
  async function buy(option: 'pay_at_store' | 'test_payment'): Promise<string> {
    const shopper = await openPage(browser, { ...look, userAgent: iPhone })
    await goTo(shopper.page, `${url}/store/product/egg-tart`)
    await shopper.page.locator('form.buy button.buy-add, form.buy [type=submit]').first().click()
    await shopper.page.getByText(t('store.added')).first().waitFor()
    await goTo(shopper.page, `${url}/checkout/checkout`)
    await shopper.page.locator('main [name=name]').fill('Daniel Roy')
    await shopper.page.locator('main [name=phone]').fill('416 555 0101')
    await shopper.page.locator('main [name=email]').fill('daniel@example.com')
    await shopper.page.getByRole('button', { name: t('checkout.continue') }).click()
    await shopper.page.waitForURL('**/checkout/payment')
    const way = shopper.page.locator('.way', { has: shopper.page.locator(`input[value=${option}]`) })
    await way.waitFor()
    expect(await way.locator('.test-mark').count()).toBe(option === 'test_payment' ? 1 : 0)
    await way.locator('input').check()
    await shopper.page.locator('.checkout-submit button[type=submit]').click()
    if (option === 'test_payment') {
      await shopper.page.waitForURL('**/wallet/**')
      await shopper.page.getByRole('button', { name: /^(Pay|支付|付款)/ }).click()
    }
    await shopper.page.waitForURL('**/confirmation/**')
    await shopper.page.locator('.panel-good h1').waitFor()
    const code = (await shopper.page.locator('.pickup-code strong').textContent()) ?? ''
    // The page contains the receipt for printing.
    expect(await shopper.page.content()).toContain('123456789 RT0001')
    expect(shopper.complaints).toEqual([])
    await shopper.context.close()
    return code.trim()
  }

  test.each(['pay_at_store', 'test_payment'] as const)(
    'a shopper orders with %s, and the shop hands the order over with the command',
    async (option) => {
      const code = await buy(option)
      // The owner gave no address for order emails, so the shop uses the address of the owner's account.
      const orderEmails = async () =>
        (await readOutbox(folder, 'mei@shop.example')).filter(({ text }) => text?.includes('Daniel Roy'))
      await expect.poll(async () => (await orderEmails()).length).toBe(option === 'pay_at_store' ? 1 : 2)
      await page.goto(`${url}/office`)
      await page.getByRole('rowheader', { name: code }).waitFor()
      for (const step of ['accept', 'prepare', 'ready', 'hand-over']) {
        const { code: status, text: said } = await runShop([step, code, '--url', url], {
          DATA_DIR: folder,
          DEMO: 'false',
        })
        expect([status, said]).toEqual([0, expect.stringContaining(code)])
      }
      await page.reload()
      await page.locator('h1').waitFor()
      expect(await page.getByRole('rowheader', { name: code }).count()).toBe(0)
      // All eight steps are done, so one line has replaced the list.
      expect(await page.getByText(t('setup.title'), { exact: true }).count()).toBe(0)
      await page.getByText(t('setup.all_done', { all: 8 })).waitFor()
    },
  )

  test('the pages of the owner had no errors', () => {
    expect(complaints).toEqual([])
  })
})
