import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import type { PreviousRelease } from './previous-release.ts'
import { openPreviousRelease } from './previous-release.ts'

// Release 0.1.0 kept its shop in PGlite. One command, which fetches PGlite from npm, moves it.

let previous: PreviousRelease
let folder: string
beforeAll(async () => {
  previous = await openPreviousRelease()
  folder = await mkdtemp(join(tmpdir(), 'shop-moving-'))
})
afterAll(async () => {
  await previous.remove()
  await rm(folder, { recursive: true, force: true })
})

const env = () => ({ DEMO: 'false', LOG: 'error', DATA_DIR: folder })

function move() {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/shop.ts', 'move-database'], {
    env: { ...process.env, ...env() },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (words) => (said += words))
  return { child, ended: once(child, 'close').then(([code]) => ({ code, said })) }
}

/** The products that search engines are told of. */
async function productsOf({ url }: RunningServer): Promise<string[]> {
  const list = await (await fetch(`${url}/sitemap-products-1.xml`)).text()
  return [...list.matchAll(/<loc>[^<]*(\/product\/[^<]+)</g)].map(([, path = '']) => path).sort()
}

test('a shop of the previous release moves with its goods, though the move is killed once', async () => {
  const old = await previous.start(env())
  await previous.importProducts('tests/files/shopify-apparel.csv', env())
  const names = await productsOf(old)
  expect(names.length).toBeGreaterThan(1)
  expect(await move().ended).toMatchObject({ code: 1, said: expect.stringContaining('Stop the shop first') })
  expect(await old.stop()).toBe(0)

  await expect(startServer(env())).rejects.toThrow(/holds the database of an earlier release.*move-database/)
  const killed = move()
  await expect.poll(() => existsSync(join(folder, 'moving', 'postgres')), { timeout: 60_000, interval: 2 }).toBe(true)
  killed.child.kill('SIGKILL')
  await killed.ended
  await expect(startServer(env())).rejects.toThrow(/move-database/)
  expect(await move().ended).toMatchObject({ code: 0, said: expect.stringContaining('database.before-move') })
  expect(existsSync(join(folder, 'moving'))).toBe(false)
  const now = await startServer(env())
  expect(await productsOf(now)).toEqual(names)
  expect(await now.stop()).toBe(0)
  expect(await move().ended).toMatchObject({
    code: 1,
    said: expect.stringContaining('no database of an earlier release'),
  })
}, 180_000)
