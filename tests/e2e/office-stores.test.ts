import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, toLocal, toMinutes, toTime } from '#contract/hours.ts'
import { findViolations } from '#tests/axe.ts'
import { clientOf, desktop, goTo, openBrowser, openPage, phone } from '#tests/browser.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { nextHolidays } from '../../backoffice/days/holidays.ts'
import { pageVariants, textsOf } from './looks.ts'
import { becomeOwner } from './office-owner.ts'

/** An owner sets a store's delivery zones, days and hours, and adds a second store. */

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

describe.each(pageVariants({ locale: 'en', viewport: desktop }))('%s', (_, look) => {
  const t = textsOf(look)
  let folder: string
  let server: RunningServer
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-stores-'))
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
  const save = async () => {
    await page.locator('button[value=save]').click()
  }
  const field = (name: string) => page.locator(`[name=${name}]`)

  const overlap = () =>
    page.locator('main p', { hasText: 'M5V' }).filter({ hasText: 'Harbour' }).filter({ hasText: 'Downtown' })
  const delivery = { method: t('method.DELIVERY') }

  /** Fills in and saves a zone with two fee steps. */
  async function addZone(name: string, prefixes: string, fee: string) {
    await page.getByRole('link', { name: t('zones.add') }).click()
    await field('name_en').fill(name)
    await field('prefixes').fill(prefixes)
    await field('from_0').fill('0')
    await field('fee_0').fill(fee)
    await field('from_1').fill('60')
    await field('fee_1').fill('0')
    await field('minimum').fill('20')
    await save()
    await page.locator('.row-item', { hasText: name }).waitFor()
  }

  test('the owner switches delivery on, and the page says that no zone delivers yet', async () => {
    await visit('/shop/main')
    await field('street').fill('12 Main Street')
    await field('postCode').fill('M5V 2T6')
    await field('DELIVERY').check()
    await field('leadMinutes').fill('0')
    await save()
    await page.locator('.user-done').waitFor()
    await page.getByRole('link', { name: t('store.zones') }).click()
    await page.getByText(t('zones.nobody')).waitFor()
  })

  test('the owner makes a zone by postal codes with a ladder of fees, and asks which zone a code is in', async () => {
    await page.getByRole('link', { name: t('zones.add') }).click()
    // A new shop has no coordinates of postal codes, so it offers no zones by distance.
    await page.getByText(t('zone.no_positions')).waitFor()
    expect(await field('kind').locator('option').allInnerTexts()).toEqual([t('zone.kind_postal')])
    expect(await field('km').isVisible()).toBe(false)
    await field('prefixes').fill('M5V, M5!')
    await field('name_en').fill('Downtown')
    await save()
    await page.getByRole('alert').getByText('M5!').waitFor()
    expect(complaints.splice(0)).toEqual([expect.stringContaining('400')])
    await field('prefixes').fill('M5V M5T')
    await field('from_0').fill('60')
    await save()
    await page.getByRole('alert').getByText(t('zone.fee_missing')).waitFor()
    await visit('/shop/main/zones')
    await addZone('Downtown', 'm5a-m5t\nM5V', '5.99')
    expect(await page.locator('.row-item').innerText()).toContain('M5A-M5T, M5V')

    const ask = async (postCode: string) => {
      await field('postCode').fill(postCode)
      await page.getByRole('button', { name: t('zone.ask') }).click()
    }
    await ask('M5V 2T6')
    await page
      .getByRole('status')
      .getByText(t('zone.answer', { zone: 'Downtown', fee: '$5.99' }))
      .waitFor()
    expect(await page.locator('main').innerText()).toContain(t('zone.answer_free_from', { value: '$60.00' }))
    await ask('V6X 3V7')
    await page.getByRole('status').getByText(t('zone.answer_none')).waitFor()
    await ask('12 Main')
    await page.getByRole('status').getByText(t('zone.no_code')).waitFor()
  })

  test('a second zone over the same codes is warned about, and stopping it ends the warning', async () => {
    await addZone('Harbour', 'M5V', '3.00')
    await overlap().waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: `${t('zones.stop')}: Harbour` }).click()
    await page.getByText(t('zones.stopped'), { exact: true }).waitFor()
    expect(await overlap().count()).toBe(0)
    await page.getByRole('link', { name: `${t('office.change')}: Harbour` }).click()
    await page.getByText(t('zone.is_stopped')).waitFor()
    await save()
    await page.getByRole('button', { name: `${t('zones.start')}: Harbour` }).click()
    await overlap().waitFor()
    await page.getByRole('button', { name: `${t('zones.stop')}: Harbour` }).click()
    await page.getByText(t('zones.stopped'), { exact: true }).waitFor()
  })

  test('the checkout of a shopper has the same fee', async () => {
    await page.goto(`${server.url}/office/products/new`)
    await field('name_en').fill('Egg tart box')
    await field('price').fill('30')
    await field('taxClass').selectOption('zero_rated')
    await save()
    await page.locator('.row-item', { hasText: 'Egg tart box' }).waitFor()

    const shopper = await openPage(browser, { ...look, viewport: phone })
    await goTo(shopper.page, `${server.url}/store/product/egg-tart-box`)
    await shopper.page.locator('form.buy [type=submit]').first().click()
    await shopper.page.getByText(t('store.added')).first().waitFor()
    await goTo(shopper.page, `${server.url}/checkout/checkout`)
    await shopper.page.getByRole('radio', { name: t('checkout.method_DELIVERY') }).check()
    await shopper.page.locator('#details-form [name=postCode]').fill('M5V 2T6')
    await expect.poll(() => shopper.page.locator('main').innerText()).toContain('$5.99')
    expect(shopper.complaints).toEqual([])
    await shopper.context.close()
  })

  test('the owner closes today early, pauses delivery, and slows the store down, on a phone', async () => {
    // Opens the store all day. Later, the owner closes it one minute from now, which must be within its opening hours,
    // no matter when the test runs.
    await visit('/shop/main')
    for (const weekday of [0, 1, 2, 3, 4, 5, 6]) await field(`hours${weekday}`).fill('00:00-23:59')
    await save()
    await page.locator('.user-done').waitFor()
    await page.setViewportSize(phone)
    await visit('/')
    await page.getByText(t('today.more')).click()
    await page.getByRole('button', { name: t('today.pause_method', delivery) }).click()
    await page.locator('.state-late', { hasText: delivery.method }).waitFor()
    await page.getByRole('button', { name: t('today.slower', { minutes: 10 }) }).click()
    await page.getByText(t('today.is_slower', { minutes: 10 })).waitFor()
    const { time } = toLocal(new Date(), 'America/Toronto')
    await page.getByLabel(t('today.close_at')).fill(toTime(Math.min(toMinutes(time) + 1, toMinutes('23:59'))))
    await page.getByRole('button', { name: t('today.close'), exact: true }).click()

    const today = storeDate()
    await expect.poll(() => slotsOf(today)).toEqual([])
    await page.getByRole('button', { name: t('today.resume_method', delivery) }).click()
    await page.getByRole('button', { name: t('today.not_slower') }).click()
    await page.locator('.state-late', { hasText: delivery.method }).waitFor({ state: 'detached' })
    await page.getByText(t('today.is_slower', { minutes: 10 })).waitFor({ state: 'detached' })
    await visit('/shop/main/days')
    await page.getByRole('button', { name: `${t('days.usual')}: ` }).click()
    await page.getByText(t('days.none')).waitFor()
  })

  /** Today's date at the store. */
  const storeDate = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto' }).format(new Date())

  /** The pickup slots of a day, as shoppers see them. */
  async function slotsOf(date: string): Promise<string[]> {
    const shopper = clientOf(page.context(), server.url)
    const { methods } = await shopper.checkout.config({})
    const days = methods.find(({ method }) => method === 'PICKUP')?.days ?? []
    return days.find((day) => day.date === date)?.slots.map(({ time }) => time) ?? []
  }

  test('the owner sets the hours of Spring Festival, and closes a holiday with one tap', async () => {
    const today = storeDate()
    const [suggested] = nextHolidays(today)
    // The page lists the next eight holidays. In spring, these do not include the next Spring Festival, so the test
    // also looks at the list of a day 180 days later.
    const festival = [today, addDays(today, 180)].flatMap(nextHolidays).find(({ name }) => name === 'spring')
    const first = festival?.date ?? addDays(today, 40)
    await page
      .getByRole('button', { name: `${t('days.close')}: ` })
      .first()
      .click()
    await page
      .locator('.row-item', { hasText: t('days.closed') })
      .first()
      .waitFor()
    await field('from').fill(first)
    await field('until').fill(addDays(first, 2))
    await field('hours').fill('noon')
    await page.locator('button[value=add]').click()
    await page.getByRole('alert').getByText('11:00-14:00').waitFor()
    await field('hours').fill('10:00-15:00')
    await page.locator('button[value=add]').click()
    await page.locator('.user-done').waitFor()
    await expect.poll(() => page.getByText('10:00-15:00', { exact: true }).count()).toBe(3)
    expect(await findViolations(page)).toEqual([])
    const store = clientOf(page.context(), server.url)
    const { locations } = await store.locations.pickup()
    expect(JSON.stringify(locations[0])).toContain(addDays(first, 1))
    expect(JSON.stringify(locations[0])).toContain(suggested?.date)
  })

  test('the owner adds a second store, which shoppers do not see yet', async () => {
    await visit('/shop')
    await page.getByText(t('shop.add_store'), { exact: true }).first().click()
    await field('name_en').fill('Harbour Mall')
    await page.getByRole('button', { name: t('shop.add_store') }).click()
    await page.getByRole('heading', { level: 1, name: 'Harbour Mall' }).waitFor()
    expect(await field('isShown').isChecked()).toBe(false)
    expect(await field('DELIVERY').isChecked()).toBe(true)
    await visit('/shop')
    await page.locator('.row-item', { hasText: 'Harbour Mall' }).getByText(t('shop.hidden')).waitFor()
    expect(await findViolations(page)).toEqual([])
    const { locations } = await clientOf(page.context(), server.url).locations.pickup()
    expect(locations).toHaveLength(1)
  })

  test('the pages of the owner had no errors', () => {
    expect(complaints).toEqual([])
  })
})
