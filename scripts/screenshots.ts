import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { demoScreenshots } from '#demo/screenshots.ts'
import { goTo, openBrowser, openPage } from '#tests/browser.ts'
import { startServer } from '#tests/server.ts'

/**
 * Takes the demonstration's screenshots for installation prompts. Run `node scripts/screenshots.ts` after the
 * demonstration's design has changed.
 */
const folder = mkdtempSync(join(tmpdir(), 'shop-screenshots-'))
const server = await startServer({ DATA_DIR: folder })
const browser = await openBrowser()
try {
  mkdirSync('public/screenshots', { recursive: true })
  for (const { src, page: path, width, height, form, locale } of demoScreenshots) {
    const density = form === 'narrow' ? 2 : 1
    const viewport = { width: width / density, height: height / density }
    const { page, context } = await openPage(browser, { locale, viewport, deviceScaleFactor: density })
    await goTo(page, server.url + path)
    await page.waitForLoadState('networkidle')
    await sharp(await page.screenshot())
      .webp({ quality: 62, effort: 6, smartSubsample: true })
      .toFile(`public${src}`)
    await context.close()
  }
} finally {
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
