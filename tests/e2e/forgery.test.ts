import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page, Request, Response } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSpecificationCalls } from '#contract/calls.ts'
import { specificationBase } from '#contract/constants.ts'
import { changingGets } from '#contract/routes.ts'
import { demoAccounts } from '#demo/accounts.ts'
import { openBrowser, openPage, signIn } from '#tests/browser.ts'
import { shopUrl } from './shop.ts'

/**
 * A real browser, signed in at the shop, visits a foreign page that tries to act in the shop on the member's behalf.
 */
let browser: Browser
let elsewhere: Server
let html = ''
beforeAll(async () => {
  browser = await openBrowser()
  elsewhere = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end(html))
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await browser.close()
  await new Promise((resolve) => elsewhere.close(resolve))
})

const [mei] = demoAccounts
const port = () => (elsewhere.address() as AddressInfo).port
/**
 * The attackers' pages. Another port is another origin of the same site, so the browser sends the shop's cookies.
 * Another host is another site.
 */
const attackers: [name: string, url: () => string][] = [
  ['the same site', () => `http://${new URL(shopUrl).hostname}:${port()}/`],
  ['another site', () => `http://${new URL(shopUrl).hostname === 'localhost' ? '127.0.0.1' : 'localhost'}:${port()}/`],
]

const cartPath = `${specificationBase}/shoppingManagement4/myCart`
type Form = [path: string, fields: Record<string, string>]
const forms: [Form, ...Form[]] = [
  ['/checkout/cart', { intent: 'add', sku: 'forged', quantity: '1' }],
  ['/preferences', { locale: 'zh' }],
  ['/user/list', {}],
  ['/user/profile', { name: 'Forged', phone: '' }],
  ['/user/security', { intent: 'sessions' }],
  ['/user/privacy', { intent: 'remove', sure: '1' }],
  ['/account/login', { email: 'eve@shop.example', password: 'forged forged forged' }],
]

interface State {
  name: string | undefined
  locale: string
  pieces: number
}

/** Reads the visitor's state through the shop's own page. */
async function stateOf(page: Page): Promise<State> {
  const [info, cart] = await page.evaluate(
    (paths) => Promise.all(paths.map(async (path) => (await fetch(path)).json())),
    [`${specificationBase}/common3/appInfoInit`, cartPath],
  )
  const locale = await page.evaluate(() => document.documentElement.lang)
  return { name: info.user?.name, locale, pieces: cart.pieces }
}

/** Opens the attacker's page. Returns the status and URL of each response of the shop to this page, except pictures. */
async function visit(page: Page, url: string, body: string): Promise<string[]> {
  html = `<!doctype html><title>elsewhere</title>${body}`
  // Leaves the shop's page first, because a request of that page would count as a request of the attacker's page.
  await page.goto('about:blank')
  const asked = new Set<Request>()
  const ask = (request: Request) => asked.add(request)
  const answers: string[] = []
  // Ignores pictures, because an error page loads the shop's logo, which is public.
  const note = (response: Response) => {
    const request = response.request()
    const isOther = !asked.has(request) || request.resourceType() === 'image'
    if (response.url().startsWith(shopUrl) && !isOther) answers.push(`${response.status()} ${response.url()}`)
  }
  page.on('request', ask)
  page.on('response', note)
  await page.goto(url)
  await expect.poll(() => answers.length).toBeGreaterThan(0)
  if (body.includes('window.done')) await page.waitForFunction(() => (window as { done?: boolean }).done === true)
  await page.waitForLoadState('networkidle')
  page.off('request', ask)
  page.off('response', note)
  return answers
}

const accepted = (answers: string[]) => answers.filter((answer) => Number(answer.slice(0, 3)) < 400)

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** A form that submits itself, in an encoding that browsers send across origins. */
function sentForm(path: string, fields: Record<string, string>, encoding: string): string {
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${escaped(value)}">`)
  return `<form method="post" enctype="${encoding}" action="${shopUrl}${path}">${inputs.join('')}</form>
    <script>document.forms[0].submit()</script>`
}

test.each(attackers)('forms, fetches and GET calls from %s change nothing for a member', async (_, url) => {
  const { context, page } = await openPage(browser, { isHostile: true })
  await signIn(page, shopUrl, mei, '/user/list')
  const before = await stateOf(page)
  expect(before.name).toBeTruthy()

  const encoded = 'application/x-www-form-urlencoded'
  const others = ['multipart/form-data', 'text/plain'].map((encoding) => [...forms[0], encoding] as const)
  for (const [path, fields, encoding] of [...forms.map((form) => [...form, encoded] as const), ...others]) {
    const answers = await visit(page, url(), sentForm(path, fields, encoding))
    expect(accepted(answers), `${path} ${encoding}`).toEqual([])
  }

  // A form with the encoding `text/plain` whose body is valid JSON. A call that ignored the content type would accept
  // it.
  const trick = sentForm(cartPath, { '{"sku":"forged","note":"': '"}' }, 'text/plain')
  expect(accepted(await visit(page, url(), trick))).toEqual([])

  const changing = listSpecificationCalls().filter(({ name, method }) => method !== 'GET' || changingGets.has(name))
  const calls = changing.map(({ method, path }) => [
    method,
    shopUrl + specificationBase + path.replace(/:\w+/g, 'x').split('?')[0],
  ])
  const fetched = await visit(
    page,
    url(),
    `<script>
      const calls = ${JSON.stringify(calls)}
      const quietly = (address, init) => fetch(address, { credentials: 'include', ...init }).catch(() => null)
      const all = calls.flatMap(([method, address]) => [
        quietly(address, {
          method,
          mode: 'cors',
          headers: { 'content-type': 'application/json' },
          ...(method !== 'GET' && { body: '{}' }),
        }),
        ...(method === 'GET' || method === 'POST'
          ? [quietly(address, { method, mode: 'no-cors', ...(method === 'POST' && { body: '{}' }) })]
          : []),
      ])
      Promise.all(all).then(() => { window.done = true })
    </script>`,
  )
  // Requests that the browser blocks have no response; the server must refuse all others.
  expect(fetched.length).toBeGreaterThan(20)
  expect(accepted(fetched).filter((answer) => !answer.startsWith('204'))).toEqual([])

  const gets = listSpecificationCalls().filter(({ name }) => changingGets.has(name))
  for (const { path } of gets) {
    const address = shopUrl + specificationBase + path.replace(/:\w+/g, 'zh').split('?')[0]
    const tags = `<img src="${address}"><script src="${address}"></script><iframe src="${address}"></iframe><link rel="stylesheet" href="${address}">`
    expect(accepted(await visit(page, url(), tags)), path).toEqual([])
    const opened = await visit(page, url(), `<script>location.href = "${address}"</script>`)
    expect(accepted(opened), path).toEqual([])
  }

  await page.goto(`${shopUrl}/user/list`)
  expect(await stateOf(page)).toEqual(before)
  await context.close()
})
