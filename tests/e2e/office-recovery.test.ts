import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from '#tests/axe.ts'
import { desktop, openBrowser, openPage, phone } from '#tests/browser.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { pageVariants, textsOf } from './looks.ts'
import { becomeOwner, ownerPassword } from './office-owner.ts'

/** An owner who lost the phone signs in again, ends the other sessions and deactivates a cashier. */

const owner = { name: '陈美', email: 'mei@shop.example' }
const cashier = { name: 'Ana', email: 'ana@shop.example' }

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

describe.each(pageVariants({ locale: 'zh', viewport: phone }))('%s', (_, look) => {
  const t = textsOf(look)
  let folder: string
  let server: RunningServer
  /** The page on the phone that the owner loses. */
  let lost: Page
  /** The page on the owner's new phone. */
  let found: Page
  /** The page on the cashier's computer. */
  let counter: Page
  let recoveryCodes: string[] = []
  const complaints: string[][] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-recovery-'))
    server = await startServer({ DATA_DIR: folder, DEMO: 'false' })
    lost = await open(look)
    await becomeOwner(lost, { url: server.url, folder })
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function open(look: Parameters<typeof openPage>[1]) {
    const opened = await openPage(browser, look)
    complaints.push(opened.complaints)
    return opened.page
  }
  async function visit(page: Page, path: string) {
    await page.goto(`${server.url}/office${path}`)
    await page.locator('h1').waitFor()
  }
  async function signIn(page: Page, email: string) {
    await page.locator('input[name=email]').fill(email)
    await page.locator('input[name=password]').fill(ownerPassword)
    await page.locator('button[value=password]').click()
  }

  test('the owner sets up an authenticator app and gets ten recovery codes', async () => {
    await visit(lost, '/me')
    await lost.locator('button[value=authenticator]').click()
    const key = (await lost.locator('#second-step .code-line').textContent()) ?? ''
    await lost.locator('input[name=code]').fill(new TOTP({ secret: Secret.fromBase32(key) }).generate())
    await lost.locator('button[value=use]').click()
    await expect.poll(() => lost.locator('.codes li').count()).toBe(10)
    recoveryCodes = await lost.locator('.codes li').allTextContents()
    await expect.poll(() => findViolations(lost)).toEqual([])
  })

  test('a cashier whom the owner invited works on the start page', async () => {
    await visit(lost, '/staff')
    await lost.locator('input[name=email]').fill(cashier.email)
    await lost.locator('button[value=invite]').click()
    const link = (await lost.locator('.invited .code-line').textContent()) ?? ''
    counter = await open({ ...look, viewport: desktop })
    await counter.goto(link)
    await counter.locator('input[name=name]').fill(cashier.name)
    await counter.locator('input[name=password]').fill(ownerPassword)
    await counter.locator('button[value=join]').click()
    await counter.getByRole('heading', { name: t('today.greeting', { name: cashier.name }) }).waitFor()
  })

  test('the owner signs in on another phone with a recovery code, once', async () => {
    const [code = ''] = recoveryCodes
    found = await open(look)
    await visit(found, '/me')
    await signIn(found, owner.email)
    await found.locator('input[name=code]').fill('abcd-efgh')
    await found.locator('button[value=second]').click()
    await found.locator('[role=alert]').waitFor()
    await found.locator('input[name=code]').fill(code)
    await found.locator('button[value=second]').click()
    await found.locator('#second-step').waitFor()

    const thief = await open(look)
    await visit(thief, '/me')
    await signIn(thief, owner.email)
    await thief.locator('input[name=code]').fill(code)
    await thief.locator('button[value=second]').click()
    await thief.locator('[role=alert]').waitFor()
  })

  test('the owner ends all other sessions, and the lost phone is signed out while its page is open', async () => {
    await found.locator('button[value="end others"]').click()
    await lost.waitForURL('**/office/in?next=*')
    await expect.poll(() => found.locator('button[value="end others"]').count()).toBe(0)
    await counter.locator('.frame h1').waitFor()
  })

  test('the owner stops the cashier, whose page signs out by itself', async () => {
    await visit(found, '/staff')
    await found.locator('.row-item', { hasText: cashier.email }).getByRole('link').click()
    await found.locator('input[name=isStopped]').check()
    await found.locator('button[value=save]').click()
    await found.locator('.state-off').waitFor()
    await counter.waitForURL('**/office/in?next=*')
    await signIn(counter, cashier.email)
    await counter.locator('[role=alert]').waitFor()
  })

  test('the log has each step with its person and its fields in words', async () => {
    await visit(found, '/log')
    const lines = await found.locator('.row-item').allTextContents()
    const [stopped, ended, used, joined] = lines
    expect(stopped).toContain(t('people.writePerson'))
    expect(ended).toContain(t('people.endSession'))
    expect(used).toContain(t('people.useRecoveryCode'))
    expect(joined).toContain(t('people.join'))
    expect(joined).toContain(cashier.name)
    for (const line of [stopped, ended, used]) expect(line).toContain(owner.name)
    await found.locator('summary').first().click()
    await found.locator('dd', { hasText: `${t('log.after')}: ${t('true')}` }).waitFor()
    await expect.poll(() => findViolations(found)).toEqual([])

    await found.goto(`${server.url}/office/staff`)
    await found.locator('.row-item', { hasText: cashier.email }).getByRole('link').click()
    await found.getByRole('link', { name: t('staff.did', { name: cashier.name }) }).click()
    await expect
      .poll(() => found.locator('.row-item').allTextContents())
      .toEqual([expect.stringContaining(t('people.join'))])
  })

  test('no page reported an error', () => {
    // Ignores the browser's own error messages about the calls that these tests expect to fail.
    expect(complaints.flat().filter((text) => !/status of (401|422)/.test(text))).toEqual([])
  })
})
