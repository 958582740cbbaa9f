import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { withDrawnPictures } from '#tests/drawn-pictures.ts'
import { freePort } from '#tests/postgres.ts'
import { startServer } from '#tests/server.ts'
import { startNginx } from './nginx.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of nginx, at which visitors open the shop. */
    shopUrl: string
    /** The port of the shop behind nginx. */
    shopPort: number
    shopFolder: string
  }
}

/** Starts the built shop with its demonstration, and nginx in front with the configuration of docs/operations.md. */
export default async function setUp(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'shop-nginx-'))
  const shopFolder = join(folder, 'shop')
  const shopPort = await freePort()
  const settings = { DATA_DIR: shopFolder, PORT: String(shopPort), RATE_LIMIT_FACTOR: '100', TRUST_PROXY: '1' }
  const server = await withDrawnPictures({ DATA_DIR: shopFolder }, () => startServer(settings))
  const nginx = await startNginx(join(folder, 'nginx'), shopPort)
  project.provide('shopUrl', nginx.url)
  project.provide('shopPort', shopPort)
  project.provide('shopFolder', shopFolder)
  return async () => {
    await nginx.stop()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
