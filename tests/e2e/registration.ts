import type { Page } from 'playwright-core'
import { awaitCode } from '#tests/mails.ts'
import { shopFolder } from './shop.ts'

/** Enters the emailed code, the second step of a registration. */
export async function enterCode(page: Page, email: string): Promise<void> {
  await page.locator('main input[name=code]').waitFor()
  await page.locator('main input[name=code]').fill(await awaitCode(shopFolder, email))
  await page.locator('.account-form button[type=submit]').click()
}
