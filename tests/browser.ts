import { existsSync } from 'node:fs'
import type { Browser, BrowserContext, Page, Response } from 'playwright-core'
import { chromium } from 'playwright-core'
import type { Client } from '#contract/client.ts'
import { createClient } from '#contract/client.ts'
import { localeCookie, xsrfCookie } from '#contract/constants.ts'
import { recordPages } from './traffic.ts'

/** Finds a real Chromium: the machine's own Chromium, else the Chromium in an npm package. */
export async function findChromium(): Promise<{ executablePath: string; args: string[] }> {
  const installed = [process.env.CHROME_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
    (path) => path && existsSync(path),
  )
  if (installed) return { executablePath: installed, args: quietArgs }
  const { default: bundled } = await import('@sparticuz/chromium')
  return { executablePath: await bundled.executablePath(), args: [...bundled.args, ...quietArgs] }
}

/** Chromium's flags. The last three stop the requests that Chromium itself sends to other machines. */
const quietArgs = [
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
/** A phone's user agent. On phones the shop opens the wallet; on desktops it shows a code to scan. */
export const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
export const desktop = { width: 1440, height: 900 }

/** Host names of the shops in end-to-end tests. */
const shopHosts = ['127.0.0.1', 'localhost']

type Options = Parameters<Browser['newContext']>[0] & { isHostile?: boolean }

/**
 * Opens a page in a new context. `complaints` collects the errors and warnings in the page's console, and uncaught
 * errors. A test must check at its end that `complaints` is empty.
 */
export async function openPage(
  browser: Browser,
  { locale = 'en', viewport = phone, isHostile = false, ...options }: Options = {},
) {
  const context: BrowserContext = await browser.newContext({
    viewport,
    locale: locale === 'zh' ? 'zh-CN' : 'en-CA',
    // Blocks the service worker, because end-to-end tests need the server's responses, not cached responses.
    serviceWorkers: 'block',
    ...options,
  })
  // Sets this browser's language, even if a signed-in member saved another language.
  await context.addCookies(shopHosts.map((domain) => ({ name: localeCookie, value: locale, domain, path: '/' })))
  context.setDefaultTimeout(20_000)
  // Allows a minute, because a new shop draws its pictures before it shows its first page.
  context.setDefaultNavigationTimeout(60_000)
  if (cpuSlowdown > 1) context.on('page', (page) => slowDown(page).catch(() => undefined))
  if (maxResponseDelayMs > 0) await delayResponses(context)
  // A hostile page's requests must not be recorded as calls of the shop's pages.
  if (!isHostile) recordPages(context)
  await context.addInitScript(reportOrderIds)
  const page: Page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.text() === 'Service Worker registration blocked by Playwright') return
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => complaints.push(`${error} (${page.url()})`))
  return { context, page, complaints }
}

/** Runs in the page. Logs an error for text that shows an order's id, because pages should show only its number. */
function reportOrderIds() {
  // Does not match payment references. They begin with the order's id, and staff need them to find the payment at the
  // provider.
  const orderId = /(?<![\w-])[a-z2-7]{26}(?![\w-])/
  const checkNode = (node: Node) => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    for (let text: Node | null = node; text; text = texts.nextNode()) {
      if (text.nodeType !== Node.TEXT_NODE || text.parentElement?.closest('script, style, noscript, template')) continue
      const [id] = orderId.exec(text.nodeValue ?? '') ?? []
      if (id) console.error(`the page shows the id of an order: ${id}`)
    }
  }
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') checkNode(target)
      for (const node of addedNodes) checkNode(node)
    }
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/**
 * Slows the browser down by this factor, to find tests that pass only on a fast machine:
 * `SLOW_CPU=6 LATE_ANSWERS=600 npm test -- --config tests/e2e/vitest.config.ts`
 */
const cpuSlowdown = Number(process.env.SLOW_CPU ?? 1)
/**
 * Delays each API call, and each request for a page's data, at random by up to this many milliseconds, so that
 * responses arrive out of order.
 */
const maxResponseDelayMs = Number(process.env.LATE_ANSWERS ?? 0)

async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
}

async function delayResponses(context: BrowserContext) {
  await context.route(/\/api\/|\.data(\?|$)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * maxResponseDelayMs))
    await route.continue().catch(() => undefined)
  })
}

/** A client that sends the calls with this browser's cookies, as a script of the shop's page does. */
export function clientOf(context: BrowserContext, url: string): Client {
  return createClient(
    async (path, init) => {
      const token = (await context.cookies(url)).find(({ name }) => name === xsrfCookie)?.value ?? ''
      const originHeaders = { origin: new URL(url).origin, 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' }
      const headers = { ...(init.headers as Record<string, string>), ...originHeaders, 'x-xsrf-token': token }
      const data = init.body === undefined ? {} : { data: String(init.body) }
      const response = await context.request.fetch(url + path, { method: init.method ?? 'GET', headers, ...data })
      return new Response(await response.text(), { status: response.status() })
    },
    () => undefined,
  )
}

/** Opens a URL and waits for hydration, after which scripts handle clicks. */
export async function goTo(page: Page, url: string): Promise<Response | null> {
  const response = await page.goto(url)
  await waitForHydration(page)
  return response
}

/** Waits until React has hydrated the page. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactFiber'))
  })
}

/** Signs in with the form, in any language, with or without JavaScript, and continues to `next`. */
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
