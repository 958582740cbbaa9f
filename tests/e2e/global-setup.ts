import { globSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { runShop } from '#scripts/shop-run.ts'
import { startSimulators } from '#simulators/providers.ts'
import { withDrawnPictures } from '#tests/drawn-pictures.ts'
import { startServer } from '#tests/server.ts'
import { findWrongEntries, recordedCalls } from '#tests/traffic.ts'
import { callsWithoutPage } from './calls-without-page.ts'
import type { JourneyShop } from './shop.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** One shop per worker. */
    shops: JourneyShop[]
    /** The data folder of a demonstration without changes. Each worker's shop has a copy. */
    demonstration: string
  }
}

/**
 * For each worker, starts simulators of the wallets, and the built shop with its demonstration on the embedded
 * database, as `npm start` does. After a complete run, checks the list in `calls-without-page.ts`.
 */
export default async function setUp(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'shop-journeys-'))
  process.env.TRAFFIC_FOLDER = folder
  const demonstration = await openDemonstration(join(folder, 'demonstration'))
  const workers = Array.from({ length: project.vitest.config.maxWorkers }, (_, at) => join(folder, `shop-${at + 1}`))
  const open = await Promise.all(workers.map((own) => openShop(own, demonstration)))
  project.provide(
    'shops',
    open.map(({ shop }) => shop),
  )
  project.provide('demonstration', demonstration)
  return async () => {
    const wrongEntries = isWhole(project) ? findWrongEntries(recordedCalls(folder), callsWithoutPage) : []
    await Promise.all(open.map(({ close }) => close()))
    await rm(folder, { recursive: true, force: true })
    if (wrongEntries.length > 0)
      throw new Error(`tests/e2e/calls-without-page.ts is not the truth: ${wrongEntries.join('; ')}`)
  }
}

/**
 * Sets up the demonstration once for all workers, because the set-up is slow. Stops the server, so that the data folder
 * can be copied for the shop of each worker.
 */
async function openDemonstration(folder: string): Promise<string> {
  const server = await withDrawnPictures({ DATA_DIR: folder }, () => startServer({ DATA_DIR: folder }))
  await server.stop()
  return folder
}

async function openShop(folder: string, demonstration: string) {
  await cp(demonstration, folder, { recursive: true })
  const wallets = await startSimulators()
  const server = await startServer({ DATA_DIR: folder, ...wallets.env, RATE_LIMIT_FACTOR: '100' })
  await stockBread(server.url, folder)
  const shop: JourneyShop = {
    shopUrl: server.url,
    shopFolder: folder,
    snapPayUrl: wallets.env.SNAPPAY_URL ?? '',
    weChatUrl: wallets.env.WECHAT_URL ?? '',
    weChatPayUrl: wallets.env.WECHATPAY_URL ?? '',
  }
  const close = async () => {
    await server.stop()
    await wallets.close()
  }
  return { shop, close }
}

/** Adds stock, because the end-to-end tests together buy more of one loaf than the demonstration has. */
async function stockBread(url: string, folder: string) {
  const args = ['stock-in', 'hokkaido-milk-loaf', '200', '--store', 'markham', '--url', url]
  const { code, text } = await runShop(args, { ...process.env, DATA_DIR: folder })
  if (code !== 0) throw new Error(text)
}

/** Whether all end-to-end tests ran and passed. Otherwise, the record of calls can be incomplete. */
function isWhole({ vitest, config }: TestProject): boolean {
  const { state } = vitest
  const all = globSync('tests/e2e/*.test.ts', { cwd: config.root })
  return !config.testNamePattern && state.getTestModules().length === all.length && state.getCountOfFailedTests() === 0
}
