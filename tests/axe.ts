import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  nodes: { html: string; failureSummary?: string }[]
}

/** Violations that axe finds on the current page: rule, element and explanation. */
export async function findViolations(page: Page, options: { runOnly?: string[] } = {}): Promise<string[]> {
  // axe stays in the page when dialogs open, so it is injected only once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  // Scrolls to the top, because the header would cover parts of scrolled content.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  // Waits until transitions end, because their intermediate colours are not final. Ignores endless animations, such as
  // spinners.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    return Promise.allSettled(ending.map((one) => one.finished))
  })
  // Releases the bars at the window's bottom. Such a bar can cover part of a target, and axe would report that target
  // as too small, although people can scroll until the target is free.
  await page.evaluate(releaseBottomBars)
  // Without `resultTypes`, axe also lists all passed rules, which takes longer than the checks.
  const violations = await page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }
      return (await axe.run(options)).violations.map(({ id, nodes }) => ({ id, nodes }))
    },
    // Leaves out style sheets, because reading them is slow and only an experimental rule needs them.
    { ...options, resultTypes: ['violations'], preload: { assets: ['media'] } },
  )
  await page.evaluate(restoreBottomBars)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} ${html} ${failureSummary}`),
  )
}

/** Runs in the page. Lets the bars that stick to the window's bottom scroll with the page. */
function releaseBottomBars() {
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const { position, bottom } = getComputedStyle(element)
    if (position !== 'sticky' || bottom === 'auto') continue
    element.style.position = 'static'
    element.dataset.releasedBar = ''
  }
}

/** Runs in the page. Undoes `releaseBottomBars`. */
function restoreBottomBars() {
  for (const element of document.querySelectorAll<HTMLElement>('[data-released-bar]')) {
    element.style.position = ''
    delete element.dataset.releasedBar
  }
}
