import { existsSync } from 'node:fs'
import type { Browser, BrowserContext, Page, Response } from 'playwright-core'
import { chromium } from 'playwright-core'
import type { Client } from '#contract/client.ts'
import { createClient } from '#contract/client.ts'
import { localeCookie, xsrfCookie } from '#contract/constants.ts'
import { recordPages } from './traffic.ts'

/** A real Chromium: the machine's own, else the one inside an npm package. */
export async function findChromium(): Promise<{ executablePath: string; args: string[] }> {
  const own = [process.env.CHROME_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
    (path) => path && existsSync(path),
  )
  if (own) return { executablePath: own, args: quiet }
  const { default: packed } = await import('@sparticuz/chromium')
  return { executablePath: await packed.executablePath(), args: [...packed.args, ...quiet] }
}

/** Without asking anybody outside this machine. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export async function openBrowser(): Promise<Browser> {
  return chromium.launch(await findChromium())
}

export const phone = { width: 390, height: 844 }
/** The browser of a phone: there a wallet is opened, on a desktop a code is scanned. */
export const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
export const desktop = { width: 1440, height: 900 }

/** Where the shops of journeys answer. */
const shopHosts = ['127.0.0.1', 'localhost']

type Options = Parameters<Browser['newContext']>[0] & { isHostile?: boolean }

/** A page in a context of its own, whose console errors and failed scripts are collected: a test ends with none. */
export async function openPage(
  browser: Browser,
  { locale = 'en', viewport = phone, isHostile = false, ...options }: Options = {},
) {
  const context: BrowserContext = await browser.newContext({
    viewport,
    locale: locale === 'zh' ? 'zh-CN' : 'en-CA',
    // A journey is told of what the shop answers, not of what a browser had kept.
    serviceWorkers: 'block',
    ...options,
  })
  // The language is chosen in this browser, whatever members who sign in have saved.
  await context.addCookies(shopHosts.map((domain) => ({ name: localeCookie, value: locale, domain, path: '/' })))
  context.setDefaultTimeout(20_000)
  // The first page of a new shop waits for its pictures to be drawn.
  context.setDefaultNavigationTimeout(60_000)
  if (slowness > 1) context.on('page', (page) => slowDown(page).catch(() => undefined))
  if (lateness > 0) await makeLate(context)
  // What a hostile page sends is no call that a page of the shop makes.
  if (!isHostile) recordPages(context)
  const page: Page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.text() === 'Service Worker registration blocked by Playwright') return
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { context, page, complaints }
}

/**
 * So many times slower than this machine is: finds what only a quiet one gets right.
 * `SLOW_CPU=6 LATE_ANSWERS=600 npm test -- --config tests/e2e/vitest.config.ts`
 */
const slowness = Number(process.env.SLOW_CPU ?? 1)
/** Each answer of the shop's calls waits up to so many milliseconds, each its own time: a newer one may come first. */
const lateness = Number(process.env.LATE_ANSWERS ?? 0)

async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
}

async function makeLate(context: BrowserContext) {
  await context.route(/\/api\/|\.data(\?|$)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * lateness))
    await route.continue().catch(() => undefined)
  })
}

/** The calls as this browser makes them, with its cookies. */
export function clientOf(context: BrowserContext, url: string): Client {
  return createClient(
    async (path, init) => {
      const token = (await context.cookies(url)).find(({ name }) => name === xsrfCookie)?.value ?? ''
      const headers = { ...(init.headers as Record<string, string>), 'x-xsrf-token': token }
      const data = init.body === undefined ? {} : { data: String(init.body) }
      const answer = await context.request.fetch(url + path, { method: init.method ?? 'GET', headers, ...data })
      return new Response(await answer.text(), { status: answer.status() })
    },
    () => undefined,
  )
}

/** Opens an address and waits until React has taken the page over: from then on a click does what its script says. */
export async function goTo(page: Page, url: string): Promise<Response | null> {
  const response = await page.goto(url)
  await untilTakenOver(page)
  return response
}

/** Waits until React has taken the page over. */
export async function untilTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactFiber'))
  })
}

/** Signs in by the form, in any language and without JavaScript too, and goes on to `next`. */
export async function signIn(
  page: Page,
  shopUrl: string,
  { email, password }: { email: string; password: string },
  next = '/user/list',
): Promise<void> {
  await page.goto(`${shopUrl}/account/login?next=${encodeURIComponent(next)}`)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('input[name=password]').press('Enter')
  await page.waitForURL(`**${next}`)
}
