import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { findChromium } from '#tests/browser.ts'
import { startServer } from '#tests/server.ts'

/**
 * `npm run lighthouse [-- --runs=5 --path=/home]`: tests the demonstration's catalogue pages, or only the page
 * `--path`, with the mobile preset. For each page, the median score of `--runs` runs must reach `bounds`.
 */
const optionOf = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
const runs = Number(optionOf('runs') ?? 5)
const bounds: Record<string, number> = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 }
const folder = mkdtempSync(join(tmpdir(), 'shop-lighthouse-'))
const server = await startServer({ DATA_DIR: folder })
const { executablePath, args } = await findChromium()
const chrome = await launch({ chromePath: executablePath, chromeFlags: ['--headless=new', ...args] })
let isMet = true
try {
  const response = await fetch(`${server.url}/api/istore/client/productManagement2/products`)
  const { products }: { products: { id: string }[] } = await response.json()
  const pages = [
    '/home',
    '/store/productlist?cat=all',
    '/store',
    `/store/product/${products[0]?.id}`,
    '/store/search/tea',
    '/store/clearance',
    '/store/brand',
    '/store/groupCampaigns',
  ]
  for (const path of pages.filter((page) => page === (optionOf('path') ?? page))) {
    const scores: Record<string, number[]> = {}
    for (let run = 0; run < runs; run++) {
      const result = await lighthouse(server.url + path, {
        port: chrome.port,
        // Search pages ask search engines not to index them, so their SEO is not tested.
        onlyCategories: Object.keys(bounds).filter((name) => name !== 'seo' || !path.startsWith('/store/search')),
        logLevel: 'silent',
      })
      for (const [name, category] of Object.entries(result?.lhr.categories ?? {})) {
        scores[name] = [...(scores[name] ?? []), Math.round((category.score ?? 0) * 100)]
      }
      if (run === 0)
        for (const audit of failedAudits(result?.lhr.audits ?? {}, result?.lhr.categories ?? {}))
          process.stdout.write(`  ${audit}\n`)
    }
    const medians = Object.entries(scores).map(
      ([name, values]) => [name, values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0] as const,
    )
    isMet &&= medians.every(([name, score]) => score >= (bounds[name] ?? 0))
    process.stdout.write(`${path}: ${medians.map(([name, score]) => `${name} ${score}`).join(', ')}\n`)
  }
} finally {
  chrome.kill()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(isMet ? 0 : 1)

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

/** Lists the audits that lower a score, except the audits of performance. */
function failedAudits(audits: Result['audits'], categories: Result['categories']): string[] {
  return Object.values(categories)
    .filter(({ id }) => id !== 'performance')
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ weight }) => weight > 0)
    .flatMap(({ id }) => {
      const audit = audits[id]
      return audit && audit.score !== null && audit.score < 1
        ? [`${audit.title}: ${JSON.stringify(audit.details ?? {}).slice(0, 400)}`]
        : []
    })
}
