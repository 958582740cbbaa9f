import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BlockInput } from '#contract/blocks.ts'
import { officeBase } from '#contract/constants.ts'
import { hourMs } from '#contract/durations.ts'
import { findViolations } from '#tests/axe.ts'
import { desktop, goTo, openBrowser, openPage, phone, waitForHydration } from '#tests/browser.ts'
import { photo } from '#tests/pictures.ts'
import { shopFolder, shopUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const say = (words: string) => ({ en: words, zh: `${words}（中文）` })
const nothing = { en: '', zh: '' }
const hour = hourMs
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString()

/** Sends a staff call that writes content. */
async function write(path: string, body: object) {
  const secret = (await readFile(join(shopFolder, 'staff-secret'), 'utf8')).trim()
  const answer = await fetch(`${shopUrl}${officeBase}/content/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status, await answer.text()).toBe(200)
}
const paragraph = (words: string, show?: BlockInput['show']): BlockInput => ({
  kind: 'paragraph',
  text: say(words),
  show,
})

const mails = async () => {
  const folder = join(shopFolder, 'outbox')
  const files = await readdir(folder).catch(() => [])
  return Promise.all(
    files.filter((file) => file.startsWith('form-')).map((file) => readFile(join(folder, file), 'utf8')),
  )
}

test('blocks are shown only in their language, at their time and on their device', async () => {
  await write('pages/blocks', {
    title: say('Blocks'),
    blocks: [
      paragraph('Everybody'),
      paragraph('English', { locales: ['en'] }),
      paragraph('Chinese', { locales: ['zh'] }),
      paragraph('Over', { until: fromNow(-hour) }),
      paragraph('Now', { from: fromNow(-hour), until: fromNow(hour) }),
      paragraph('Coming', { from: fromNow(hour) }),
      paragraph('Phone', { device: 'phone' }),
      paragraph('Desktop', { device: 'desktop' }),
    ],
  })
  const seen = [
    ['en', phone, ['Everybody', 'English', 'Now', 'Phone']],
    ['zh', desktop, ['Everybody（中文）', 'Chinese（中文）', 'Now（中文）', 'Desktop（中文）']],
  ] as const
  for (const [locale, viewport, expected] of seen) {
    const { context, page, complaints } = await openPage(browser, { locale, viewport })
    await goTo(page, `${shopUrl}/blocks`)
    const words = page.locator('main p.words')
    expect((await words.all()).length).toBe(5)
    const shown = await words.evaluateAll((all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.textContent),
    )
    expect(shown).toEqual(expected)
    expect(complaints).toEqual([])
    await context.close()
  }
})

test('a page can have each kind of block, and loads a video of another site only after consent', async () => {
  await write('pages/every-kind', {
    title: say('Every kind'),
    blocks: [
      { kind: 'heading', text: say('A heading') },
      { kind: 'list', items: [say('One'), say('Two')] },
      { kind: 'steps', items: [say('First'), say('Then')] },
      { kind: 'quote', text: say('Well said'), by: say('Somebody') },
      { kind: 'products', title: say('By name'), ids: ['egg-tarts', 'gone'] },
      { kind: 'articles', title: say('To read'), text: nothing, link: 'blog', linkText: nothing },
      {
        kind: 'banner',
        title: say('Words'),
        text: say('beside'),
        link: 'store',
        linkText: nothing,
        image: null,
        side: 'right',
      },
      { kind: 'notice', title: say('Mind'), text: say('the step'), link: null, linkText: nothing },
      { kind: 'categories', title: nothing, text: nothing },
      {
        kind: 'products',
        title: say('Tea'),
        text: nothing,
        link: null,
        linkText: nothing,
        query: { numberToLoad: '2' },
      },
      { kind: 'campaigns', title: say('Together'), text: nothing },
      { kind: 'coupons', title: say('Coupons'), text: nothing },
      { kind: 'membership', title: say('Members'), text: nothing, link: null, linkText: nothing },
      { kind: 'places', title: say('Stores'), text: nothing },
      { kind: 'faq', title: say('Questions'), items: [{ question: say('Why?'), answer: say('Because.') }] },
      { kind: 'video', title: say('How we fold'), text: nothing, host: 'youtube', video: 'aaaaaaaaaaa', image: null },
    ],
  })
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  const foreign: string[] = []
  await context.route(
    (url) => url.origin !== new URL(shopUrl).origin,
    (route) => {
      foreign.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: '<title>played</title>' })
    },
  )
  await goTo(page, `${shopUrl}/every-kind`)
  expect(await findViolations(page)).toEqual([])
  await page.getByText('Why?').click()
  await page.getByText('Because.').waitFor()
  // Waits for hydration. Before hydration, the link opens the video as on a page without scripts.
  const play = page.getByRole('link', { name: 'Play: How we fold' })
  const isTakenOver = (link: Element) => Object.keys(link).some((key) => key.startsWith('__reactFiber'))
  await expect.poll(() => play.evaluate(isTakenOver)).toBe(true)
  await play.click()
  const agree = page.getByRole('button', { name: 'Accept and play' })
  await agree.waitFor()
  expect(foreign).toEqual([])
  await agree.click()
  await page.frameLocator('iframe[title="How we fold"]').locator('title').waitFor({ state: 'attached' })
  expect(new URL(foreign[0] ?? '').host).toBe('www.youtube-nocookie.com')
  expect(complaints).toEqual([])
  await context.close()
})

test('each block loads pictures of another site from their own addresses', async () => {
  const elsewhere = 'https://pictures.example'
  const picture = (name: string) => ({
    src: `${elsewhere}/${name}.png`,
    widths: [100, 200],
    width: 200,
    height: 100,
    alt: say(name),
  })
  const leading = { link: null, linkText: nothing }
  await write('pages/pictures-from-elsewhere', {
    title: say('Pictures'),
    blocks: [
      { kind: 'hero', title: say('Hero'), text: nothing, ...leading, image: picture('hero') },
      { kind: 'image', image: picture('image') },
      { kind: 'banner', title: say('Banner'), text: nothing, ...leading, image: picture('banner'), side: 'left' },
      { kind: 'gallery', title: say('Gallery'), images: [picture('gallery-1'), picture('gallery-2')] },
      { kind: 'video', title: say('Far'), text: nothing, host: 'youtube', video: 'aaaaaaaaaaa', image: picture('far') },
      { kind: 'video', title: say('Near'), text: nothing, host: 'file', video: '/a.mp4', image: picture('near') },
    ],
  })
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  const body = await photo().png().toBuffer()
  const asked = new Set<string>()
  await context.route(`${elsewhere}/**`, (route) => {
    asked.add(route.request().url())
    return route.fulfill({ contentType: 'image/png', body })
  })
  await goTo(page, `${shopUrl}/pictures-from-elsewhere`)
  for (const shown of await page.getByRole('main').locator('img').all()) {
    await shown.scrollIntoViewIfNeeded()
    await expect.poll(() => shown.evaluate((it: HTMLImageElement) => it.complete)).toBe(true)
  }
  await page.locator('video').scrollIntoViewIfNeeded()
  const names = ['banner', 'far', 'gallery-1', 'gallery-2', 'hero', 'image', 'near']
  await expect.poll(() => [...asked].sort()).toEqual(names.map((name) => `${elsewhere}/${name}.png`))
  expect(complaints).toEqual([])
  await context.close()
})

const closedOnMonday = {
  type: 'notice',
  position: 0,
  block: {
    kind: 'notice',
    title: say('Closed on Monday'),
    text: say('We count the shelves.'),
    link: null,
    linkText: nothing,
    dismissible: true,
  },
}

test('a notice is shown on each page until the visitor closes it', async () => {
  await write('sections/closed-monday', closedOnMonday)
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, `${shopUrl}/about`)
  await waitForHydration(page)
  const bar = page.getByText('Closed on Monday')
  expect(await bar.isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Close this notice' }).click()
  await bar.waitFor({ state: 'hidden' })
  await goTo(page, `${shopUrl}/store/brand`)
  expect(await bar.isVisible()).toBe(false)
  await write('sections/closed-monday', { ...closedOnMonday, published: false })
  expect(complaints).toEqual([])
  await context.close()
})

test('a notice that is closed before its script has loaded stays closed', async () => {
  await write('sections/counting', closedOnMonday)
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/notice-bar-*.js', async (route) => {
    await released
    await route.continue()
  })
  await goTo(page, `${shopUrl}/about`)
  const bar = page.getByText('Closed on Monday')
  await page.getByRole('button', { name: 'Close this notice' }).click()
  await bar.waitFor({ state: 'hidden' })
  const arrived = page.waitForResponse(/notice-bar-.*\.js/)
  release()
  await arrived
  await bar.waitFor({ state: 'detached' })
  await goTo(page, `${shopUrl}/store/brand`)
  expect(await bar.isVisible()).toBe(false)
  await write('sections/counting', { ...closedOnMonday, published: false })
  expect(complaints).toEqual([])
  await context.close()
})

test.each([
  ['with', true],
  ['without', false],
])('a form %s JavaScript shows its errors, and is then stored and emailed', async (_, javaScriptEnabled) => {
  const { context, page, complaints } = await openPage(browser, { locale: 'zh', viewport: phone, javaScriptEnabled })
  await page.goto(`${shopUrl}/contact`)
  if (javaScriptEnabled) await waitForHydration(page)
  const opened = Date.now()
  const words = `山楂还有吗？${opened}`
  await page.getByLabel('您的称呼').fill('小梅')
  await page.getByLabel('邮箱').fill('mei-at-example')
  await page.getByLabel('想说哪方面的事？').selectOption('product')
  await page.getByLabel('留言内容').fill(words)
  const submit = page.getByRole('button', { name: '提交留言' })
  await submit.click()
  await page.getByRole('alert').getByText('邮箱').waitFor()
  expect(await page.getByLabel('留言内容').inputValue()).toBe(words)
  await page.getByLabel('邮箱').fill(`mei${opened}@example.com`)
  // Waits, because the server treats a form that is submitted within three seconds of opening as spam.
  await expect.poll(() => Date.now() - opened, { timeout: 10_000 }).toBeGreaterThan(3200)
  await submit.click()
  const number = page.getByText(/^编号：\w{8}$/)
  await number.waitFor()
  const reference = (await number.textContent())?.slice(-8) ?? ''
  await expect.poll(async () => (await mails()).filter((mail) => mail.includes(reference)).length).toBe(2)
  // Without JavaScript the browser logs the refused submission, so `complaints` is checked only with JavaScript.
  if (javaScriptEnabled) expect(complaints).toEqual([])
  await context.close()
})
