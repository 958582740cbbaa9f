import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
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

/** Whether every journey was made to its end: what pages call is known then alone. */
function isWhole({ vitest, config }: TestProject): boolean {
  const { state } = vitest
  const all = globSync(config.include, { cwd: config.root })
  return !config.testNamePattern && state.getTestModules().length === all.length && state.getCountOfFailedTests() === 0
}
