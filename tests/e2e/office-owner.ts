import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { runShop } from '#scripts/shop-run.ts'

export const ownerPassword = 'plum-boat-lantern-7'

/** Makes a start link for an owner with the `owner` command, which an owner runs on the shop's computer. */
export async function ownerLink({ url, folder }: { url: string; folder: string }): Promise<string> {
  const { code, said } = await runShop(['owner', '--url', url], { DATA_DIR: folder, DEMO: 'false' })
  expect([code, said]).toEqual([0, expect.stringMatching(/#[\w-]{43}$/)])
  return `${url}/office/start#${said.split('#')[1]}`
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
