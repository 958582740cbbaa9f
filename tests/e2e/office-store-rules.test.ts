import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Method } from '#contract/checkout.ts'
import { addDays, toLocal } from '#contract/hours.ts'
import { columns } from '#contract/languages.ts'
import { formMessages } from '#contract/messages/office-form.ts'
import { methodPageMessages } from '#contract/messages/office-method.ts'
import { shopPageMessages } from '#contract/messages/office-shop.ts'
import { findViolations } from '#tests/axe.ts'
import { clientOf, desktop, openBrowser, openPage, phone } from '#tests/browser.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { becomeOwner } from './office-owner.ts'

/** An owner sets a store's position on the map, and when each of its fulfilment methods takes orders. */

/**
 * A Canadian time zone in which it is now between 01:35 and 22:20. A test sets opening hours from 90 minutes before now
 * to 90 minutes after now, and these hours must not cross midnight.
 */
const zone =
  ['America/Toronto', 'America/Vancouver', 'America/St_Johns'].find((name) => {
    const { time } = toLocal(new Date(), name)
    return time >= '01:35' && time <= '22:20'
  }) ?? ''
const today = () => toLocal(new Date(), zone).date
const texts = { ...shopPageMessages, ...methodPageMessages }

describe.each([
  { locale: 'zh', viewport: phone },
  { locale: 'en', viewport: desktop },
] as const)('the owner of a store, in $locale, $viewport.width wide', ({ locale, viewport }) => {
  let browser: Browser
  let folder: string
  let server: RunningServer
  let page: Page
  let complaints: string[]
  const t = (key: keyof typeof texts) => texts[key][columns[locale]]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-rules-'))
    server = await startServer({ DATA_DIR: folder, DEMO: 'false' })
    browser = await openBrowser()
    const opened = await openPage(browser, { locale, viewport })
    page = opened.page
    complaints = opened.complaints
    await becomeOwner(page, { url: server.url, folder })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const visit = async (path: string) => {
    await page.goto(`${server.url}/office${path}`)
    await page.locator('h1').waitFor()
  }
  const field = (name: string) => page.locator(`[name="${name}"]`)
  const save = async () => {
    await page.locator('button[value=save]').click()
    await page.locator('.user-done').waitFor()
    // The page must not report its own save as another staff member's change.
    expect(await page.getByText(formMessages['form.merged'][columns[locale]]).count()).toBe(0)
  }
  const flaws = async () => {
    // Waits until the form has been sent. Until then its button is paler, which would fail the contrast check.
    await page.waitForFunction(
      () => document.getAnimations().length === 0 && !document.querySelector('button[aria-disabled=true]'),
    )
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    return [...(await findViolations(page)), ...(width > 0 ? [`${width} px too wide`] : [])]
  }
  const shopper = () => clientOf(page.context(), server.url)
  /** The slots of a day, as shoppers see them. */
  async function slotsOf(method: Method, date: string) {
    const { methods } = await shopper().checkout.config({})
    const day = methods.find((one) => one.method === method)?.days.find((day) => day.date === date)
    return day?.slots.map(({ time }) => time) ?? []
  }
  /** The earliest hand-over that the shop promises shoppers; null if there is none. */
  const promise = async (method: Method) =>
    (await shopper().checkout.config({})).methods.find((one) => one.method === method)?.asap ?? null
  const mapUrl = async () => (await shopper().locations.pickup({})).locations[0]?.mapUrl
  const link = () => page.getByLabel(t('store.map_link'))

  test('puts the store on the map with a pasted link, and shoppers get a link to it', async () => {
    await visit('/shop/main')
    await field('street').fill('12 Main Street')
    await field('postCode').fill('M5V 2T6')
    await field('phone').fill('416 555 0142')
    await field('DELIVERY').check()
    await field('timeZone').selectOption(zone)
    await link().fill('https://maps.app.goo.gl/AbCd')
    await link().blur()
    await page.getByText(t('store.map_short')).waitFor()
    await link().fill('https://www.google.com/maps/place/Bakery/@43.65,-79.4,15z/data=!3m1!8m2!3d43.6561!4d-79.3935')
    await expect.poll(() => field('longitude').inputValue()).toBe('-79.3935')
    expect(await page.getByText(t('store.map_short')).count()).toBe(0)
    const open = page.getByRole('link', { name: t('store.map_open') })
    expect(await open.getAttribute('href')).toContain('mlat=43.6561&mlon=-79.3935')
    expect(await flaws()).toEqual([])
    await save()
    expect(await field('latitude').inputValue()).toBe('43.6561')
    expect(await mapUrl()).toContain('mlat=43.6561&mlon=-79.3935')
  })

  test('is told of a longitude without its minus, and takes the store off the map', async () => {
    await field('longitude').fill('79.3935')
    await page.locator('button[value=save]').click()
    await page.getByRole('alert').getByText(t('store.point_east')).waitFor()
    await page.getByRole('button', { name: t('store.map_clear') }).click()
    await save()
    expect(await mapUrl()).toBe('')
  })

  test('uses the location of the device, and is told in plain words when it is refused', async () => {
    const locate = page.getByRole('button', { name: t('store.locate') })
    await locate.click()
    await page.getByText(t('store.locate_refused')).waitFor()
    await page.context().grantPermissions(['geolocation'], { origin: server.url })
    await page.context().setGeolocation({ latitude: 43.70011, longitude: -79.41633, accuracy: 12 })
    await locate.click()
    await expect.poll(() => field('latitude').inputValue()).toBe('43.70011')
    await save()
    expect(await mapUrl()).toContain('mlat=43.70011&mlon=-79.41633')
  })

  test('gives delivery hours of its own, and the slots of shoppers follow', async () => {
    await visit('/products/new')
    await field('name_en').fill('Egg tart')
    await field('price').fill('3')
    await field('taxClass').selectOption('zero_rated')
    await page.locator('button[value=save]').click()
    await page.locator('.row-item').waitFor()
    await shopper().cart.add({ sku: 'egg-tart' })
    const tomorrow = addDays(today(), 1)
    expect((await slotsOf('DELIVERY', tomorrow)).slice(0, 1)).toEqual(['09:00'])

    await visit('/shop/main')
    await page.getByRole('link', { name: `${t('store.rules')}: ${t('store.DELIVERY')}` }).click()
    await page.getByText(t('method.no_zone')).waitFor()
    expect(await field('hours1').isVisible()).toBe(false)
    await field('own').check()
    for (const weekday of [0, 1, 2, 3, 4, 5, 6]) await field(`hours${weekday}`).fill('17:00-19:00')
    await field('hours1').fill('noon')
    await page.locator('button[value=save]').click()
    await page.getByRole('alert').getByText('17:00-21:30').waitFor()
    await field('hours1').fill('17:00-19:00')
    await field('slotMinutes').fill('30')
    expect(await flaws()).toEqual([])
    await save()
    expect(await slotsOf('DELIVERY', tomorrow)).toEqual(['17:00', '17:30', '18:00', '18:30'])
    expect((await slotsOf('PICKUP', tomorrow)).slice(0, 2)).toEqual(['09:00', '09:15'])

    await field('own').uncheck()
    await save()
    expect((await slotsOf('DELIVERY', tomorrow)).slice(0, 2)).toEqual(['09:00', '09:30'])
  })

  test('sets a last order before closing, and shoppers can order nothing for now', async () => {
    await visit('/shop/main/methods/pickup')
    const promised = page.getByText(t('method.asap').replace('{times}', '')).first()
    /** Writes the same hours for every weekday, so that the day of the test does not matter. */
    const writeHours = async (hours: string) => {
      for (const weekday of [0, 1, 2, 3, 4, 5, 6]) await field(`hours${weekday}`).fill(hours)
    }
    const clock = (minutes: number) => toLocal(new Date(Date.now() + minutes * 60_000), zone).time
    await field('own').check()
    await writeHours(`${clock(-90)}-${clock(90)}`)
    await field('leadMinutes').fill('0')
    await save()
    await promised.waitFor()
    expect(await promise('PICKUP')).not.toBeNull()
    expect(await page.locator('.first-slots li').first().innerText()).toMatch(/^\d\d:\d\d-\d\d:\d\d/)

    await field('lastOrderMinutes').fill('120')
    await save()
    await promised.waitFor({ state: 'detached' })
    expect(await promise('PICKUP')).toBeNull()
    await visit('/shop/main')
    await page.getByText(t('store.last_order').replace('{minutes}', '120')).waitFor()
    expect(await flaws()).toEqual([])

    await visit('/shop/main/methods/pickup')
    await writeHours('')
    await save()
    await page.getByText(t('method.closed')).waitFor()
    expect(await promise('PICKUP')).toBeNull()
    expect(await slotsOf('PICKUP', addDays(today(), 1))).toEqual([])
    expect(await flaws()).toEqual([])
  })

  test('ends the orders for a day on the evening before', async () => {
    await field('own').uncheck()
    await field('lastOrderMinutes').fill('0')
    await save()
    const tomorrow = addDays(today(), 1)
    expect(await slotsOf('PICKUP', tomorrow)).not.toEqual([])
    // The shop accepts orders for tomorrow until today at 00:00. That time has always passed, whenever the test runs.
    await field('lastOrderTime').fill('00:00')
    await field('daysBefore').selectOption('1')
    await save()
    expect(await slotsOf('PICKUP', tomorrow)).toEqual([])
    expect(await slotsOf('PICKUP', addDays(tomorrow, 1))).not.toEqual([])
  })

  test('hides the store from the choice by making it virtual', async () => {
    await visit('/shop/main')
    await field('isVirtual').check()
    await save()
    expect((await shopper().locations.pickup({})).locations).toEqual([])
    await visit('/shop/main/methods/pickup')
    await page.getByText(t('method.hidden')).waitFor()
  })

  test('met no errors', () => {
    expect(complaints).toEqual([])
  })
})
