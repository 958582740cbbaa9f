import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  nodes: { html: string; failureSummary?: string }[]
}

/** What axe finds on the page that is shown: each with its rule, the element and what is wrong with it. */
export async function findViolations(page: Page, options: { runOnly?: string[] } = {}): Promise<string[]> {
  // Once for a page, whatever opens and closes on it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  // From the top: what scrolled under the header is covered by it there, and by nothing once it is scrolled to.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  // All that is right would be told too, which takes longer than finding what is wrong.
  const violations = await page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }
      return (await axe.run(options)).violations.map(({ id, nodes }) => ({ id, nodes }))
    },
    // Style sheets are read for one rule alone, an experimental one that is not asked for, and reading them takes long.
    { ...options, resultTypes: ['violations'], preload: { assets: ['media'] } },
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} ${html} ${failureSummary}`),
  )
}
