import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startDemonstration } from '#stand-ins/demonstration.ts'
import { startSnapPay } from '#stand-ins/snappay.ts'
import { startServer } from '#tests/server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    shopUrl: string
    /** Where WeChat's own sheet is answered. */
    weChatPayUrl: string
    /** The shop's data: its `outbox` has the mails, its `media` the drawn pictures, which other shops may share. */
    shopFolder: string
  }
}

/** The built shop with its demonstration on the embedded database, as `npm start` opens it, and the wallets' stand-in. */
export default async function setUp(project: TestProject) {
  const wallet = await startSnapPay({
    port: 0,
    appId: 'demo-app',
    merchantNo: '901800000116',
    key: 'demo-key-of-the-stand-in',
  })
  const providers = await startDemonstration()
  const folder = await mkdtemp(join(tmpdir(), 'shop-journeys-'))
  const server = await startServer({
    ...providers.env,
    DATA_DIR: folder,
    SNAPPAY_URL: wallet.url,
    RATE_LIMIT_FACTOR: '100',
  })
  project.provide('shopUrl', server.url)
  project.provide('shopFolder', folder)
  project.provide('weChatPayUrl', providers.standIns.wechatpay.url)
  return async () => {
    await server.stop()
    await wallet.close()
    await providers.close()
    await rm(folder, { recursive: true, force: true })
  }
}
