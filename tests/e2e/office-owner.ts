import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Role } from '#contract/rights.ts'
import { runShop } from '#scripts/shop-run.ts'

export const ownerPassword = 'plum-boat-lantern-7'

/**
 * Runs the `owner` command, as an owner does on the shop's computer. Returns the start link that the command prints.
 */
export async function ownerLink({ url, folder }: { url: string; folder: string }): Promise<string> {
  const { code, text } = await runShop(['owner', '--url', url], { DATA_DIR: folder, DEMO: 'false' })
  expect([code, text]).toEqual([0, expect.stringMatching(/#[\w-]{43}$/)])
  return `${url}/office/start#${text.split('#')[1]}`
}

/** Signs a new owner in on this page. */
export async function becomeOwner(page: Page, shop: { url: string; folder: string }): Promise<void> {
  await page.goto(await ownerLink(shop))
  await page.locator('input[name=name]').fill('陈美')
  await page.locator('input[name=email]').fill('mei@shop.example')
  await page.locator('input[name=password]').fill(ownerPassword)
  await page.locator('button[value=join]').click()
  await page.locator('.frame h1').waitFor()
}

interface Colleague {
  name: string
  email: string
  role: Role
}

/** Invites a colleague for all stores on the owner's page, and signs the colleague in on another page. */
export async function hire(owner: Page, page: Page, url: string, { name, email, role }: Colleague): Promise<void> {
  await owner.goto(`${url}/office/staff`)
  await owner.locator('input[name=email]').fill(email)
  await owner.locator('select[name=role]').selectOption(role)
  await owner.locator('select[name=store]').selectOption('*')
  await owner.locator('button[value=invite]').click()
  const link = (await owner.locator('.invited .code-line').textContent()) ?? ''
  await page.goto(link)
  await page.locator('input[name=name]').fill(name)
  await page.locator('input[name=password]').fill(ownerPassword)
  await page.locator('button[value=join]').click()
  await page.locator('.frame h1').waitFor()
}
