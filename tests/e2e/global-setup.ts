import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { runShop } from '#scripts/shop-run.ts'
import { startStandIns } from '#stand-ins/providers.ts'
import { startServer } from '#tests/server.ts'
import { callsSeen, untrueWords } from '#tests/traffic.ts'
import { callsWithoutPage } from './calls-without-page.ts'

declare module 'vitest' {
  interface ProvidedContext {
    shopUrl: string
    /** Where WeChat's own sheet is answered. */
    weChatPayUrl: string
    /** Where WeChat's own sign-in is answered. */
    weChatUrl: string
    /** Where SnapPay's stand-in takes orders of tests. */
    snapPayUrl: string
    /** The shop's data: its `outbox` has the mails, its `media` the drawn pictures, which other shops may share. */
    shopFolder: string
  }
}

/** The built shop with its demonstration on the embedded database, as `npm start` opens it, and the wallets' stand-ins. */
export default async function setUp(project: TestProject) {
  const wallets = await startStandIns()
  const folder = await mkdtemp(join(tmpdir(), 'shop-journeys-'))
  process.env.TRAFFIC_FOLDER = folder
  const server = await startServer({ DATA_DIR: folder, ...wallets.env, RATE_LIMIT_FACTOR: '100' })
  await bakeForAll(server.url, folder)
  project.provide('shopUrl', server.url)
  project.provide('shopFolder', folder)
  project.provide('snapPayUrl', wallets.env.SNAPPAY_URL ?? '')
  project.provide('weChatUrl', wallets.env.WECHAT_URL ?? '')
  project.provide('weChatPayUrl', wallets.env.WECHATPAY_URL ?? '')
  return async () => {
    const untrue = isWhole(project) ? untrueWords(callsSeen(folder), callsWithoutPage) : []
    await server.stop()
    await wallets.close()
    await rm(folder, { recursive: true, force: true })
    if (untrue.length > 0) throw new Error(`tests/e2e/calls-without-page.ts is not the truth: ${untrue.join('; ')}`)
  }
}

/** All journeys together buy more of one loaf than a demonstration has of it. */
async function bakeForAll(url: string, folder: string) {
  const typed = ['stock-in', 'hokkaido-milk-loaf', '200', '--store', 'markham', '--url', url]
  const { code, said } = await runShop(typed, { ...process.env, DATA_DIR: folder })
  if (code !== 0) throw new Error(said)
}

/** Whether every journey was made to its end: what pages call is known then alone. */
function isWhole({ vitest, config }: TestProject): boolean {
  const { state } = vitest
  const all = globSync(config.include, { cwd: config.root })
  return !config.testNamePattern && state.getTestModules().length === all.length && state.getCountOfFailedTests() === 0
}
