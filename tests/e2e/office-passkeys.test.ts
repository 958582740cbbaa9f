import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { officeXsrfCookie, xsrfHeader } from '#contract/constants.ts'
import { findViolations } from '#tests/axe.ts'
import { desktop, openBrowser, openPage, phone } from '#tests/browser.ts'
import type { TestPostgres } from '#tests/postgres.ts'
import { startPostgres } from '#tests/postgres.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { becomeOwner, ownerPassword } from './office-owner.ts'

/** The owner signs in with a passkey. The browser's virtual authenticator simulates the phone's authenticator. */

let browser: Browser
let folder: string
let database: TestPostgres
let server: RunningServer
/** The shop's URL on `localhost`. Browsers allow no passkeys on an IP address. */
let url: string
let page: Page
let complaints: string[]
/** The last request body of a sign-in with a passkey. */
let sent = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-passkeys-'))
  database = await startPostgres()
  server = await startServer({ DATA_DIR: folder, DEMO: 'false', DATABASE_URL: database.url('postgres') })
  url = server.url.replace('127.0.0.1', 'localhost')
  browser = await openBrowser()
  const opened = await openPage(browser, { locale: 'zh', viewport: phone })
  page = opened.page
  complaints = opened.complaints
  await addAuthenticator(page)
  page.on('request', (request) => {
    if (request.url().endsWith('/sign-in/passkey')) sent = request.postData() ?? ''
  })
  await becomeOwner(page, { url, folder })
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await database?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      automaticPresenceSimulation: true,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
}

const visit = async (path: string) => {
  await page.goto(`${url}/office${path}`)
  await page.locator('h1').waitFor()
}
const signOut = async () => {
  await visit('/me')
  await page.locator('button[value=leave]').click()
  await page.locator('input[name=password]').waitFor()
}
const passkeys = () => page.locator('#passkeys .row-item')

test('an owner adds a passkey, which is a second step, and gets recovery codes', async () => {
  await visit('/me')
  await page.locator('button[value=passkey]').click()
  await expect.poll(() => page.locator('#passkeys .codes li').count()).toBe(10)
  expect(await passkeys().textContent()).toContain('还没用过')
  expect(await findViolations(page)).toEqual([])
  // The device already has a passkey, so the browser creates no second passkey.
  await page.locator('button[value=passkey]').click()
  await page.locator('#passkeys .alert-note').waitFor()
  expect(await passkeys().count()).toBe(1)
})

test('the password alone no longer signs in, the passkey alone does, and its answer works once', async () => {
  await signOut()
  await page.locator('input[name=email]').fill('mei@shop.example')
  await page.locator('input[name=password]').fill(ownerPassword)
  await page.locator('button[value=password]').click()
  await page.locator('input[name=code]').waitFor()
  await page.locator('button[value=passkey]').click()
  await page.locator('.frame h1').waitFor()
  await visit('/me')
  expect(await passkeys().textContent()).toContain('最近使用')

  await signOut()
  await page.locator('button[value=passkey]').click()
  await page.locator('.frame h1').waitFor()
  const token = (await page.context().cookies()).find(({ name }) => name === officeXsrfCookie)?.value ?? ''
  const again = await page.context().request.post(`${url}/api/office/sign-in/passkey`, {
    headers: { 'content-type': 'application/json', origin: url, [xsrfHeader]: decodeURIComponent(token) },
    data: sent,
  })
  expect([again.status(), await again.text()]).toEqual([422, expect.stringContaining('staff.passkey_invalid')])
})

test('a passkey confirms a sensitive step', async () => {
  await visit('/me')
  const later = new Client({ connectionString: database.url('postgres') })
  await later.connect()
  await later.query("update staff_sessions set confirmed_at = confirmed_at - interval '1 hour'")
  await later.end()
  await page.locator('button[value=authenticator]').click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByRole('button', { name: '用通行密钥确认' }).click()
  await page.locator('#second-step .code-line').waitFor()
  expect(await dialog.count()).toBe(0)
})

test('an owner removes the passkey, and it no longer signs in', async () => {
  await visit('/me')
  await page.locator('button[value^=remove]').click()
  await expect.poll(() => passkeys().count()).toBe(0)
  await signOut()
  await page.locator('button[value=passkey]').click()
  await expect.poll(() => page.locator('[role=alert]').first().textContent()).toContain('通行密钥')
  await page.locator('input[name=email]').fill('mei@shop.example')
  await page.locator('input[name=password]').fill(ownerPassword)
  await page.locator('button[value=password]').click()
  await page.locator('.frame h1').waitFor()
})

test('a browser that allows no passkeys does not offer them', async () => {
  const { page, complaints: others } = await openPage(browser, { locale: 'en', viewport: desktop })
  // Uses the IP address, on which browsers allow no passkeys.
  await page.goto(`${server.url}/office/in`)
  await page.locator('input[name=password]').waitFor()
  expect(await page.locator('button[value=passkey]').count()).toBe(0)
  await becomeOwner(page, { url: server.url, folder })
  await page.goto(`${server.url}/office/me`)
  await expect.poll(() => page.locator('#passkeys').textContent()).toContain('over https')
  expect(others).toEqual([])
  // Ignores the browser's own error messages about the calls that these tests expect to fail.
  expect(complaints.filter((line) => !/40[13]|422/.test(line))).toEqual([])
})
